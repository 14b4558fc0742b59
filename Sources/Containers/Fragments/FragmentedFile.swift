import Rendering

/// A movie that is in fragments when it is finished, too (ISO/IEC 14496-12 §8.8): what is sent piece by piece, and cut at each
/// fragment.
///
/// ```
///  ftyp moov │ moof mdat │ moof mdat │ … │ mfra       the header describes no samples, each fragment its own
///            K           K                            fragments begin with a key frame of the pictures
/// ```
///
/// libavformat writes all of it; the edit lists, which it leaves out, are put into the header before the first fragment.
///
/// Threads: one at a time.
final class FragmentedFile: FragmentWriting {
  private let target: PacketTarget
  private let path: String
  /// Least duration of a fragment, in nanoseconds.
  private let duration: Int64
  /// The beginning of the fragment under way.
  private var begin: Int64?
  /// The header's offset, and its bytes as libavformat has them; nil before the first fragment.
  private var header: (place: UInt64, bytes: [UInt8], complete: [UInt8])?

  /// The options by which the muxer of movies writes such fragments of `streams`.
  static func options(for streams: [PacketStream]) -> [(String, String)] {
    [("movflags", streams.fragmentFlags), ("use_editlist", "1")]
  }

  /// A movie that `target`, which has begun with ``options(for:)``, writes at `path`, in fragments of `duration` nanoseconds at least.
  init(_ target: PacketTarget, at path: String, duration: Int64) {
    (self.target, self.path, self.duration) = (target, path, max(1, duration))
  }

  func isComplete(before time: Int64, presented: Int64, isStart: Bool) -> Bool {
    isStart && begin.map { time - $0 >= duration } ?? false
  }

  func add(
    _ packet: StoredPacket, to track: Int, at time: Int64,
    _ ticks: (presentation: Int64, decoding: Int64, duration: Int64)
  ) throws {
    begin = begin ?? time
    try target.write(
      packet, to: track, presentation: ticks.presentation, decoding: ticks.decoding, duration: ticks.duration)
  }

  func writeFragment(_ complete: ([UInt8]) throws -> [UInt8]) throws {
    if header == nil { try settleHeader(complete) }
    try target.writeGathered()
    try target.flush()
    begin = nil
  }

  /// Makes the header longer by what `complete` puts into it; no fragment stands behind it yet.
  private func settleHeader(_ complete: ([UInt8]) throws -> [UInt8]) throws {
    // A muxer that has waited for packets writes the header first, and the fragment when it is asked a second time.
    if target.position == 0 { try target.writeGathered() }
    try target.flush()
    let file = try FileBytes(path)
    guard let box = try MovieBoxes(file)["moov"], box.end == UInt64(target.position) else {
      throw RenderError.unexpectedMovieLayout
    }
    let bytes = try file.read(at: box.offset, Int(box.size))
    let completed = try complete(bytes)
    target.append([UInt8](repeating: 0, count: max(0, completed.count - bytes.count)))
    try target.flush()
    try file.write(completed, at: box.offset)
    try file.close()
    header = (box.offset, bytes, completed)
  }

  func finish(_ edits: MovieEdits) throws {
    try target.finish()
    // Lengths are known by now; the header is as long with them.
    guard let header else { return }
    let bytes = try edits.corrected(header.complete)
    guard bytes.count == header.complete.count else { return }
    let file = try FileBytes(path)
    try file.write(bytes, at: header.place)
    try file.close()
  }
}
