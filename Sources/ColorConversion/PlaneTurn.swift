import MediaFormats

// SAFETY: both planes have `height` rows of `width` samples, in the order that the turn has them; every index is
// within them.

/// Turns planes by quarter turns and mirrors them, sample by sample, in squares that stay in the processor's cache.
struct PlaneTurn {
  private let orientation: Orientation

  /// Turns as `orientation` asks for.
  init(_ orientation: Orientation) { self.orientation = orientation }

  /// Turns `source`, `width` by `height` samples of `bytes` bytes, into `target`.
  func apply(_ source: PlaneAddress, width: Int, height: Int, bytes: Int, into target: PlaneAddress) {
    if bytes == 1 {
      unsafe turn(source, UInt8.self, width: width, height: height, into: target)
    } else {
      unsafe turn(source, UInt16.self, width: width, height: height, into: target)
    }
  }

  private static let square = 32

  @inline(__always)
  private func turn<Sample: BitwiseCopyable>(
    _ source: PlaneAddress, _: Sample.Type, width: Int, height: Int, into target: PlaneAddress
  ) {
    let (turnedWidth, turnedHeight) = orientation.swapsAxes ? (height, width) : (width, height)
    let size = MemoryLayout<Sample>.stride
    let row = unsafe source.bytesPerRow
    // Where the sample at turned (0, 0) lies, and how far the next one across and down, in bytes.
    let (origin, across, down) =
      switch orientation {
      case .up: (0, size, row)
      case .upMirrored: ((width - 1) * size, -size, row)
      case .down: ((height - 1) * row + (width - 1) * size, -size, -row)
      case .downMirrored: ((height - 1) * row, size, -row)
      case .leftMirrored: (0, row, size)
      case .right: ((height - 1) * row, -row, size)
      case .rightMirrored: ((height - 1) * row + (width - 1) * size, -row, -size)
      case .left: ((width - 1) * size, row, -size)
      }
    for top in stride(from: 0, to: turnedHeight, by: Self.square) {
      for left in stride(from: 0, to: turnedWidth, by: Self.square) {
        let right = min(left + Self.square, turnedWidth)
        for y in top..<min(top + Self.square, turnedHeight) {
          let to = unsafe target.start + y * target.bytesPerRow
          let from = unsafe source.start + origin + y * down
          for x in left..<right {
            let sample = unsafe from.load(fromByteOffset: x * across, as: Sample.self)
            unsafe to.storeBytes(of: sample, toByteOffset: x * size, as: Sample.self)
          }
        }
      }
    }
  }
}
