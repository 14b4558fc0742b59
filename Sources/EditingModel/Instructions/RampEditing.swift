import MediaTime

extension Ramps {
  /// Sets the value from `time` on to `value`, in place of a setting at the same time. `diagnostic` is nil for valid
  /// values.
  ///
  /// ```
  ///  before   ────────┐              ╲
  ///                   └────────────── ╲────
  ///  after    ────────┐       ┌────── ╲
  ///                   └───────┘        ╲────
  ///                           time
  /// ```
  ///
  /// A ramp that begins at the same time takes precedence. A time within a ramp is an error; the end of a ramp is not.
  mutating func set(
    _ value: Value, at time: CMTime, diagnostic: (Value) -> Diagnostic?
  ) throws(RampError) {
    guard time.isNumeric else {
      throw RampError(
        .invalidTime, .time, Diagnostic("The time is \(time.messageText).", expected: "a finite time"))
    }
    try Self.check(value, as: .value, diagnostic)
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

  /// Ramps the value from `start` to `end` over `range`; it stays there until the next entry. `diagnostic` is nil for
  /// valid values.
  ///
  /// ```
  ///  before   ─────────────────────────┐
  ///                                    └────
  ///  after    ────────╲                ┌
  ///                    ╲───────────────┘└────
  ///                   [ range )
  /// ```
  ///
  /// The ramp may adjoin other entries. A range that overlaps another ramp's or contains the time of a setting is an
  /// error, except for a setting at its start.
  mutating func setRamp(
    from start: Value, to end: Value, over range: CMTimeRange, diagnostic: (Value) -> Diagnostic?
  ) throws(RampError) {
    let location = ModelLocation(.videoComposition)
    if let problem = range.checked(start: location, duration: location, mayBeNegative: true).problems.first {
      throw RampError(problem.code, .timeRange, problem.diagnostic)
    }
    try Self.check(start, as: .startValue, diagnostic)
    try Self.check(end, as: .endValue, diagnostic)
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
    _ value: Value, as argument: RampError.Argument, _ diagnostic: (Value) -> Diagnostic?
  ) throws(RampError) {
    guard let diagnostic = diagnostic(value) else { return }
    throw RampError(.valueOutOfRange, argument, diagnostic)
  }
}

extension RampError {
  fileprivate static func overlap<Value>(
    _ argument: Argument, of range: CMTimeRange, with entry: Ramps<Value>.Entry
  ) -> RampError {
    let found =
      range.duration == .zero
      ? "The time is \(range.start.messageText)"
      : "The range is from \(range.start.messageText) to \(range.end.messageText)"
    let other =
      entry.start == entry.end
      ? "a value is set at \(entry.start.messageText)"
      : "there is a ramp from \(entry.start.messageText) to \(entry.end.messageText)"
    return RampError(
      .rampsOverlap, argument,
      Diagnostic(
        "\(found), and \(other).",
        expected: "a \(range.duration == .zero ? "time" : "range") up to \(entry.start.messageText), or from "
          + "\(entry.end.messageText) on"))
  }
}

/// The refusal of a setting or a ramp: the invalid argument, what was found, and what is allowed. Nothing was changed.
public struct RampError: Error, Diagnosed, Hashable, Sendable {
  /// The kind of error: `.invalidTime`, `.invalidDuration`, `.valueOutOfRange` or `.rampsOverlap`.
  public var code: ModelProblem.Code
  /// The invalid argument.
  public var argument: Argument
  /// The fault, and what is allowed.
  public var diagnostic: Diagnostic

  /// The arguments of the setters.
  public enum Argument: String, Hashable, Sendable {
    case time, timeRange, value, startValue, endValue
  }

  init(_ code: ModelProblem.Code, _ argument: Argument, _ diagnostic: Diagnostic) {
    self.code = code
    self.argument = argument
    self.diagnostic = diagnostic
  }
}

extension RampError: CustomStringConvertible {
  /// The argument, what was found and what is allowed.
  public var description: String { "\(argument.rawValue): \(diagnostic)" }
}

extension Ramps {
  /// The problems of the entries: their times, their order, and the values for which `diagnostic` is not nil.
  func problems(
    at part: (Int) -> ModelLocation.Part, diagnostic: (Value) -> Diagnostic?
  ) -> [ModelProblem] {
    var problems: [ModelProblem] = []
    var end: Rational?
    for (index, entry) in entries.enumerated() {
      func location(_ property: ModelLocation.Property) -> ModelLocation { ModelLocation(part(index), property) }
      let (range, timeProblems) = entry.checkedTimes(location)
      problems += timeProblems
      problems += entry.values.compactMap { property, value in
        diagnostic(value).map {
          ModelProblem(.valueOutOfRange, at: location(property), $0)
        }
      }
      guard let range else { continue }
      if let end, range.start < end {
        problems.append(
          ModelProblem(
            .rampsOverlap, at: location(.start),
            "This begins at \(range.start.decimalText) s, but what stands before it lasts until \(end.decimalText) s.",
            expected: "\(end.decimalText) s or later"))
      }
      end = max(end ?? range.end, range.end)
    }
    return problems
  }
}

extension Ramps.Entry {
  /// The time range of the entry, empty for a setting, or the problems of its times.
  fileprivate func checkedTimes(
    _ location: (ModelLocation.Property) -> ModelLocation
  ) -> (range: RationalRange?, problems: [ModelProblem]) {
    switch self {
    case .setting(let at, _):
      let problem = at.problem(at: location(.start), mayBeNegative: true)
      return (at.rational.flatMap { try? RationalRange(start: $0, end: $0) }, problem.map { [$0] } ?? [])
    case .ramp(let range, _, _):
      return range.checked(start: location(.start), duration: location(.duration), mayBeNegative: true)
    }
  }

  /// The values of the entry by their properties.
  fileprivate var values: [(ModelLocation.Property, Value)] {
    switch self {
    case .setting(_, let value): [(.value, value)]
    case .ramp(_, let from, let to): [(.from, from), (.to, to)]
    }
  }
}
