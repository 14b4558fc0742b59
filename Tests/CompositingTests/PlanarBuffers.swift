import EditingModel
import MediaFormats
import Synchronization

@testable import Compositing
@testable import ReferenceCompositing

/// Memory whose rows lie apart, with bytes between them that are not the picture's.
final class PaddedMemory: PixelBufferStorage {
  let planes: [PixelBuffer.Plane]
  private let bytes: Mutex<[[UInt8]]>

  /// Memory for `planes` without padding, each of whose rows gets `padding` bytes more.
  init(_ rows: [PixelBuffer.Plane], padding: Int) {
    planes = rows.map {
      PixelBuffer.Plane(
        rowByteCount: $0.rowByteCount, height: $0.height, bytesPerRow: $0.rowByteCount + padding)
    }
    bytes = Mutex(planes.map { Array(repeating: 0xEE, count: $0.byteCount) })
  }

  func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    let samples = bytes.withLock { $0[plane] }
    return try body(samples.span)
  }

  func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result {
    var samples = bytes.withLock { $0[plane] }
    defer { bytes.withLock { $0[plane] = samples } }
    var span = samples.mutableSpan
    return try body(&span)
  }

  func makeReadOnly() {}

  /// Whether the bytes between the rows are as they were.
  var isPaddingUntouched: Bool {
    let bytes = bytes.withLock(\.self)
    return zip(planes, bytes).allSatisfy { plane, bytes in
      bytes.indices.allSatisfy { $0 % plane.bytesPerRow < plane.rowByteCount || bytes[$0] == 0xEE }
    }
  }
}

extension PixelBuffer {
  /// The picture that `planar` holds, with `padding` bytes between rows; one with alpha and chroma at full size as
  /// `rgba`, whose components are its planes.
  convenience init(_ planar: PlanarPicture, padding: Int = 0) throws {
    let format: Format =
      switch (planar.chromaWidthShift, planar.chromaHeightShift, planar.hasAlpha) {
      case (0, 0, false): .yuv444p
      case (0, 0, true): .rgba
      case (1, 0, false): .yuv422p
      case (1, 1, false): .yuv420p
      case (1, 1, true): .yuva420p
      default:
        throw CompositingError(.invalidPictureFormat, "No format is like this.", remedy: "Take another.")
      }
    let plain = format.extents(width: planar.width, height: planar.height).map {
      Plane(rowByteCount: $0.rowByteCount, height: $0.height, bytesPerRow: $0.rowByteCount)
    }
    self.init(
      format: format, width: planar.width, height: planar.height, pixelAspectRatio: .square,
      storage: PaddedMemory(plain, padding: padding), isReadOnly: false)
    for (plane, layout) in planes.enumerated() {
      try withMutableBytes(ofPlane: plane) { bytes in
        for row in 0..<layout.height {
          for (column, index) in layout.row(row).enumerated() {
            let sample = row * layout.rowByteCount + column
            bytes[index] = format == .rgba ? planar.planes[sample % 4][sample / 4] : planar.planes[plane][sample]
          }
        }
      }
    }
  }

  /// The picture that `planar` holds, whose samples get two bits more, as `format`.
  convenience init(tenBits planar: PlanarPicture, as format: Format) throws {
    try self.init(format: format, width: planar.width, height: planar.height)
    for (plane, samples) in planar.planes.enumerated() {
      let layout = planes[plane]
      try withMutableBytes(ofPlane: plane) { bytes in
        for (number, sample) in samples.enumerated() {
          let across = layout.rowByteCount / 2
          let place = layout.row(number / across).lowerBound + 2 * (number % across)
          let value = UInt16(sample) << 2
          bytes[place] = UInt8(truncatingIfNeeded: value)
          bytes[place + 1] = UInt8(truncatingIfNeeded: value >> 8)
        }
      }
    }
  }

  /// The samples of plane `plane`, row by row without padding.
  func samples(ofPlane plane: Int) throws -> [UInt8] {
    try withBytes(ofPlane: plane) { bytes in
      (0..<planes[plane].height).flatMap { row in planes[plane].row(row).map { bytes[$0] } }
    }
  }
}

extension AffineLayer {
  /// `planar` with its picture in memory whose rows lie `padding` bytes apart.
  init(_ planar: PlanarLayer, padding: Int = 0) throws {
    self.init(
      picture: try PixelBuffer(planar.picture, padding: padding), transform: planar.transform, crop: planar.crop,
      opacity: planar.opacity)
  }
}

extension AffineCompositor {
  /// The picture of `layers`, bottom to top, over `background`.
  func compose(_ layers: [PlanarLayer], over background: PlanarPicture, padding: Int = 0) throws -> PlanarPicture {
    let target = try PixelBuffer(background, padding: padding)
    try drawComponents(of: layers.map { try AffineLayer($0, padding: padding) }, over: nil, on: target)
    var picture = background
    picture.planes = try (0..<3).map(target.samples(ofPlane:))
    guard (target.storage as? PaddedMemory)?.isPaddingUntouched == true else {
      throw CompositingError(.pixelBuffersDiffer, "Bytes between the rows were written.", remedy: "Leave them.")
    }
    return picture
  }
}
