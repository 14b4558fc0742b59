import GStreamer

/// Delivers the pictures of one stream of one file in order, from one position on.
protocol FrameReader: Sendable {
  /// The next picture with its stream time, or nil at the end of the stream.
  ///
  /// - Throws: `RenderError` if decoding fails, stalls or is cancelled.
  func next() throws -> StreamReader.Decoded?

  /// How the file's tags say that its pictures are turned ("rotate-90"), once one was delivered.
  func orientationTag() throws -> String?

  /// Stops decoding and frees everything, on a background thread.
  @discardableResult
  func close() -> BackgroundTask<Void>
}

extension StreamReader: FrameReader {
  func orientationTag() throws -> String? { try reports().imageOrientation }
}
