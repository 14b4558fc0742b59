import GStreamer

/// Makes the frames of one span, in order from the frame on at which it begins. Threads: one at a time.
protocol SpanRenderer: AnyObject {
  /// The picture of output frame `frame`, in the output's format.
  func picture(at frame: Int) throws -> PendingPicture

  /// The same; and whether nothing else in the program reads it, now or for another frame: then the caller may draw upon it.
  func takePicture(at frame: Int) throws -> (picture: PendingPicture, isExclusive: Bool)

  /// Says that no frame from `end` on is known to be asked for.
  func limit(to end: Int)
}

extension SpanRenderer {
  func limit(to end: Int) {}

  func takePicture(at frame: Int) throws -> (picture: PendingPicture, isExclusive: Bool) {
    (try picture(at: frame), false)
  }
}

/// One picture, repeated.
final class StillRenderer: SpanRenderer {
  private let picture: PendingPicture

  /// Repeats `picture`.
  init(_ picture: Buffer) {
    self.picture = PendingPicture(picture)
  }

  func picture(at frame: Int) -> PendingPicture { picture }
}

extension LayerSource: SpanRenderer {}
