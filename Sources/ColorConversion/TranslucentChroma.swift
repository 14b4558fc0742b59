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

  /// Which pixels a chroma sample is made of, from its first one on, and how much each of them counts: what zimg's linear
  /// filter takes.
  private struct Kernel {
    let first: Int
    let weights: [UInt64]

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
    for row in 0..<(target.size.height + (1 << shifts.down) - 1) >> shifts.down {
      for column in 0..<(target.size.width + (1 << shifts.across) - 1) >> shifts.across {
        guard let (blueness, redness) = mean(column << shifts.across, row << shifts.down) else { continue }
        unsafe store(blueness, component: 1, column, row, in: output)
        unsafe store(redness, component: 2, column, row, in: output)
      }
    }
  }

  /// The chroma, of 16 bits, of the sample whose first pixel is at (`x`, `y`); nil where its pixels count alike.
  private func mean(_ x: Int, _ y: Int) -> (blueness: UInt64, redness: UInt64)? {
    var (sum, blueness, redness): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var isOpaque = true
    for (number, weightDown) in down.weights.enumerated() {
      let row = min(max(0, y + down.first + number), target.size.height - 1)
      for (number, weightAcross) in across.weights.enumerated() {
        let column = min(max(0, x + across.first + number), target.size.width - 1)
        let alpha = unsafe sample(3, column, row)
        isOpaque = isOpaque && alpha == 0xFFFF
        let weight = weightDown * weightAcross * alpha
        sum += weight
        blueness += weight * (unsafe sample(1, column, row))
        redness += weight * (unsafe sample(2, column, row))
      }
    }
    return isOpaque || sum == 0 ? nil : ((blueness + sum / 2) / sum, (redness + sum / 2) / sum)
  }

  private func sample(_ component: Int, _ column: Int, _ row: Int) -> UInt64 {
    let plane = unsafe planes[component]
    return unsafe UInt64((plane.start + row * plane.bytesPerRow + 2 * column).load(as: UInt16.self))
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
