public import MediaTime

/// A piece of text that is read for a while: what subtitles are made of.
///
/// ```swift
/// var cue = SubtitleCue(start: Rational(1), end: Rational(3), text: "Where is everybody?")
/// cue.placement.line = .part(0)
/// ```
public struct SubtitleCue: Hashable, Sendable, Codable {
  /// The cue's identifier in the file: a number, or any text; empty where it has none.
  public var identifier = ""
  /// When it begins to be seen, in seconds.
  public var start: Rational
  /// When it is no longer seen, in seconds; after ``start``.
  public var end: Rational
  /// The cue's words, and their look.
  public var text: SubtitleText
  /// Where it stands in the picture.
  public var placement = SubtitlePlacement()
  /// How long it takes to come, in seconds.
  public var fadeIn = Rational.zero
  /// How long it takes to go, in seconds.
  public var fadeOut = Rational.zero
  /// Cues of a higher layer lie over those of a lower one.
  public var layer = 0

  /// `text`, read from `start` up to `end`.
  public init(start: Rational, end: Rational, text: SubtitleText) {
    self.start = start
    self.end = end
    self.text = text
  }
}
