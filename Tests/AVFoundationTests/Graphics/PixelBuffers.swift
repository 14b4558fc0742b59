import CoreVideo
import Testing

/// Pixel buffers of these tests, and what is in them.
enum PixelBuffers {
  /// A picture of `width` × `height` whose pixels are those of `color`, in BGRA.
  static func picture(
    _ width: Int, _ height: Int, _ color: (_ column: Int, _ row: Int) -> [UInt8]
  ) throws -> CVPixelBuffer {
    let picture = try empty(width, height, kCVPixelFormatType_32BGRA)
    CVPixelBufferLockBaseAddress(picture, [])
    defer { CVPixelBufferUnlockBaseAddress(picture, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(picture))
    for row in 0..<height {
      for column in 0..<width {
        for (index, byte) in color(column, row).enumerated() {
          base.storeBytes(
            of: byte, toByteOffset: row * CVPixelBufferGetBytesPerRow(picture) + column * 4 + index, as: UInt8.self)
        }
      }
    }
    return picture
  }

  /// A picture of `width` × `height` in the format `type`, without attachments.
  static func empty(_ width: Int, _ height: Int, _ type: OSType) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    CVPixelBufferCreate(nil, width, height, type, nil, &made)
    return try #require(made)
  }

  /// The bytes of a row.
  static func bytes(of buffer: CVPixelBuffer, plane: Int = 0, row: Int) -> [UInt8] {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let isPlanar = CVPixelBufferIsPlanar(buffer)
    let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer)
    let stride = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
    guard let base else { return [] }
    return (0..<stride).map { base.load(fromByteOffset: row * stride + $0, as: UInt8.self) }
  }

  /// Luma, row by row without gaps, of a picture in planes.
  static func luma(of buffer: CVPixelBuffer) -> [UInt8] {
    (0..<CVPixelBufferGetHeight(buffer)).flatMap { bytes(of: buffer, row: $0).prefix(CVPixelBufferGetWidth(buffer)) }
  }
}
