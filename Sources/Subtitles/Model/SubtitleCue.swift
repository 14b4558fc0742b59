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
  /// The beginning of its being seen, in seconds.
  public var start: Rational
  /// The end of its being seen, in seconds; after ``start``.
  public var end: Rational
  /// The cue's words, and their look.
  public var text: SubtitleText
  /// Its place in the picture.
  public var placement = SubtitlePlacement()
  /// The duration of its fade in, in seconds.
  public var fadeIn = Rational.zero
  /// The duration of its fade out, in seconds.
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
