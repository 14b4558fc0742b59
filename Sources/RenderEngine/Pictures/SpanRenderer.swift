import GStreamer

/// Makes the frames of one span, in order. Threads: one at a time.
protocol SpanRenderer: AnyObject {
  /// The picture of output frame `frame`, in the output's format.
  func picture(at frame: Int) throws -> Buffer
}

/// One picture, repeated.
final class StillRenderer: SpanRenderer {
  private let picture: Buffer

  /// Repeats `picture`.
  init(_ picture: Buffer) {
    self.picture = picture
  }

  func picture(at frame: Int) -> Buffer { picture }
}

extension LayerSource: SpanRenderer {}
