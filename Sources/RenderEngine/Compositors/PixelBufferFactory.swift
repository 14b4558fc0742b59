import Compositing
import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering

/// Makes the pixel buffers of one format and size that compositors see, around GStreamer's own buffers.
///
/// Threads: any.
final class PixelBufferFactory: Sendable {
  /// The format.
  let pixelFormat: PixelBuffer.Format
  /// The same in the engine's words.
  let format: PictureFormat
  private let pixelAspectRatio: PixelAspectRatio
  private let pool: PicturePool

  /// A factory of pictures of `size` in `pixelFormat`, in a film of `plan`'s rate and colors.
  init(
    _ pixelFormat: PixelBuffer.Format, size: PixelSize, pixelAspect: Rational = .one, plan: PicturePlan
  ) throws {
    self.pixelFormat = pixelFormat
    format = try PictureFormat(
      name: pixelFormat.gstreamerName, size: size, frameDuration: plan.grid.frameDuration,
      color: pixelFormat.colorimetry(in: plan.colorimetry))
    pixelAspectRatio = PixelAspectRatio(
      horizontalSpacing: Int(pixelAspect.numerator), verticalSpacing: Int(pixelAspect.denominator))
    pool = try PicturePool(format.caps)
  }

  /// A buffer to draw in.
  func makeWritable() throws -> PixelBuffer {
    try pixelBuffer(around: pool.makeBuffer(), isWritable: true)
  }

  /// The picture in `buffer`, to be read.
  func wrap(_ buffer: Buffer) throws -> PixelBuffer {
    try pixelBuffer(around: buffer, isWritable: false)
  }

  /// The GStreamer buffer that `picture`, which is of this factory's format and size, lies in; a copy where it lies in
  /// memory of its own. Nobody writes it any more.
  func buffer(of picture: PixelBuffer) throws -> Buffer {
    try picture.makeReadOnly()
    if let storage = picture.storage as? FrameStorage { return storage.buffer }
    let copy = try makeWritable()
    try copy.copyBytes(of: picture)
    return try buffer(of: copy)
  }

  private func pixelBuffer(around buffer: Buffer, isWritable: Bool) throws -> PixelBuffer {
    PixelBuffer(
      format: pixelFormat, width: format.size.width, height: format.size.height, pixelAspectRatio: pixelAspectRatio,
      storage: try FrameStorage(buffer, as: pixelFormat, video: format.video, isWritable: isWritable),
      isReadOnly: !isWritable)
  }
}
