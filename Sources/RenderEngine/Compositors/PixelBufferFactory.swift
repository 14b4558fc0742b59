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
  /// The same format as the engine's pipelines describe it.
  let format: PictureFormat
  private let pixelAspectRatio: PixelAspectRatio
  private let frameDuration: Rational
  /// The output's colorimetry; that of RGB follows from it.
  private let colorimetry: Colorimetry
  private let pool: PicturePool

  /// A factory of pictures of `size` in `pixelFormat`, with `plan`'s frame rate and colorimetry.
  convenience init(
    _ pixelFormat: PixelBuffer.Format, size: PixelSize, pixelAspect: Rational = .one, plan: PicturePlan
  ) throws {
    try self.init(
      pixelFormat, size: size, pixelAspect: pixelAspect, frameDuration: plan.grid.frameDuration,
      colorimetry: plan.colorimetry)
  }

  /// A factory of pictures of `size` in `pixelFormat`, shown for `frameDuration`, in an output
  /// of `colorimetry`.
  init(
    _ pixelFormat: PixelBuffer.Format, size: PixelSize, pixelAspect: Rational = .one, frameDuration: Rational,
    colorimetry: Colorimetry
  ) throws {
    self.pixelFormat = pixelFormat
    self.frameDuration = frameDuration
    self.colorimetry = colorimetry
    format = try PictureFormat(
      name: pixelFormat.gstreamerName, size: size, frameDuration: frameDuration,
      color: pixelFormat.colorimetry(in: colorimetry))
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

  /// The GStreamer buffer of `picture`, which has this factory's format and size and becomes read-only; a copy where its
  /// memory is not GStreamer's.
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

extension PixelBufferFactory {
  /// `picture`, in this factory's format and size.
  ///
  /// - Throws: `RenderError` with `.outOfRange` where its size is another, or it is in a format that is not converted here.
  func fitting(_ picture: PixelBuffer) throws -> PixelBuffer {
    guard picture.width == format.size.width, picture.height == format.size.height else {
      throw RenderError(
        .outOfRange, "A picture of \(picture) is written into a file of \(format.size).",
        remedy: "Write pictures of the size that the settings say.")
    }
    guard picture.format != pixelFormat else { return picture }
    let source = try PixelBufferFactory(
      picture.format, size: format.size, frameDuration: frameDuration, colorimetry: colorimetry)
    let conversion = try PictureConversion(from: source.format.video, color: source.format.color, to: format)
    return try wrap(conversion.apply(to: source.buffer(of: picture)))
  }
}
