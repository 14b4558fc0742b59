import MediaTime

/// What validation asks of every range: finite times, a duration, an end that is exact.
extension CMTimeRange {
  /// Start and end in seconds, or the problems that leave the range without them.
  ///
  /// `start` and `duration` say where the two times stand in the model.
  func checked(
    start startLocation: ModelLocation, duration durationLocation: ModelLocation, mayBeNegative: Bool = false
  ) -> (bounds: Range<Rational>?, problems: [ModelProblem]) {
    var problems: [ModelProblem] = []
    if let problem = start.problem(at: startLocation, mayBeNegative: mayBeNegative) { problems.append(problem) }
    guard let length = duration.rational, length > .zero else {
      problems.append(
        ModelProblem(
          .invalidDuration, at: durationLocation, "The duration is \(duration.spoken).",
          expected: "a duration greater than 0"))
      return (nil, problems)
    }
    guard let first = start.rational, problems.isEmpty else { return (nil, problems) }
    guard let end = try? first + length, end == self.end.rational else {
      problems.append(
        ModelProblem(
          .invalidDuration, at: durationLocation,
          "What starts at \(start.spoken) and lasts \(duration.spoken) ends at no time that can be written exactly.",
          expected: "times whose timescales have a common multiple up to \(CMTimeScale.max)"))
      return (nil, problems)
    }
    return (first..<end, problems)
  }
}

extension CMTime {
  /// Why the time cannot be one of a model's, if so.
  func problem(at location: ModelLocation, mayBeNegative: Bool = false) -> ModelProblem? {
    let isUsable = rational.map { mayBeNegative || $0 >= .zero } ?? false
    if isUsable { return nil }
    return ModelProblem(
      .invalidTime, at: location, "The time is \(spoken).",
      expected: mayBeNegative ? "a finite time" : "a finite time of 0 or later")
  }

  /// The time as sentences have it: "2.5 s", "invalid".
  var spoken: String {
    if let seconds = rational { return "\(seconds.decimalText) s" }
    if isPositiveInfinity { return "infinite" }
    if isNegativeInfinity { return "negative infinity" }
    return isIndefinite ? "indefinite" : "invalid"
  }
}
