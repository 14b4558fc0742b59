import Compositing
import EditingModel
import PictureRows

/// The new picture appears through the old one, everywhere at once.
struct Dissolve: Transition {
  static let description = CompositorDescription(
    name: "dissolve", summary: "The new picture appears through the old one, everywhere at once.")

  func draw(_ pictures: TransitionPictures, for request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let frame = try request.renderContext.newPixelBuffer(of: pictures.from.format)
    let mixer = SampleMixer(frame.format)
    let share = UInt32((pictures.progress * Double(SampleMixer.whole)).rounded())
    for plane in frame.planes.indices {
      try frame.drawRows(ofPlane: plane, from: pictures.from, pictures.to) { _, from, to, bytes, place in
        mixer.mix(from, to, share: share, into: &bytes, at: place)
      }
    }
    return frame
  }
}
