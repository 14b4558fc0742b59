import CLightLoops
import MediaFormats

/// Chroma of pictures with alpha where it becomes subsampled: each sample is the mean of its pixels, weighed by their alpha,
/// so that the colors of what cannot be seen do not bleed into what can.
///
/// ```
///  source ─► PictureConverter ─► Y′CbCr at full size, 16 bits ─► weighed means ─► chroma of the target
/// ```
///
/// Where all pixels are opaque or none is seen, what the target holds is left as it is.
///
/// Threads: one at a time.
@safe final class TranslucentChroma {
  private let converter: PictureConverter
  private let target: PictureDescription
  private let planes: [PlaneAddress]
  private let memory: UnsafeMutableRawPointer
  private let across: Kernel
  private let down: Kernel

  /// The pixels that a chroma sample is made of, from its first one on, and the weight of each: what zimg's linear
  /// filter takes.
  private struct Kernel {
    let first: Int
    let weights: [UInt32]

    /// The kernel of samples that are halved `shift` times, and lie on their first pixel or between two.
    init?(shift: Int, isOnFirst: Bool) {
      switch (shift, isOnFirst) {
      case (0, _): (first, weights) = (0, [8])
      case (1, true): (first, weights) = (-1, [2, 4, 2])
      case (1, false): (first, weights) = (-1, [1, 3, 3, 1])
      default: return nil
      }
    }
  }

  /// The chroma of pictures of `source`, turned by `orientation`, as `target`; nil where alpha does not come with both, or
  /// chroma is not full here and subsampled there.
  init?(
    from source: PictureDescription, to target: PictureDescription, orientation: Orientation
  ) throws(ColorConversionError) {
    let shifts = target.samples.chromaShifts
    guard source.samples.hasAlpha, target.samples.hasAlpha, source.samples.chromaShifts == .none, shifts != .none,
      let across = Kernel(
        shift: shifts.across, isOnFirst: target.chromaSite == .left || target.chromaSite == .topLeft),
      let down = Kernel(shift: shifts.down, isOnFirst: target.chromaSite == .top || target.chromaSite == .topLeft)
    else { return nil }
    (self.target, self.across, self.down) = (target, across, down)
    var full = target
    full.samples = .planar(bitDepth: 16, hasAlpha: true)
    converter = try PictureConverter(from: source, to: full, orientation: orientation)
    let bytesPerRow = (2 * target.size.width + 63) & ~63
    let planeBytes = bytesPerRow * target.size.height
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(64, 4 * planeBytes), alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(64, 4 * planeBytes))
    unsafe self.memory = memory
    unsafe planes = (0..<4).map { unsafe PlaneAddress(start: memory + $0 * planeBytes, bytesPerRow: bytesPerRow) }
  }

  deinit { unsafe memory.deallocate() }

  /// Puts the chroma of the picture at `source` into the one at `output`, which holds it already, not weighed.
  func apply(_ source: [PlaneAddress], into output: [PlaneAddress]) throws(ColorConversionError) {
    unsafe try converter.convert(source, into: planes)
    let shifts = target.samples.chromaShifts
    let count = (target.size.width + (1 << shifts.across) - 1) >> shifts.across
    var (blueness, redness) = ([UInt16](repeating: 0, count: count), [UInt16](repeating: 0, count: count))
    var isWeighed = [UInt8](repeating: 0, count: count)
    for row in 0..<(target.size.height + (1 << shifts.down) - 1) >> shifts.down {
      var rows = rows(around: row << shifts.down)
      // SAFETY: the arrays have room for the row's samples, and the rows for the picture's width.
      unsafe alpha_weigh_chroma(&rows, Int32(count), &blueness, &redness, &isWeighed)
      for column in 0..<count where isWeighed[column] != 0 {
        unsafe store(UInt64(blueness[column]), component: 1, column, row, in: output)
        unsafe store(UInt64(redness[column]), component: 2, column, row, in: output)
      }
    }
  }

  /// The rows of pixels under a row of chroma whose first row of pixels is `first`.
  private func rows(around first: Int) -> alpha_rows {
    var rows = alpha_rows()
    rows.row_count = Int32(down.weights.count)
    rows.width = Int32(target.size.width)
    rows.shift = Int32(target.samples.chromaShifts.across)
    rows.first = Int32(across.first)
    rows.column_count = Int32(across.weights.count)
    let places = down.weights.indices.map { min(max(0, first + down.first + $0), target.size.height - 1) }
    unsafe rows.alpha = addresses(component: 3, places)
    unsafe rows.blueness = addresses(component: 1, places)
    unsafe rows.redness = addresses(component: 2, places)
    rows.down = Self.four(down.weights)
    rows.across = Self.four(across.weights)
    return rows
  }

  private typealias Row = UnsafePointer<UInt16>?

  /// The beginnings of the rows `places` of component `component`, nil beyond the last one.
  private func addresses(component: Int, _ places: [Int]) -> (Row, Row, Row, Row) {
    func row(_ number: Int) -> Row {
      guard number < places.count else { return nil }
      let plane = unsafe planes[component]
      return unsafe UnsafePointer(
        (plane.start + places[number] * plane.bytesPerRow).assumingMemoryBound(to: UInt16.self))
    }
    return unsafe (row(0), row(1), row(2), row(3))
  }

  private static func four(_ weights: [UInt32]) -> (UInt32, UInt32, UInt32, UInt32) {
    let all = weights + [0, 0, 0]
    return (all[0], all[1], all[2], all[3])
  }

  /// Writes the sample `value`, of 16 bits, rounded to the target's.
  private func store(_ value: UInt64, component: Int, _ column: Int, _ row: Int, in output: [PlaneAddress]) {
    let place = target.samples.components[component]
    let plane = unsafe output[place.plane]
    let at = unsafe plane.start + row * plane.bytesPerRow + place.offset + column * place.step
    let drop = UInt64(16 - target.samples.bitDepth)
    let code = min((value + (1 << drop) / 2) >> drop, (1 << UInt64(target.samples.bitDepth)) - 1)
    guard target.samples.bytesPerSample == 2 else {
      return unsafe at.storeBytes(of: UInt8(truncatingIfNeeded: code), as: UInt8.self)
    }
    let stored = UInt16(truncatingIfNeeded: code << UInt64(target.samples.unusedLowBits))
    unsafe at.storeBytes(of: target.samples.isBigEndian ? stored.bigEndian : stored.littleEndian, as: UInt16.self)
  }
}
