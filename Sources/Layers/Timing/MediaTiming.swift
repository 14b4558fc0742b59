/// The place of a layer or an animation in its parent's time, the speed of its own time, and what it does outside
/// (`CAMediaTiming`).
///
/// ```
///  parent time ──▶ active local time ──▶ basic local time
///                  (parent − beginTime)   repeats and reverses:
///                   · speed + timeOffset  0 … duration
/// ```
///
/// A layer's parent is its superlayer, an animation's the layer or the group it is in, and a root layer's the movie. All times are
/// in seconds of the parent, but `duration`, `repeatDuration` and `timeOffset`, which are in local ones.
public struct MediaTiming: Hashable, Sendable {
  /// The parent time at which local time 0 is. 0 is the parent's start, never "now".
  public var beginTime: Double = 0
  /// The duration of one iteration, in local seconds; infinite for a layer that stays. For an animation 0 stands for
  /// its group's duration or, outside groups, for ``standardDuration``.
  public var duration: Double = 0
  /// Local seconds in a parent second. 0 stands still at `timeOffset`, negative runs backward.
  public var speed: Double = 1
  /// The offset of the active local time, in local seconds. It moves neither the start nor the end: an animation of three
  /// thirds that begins with its second goes on to the third and then to the first, as Core Animation has it.
  public var timeOffset: Double = 0
  /// The number of iterations, with a fraction for an incomplete last one; 0 where `repeatDuration` decides, or for
  /// one. May be infinite.
  public var repeatCount: Double = 0
  /// The duration of all iterations, in local seconds; 0 where `repeatCount` says. May be infinite.
  public var repeatDuration: Double = 0
  /// Whether each iteration is followed by one backward, which makes it twice as long.
  public var autoreverses: Bool = false
  /// The values before and after the animation.
  public var fillMode: MediaTimingFillMode = .removed

  /// A timing with every default.
  public init() {}

  /// The begin time that means "from the start" in all contexts (`AVCoreAnimationBeginTimeAtZero`): not 0, which Core
  /// Animation reads as "now", and less than the resolution of any border.
  public static let beginTimeAtZero = 1e-100

  /// The duration of an animation whose duration is 0 and that is in no group, in seconds: that of Core Animation's
  /// transactions.
  public static let standardDuration = 0.25
}

/// The state of a layer or an animation outside its active duration (`CAMediaTimingFillMode`).
public enum MediaTimingFillMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing.
  case removed
  /// After the end: its end.
  case forwards
  /// Before the start: its start.
  case backwards
  /// Both.
  case both
}

extension MediaTiming: PropertyCoded {
  static var properties: [CodedProperty<MediaTiming>] {
    [
      .number("beginTime", \.beginTime), .number("duration", \.duration), .number("speed", \.speed),
      .number("timeOffset", \.timeOffset), .number("repeatCount", \.repeatCount),
      .number("repeatDuration", \.repeatDuration), .value("autoreverses", \.autoreverses),
      .value("fillMode", \.fillMode),
    ]
  }
}
