package import Rendering

// QUIRK: MP4 and QuickTime: Of an edit list that shows several parts of the media `qtdemux` gives the first. In: GStreamer 1.22.
// Test: "entries that go on in the media where the one before ends are one", "parts that do not are refused by all that read the
// movie, and by copies".

/// The edit list of a movie's track (ISO/IEC 14496-12 §8.6.6).
///
/// ```
///  media    ├── a ──┼── b ──┤           shown: nothing, a, b     one part, in two entries
///  media    ├── a ──┤··├── b ──┤        shown: a, b              two parts: `qtdemux` gives the first
/// ```
package struct MovieEditList {
  /// The entries; nil where the box cannot be read. Those that show one part of the media are one.
  package let entries: [MovieTracks.Edit]?
  /// What a demuxer reads instead of the file's entries, where some are made one.
  package let corrections: [HeaderCorrection.Field]
  /// Whether parts of the media are shown that do not follow one another there, or with nothing between them.
  package let isScattered: Bool

  /// The list of a track without one.
  package static let none = MovieEditList(entries: [], corrections: [], isScattered: false)

  private init(entries: [MovieTracks.Edit]?, corrections: [HeaderCorrection.Field], isScattered: Bool) {
    (self.entries, self.corrections, self.isScattered) = (entries, corrections, isScattered)
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
      self.init(entries: nil, corrections: [], isScattered: false)
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
    let gaps = found.prefix { $0.mediaTime == nil }.count
    let shown = found.dropFirst(gaps)
    let further = mediaTimescale > 0 ? UInt128(lead) * UInt128(timescale) / UInt128(mediaTimescale) + 1 : 0
    // How long an entry of `duration` is for a demuxer; nil where that is what it says, or is more than its field holds.
    func reach(_ duration: UInt64) -> UInt64? {
      guard lead > 0, duration > 0, let reach = UInt64(exactly: UInt128(duration) + further) else { return nil }
      return isLong || reach < UInt64(UInt32.max) ? reach : nil
    }
    func correction(_ duration: UInt64) -> HeaderCorrection.Field {
      var bytes = [UInt8](repeating: 0, count: width)
      bytes.setBigEndian(duration, at: 0, width)
      return HeaderCorrection.Field(offset: box.body + UInt64(8 + gaps * stride), bytes: bytes)
    }
    guard shown.count > 1, let first = shown.first, timescale > 0 else {
      guard var only = shown.first, let reach = reach(only.duration) else {
        self.init(entries: found, corrections: [], isScattered: false)
        return
      }
      only.reach = reach
      self.init(entries: Array(found.prefix(gaps)) + [only], corrections: [correction(reach)], isScattered: false)
      return
    }
    let follows = zip(shown, shown.dropFirst()).allSatisfy {
      $0.isFollowed(by: $1, timescale: timescale, mediaTimescale: mediaTimescale)
    }
    var total = shown.reduce(UInt128(0)) { $0 + UInt128($1.duration) }
    if shown.contains(where: { $0.duration == 0 }) { total = 0 }
    guard follows, let sum = UInt64(exactly: total), isLong || sum <= UInt64(UInt32.max) else {
      self.init(entries: found, corrections: [], isScattered: true)
      return
    }
    var number = [UInt8](repeating: 0, count: 4)
    number.setBigEndian(UInt64(gaps + 1), at: 0, 4)
    let whole = MovieTracks.Edit(
      duration: sum, mediaTime: first.mediaTime, isAtNormalRate: true, reach: reach(sum))
    self.init(
      entries: Array(found.prefix(gaps)) + [whole],
      corrections: [HeaderCorrection.Field(offset: box.body + 4, bytes: number), correction(whole.reach ?? sum)],
      isScattered: false)
  }
}

extension MovieTracks.Edit {
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
}

extension MovieTracks {
  /// - Throws: `RenderError` with `.mediaUnreadable` where pictures or sound are made of several parts of their media.
  package func refuseScatteredEdits() throws(RenderError) {
    for track in tracks where track.hasScatteredEdits {
      let what = track.handler == "vide" ? "picture" : track.handler == "soun" ? "sound" : nil
      guard let what else { continue }
      throw RenderError(
        .mediaUnreadable,
        "The movie's \(what) is made of \(track.edits?.count ?? 0) parts of its media, of which only the first would be read.",
        remedy: "Encode it anew, as with: ffmpeg -i FILE -c:v libx264 -crf 18 NEW.mp4; or join its parts anew.")
    }
  }
}
