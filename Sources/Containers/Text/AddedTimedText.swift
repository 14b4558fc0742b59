package import MediaFormats
package import MediaTime
package import Rendering
package import Subtitles

/// Text and chapters that came while a file was written, and are put into it when its media are there.
package struct AddedTimedText: Sendable {
  /// The cues of each track of text.
  package var cues: [Int: [SubtitleCue]] = [:]
  /// The chapters, in the order of their times.
  package var chapters: [Chapter] = []

  /// Text of which nothing came yet.
  package init() {}

  /// Refuses more chapters than a movie's list has room for.
  package func check(in settings: WriterSettings) throws(RenderError) {
    let count = settings.metadata.chapters.count + chapters.count
    guard count > MovieStatements.mostChapters else { return }
    throw MovieStatements.tooMany(count)
  }

  /// `settings` with these, for a film whose pictures end at `pictureEnd`; what lies behind `end`, if there is one, is left out.
  package func added(to settings: WriterSettings, pictureEnd: Rational, until end: Rational?) -> WriterSettings {
    var whole = settings
    for (track, cues) in cues {
      let sorted = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      whole.subtitles[track].document.cues += sorted.map(\.element)
    }
    whole.metadata.chapters += chapters
    if pictureEnd > .zero { whole.pictures?.expectedDuration = pictureEnd }
    guard let end else { return whole }
    whole.pictures?.expectedDuration = min(pictureEnd, end)
    for track in whole.subtitles.indices {
      whole.subtitles[track].document.cues = whole.subtitles[track].document.cues.compactMap { cue in
        var cue = cue
        cue.end = min(cue.end, end)
        return cue.start < cue.end ? cue : nil
      }
    }
    whole.metadata.chapters = whole.metadata.chapters.filter { $0.exactStart < end }.map { chapter in
      var chapter = chapter
      chapter.exactEnd = chapter.exactEnd.map { min($0, end) }
      return chapter
    }
    return whole
  }
}
