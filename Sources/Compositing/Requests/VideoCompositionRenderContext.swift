public import EditingModel
public import MediaFormats

/// The context of frames (`AVVideoCompositionRenderContext`): their size and format, and where new ones come from.
///
/// Threads: any.
public final class VideoCompositionRenderContext: Sendable {
  /// The frames' size in pixels: the video composition's `renderSize`, scaled.
  public let size: Size
  /// The factor of the render size.
  public let renderScale: Double
  /// From the video composition's render rectangle to the frames' pixels.
  public let renderTransform: Transform
  /// The shape of a pixel.
  public let pixelAspectRatio: PixelAspectRatio
  /// The format of the buffers that `newPixelBuffer()` makes.
  public let pixelFormat: PixelBuffer.Format
  /// The colorimetry of source frames and of finished ones; of RGB, its transfer and primaries in full range.
  public let colorimetry: Colorimetry

  private let makePixelBuffer: @Sendable () -> PixelBuffer?

  /// A context whose buffers lie in memory of their own: for trying out a compositor by itself.
  public convenience init(size: Size, pixelFormat: PixelBuffer.Format, colorimetry: Colorimetry = .bt709) {
    self.init(
      size: size, renderScale: 1, renderTransform: .identity, pixelFormat: pixelFormat, colorimetry: colorimetry
    ) {
      guard let width = Int(exactly: size.width), let height = Int(exactly: size.height) else { return nil }
      return try? PixelBuffer(format: pixelFormat, width: width, height: height)
    }
  }

  /// A context whose buffers `makePixelBuffer` makes.
  package init(
    size: Size, renderScale: Double, renderTransform: Transform, pixelAspectRatio: PixelAspectRatio = .square,
    pixelFormat: PixelBuffer.Format, colorimetry: Colorimetry, makePixelBuffer: @escaping @Sendable () -> PixelBuffer?
  ) {
    self.size = size
    self.renderScale = renderScale
    self.renderTransform = renderTransform
    self.pixelAspectRatio = pixelAspectRatio
    self.pixelFormat = pixelFormat
    self.colorimetry = colorimetry
    self.makePixelBuffer = makePixelBuffer
  }

  /// A buffer to draw in, of `size` and `pixelFormat`: from a pool, so that what it holds is undefined.
  ///
  /// - Returns: nil where there is no memory for one.
  public func newPixelBuffer() -> PixelBuffer? { makePixelBuffer() }
}
