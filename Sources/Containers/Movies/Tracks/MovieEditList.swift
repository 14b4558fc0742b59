package import Rendering

// QUIRK: MP4 and QuickTime: Of an edit list that shows several parts of the media `qtdemux` gives the first. In: GStreamer 1.22.
// Test: "entries that go on in the media where the one before ends are one", "parts that do not are shown one after another, by
// sample".

/// The edit list of a movie's track (ISO/IEC 14496-12 §8.6.6).
///
/// ```
///  media    ├── a ──┼── b ──┤           shown: nothing, a, b     one part, in two entries
///  media    ├── a ──┤··├── b ──┤        shown: a, b              two parts, each read by itself: `qtdemux` gives the first
/// ```
package struct MovieEditList {
  /// The entries; nil where the box cannot be read. Those that show one part of the media are one.
  package let entries: [MovieTracks.Edit]?
  /// Corrections of the file's entries, where several are merged into one.
  package let corrections: [HeaderCorrection.Field]
  /// The parts of the media that are shown and do not follow one another there, or have nothing between them: each as a list that shows
  /// it alone, behind nothing until then. Empty where there is one part at most; nil where one is shown at another speed.
  package let parts: [[MovieTracks.Edit]]?

  /// The list of a track without one.
  package static let none = MovieEditList(entries: [], corrections: [], parts: [])

  private init(entries: [MovieTracks.Edit]?, corrections: [HeaderCorrection.Field], parts: [[MovieTracks.Edit]]?) {
    (self.entries, self.corrections, self.parts) = (entries, corrections, parts)
  }

  // QUIRK: MP4 and QuickTime: `qtdemux` ends at the first sample that is decoded after the last edit, be others shown before it.
  // In: GStreamer 1.22. Test: "an edit list that ends before the media shows the pictures that begin in it".
  /// The list in `box` of `file`, whose times are in units of a `timescale`th of a second in the movie, and of a
  /// `mediaTimescale`th in the media.
  ///
  /// - Parameter lead: how much earlier than it is decoded a sample may be shown, in the media's units. A demuxer reads an entry that
  ///   ends that much later.
  package init(in box: MovieBoxes.Box, of file: FileBytes, timescale: UInt64, mediaTimescale: UInt64, lead: UInt64)
    throws
  {
    let bytes = try file.read(at: box.body, Int(clamping: min(box.end - box.body, 1 << 24)))
    let isLong = bytes.first == 1
    let width = isLong ? 8 : 4
    let stride = 2 * width + 4
    let count = Int(bytes.bigEndian(at: 4, 4))
    guard bytes.count >= 8, count <= (bytes.count - 8) / stride else {
      self.init(entries: nil, corrections: [], parts: [])
      return
    }
    let found = (0..<count).map { entry in
      let start = 8 + entry * stride
      let time = bytes.bigEndian(at: start + width, width)
      // All ones are −1, an empty edit.
      let isEmpty = time == (isLong ? .max : UInt64(UInt32.max))
      return MovieTracks.Edit(
        duration: bytes.bigEndian(at: start, width), mediaTime: isEmpty ? nil : time,
        isAtNormalRate: bytes.bigEndian(at: start + 2 * width, 4) == 0x1_0000)
    }
    let listed = MovieTracks.Edit.presented(of: found)
    let gaps = Array(listed.prefix { $0.mediaTime == nil })
    let shown = listed.dropFirst(gaps.count)
    let further = mediaTimescale > 0 ? UInt128(lead) * UInt128(timescale) / UInt128(mediaTimescale) + 1 : 0
    // The length of an entry of `duration` for a demuxer; nil where it is the stated one, or is more than its field holds.
    func reach(_ duration: UInt64) -> UInt64? {
      guard lead > 0, duration > 0, let reach = UInt64(exactly: UInt128(duration) + further) else { return nil }
      return isLong || reach < UInt64(UInt32.max) ? reach : nil
    }
    // The fields of a list of `entries`, where it is not the file's.
    func corrections(_ entries: [MovieTracks.Edit]) -> [HeaderCorrection.Field] {
      guard entries.count < found.count else {
        return entries.enumerated().compactMap { number, entry in
          entry.reach.map {
            .init(offset: box.body + UInt64(8 + number * stride), bytes: [UInt8](bigEndian: $0, width))
          }
        }
      }
      return [
        .init(offset: box.body + 4, bytes: [UInt8](bigEndian: entries.count, 4)),
        .init(offset: box.body + 8, bytes: entries.flatMap { $0.bytes(width: width) }),
      ]
    }
    guard shown.count > 1, let first = shown.first, timescale > 0 else {
      let entries =
        gaps
        + shown.map { entry in
          var entry = entry
          entry.reach = reach(entry.duration)
          return entry
        }
      self.init(entries: entries, corrections: corrections(entries), parts: [])
      return
    }
    let follows = zip(shown, shown.dropFirst()).allSatisfy {
      $0.isFollowed(by: $1, timescale: timescale, mediaTimescale: mediaTimescale)
    }
    let total = shown.reduce(UInt128(0)) { $0 + UInt128($1.duration) }
    guard follows, let sum = UInt64(exactly: total), isLong || sum <= UInt64(UInt32.max) else {
      let parts = MovieTracks.Edit.parts(of: listed, timescale: timescale, mediaTimescale: mediaTimescale) { reach($0) }
      self.init(entries: listed, corrections: [], parts: parts)
      return
    }
    let whole = MovieTracks.Edit(
      duration: sum, mediaTime: first.mediaTime, isAtNormalRate: true, reach: reach(sum))
    self.init(entries: gaps + [whole], corrections: corrections(gaps + [whole]), parts: [])
  }
}

extension MovieTracks.Edit {
  /// The entries of `entries` by which something is presented, behind empty ones: an entry of no length shows nothing beside others
  /// that have one, and nothing is presented behind the last that shows something. Where no entry that shows something has a length,
  /// the first of them shows all of its media.
  fileprivate static func presented(of entries: [Self]) -> [Self] {
    guard let first = entries.firstIndex(where: { $0.mediaTime != nil }) else { return entries }
    guard let last = entries.lastIndex(where: { $0.mediaTime != nil && $0.duration > 0 }) else {
      return Array(entries[...first])
    }
    return entries[..<first] + entries[first...last].filter { $0.duration > 0 }
  }

  /// The entry in a box whose durations and times have `width` bytes.
  fileprivate func bytes(width: Int) -> [UInt8] {
    [UInt8](bigEndian: reach ?? duration, width) + [UInt8](bigEndian: mediaTime ?? .max, width) + [0, 1, 0, 0]
  }

  /// Whether `next` begins in the media where this ends, as near as the movie's units tell.
  fileprivate func isFollowed(by next: Self, timescale: UInt64, mediaTimescale: UInt64) -> Bool {
    guard let start = mediaTime, let other = next.mediaTime, isAtNormalRate, next.isAtNormalRate, duration > 0 else {
      return false
    }
    let (ticks, scale) = (UInt128(timescale), UInt128(mediaTimescale))
    let end = UInt128(start) * ticks + UInt128(duration) * scale
    let begin = UInt128(other) * ticks
    return (end > begin ? end - begin : begin - end) <= max(scale, ticks)
  }

  /// The parts of the media that `entries` show, each as a list that shows it alone, behind nothing until then; nil where one is shown at
  /// another speed.
  ///
  /// - Parameter reach: how long an entry of a duration is for a demuxer; nil where that is what it says.
  fileprivate static func parts(
    of entries: [Self], timescale: UInt64, mediaTimescale: UInt64, reach: (UInt64) -> UInt64?
  ) -> [[Self]]? {
    var parts: [(time: UInt64, edit: Self)] = []
    var time: UInt64 = 0
    for entry in entries {
      let (end, overflows) = time.addingReportingOverflow(entry.duration)
      guard !overflows else { return nil }
      defer { time = end }
      guard entry.mediaTime != nil else { continue }
      guard entry.isAtNormalRate else { return nil }
      if let last = parts.last, last.time + last.edit.duration == time,
        last.edit.isFollowed(by: entry, timescale: timescale, mediaTimescale: mediaTimescale)
      {
        parts[parts.count - 1].edit.duration += entry.duration
      } else {
        parts.append((time, entry))
      }
    }
    return parts.map { time, edit in
      var edit = edit
      edit.reach = reach(edit.duration)
      return (time > 0 ? [Self(duration: time, mediaTime: nil, isAtNormalRate: true)] : []) + [edit]
    }
  }
}

extension MovieTracks.Track {
  /// Each of the parts of the media that the track shows, as a track that shows it alone, behind nothing until then; empty where there is
  /// one at most, or where they cannot be read (``MovieTracks/refuseUnreadableEdits()``).
  package var shownParts: [Self] {
    guard let editParts, editParts.count <= MovieTracks.mostParts else { return [] }
    return editParts.map { part in
      var track = self
      (track.edits, track.editParts) = (part, [])
      return track
    }
  }
}

extension MovieTracks {
  /// Limit of the parts of its media that a track may show.
  fileprivate static let mostParts = 1_000

  /// - Throws: `RenderError` with `.mediaUnreadable` where pictures or sound show parts of their media at another speed, or more than
  ///   can be meant.
  package func refuseUnreadableEdits() throws(RenderError) {
    for (track, what) in picturesAndSounds {
      let count = track.editParts?.count ?? .max
      guard count > Self.mostParts else { continue }
      let finding =
        track.editParts == nil
        ? "shows a part of its media at another speed" : "is made of \(count) parts of its media"
      throw RenderError(
        .mediaUnreadable, "The movie's \(what) \(finding), which is not read.", remedy: Self.remedyForEdits)
    }
  }

  /// - Throws: `RenderError` with `.mediaUnreadable` where pictures or sound have several edits of their media, for
  ///   readers and copies of the first one alone.
  package func refuseSeveralParts() throws(RenderError) {
    try refuseUnreadableEdits()
    for (track, what) in picturesAndSounds where track.editParts?.isEmpty == false {
      throw RenderError(
        .mediaUnreadable,
        "The movie's \(what) is made of \(track.editParts?.count ?? 0) parts of its media, of which only the first would be "
          + "read as it stands.",
        remedy: Self.remedyForEdits)
    }
  }

  /// - Throws: `RenderError` with `.mediaUnreadable` where an edit list shows one part of the pictures or of the sound in several entries
  ///   and packets are copied: libavformat gives those around each border twice.
  package func refuseSeveralEntries() throws(RenderError) {
    // Entries of no length show all of their media, and libavformat gives none of it.
    for (track, what) in picturesAndSounds where !isFragmented {
      guard track.edits?.contains(where: { $0.mediaTime != nil && $0.duration == 0 }) == true else { continue }
      throw RenderError(
        .mediaUnreadable,
        "The movie's \(what) is presented by an entry of its edit list that has no length, which copies leave out.",
        remedy: Self.remedyForEdits)
    }
    // The count of entries is corrected where several are made one.
    for (track, what) in picturesAndSounds where track.editCorrections.count > 1 {
      throw RenderError(
        .mediaUnreadable,
        "The movie's \(what) is cut in its edit list where its media go on, and packets at the cut would be copied twice.",
        remedy: Self.remedyForEdits)
    }
  }

  private static let remedyForEdits =
    "Encode it anew, as with: ffmpeg -i FILE -c:v libx264 -crf 18 NEW.mp4; or join its parts anew."

  private var picturesAndSounds: [(track: Track, what: String)] {
    tracks.compactMap { track in
      track.handler == "vide" ? (track, "picture") : track.handler == "soun" ? (track, "sound") : nil
    }
  }
}
