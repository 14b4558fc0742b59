public import MediaFormats
import MediaTime
public import Subtitles

extension RenderPlan {
  /// The subtitles of what is rendered, in the time of the file that it becomes: those of a range count from its start.
  public var renderedSubtitles: [SubtitleTrack] {
    guard !subtitles.isEmpty, let stretch = renderedStretch, let end = try? stretch.start + stretch.duration,
      let target = try? RationalRange(start: .zero, duration: stretch.duration),
      let source = try? RationalRange(start: stretch.start, end: end)
    else { return subtitles }
    return subtitles.map { track in
      var track = track
      if let document = try? track.document.mapped(through: [(source, target)]) { track.document = document }
      return track
    }
  }

  /// The rendered stretch of the composition: its beginning and its duration; nil where there is neither picture nor
  /// sound.
  private var renderedStretch: (start: Rational, duration: Rational)? {
    if let picture {
      guard let start = try? picture.outputStart, let duration = outputDuration else { return nil }
      return (start, duration)
    }
    guard let sound, let start = try? sound.grid.time(of: sound.range.lowerBound), let duration = outputDuration else {
      return nil
    }
    return (start, duration)
  }

  /// Refuses subtitles in a file that has no place for them.
  ///
  /// - Throws: `RenderError` with `.unsupported`.
  public func checkSubtitles(in fileType: FileType) throws(RenderError) {
    guard !subtitles.isEmpty, !fileType.format.holdsSubtitles else { return }
    throw RenderError(
      .unsupported, "\(fileType.format.title) holds no subtitles.",
      remedy: "Draw them into the picture (\"mode\": \"burn\"), or write MP4, QuickTime, Matroska or WebM.")
  }
}
