import MediaTime

/// The limits to which segments can be extended into their media.
struct MediaLimits {
  /// The durations of media, in seconds, by the names of their assets.
  let durations: [String: Rational]
  /// The assets that are one picture.
  let stills: Set<String>

  /// The limits in `context`.
  init(_ context: EditContext) {
    durations = context.mediaDurations
    stills = context.stills
  }

  /// The time by which `clip` can begin earlier, in seconds of the composition; nil where nothing limits it.
  func head(of clip: TimelineClip) throws(RationalError) -> Rational? {
    stills.contains(clip.asset) ? nil : try clip.sourceStart / (try clip.rate())
  }

  /// The time by which `clip` can end later, in seconds of the composition, below zero where it ends behind its media;
  /// nil where nothing is known to limit it.
  func tail(of clip: TimelineClip) throws(RationalError) -> Rational? {
    guard !stills.contains(clip.asset), let held = durations[clip.asset] else { return nil }
    return try (held - (try clip.sourceEnd())) / (try clip.rate())
  }

  /// The part of a transition's handle that `clip` has before its beginning; nil where nothing is known to limit it.
  func handleBefore(_ clip: TimelineClip) throws(RationalError) -> Rational? {
    durations[clip.asset] == nil ? nil : try head(of: clip)
  }
}
