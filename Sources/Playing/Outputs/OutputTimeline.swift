public import MediaTime

/// An item's time by the player's clock, for its outputs.
public struct OutputTimeline: Hashable, Sendable {
  /// The timebase of the item's run; nil where it stands.
  public var timebase: Timebase?
  /// Its time where it stands.
  public var time = CMTime.zero

  /// The item's time when the player's clock shows `hostTime`, if nothing changes until then; where it stands, the time there. Invalid for
  /// a time that is not numeric.
  public func itemTime(forHostTime hostTime: CMTime) -> CMTime {
    guard let host = Rational(hostTime) else { return .invalid }
    return timebase.map { CMTime(notAfter: $0.time(atHost: host)) } ?? time
  }
}

/// An output that follows the item's timeline.
protocol TimelineOutput: PlayerItemOutput {
  /// Goes by `timeline` from now on.
  func follow(_ timeline: OutputTimeline)
}
