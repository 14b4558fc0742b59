import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// The edits of a finished file's tracks.
extension [MuxerQueue] {
  /// The edits of each track; of a movie's:
  ///
  /// ```
  ///  media       ├─ hidden ─┼──────────────┤        from the first packet's decoding on
  ///  presented   ├─ empty ──┼──────────────┤ end
  /// ```
  func edits(presenting film: FinishedFilm) throws -> [[MovieEdits.Entry]] {
    try map { track in
      guard let first = track.first, let wanted = film.edit(of: track.track) else { return [] }
      // Media presented before zero are hidden, and those before the track's own beginning.
      let shown = Swift.max(try (wanted.begin / track.tick).rounded(), first.presentation)
      let start = try Rational(shown) * track.tick
      var entries: [MovieEdits.Entry] = []
      if start > .zero { entries.append(.init(duration: start, mediaTime: nil)) }
      let media = shown - first.decoding + wanted.start
      entries.append(.init(duration: try wanted.duration - start, mediaTime: media))
      return entries
    }
  }

  /// The entries that the muxer leaves out of the tracks of a file of `settings` in Matroska.
  func matroskaEntries(_ settings: WriterSettings) throws -> MatroskaTrackEntries {
    var entries = MatroskaTrackEntries()
    var texts = settings.subtitles[...]
    for track in self {
      let text = track.isText ? texts.popFirst() : nil
      guard let file = track.number.map({ UInt64($0 + 1) }) else { continue }
      if let text, let tag = text.languageTag?.exactLanguage { entries.languages[file] = (tag, text.name) }
      guard case .sound(let number)? = track.track else { continue }
      let (sound, codec) = (settings.sounds[number], settings.sounds[number].encoding.codec)
      let count = sound.copied?.hiddenAtStart ?? codec.priming
      let delay = try Rational(count, Int64(sound.samples.sampleRate)).rounded(scaledBy: 1_000_000_000)
      // Opus that is encoded says it in its header.
      let hidden = codec == .opus && sound.copied == nil ? track.stream?.paddingInNanoseconds ?? 0 : delay
      if hidden > 0 { entries.delays[file] = UInt32(clamping: hidden) }
    }
    return entries
  }
}
