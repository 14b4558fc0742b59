import Compositing
import EditingModel
import PictureRows

/// A compositor that leads from one picture to another while an instruction lasts.
///
/// ```
///  layers of the instruction, topmost first        to        the new picture
///                                                  …
///                                                  from      the old picture
///  progress                                        0 ──────────► 1   over the instruction's time range
/// ```
///
/// At progress 0 the frame is the old picture and at 1 the new one, both untouched. An instruction with one layer shows
/// its picture, and where one of two tracks has a gap, the other's is shown. Pictures are drawn as they are stored; one
/// whose size is not the film's is stretched to it. Opacities, transforms and crops of the layers are not looked at.
protocol Transition: SynchronousVideoCompositing {
  /// The compositor's name and parameters.
  static var description: CompositorDescription { get }

  /// A compositor; what it is told stands in each request.
  init()

  /// Draws the frame of `request`, which shows `pictures`.
  func draw(_ pictures: TransitionPictures, for request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer
}

extension Transition {
  var sourcePixelFormats: [PixelBuffer.Format]? { PixelBuffer.Format.plainYCbCr }

  var requiredPixelFormatsForRenderContext: [PixelBuffer.Format] { PixelBuffer.Format.plainYCbCr }

  func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let pictures = try TransitionPictures(request)
    guard pictures.progress > 0 else { return pictures.from }
    guard pictures.progress < 1 else { return pictures.to }
    return try draw(pictures, for: request)
  }
}
