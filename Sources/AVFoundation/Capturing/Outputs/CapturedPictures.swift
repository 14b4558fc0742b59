import Compositing
import CoreVideo
import MediaFormats
import Rendering

/// Captured pictures in another format and size, by a converter that is kept for the next one.
///
/// Threads: any, one after the other.
final class CapturedPictures: Sendable {
  private let transfer = PictureTransfer()

  /// The formats that pictures are made in, the usual one first.
  static var types: [OSType] { PictureTransfer.types }

  /// `picture`, whose samples mean `color`, in `format` and, where that is not nil, of `size`: RGB of the full range, all else of the limited.
  ///
  /// - Throws: `RenderError` for a format that is not made; where there is no memory.
  func picture(
    _ picture: PixelBuffer, meaning color: Colorimetry, as format: PixelFormat, size: PixelSize? = nil
  ) throws -> PixelBuffer {
    let own = PixelSize(width: picture.width, height: picture.height)
    let size = size ?? own
    guard format != picture.format || size != own else { return picture }
    let target = Colorimetry(
      isFullRange: format.isRGB, matrix: format.isRGB ? 0 : color.matrix, transfer: color.transfer,
      primaries: color.primaries)
    let made = try PixelBuffer(format: format, width: size.width, height: size.height)
    try transfer.transfer(picture, meaning: color, into: made, meaning: target)
    return made
  }
}
