import EditingModel
import MediaFormats
import Rendering
import Synchronization

/// The memory that a generator of images and its copies keep between requests: the last plan, and the decoders that are open.
///
/// Threads: any. Lock order: only `known`.
final class ImageMemory: Sendable {
  /// All that the plan of images follows from.
  struct Basis: Equatable, Sendable {
    var source: AnalysisSubject.Kind
    var videoComposition: VideoComposition?
    var maximumSize: PixelSize?
    var pixelFormat: PixelFormat?
    var apertureMode: ImageGenerator.ApertureMode
    var appliesPreferredTransform: Bool
    var facts: EditFacts
  }

  /// The media that readers leave open for the next ones; nil where the engine keeps nothing open.
  let media: (any OpenMedia)?
  private let known = Mutex<(basis: Basis, movie: ImagedMovie)?>(nil)

  /// The memory of images by `renderer`.
  init(_ renderer: any PlanRendering) {
    media = renderer.openMedia()
  }

  /// The movie of `basis`, where images were made of it last.
  func movie(of basis: Basis) -> ImagedMovie? {
    known.withLock { $0.flatMap { $0.basis == basis ? $0.movie : nil } }
  }

  /// Keeps `movie`, which images are made of by `basis`.
  func keep(_ movie: ImagedMovie, of basis: Basis) {
    known.withLock { $0 = (basis, movie) }
  }
}
