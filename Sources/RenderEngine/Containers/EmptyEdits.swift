import MediaTime
import Rendering

/// Puts an empty edit (ISO/IEC 14496-12 §8.6.6) before everything that the tracks of a movie show.
///
/// ```
///  before   moov › trak › edts › elst            │ shown ├──────┤
///  after    moov › trak › edts › elst   │ empty ├┤ shown ├──────┤     every box around it grows by the entry
/// ```
struct EmptyEdits {
  /// How long nothing is shown.
  var duration: Rational

  /// `movie`, the bytes of a movie's header, with the edits; it is longer.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where the header cannot be extended.
  func inserted(in movie: [UInt8]) throws -> [UInt8] {
    guard let whole = MovieBoxes(movie).first(where: { $0.type == "moov" }),
      let header = MovieBoxes(movie, inside: whole).first(where: { $0.type == "mvhd" })
    else { throw RenderError(.engineFailed, "The finished file has no movie header.") }
    let timescale = header.content + (header.isLong(in: movie) ? 20 : 12)
    let ticks = try duration.rounded(scaledBy: Int64(movie.bigEndian(at: timescale, 4)))
    guard ticks <= Int64(UInt32.max) else {
      throw RenderError(.engineFailed, "The movie begins too late for its header: at \(ticks) ticks.")
    }
    var movie = movie
    // From the last to the first, so that the offsets of those that are left stay right.
    for track in MovieBoxes(movie, inside: whole).all(where: { $0.type == "trak" }).reversed() {
      insert(UInt64(ticks), into: track, of: whole, in: &movie)
    }
    return movie
  }

  private func insert(
    _ ticks: UInt64, into track: MovieBoxes.Box, of whole: MovieBoxes.Box, in movie: inout [UInt8]
  ) {
    let parts = MovieBoxes(movie, inside: track)
    let edits = parts.first { $0.type == "edts" }
    guard let edits, let list = MovieBoxes(movie, inside: edits).first(where: { $0.type == "elst" }) else {
      guard let header = parts.first(where: { $0.type == "tkhd" }) else { return }
      // The second entry is all of the media; its duration is set with those of the other lists.
      let entries = Self.entry(ticks, isEmpty: true) + Self.entry(0, isEmpty: false)
      let list = MovieBoxes.Box.bytes("elst", [0, 0, 0, 0, 0, 0, 0, 2] + entries)
      return movie.insert(MovieBoxes.Box.bytes("edts", list), at: header.end, growing: [track, whole])
    }
    let (count, width) = (list.content + 4, list.isLong(in: movie) ? 8 : 4)
    movie.setBigEndian(movie.bigEndian(at: count, 4) + 1, at: count, 4)
    movie.insert(
      Self.entry(ticks, isEmpty: true, width: width), at: UInt64(count + 4), growing: [list, edits, track, whole])
  }

  /// An entry of a list: the duration, the media's time or −1, and the normal rate.
  private static func entry(_ duration: UInt64, isEmpty: Bool, width: Int = 4) -> [UInt8] {
    var entry = [UInt8](repeating: isEmpty ? 0xFF : 0, count: 2 * width) + [0, 1, 0, 0]
    entry.setBigEndian(duration, at: 0, width)
    return entry
  }
}
