import Compositing
package import CoreVideo
import EditingModel
public import Foundation
package import MediaFormats

/// The shape of a pixel (`AVPixelAspectRatio`).
public struct AVPixelAspectRatio: Hashable, Sendable {
  /// The width.
  public var horizontalSpacing: Int
  /// The height.
  public var verticalSpacing: Int
  /// `horizontalSpacing` to `verticalSpacing`.
  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    (self.horizontalSpacing, self.verticalSpacing) = (horizontalSpacing, verticalSpacing)
  }
}

/// Widths by which a frame juts out of its render rectangle (`AVEdgeWidths`).
public struct AVEdgeWidths: Hashable, Sendable {
  /// At the left.
  public var left: CGFloat
  /// At the top.
  public var top: CGFloat
  /// At the bottom.
  public var bottom: CGFloat
  /// At the right.
  public var right: CGFloat
  /// These widths.
  public init(left: CGFloat, top: CGFloat, bottom: CGFloat, right: CGFloat) {
    (self.left, self.top, self.bottom, self.right) = (left, top, bottom, right)
  }
}

/// Context that frames are made for (`AVVideoCompositionRenderContext`): their size, and where new ones come from. Threads: any.
public final class AVVideoCompositionRenderContext: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  private let context: VideoCompositionRenderContext
  /// Format of new buffers; nil of a context of no frames.
  private let format: CVPixelFormat?
  /// The video composition that is rendered.
  public let videoComposition: AVVideoComposition

  init(_ context: VideoCompositionRenderContext, in format: CVPixelFormat, of videoComposition: AVVideoComposition) {
    (self.context, self.format, self.videoComposition) = (context, format, videoComposition)
    super.init()
  }

  /// A context of no frames, for a property of a compositor that is set before the first frame.
  public override init() {
    context = VideoCompositionRenderContext(size: Size(width: 0, height: 0), pixelFormat: .bgra)
    (format, videoComposition) = (nil, AVVideoComposition())
    super.init()
  }

  /// The frames' size in pixels: the video composition's `renderSize`, scaled.
  public var size: CGSize { CGSize(context.size) }
  /// Factor that the size was multiplied by.
  public var renderScale: Float { Float(context.renderScale) }
  /// From the render rectangle to the frames' pixels.
  public var renderTransform: CGAffineTransform { CGAffineTransform(context.renderTransform) }
  /// The shape of a pixel.
  public var pixelAspectRatio: AVPixelAspectRatio {
    AVPixelAspectRatio(
      horizontalSpacing: context.pixelAspectRatio.horizontalSpacing,
      verticalSpacing: context.pixelAspectRatio.verticalSpacing)
  }
  /// Nothing juts out of the render rectangle.
  public var edgeWidths: AVEdgeWidths { AVEdgeWidths(left: 0, top: 0, bottom: 0, right: 0) }
  /// Whether time does not matter: always.
  public var highQualityRendering: Bool { true }

  /// A buffer to draw in, from a pool: what it holds is undefined. Nil where there is no memory for one, and of a context of no frames.
  public func newPixelBuffer() -> CVPixelBuffer? {
    guard let format, let picture = context.newPixelBuffer() else { return nil }
    let buffer = CVBuffer(picture, as: format)
    buffer.attach(colorsOf: context.colorimetry)
    return buffer
  }

  /// Colorimetry of the frames.
  var colorimetry: Colorimetry { context.colorimetry }
  /// The engine's format of new buffers.
  var pixelFormat: PixelFormat { context.pixelFormat }
}

extension CVBuffer {
  /// Says what the picture's colors are, as its attachments.
  package func attach(colorsOf colorimetry: Colorimetry) {
    let words = [
      (kCVImageBufferColorPrimariesKey, ColorWords.primaries[colorimetry.primaries]),
      (kCVImageBufferTransferFunctionKey, ColorWords.transfers[colorimetry.transfer]),
      (kCVImageBufferYCbCrMatrixKey, format.format.isRGB ? nil : ColorWords.matrices[colorimetry.matrix]),
    ]
    for case (let key, let word?) in words { CVBufferSetAttachment(self, key, word, .shouldPropagate) }
  }
}
