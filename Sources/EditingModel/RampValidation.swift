import MediaTime

extension Ramps {
  /// The problems of the entries: their times, their order, and values that `refusal` names a range for.
  func problems(
    at part: (Int) -> ModelLocation.Part, refusal: (Value) -> ValueRefusal?
  ) -> [ModelProblem] {
    var problems: [ModelProblem] = []
    var end: Rational?
    for (index, entry) in entries.enumerated() {
      func location(_ property: ModelLocation.Property) -> ModelLocation { ModelLocation(part(index), property) }
      let (bounds, timeProblems) = entry.checkedTimes(location)
      problems += timeProblems
      problems += entry.values.compactMap { property, value in
        refusal(value).map { ModelProblem(.valueOutOfRange, at: location(property), $0.message, expected: $0.expected) }
      }
      guard let bounds else { continue }
      if let end, bounds.start < end {
        problems.append(
          ModelProblem(
            .rampsOverlap, at: location(.start),
            "This begins at \(bounds.start.decimalText) s, but what stands before it lasts until \(end.decimalText) s.",
            expected: "\(end.decimalText) s or later"))
      }
      end = max(end ?? bounds.end, bounds.end)
    }
    return problems
  }
}

extension Ramps.Entry {
  /// When the entry begins and from when on only its last value holds; nil where it has no usable times.
  fileprivate func checkedTimes(
    _ location: (ModelLocation.Property) -> ModelLocation
  ) -> (bounds: (start: Rational, end: Rational)?, problems: [ModelProblem]) {
    switch self {
    case .setting(let at, _):
      let problem = at.problem(at: location(.start), mayBeNegative: true)
      return (at.rational.map { ($0, $0) }, problem.map { [$0] } ?? [])
    case .ramp(let range, _, _):
      let (bounds, problems) = range.checked(
        start: location(.start), duration: location(.duration), mayBeNegative: true)
      return (bounds.map { ($0.lowerBound, $0.upperBound) }, problems)
    }
  }

  /// The values of the entry and where they stand.
  fileprivate var values: [(ModelLocation.Property, Value)] {
    switch self {
    case .setting(_, let value): [(.value, value)]
    case .ramp(_, let from, let to): [(.from, from), (.to, to)]
    }
  }
}
