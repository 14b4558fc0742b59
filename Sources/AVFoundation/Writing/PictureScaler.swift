import Compositing
import MediaFormats
import Rendering

// SAFETY: rows are copied within the planes that are lent, while they are.

/// Brings pictures to the size that is written, as `AVVideoScalingModeKey` says.
struct PictureScaler: Sendable {
  /// The size that is written.
  let size: PixelSize
  /// Way of scaling.
  let mode: Mode
  private let transfer = PictureTransfer()

  /// Way in which pictures of another shape are scaled.
  enum Mode: Sendable {
    /// Stretched.
    case stretch
    /// Fitted inside, on black.
    case inside
    /// Filling all of it, what juts out cut off.
    case fill

    init(_ word: String?) {
      switch word {
      case AVVideoScalingModeResizeAspect: self = .inside
      case AVVideoScalingModeResizeAspectFill, AVVideoScalingModeFit: self = .fill
      default: self = .stretch
      }
    }
  }

  init(size: PixelSize, mode: Mode) { (self.size, self.mode) = (size, mode) }

  /// `picture` in the size; itself where it has that.
  ///
  /// - Throws: `RenderError` for a format that is not converted, and for sizes that cannot be.
  func scaled(_ picture: PixelBuffer) throws -> PixelBuffer {
    guard picture.width != size.width || picture.height != size.height else { return picture }
    let result = try PixelBuffer(format: picture.format, width: size.width, height: size.height)
    switch mode {
    case .stretch: try scale(picture, into: result)
    case .fill: try scale(picture, part: shown(of: picture), into: result)
    case .inside:
      guard let layout = SampleLayout(picture.format) else { throw Self.unsupported(picture) }
      let place = place(of: picture, layout)
      guard place.width < size.width || place.height < size.height else {
        try scale(picture, into: result)
        break
      }
      let inner = try PixelBuffer(format: picture.format, width: place.width, height: place.height)
      try scale(picture, into: inner)
      try blacken(result, layout)
      try Self.copy(inner, into: result, at: place, layout)
    }
    return result
  }

  private func scale(_ picture: PixelBuffer, part: PixelRectangle? = nil, into result: PixelBuffer) throws {
    // What samples mean stays, so that it makes no difference what they are said to.
    try transfer.transfer(picture, meaning: .bt709, part: part, into: result, meaning: .bt709)
  }

  private static func unsupported(_ picture: PixelBuffer) -> RenderError {
    RenderError(
      .unsupported, "A picture of \(picture) is brought to another size.",
      remedy: "Give pictures of another format, or of the size that is written.")
  }

  // MARK: Places

  /// Part of `picture` that is shown: its middle, of the shape that is written.
  private func shown(of picture: PixelBuffer) -> PixelRectangle {
    let (across, down) = (Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
    let scale = max(across, down)
    let width = min(max(Int((Double(size.width) / scale).rounded()), 1), picture.width)
    let height = min(max(Int((Double(size.height) / scale).rounded()), 1), picture.height)
    return PixelRectangle(
      x: (picture.width - width) / 2, y: (picture.height - height) / 2, width: width, height: height)
  }

  /// Rectangle in which `picture` comes to lie, whole: in the middle, on whole samples of every plane.
  private func place(of picture: PixelBuffer, _ layout: SampleLayout) -> PixelRectangle {
    let (across, down) = (Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
    let scale = min(across, down)
    func side(_ own: Int, _ whole: Int, _ cell: Int) -> (start: Int, length: Int) {
      let length = min(max(Int((Double(own) * scale / Double(cell)).rounded()) * cell, cell), whole)
      return ((whole - length) / 2 / cell * cell, length)
    }
    let horizontal = side(picture.width, size.width, layout.planes.map(\.pixelsAcross).max() ?? 1)
    let vertical = side(picture.height, size.height, layout.planes.map(\.pixelsDown).max() ?? 1)
    return PixelRectangle(x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length)
  }

  // MARK: Rows

  /// The bytes of one sample of component `component` of black; alpha is none.
  private static func black(_ component: Int, _ layout: SampleLayout, isRGB: Bool) -> [UInt8] {
    let level = isRGB || component == 3 ? 0 : (component == 0 ? 16 : 128) << (layout.bitDepth - 8)
    let bits = level << layout.unusedLowBits
    return layout.bytesPerSample == 1 ? [UInt8(bits)] : [UInt8(bits & 255), UInt8(bits >> 8)]
  }

  private func blacken(_ picture: PixelBuffer, _ layout: SampleLayout) throws {
    for (number, plane) in layout.planes.enumerated() {
      let isRGB = picture.format.isRGB
      let samples = plane.components.flatMap { Self.black($0, layout, isRGB: isRGB) }
      let target = picture.planes[number]
      let line = (0..<target.rowByteCount).map { samples[$0 % samples.count] }
      try picture.withMutableBytes(ofPlane: number) { bytes in
        unsafe bytes.withUnsafeMutableBytes { bytes in
          for row in 0..<target.height {
            let range = target.row(row)
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range]).copyBytes(from: line.prefix(range.count))
          }
        }
      }
    }
  }

  /// Copies `inner` to `place` of `picture`, whose sides lie on whole samples.
  private static func copy(
    _ inner: PixelBuffer, into picture: PixelBuffer, at place: PixelRectangle, _ layout: SampleLayout
  ) throws {
    for (number, plane) in layout.planes.enumerated() {
      let (source, target) = (inner.planes[number], picture.planes[number])
      let left = place.x / plane.pixelsAcross * plane.components.count * layout.bytesPerSample
      let top = place.y / plane.pixelsDown
      try inner.withBytes(ofPlane: number) { from in
        try picture.withMutableBytes(ofPlane: number) { to in
          unsafe from.withUnsafeBytes { from in
            unsafe to.withUnsafeMutableBytes { to in
              for row in 0..<min(source.height, target.height - top) {
                let (own, other) = (source.row(row), target.row(top + row))
                let count = min(own.count, other.count - left)
                guard count > 0 else { continue }
                let start = other.lowerBound + left
                unsafe UnsafeMutableRawBufferPointer(rebasing: to[start..<start + count])
                  .copyMemory(from: UnsafeRawBufferPointer(rebasing: from[own.prefix(count)]))
              }
            }
          }
        }
      }
    }
  }
}
