public import MediaTime

/// When each frame of a media track is presented, in the asset's time, exactly.
///
/// The frame at an instant is the one whose presentation interval [start, next start) contains it. Before the first
/// frame the first is shown, after the last one the last.
public enum FrameTiming: Hashable, Sendable, Codable {
  /// A still: one frame, for any time.
  case still
  /// Frame i is presented at `start + i · frameDuration`.
  case constant(start: Rational, frameDuration: Rational, count: Int)
  /// Frame i is presented at `starts[i]`, the last one until `end`.
  case variable(starts: [Rational], end: Rational)
}
