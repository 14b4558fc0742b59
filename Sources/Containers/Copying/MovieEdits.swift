package import MediaTime
import Rendering

/// The edit lists of a movie whose tracks are copied (ISO/IEC 14496-12 §8.6.6), and the durations that follow from them.
package struct MovieEdits {
  /// An entry.
  package struct Entry: Hashable {
    /// Its duration.
    package var duration: Rational
    /// Its beginning in the track's media, in ticks; nil for a gap.
    package var mediaTime: Int64?

    /// An entry of `duration`, in seconds, that shows the media from tick `mediaTime` on, or nothing.
    package init(duration: Rational, mediaTime: Int64?) {
      self.duration = duration
      self.mediaTime = mediaTime
    }
  }

  /// The entries of the first tracks of the movie, track by track.
  package var tracks: [[Entry]]
  /// Whether each is played by default; nil for what the muxer says. It enables one of each kind at least.
  package var isEnabled: [Bool?] = []
  /// Whether media of unknown length follow: the last entries get the longest possible duration, and the durations of
  /// tracks and movie stay unchanged.
  package var isOpen = false

  /// The entries of `tracks` with their enabled flags, in the order of the file.
  package init(tracks: [[Entry]], isEnabled: [Bool?] = [], isOpen: Bool = false) {
    self.tracks = tracks
    self.isEnabled = isEnabled
    self.isOpen = isOpen
  }

  /// Puts the lists into the movie's header, which is the last box of `file`.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where the file has no such header.
  package func correct(_ file: FileBytes) throws {
    try file.changeMovieHeader(toSay: "edit lists") { movie, _ in try corrected(movie) }
  }

  /// The header `movie` with the lists.
  package func corrected(_ movie: [UInt8]) throws -> [UInt8] {
    guard let whole = MovieBoxes(movie)["moov"],
      let header = MovieBoxes(movie, inside: whole)["mvhd"]
    else { throw RenderError(.engineFailed, "The finished file's movie header is empty.") }
    var movie = movie
    let isLong = header.isLong(in: movie)
    let timescale = Int64(movie.bigEndian(at: header.content + (isLong ? 20 : 12), 4))
    let boxes = MovieBoxes(movie, inside: whole).all("trak")
    for (isEnabled, box) in zip(isEnabled, boxes) {
      guard let isEnabled, let own = MovieBoxes(movie, inside: box)["tkhd"] else {
        continue
      }
      let flags = TrackHeaderFields(of: own, in: movie).flags
      movie[flags] = isEnabled ? movie[flags] | 1 : movie[flags] & ~1
    }
    var longest: Int64 = 0
    // From the last to the first, so that the offsets of those that are left stay right.
    for (entries, box) in zip(tracks, boxes).reversed() where !entries.isEmpty {
      // Lengths are whole in sum: rounding does not add up.
      var (end, ticks, times) = (Rational.zero, [Int64](), Int64(0))
      for entry in entries {
        end = try end + entry.duration
        let total = try end.rounded(scaledBy: timescale)
        ticks.append(total - times)
        times = total
      }
      // Zero means open, too, but ffmpeg takes it for an empty edit.
      if isOpen { ticks[ticks.count - 1] = Int64(Int32.max) }
      longest = max(longest, times)
      try replaceList(zip(entries, ticks).map { ($1, $0.mediaTime) }, of: box, in: whole, &movie)
      guard !isOpen, let own = MovieBoxes(movie, inside: box)["tkhd"] else { continue }
      let fields = TrackHeaderFields(of: own, in: movie)
      try set(times, at: fields.duration, isLong: own.isLong(in: movie), in: &movie)
    }
    if !isOpen { try set(longest, at: header.content + (isLong ? 24 : 16), isLong: isLong, in: &movie) }
    return movie
  }

  private func replaceList(
    _ entries: [(duration: Int64, mediaTime: Int64?)], of track: MovieBoxes.Box, in whole: MovieBoxes.Box,
    _ movie: inout [UInt8]
  ) throws {
    let parts = MovieBoxes(movie, inside: track)
    guard let header = parts["tkhd"] else { return }
    let isLong = entries.contains { $0.duration > Int64(UInt32.max) || ($0.mediaTime ?? 0) > Int64(Int32.max) }
    let width = isLong ? 8 : 4
    var content: [UInt8] = [isLong ? 1 : 0, 0, 0, 0, 0, 0, 0, 0]
    content.setBigEndian(UInt64(entries.count), at: 4, 4)
    for entry in entries {
      var bytes = [UInt8](repeating: 0xFF, count: 2 * width) + [0, 1, 0, 0]
      bytes.setBigEndian(UInt64(max(0, entry.duration)), at: 0, width)
      if let time = entry.mediaTime { bytes.setBigEndian(UInt64(max(0, time)), at: width, width) }
      content += bytes
    }
    let list = MovieBoxes.Box.bytes("edts", MovieBoxes.Box.bytes("elst", content))
    if let old = parts["edts"] {
      movie.replaceSubrange(Int(old.offset)..<Int(old.end), with: list)
      movie.grow([track, whole], by: list.count - Int(old.size))
    } else {
      movie.replaceSubrange(Int(header.end)..<Int(header.end), with: list)
      movie.grow([track, whole], by: list.count)
    }
  }

  private func set(_ number: Int64, at offset: Int, isLong: Bool, in movie: inout [UInt8]) throws {
    guard isLong || (0...Int64(UInt32.max)).contains(number) else {
      throw RenderError(.engineFailed, "The film is too long for its header: \(number) ticks.")
    }
    movie.setBigEndian(UInt64(bitPattern: number), at: offset, isLong ? 8 : 4)
  }
}
