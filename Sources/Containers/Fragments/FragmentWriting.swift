import Rendering

/// Puts the packets of a movie into fragments.
///
/// Threads: one at a time.
protocol FragmentWriting: AnyObject {
  /// Whether a packet that is decoded at `time` and `presented` then, in nanoseconds, belongs to the next fragment; `isStart` says that
  /// decoding of the pictures, or of the sound where there are none, can start with it.
  func isComplete(before time: Int64, presented: Int64, isStart: Bool) -> Bool

  /// Adds `packet`, which is decoded at `time` in nanoseconds and at `ticks` in those of its track, to the fragment.
  func add(
    _ packet: StoredPacket, to track: Int, at time: Int64,
    _ ticks: (presentation: Int64, decoding: Int64, duration: Int64)
  ) throws

  /// Writes the fragment; the header that stands before the first one is as `complete` has it.
  func writeFragment(_ complete: ([UInt8]) throws -> [UInt8]) throws

  /// Writes what belongs at the end, with `edits` in the header, and closes the file.
  func finish(_ edits: MovieEdits) throws
}

extension [PacketStream] {
  // QUIRK: MP4, written: libavformat describes AC-3 by its first packet, and a movie in fragments before there is one. In: FFmpeg 5.1.
  // Test: "AC-3 stands in segments, and in a movie that stays in fragments".
  /// The movie muxer's flags for fragments of these streams, written on request behind a header without samples.
  var fragmentFlags: String {
    let isDelayed = contains { ["ac3", "eac3"].contains($0.codec) }
    return "frag_custom+empty_moov+default_base_moof" + (isDelayed ? "+delay_moov" : "")
  }
}

extension FragmentedMovie: FragmentWriting {
  func isComplete(before time: Int64, presented: Int64, isStart: Bool) -> Bool { isComplete(before: time) }
}

extension MovieBoxes {
  /// The beginning of a fragmented movie from its first `bytes`: its type box, and its header after `complete`.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where `bytes` lack these boxes.
  static func beginning(
    of bytes: [UInt8], _ complete: ([UInt8]) throws -> [UInt8]
  ) throws -> [UInt8] {
    let boxes = MovieBoxes(bytes)
    guard let type = boxes["ftyp"], let movie = boxes["moov"] else { throw RenderError.unexpectedMovieLayout }
    return Array(bytes[Int(type.offset)..<Int(type.end)])
      + (try complete(Array(bytes[Int(movie.offset)..<Int(movie.end)])))
  }
}

extension RenderError {
  /// A muxer of movies writes other boxes than those that are known of it.
  static let unexpectedMovieLayout = RenderError(.engineFailed, "A movie's muxer does not begin it as it used to.")
}
