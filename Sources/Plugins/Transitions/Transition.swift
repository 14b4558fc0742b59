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

  /// A compositor; its parameters stand in each request.
  init()

  /// Draws the frame of `request`, which shows `pictures`.
  func draw(_ pictures: TransitionPictures, for request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer
}

extension Transition {
  var sourcePixelFormats: [PixelBuffer.Format]? { PixelBuffer.Format.plainYCbCr }

  var requiredPixelFormatsForRenderContext: [PixelBuffer.Format] { PixelBuffer.Format.plainYCbCr }

  /// Samples are mixed as they are, whatever they mean.
  var supportsWideColorSourceFrames: Bool { true }

  var supportsHDRSourceFrames: Bool { true }

  func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let pictures = try TransitionPictures(request)
    guard pictures.progress > 0 else { return pictures.from }
    guard pictures.progress < 1 else { return pictures.to }
    return try draw(pictures, for: request)
  }
}

/// The two pictures of a frame, of the same format and of the film's size, and how far one has become the other.
struct TransitionPictures {
  /// The old picture: of the instruction's bottom layer.
  let from: PixelBuffer
  /// The new picture: of its top layer.
  let to: PixelBuffer
  /// The share of the instruction's time that has passed, 0…1; 0 where there is one picture only.
  let progress: Double

  /// The pictures of `request`.
  ///
  /// - Throws: `CompositorFailure` where there is none.
  init(_ request: AsynchronousVideoCompositionRequest) throws {
    let layers = request.videoCompositionInstruction.layerInstructions
    let old = layers.last.flatMap { request.sourceFrame(byTrackID: $0.trackID) }
    let new = layers.first.flatMap { request.sourceFrame(byTrackID: $0.trackID) }
    guard let from = old ?? new, let to = new ?? old else {
      throw CompositorFailure(
        layers.isEmpty
          ? "the instruction has no layers; name two: the new picture on top, the old one at the bottom"
          : "neither the top layer's track nor the bottom layer's has a picture here")
    }
    let context = request.renderContext
    let format = from.format == to.format ? from.format : context.pixelFormat
    self.from = try from.fitted(to: context, as: format)
    self.to = from === to ? self.from : try to.fitted(to: context, as: format)
    progress = from === to ? 0 : request.tween
  }
}
