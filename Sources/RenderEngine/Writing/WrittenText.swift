import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// Text and chapters that came while a file was written, and are put into it when its media are there.
struct WrittenText: Sendable {
  /// The cues of each track of text.
  var cues: [Int: [SubtitleCue]] = [:]
  /// The chapters, in the order of their times.
  var chapters: [Chapter] = []

  /// Refuses more chapters than a movie's list has room for.
  func check(in settings: WriterSettings) throws(RenderError) {
    let count = settings.metadata.chapters.count + chapters.count
    guard count > MovieStatements.mostChapters else { return }
    throw MovieStatements.tooMany(count)
  }

  /// `settings` with these, for a film whose pictures end at `end`.
  func added(to settings: WriterSettings, until end: Rational) -> WriterSettings {
    var whole = settings
    for (track, cues) in cues {
      let sorted = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      whole.subtitles[track].document.cues += sorted.map(\.element)
    }
    whole.metadata.chapters += chapters
    if end > .zero { whole.pictures?.expectedDuration = end }
    return whole
  }
}
