import EditingModel
public import MediaFormats

/// A picture with alpha that lies at whole pixels, ready to be laid over many pictures of one format and size, as
/// ``AffineCompositor`` draws it, to the same bytes.
///
/// ```
///  the picture ─► colors times alpha, what is left of what lies beneath ─► where alpha is, row by row ─┐ once
///                                                                   a picture ─► laid over it ◄────────┘ each time
/// ```
///
/// What is clear is neither read nor written again: letters cost no more than what they cover.
public struct RestingLayer: Sendable {
  /// What can be drawn on.
  private let format: PixelBuffer.Format
  private let width: Int
  private let height: Int
  /// What lies on each of the three planes.
  private var planes: [Plane] = []

  /// What lies on a plane: some samples side by side on some of its rows.
  fileprivate struct Plane: Sendable {
    var runs: [Run] = []
    /// Fine samples times alpha, run by run.
    var colors: [UInt16] = []
    /// The shares that what lies beneath keeps.
    var rests: [UInt16] = []
  }

  /// Samples side by side.
  fileprivate struct Run: Sendable {
    let row: Int
    let columns: Range<Int>
    /// Where its colors begin.
    let start: Int
  }

  /// So many clear samples between two runs cost less than another run.
  private static let gap = 16

  /// `picture` with its corner at (`x`, `y`), which lie on whole chroma samples, of pictures of `format`, `width` and `height`.
  ///
  /// - Parameter picture: Y′CbCr with alpha, subsampled as `format` is, within the pictures that it is laid over.
  /// - Throws: `invalidPictureFormat` where `format` is none that is drawn on, or has alpha, or the picture is of another
  ///   one; `invalidGeometry` where it does not lie within, or between chroma samples; and as `PixelBuffer` does.
  public init(
    _ picture: PixelBuffer, x: Int, y: Int, on format: PixelBuffer.Format, width: Int, height: Int
  ) throws {
    let (across, down) = format.pixelsPerChroma
    guard AffineCompositor.formats.contains(format), picture.format.hasAlpha,
      picture.format.pixelsPerChroma == (across, down), let layout = SampleLayout(picture.format)
    else {
      throw CompositingError(
        .invalidPictureFormat, "A layer in \(picture.format.rawValue) rests on \(format.rawValue).",
        remedy: "Give it the subsampling of what it rests on, and alpha.")
    }
    guard x >= 0, y >= 0, x % across == 0, y % down == 0, x + picture.width <= width, y + picture.height <= height
    else {
      throw CompositingError(
        .invalidGeometry,
        "A layer of \(picture.width)x\(picture.height) pixels rests at (\(x), \(y)) on \(width)x\(height).",
        remedy: "Let it begin at a multiple of \(across) and \(down), within the picture.")
    }
    self.format = format
    self.width = width
    self.height = height
    planes = try (0..<3).map { component in
      let plane = LayerPlane(component, of: picture, layout, isOpaque: false)
      let (left, top) = (x >> plane.sampling.widthShift, y >> plane.sampling.heightShift)
      var result = Plane()
      var line = FineLine(count: plane.sampling.width, isOpaque: false)
      try plane.withBytes { samples, alphas in
        for row in 0..<plane.sampling.height {
          plane.read(0..<plane.sampling.width, ofRow: row, samples: samples, alphas: alphas, into: &line)
          result.add(line, toRow: top + row, from: left, gap: Self.gap)
        }
      }
      return result
    }
  }

  /// Lays it over what `target` shows.
  ///
  /// - Throws: `pixelBuffersDiffer` for a picture of another format or size than it was made for; and as `PixelBuffer` does.
  public func draw(on target: PixelBuffer) throws {
    guard target.format == format, target.width == width, target.height == height, let layout = SampleLayout(format)
    else {
      throw CompositingError(
        .pixelBuffersDiffer, "A layer that rests on \(format.rawValue) of \(width)x\(height) is laid over \(target).",
        remedy: "Make it for that format and size.")
    }
    let depth = SampleDepth(layout)
    for (number, plane) in planes.enumerated() where !plane.runs.isEmpty {
      let rows = target.planes[number]
      try target.withMutableBytes(ofPlane: number) { output in
        var fine = depth.bytes == 1 ? [] : [UInt16](repeating: 0, count: plane.runs.map(\.columns.count).max() ?? 0)
        for run in plane.runs {
          let start = rows.row(run.row).lowerBound + run.columns.lowerBound * depth.bytes
          var samples = output._mutatingExtracting(start..<start + run.columns.count * depth.bytes)
          let part = run.start..<run.start + run.columns.count
          let (colors, rests) = (plane.colors.span.extracting(part), plane.rests.span.extracting(part))
          guard depth.bytes > 1 else {
            Self.lay(colors, rests, over: &samples)
            continue
          }
          var all = fine.mutableSpan
          var beneath = all._mutatingExtracting(0..<run.columns.count)
          depth.read(samples.span, step: depth.bytes, into: &beneath)
          Self.lay(colors, rests, over: &beneath)
          depth.write(beneath.span, to: &samples)
        }
      }
    }
  }

  /// Samples of eight bits: made fine, mixed and rounded at once.
  private static func lay(_ colors: Span<UInt16>, _ rests: Span<UInt16>, over samples: inout MutableSpan<UInt8>) {
    for index in 0..<min(colors.count, rests.count, samples.count) {
      let fine = mix(UInt16(samples[index]) << 8, colors[index], rests[index])
      samples[index] = UInt8(truncatingIfNeeded: (fine &+ 0x80) >> 8)
    }
  }

  private static func lay(_ colors: Span<UInt16>, _ rests: Span<UInt16>, over fine: inout MutableSpan<UInt16>) {
    for index in 0..<min(colors.count, rests.count, fine.count) {
      fine[index] = mix(fine[index], colors[index], rests[index])
    }
  }

  /// The fine sample of which `rest` is `beneath` and to which `color` is added.
  @inline(__always)
  private static func mix(_ beneath: UInt16, _ color: UInt16, _ rest: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(beneath) &* UInt32(rest) &+ Share.half) >> Share.bits &+ UInt32(color))
  }
}

extension RestingLayer.Plane {
  /// Adds what is not clear of `line`, the samples of `row` from column `left` on.
  fileprivate mutating func add(_ line: FineLine, toRow row: Int, from left: Int, gap: Int) {
    let alphas = line.alphas.span
    var first = 0
    while first < alphas.count {
      guard alphas[first] > 0 else {
        first += 1
        continue
      }
      var (last, next) = (first, first + 1)
      while next < alphas.count, next - last <= gap {
        if alphas[next] > 0 { last = next }
        next += 1
      }
      runs.append(RestingLayer.Run(row: row, columns: left + first..<left + last + 1, start: colors.count))
      colors.append(contentsOf: line.colors[first...last])
      rests.append(contentsOf: line.alphas[first...last].lazy.map { UInt16(Share.one) - $0 })
      first = last + 1
    }
  }
}
