import MediaFormats

/// Priming and remainder of a song's encoder, as its movie states them (`iTunSMPB`, in iTunes's list).
///
/// ```
///  media      ├─ priming ─┼──────────── the sound ────────────┼─ remainder ─┤
///  iTunSMPB   00000000 00000840 00000260 0000000000078960 …                  hexadecimal: unused, priming, remainder, the sound
/// ```
///
/// Songs of iTunes and GarageBand, and those that `afconvert` and Apple's recorders write, have no edit list: nothing else tells the
/// sound from what the encoder adds. AVFoundation presents the sound alone.
package struct GaplessStatement: Equatable {
  /// Samples of the media before the sound.
  package let priming: UInt64
  /// Samples of the media behind the sound.
  package let remainder: UInt64
  /// Samples of the sound.
  package let count: UInt64

  /// The numbers in `text`; nil where those are no such statement.
  package init?(_ text: String) {
    let numbers = text.split(separator: " ").prefix(4).map { UInt64($0, radix: 16) ?? .max }
    guard numbers.count == 4, numbers.allSatisfy({ $0 < Self.limit }), numbers[3] > 0 else { return nil }
    (priming, remainder, count) = (numbers[1], numbers[2], numbers[3])
  }

  /// The statement of the movie in `file` whose boxes are `parts`; nil where there is none.
  init?(of parts: MovieBoxes, in file: FileBytes) throws {
    for user in parts.all("udta") {
      for list in try MovieBoxes(file, inside: user).all("meta") {
        var inner = list
        // Its content begins with a version, but in QuickTime.
        if try file.read(at: list.body, 4).bigEndian(at: 0, 4) == 0 { inner.body += 4 }
        for items in try MovieBoxes(file, inside: inner).all("ilst") {
          for item in try MovieBoxes(file, inside: items).all("----") where item.end - item.body <= Self.longestItem {
            guard let text = try Self.text(of: item, in: file), let found = Self(text) else { continue }
            self = found
            return
          }
        }
      }
    }
    return nil
  }

  /// The text of `item`; nil where it is no such statement.
  private static func text(of item: MovieBoxes.Box, in file: FileBytes) throws -> String? {
    let bytes = try file.read(at: item.body, Int(item.end - item.body))
    let parts = MovieBoxes(bytes)
    func content(_ type: String, from skipped: Int) -> [UInt8]? {
      parts[type].map { Array(bytes[Int($0.body)..<Int($0.end)].dropFirst(skipped)) }
    }
    guard let name = content("name", from: 4), name.elementsEqual("iTunSMPB".utf8) else { return nil }
    // The text follows its type and its country.
    return content("data", from: 8).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Limit of a statement's bytes, its names included.
  private static let longestItem: UInt64 = 1 << 12

  /// Numbers from which on a statement means nothing.
  private static let limit: UInt64 = 1 << 40
}

extension GaplessStatement {
  /// `tracks` of the movie in `file`, the song's with the edit list that says the same; they stay as they are where there is another
  /// sound, or pictures, or where the statement tells of other media than the track has, as behind a cut.
  func presenting(
    _ tracks: [MovieTracks.Track], in file: FileBytes, timescale: UInt64
  ) throws -> [MovieTracks.Track] {
    let places = tracks.indices.filter { ["vide", "soun"].contains(tracks[$0].handler) }
    guard places.count == 1, let place = places.first, tracks[place].handler == "soun",
      let edit = edit(of: tracks[place], timescale: timescale), try tracks[place].codecType(in: file) == "mp4a",
      try tracks[place].descriptionCount(in: file) == 1
    else { return tracks }
    var tracks = tracks
    tracks[place].edits = [edit]
    return tracks
  }

  /// The part of `track` that is the sound, whose duration is in units of a `timescale`th of a second; nil where the track has an edit
  /// list of its own, or other media than is stated.
  private func edit(of track: MovieTracks.Track, timescale: UInt64) -> MovieTracks.Edit? {
    guard track.edits?.isEmpty == true, track.timescale > 0, timescale > 0,
      priming + remainder + count == track.duration
    else { return nil }
    // In the movie's units, which may be coarse, what begins within the last one is shown.
    let units = (UInt128(count) * UInt128(timescale) + UInt128(track.timescale) - 1) / UInt128(track.timescale)
    return UInt64(exactly: units).map {
      MovieTracks.Edit(duration: $0, mediaTime: priming, isAtNormalRate: true, mediaDuration: count)
    }
  }
}
