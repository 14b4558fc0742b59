import MediaTime

extension Ramps {
  /// From `time` on the value is `value`; a setting at the same time gives way. `refusal` says which values are refused.
  ///
  /// ```
  ///  before   ────────┐              ╲
  ///                   └────────────── ╲────
  ///  after    ────────┐       ┌────── ╲
  ///                   └───────┘        ╲────
  ///                           time
  /// ```
  ///
  /// Where a ramp begins at the same time, that governs. A time within a ramp is refused, its end is not.
  mutating func set(
    _ value: Value, at time: CMTime, refusal: (Value) -> ValueRefusal?
  ) throws(RampError) {
    guard time.isNumeric else {
      throw RampError(.invalidTime, .time, "The time is \(time.spoken).", expected: "a finite time")
    }
    try Self.check(value, as: .value, refusal)
    let index = entries.partitioningIndex { $0.start >= time }
    if index > 0, entries[index - 1].end > time {
      throw .overlap(.time, of: CMTimeRange(start: time, duration: .zero), with: entries[index - 1])
    }
    if index < entries.count, case .setting(time, _) = entries[index] {
      entries[index] = .setting(at: time, value: value)
    } else {
      entries.insert(.setting(at: time, value: value), at: index)
    }
  }

  /// Over `range` the value goes from `start` to `end`, and stays there until the next entry. `refusal` says which values
  /// are refused.
  ///
  /// ```
  ///  before   ─────────────────────────┐
  ///                                    └────
  ///  after    ────────╲                ┌
  ///                    ╲───────────────┘└────
  ///                   [ range )
  /// ```
  ///
  /// It may touch its neighbours; a range that overlaps another ramp's or contains a setting's time is refused, except
  /// that a setting may stand at its start.
  mutating func setRamp(
    from start: Value, to end: Value, over range: CMTimeRange, refusal: (Value) -> ValueRefusal?
  ) throws(RampError) {
    let location = ModelLocation(.videoComposition)
    if let problem = range.checked(start: location, duration: location, mayBeNegative: true).problems.first {
      throw RampError(problem.code, .timeRange, problem.message, expected: problem.expected)
    }
    try Self.check(start, as: .startValue, refusal)
    try Self.check(end, as: .endValue, refusal)
    let index = entries.partitioningIndex { $0.start > range.start }
    if index > 0, entries[index - 1].end > range.start {
      throw .overlap(.timeRange, of: range, with: entries[index - 1])
    }
    if index < entries.count, entries[index].start < range.end {
      throw .overlap(.timeRange, of: range, with: entries[index])
    }
    entries.insert(.ramp(range: range, from: start, to: end), at: index)
  }

  private static func check(
    _ value: Value, as argument: RampError.Argument, _ refusal: (Value) -> ValueRefusal?
  ) throws(RampError) {
    guard let refusal = refusal(value) else { return }
    throw RampError(.valueOutOfRange, argument, refusal.message, expected: refusal.expected)
  }
}

extension RampError {
  fileprivate static func overlap<Value>(
    _ argument: Argument, of range: CMTimeRange, with entry: Ramps<Value>.Entry
  ) -> RampError {
    let found =
      range.duration == .zero
      ? "The time is \(range.start.spoken)" : "The range is from \(range.start.spoken) to \(range.end.spoken)"
    let other =
      entry.start == entry.end
      ? "a value is set at \(entry.start.spoken)"
      : "there is a ramp from \(entry.start.spoken) to \(entry.end.spoken)"
    return RampError(
      .rampsOverlap, argument, "\(found), and \(other).",
      expected: "a \(range.duration == .zero ? "time" : "range") up to \(entry.start.spoken), or from "
        + "\(entry.end.spoken) on")
  }
}
