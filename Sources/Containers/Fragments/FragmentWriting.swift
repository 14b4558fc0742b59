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

extension FragmentedMovie: FragmentWriting {
  func isComplete(before time: Int64, presented: Int64, isStart: Bool) -> Bool { isComplete(before: time) }
}
