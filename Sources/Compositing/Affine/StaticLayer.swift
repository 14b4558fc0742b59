import EditingModel
public import MediaFormats

/// A picture with alpha that lies at whole pixels, ready to be laid over many pictures of one format, as
/// ``AffineCompositor`` draws it, to the same bytes.
///
/// ```
///  the picture ─► colors times alpha, what is left of what lies beneath ─► where alpha is, row by row ─┐ once
///                                                                   a picture ─► laid over it ◄────────┘ each time
/// ```
///
/// Clear pixels are neither read nor written again: letters cost no more than what they cover. It may be laid at any whole chroma
/// sample, and what lies beyond the picture is left out.
public struct StaticLayer: Sendable {
  /// The format of the canvas.
  private let format: PixelBuffer.Format
  /// The picture's size, in pixels.
  private let width: Int
  private let height: Int
  /// The samples on each of the three planes.
  private var planes: [Plane] = []

  /// The samples on a plane: some side by side on some of its rows.
  fileprivate struct Plane: Sendable {
    var runs: [Run] = []
    /// Fine samples times alpha, run by run.
    var colors: [UInt16] = []
    /// The share of each on what is beneath.
    var alphas: [UInt16] = []
  }

  /// Samples side by side.
  fileprivate struct Run: Sendable {
    let row: Int
    let columns: Range<Int>
    /// The beginning of its colors.
    let start: Int
  }

  /// The number of clear samples between two runs up to which they cost less than another run.
  private static let gap = 16

  /// `picture` for pictures of `format`.
  ///
  /// - Parameter picture: Y′CbCr with alpha, subsampled as `format` is.
  /// - Throws: `invalidPictureFormat` where `format` is none that is drawn on, or has alpha, or the picture is of another
  ///   one; and as `PixelBuffer` does.
  public init(_ picture: PixelBuffer, on format: PixelBuffer.Format) throws {
    guard AffineCompositor.formats.contains(format), picture.format.hasAlpha,
      picture.format.pixelsPerChroma == format.pixelsPerChroma, let layout = SampleLayout(picture.format)
    else {
      throw CompositingError(
        .invalidPictureFormat, "A layer in \(picture.format.rawValue) rests on \(format.rawValue).",
        remedy: "Give it the subsampling of what it rests on, and alpha.")
    }
    self.format = format
    width = picture.width
    height = picture.height
    planes = try (0..<3).map { component in
      let plane = LayerPlane(component, of: picture, layout, isOpaque: false)
      var result = Plane()
      var line = FineLine(count: plane.sampling.width, isOpaque: false)
      try plane.withBytes { samples, alphas in
        for row in 0..<plane.sampling.height {
          plane.read(0..<plane.sampling.width, ofRow: row, samples: samples, alphas: alphas, into: &line)
          result.add(line, toRow: row, gap: Self.gap)
        }
      }
      return result
    }
  }

  /// Its size in memory, in bytes.
  public var byteCount: Int { planes.reduce(0) { $0 + 4 * $1.colors.count + MemoryLayout<Run>.stride * $1.runs.count } }

  /// Lays it over what `target` shows, its corner at (`x`, `y`), `opacity` as opaque as it is.
  ///
  /// - Throws: `pixelBuffersDiffer` for a picture of another format than it was made for; `invalidGeometry` for a place, or an end within
  ///   the picture, between chroma samples; and as `PixelBuffer` does.
  public func draw(on target: PixelBuffer, x: Int, y: Int, opacity: Double = 1) throws {
    guard target.format == format, let layout = SampleLayout(format) else {
      throw CompositingError(
        .pixelBuffersDiffer, "A layer that rests on \(format.rawValue) is laid over \(target).",
        remedy: "Make it for that format.")
    }
    let (across, down) = format.pixelsPerChroma
    guard x.isMultiple(of: across), y.isMultiple(of: down),
      (x + width).isMultiple(of: across) || x + width == target.width,
      (y + height).isMultiple(of: down) || y + height == target.height
    else {
      throw CompositingError(
        .invalidGeometry, "A layer of \(width)x\(height) pixels rests at (\(x), \(y)) on \(target).",
        remedy: "Let it begin and end at multiples of \(across) and \(down).")
    }
    let share = Share.nearest(opacity)
    let depth = SampleDepth(layout)
    for (number, plane) in planes.enumerated() where !plane.runs.isEmpty && share > 0 {
      let sampling = layout.planes[number].sampling(width: target.width, height: target.height)
      let (left, top) = (x >> sampling.widthShift, y >> sampling.heightShift)
      let rows = target.planes[number]
      try target.withMutableBytes(ofPlane: number) { output in
        var mixer = RunMixer(plane.runs.map(\.columns.count).max() ?? 0, depth: depth, share: share)
        for run in plane.runs where (0..<sampling.height).contains(run.row + top) {
          let columns = (run.columns.lowerBound + left..<run.columns.upperBound + left).clamped(to: 0..<sampling.width)
          guard !columns.isEmpty else { continue }
          let start = rows.row(run.row + top).lowerBound + columns.lowerBound * depth.bytes
          var samples = output._mutatingExtracting(start..<start + columns.count * depth.bytes)
          let first = run.start + columns.lowerBound - left - run.columns.lowerBound
          let part = first..<first + columns.count
          mixer.composite(plane.colors.span.extracting(part), plane.alphas.span.extracting(part), over: &samples)
        }
      }
    }
  }
}

/// Lays samples over those of a picture, run by run.
private struct RunMixer {
  private let depth: SampleDepth
  private let share: UInt32
  /// The canvas beneath, as fine samples: none for samples of eight bits, which are made fine, mixed and rounded at once.
  private var beneath: [UInt16]

  /// A mixer for runs of up to `count` samples of `depth`, with the opacity `share`.
  init(_ count: Int, depth: SampleDepth, share: UInt16) {
    self.depth = depth
    self.share = UInt32(share)
    beneath = depth.bytes == 1 ? [] : [UInt16](repeating: 0, count: count)
  }

  mutating func composite(_ colors: Span<UInt16>, _ alphas: Span<UInt16>, over samples: inout MutableSpan<UInt8>) {
    guard depth.bytes > 1 else {
      for index in 0..<min(colors.count, alphas.count, samples.count) {
        let fine = Self.mix(UInt16(samples[index]) << 8, colors[index], alphas[index], share)
        samples[index] = UInt8(truncatingIfNeeded: (fine &+ 0x80) >> 8)
      }
      return
    }
    let (depth, share) = (depth, share)
    var room = beneath.mutableSpan
    var fine = room._mutatingExtracting(0..<colors.count)
    depth.read(samples.span, step: depth.bytes, into: &fine)
    for index in 0..<min(colors.count, alphas.count, fine.count) {
      fine[index] = Self.mix(fine[index], colors[index], alphas[index], share)
    }
    depth.write(fine.span, to: &samples)
  }

  /// `share` of `color`, which is multiplied by `alpha`, over the fine sample `beneath`.
  @inline(__always)
  private static func mix(_ beneath: UInt16, _ color: UInt16, _ alpha: UInt16, _ share: UInt32) -> UInt16 {
    let covered = (UInt32(alpha) &* share &+ Share.half) >> Share.bits
    let sum = UInt32(beneath) &* (Share.one &- covered) &+ UInt32(color) &* share
    return UInt16(truncatingIfNeeded: (sum &+ Share.half) >> Share.bits)
  }
}

extension StaticLayer.Plane {
  /// Adds what is not clear of `line`, the samples of `row`.
  fileprivate mutating func add(_ line: FineLine, toRow row: Int, gap: Int) {
    let shares = line.alphas.span
    var first = 0
    while first < shares.count {
      guard shares[first] > 0 else {
        first += 1
        continue
      }
      var (last, next) = (first, first + 1)
      while next < shares.count, next - last <= gap {
        if shares[next] > 0 { last = next }
        next += 1
      }
      runs.append(StaticLayer.Run(row: row, columns: first..<last + 1, start: colors.count))
      colors.append(contentsOf: line.colors[first...last])
      alphas.append(contentsOf: line.alphas[first...last])
      first = last + 1
    }
  }
}
