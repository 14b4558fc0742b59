import MediaTime

/// The fault of a model's value.
extension Diagnostic {
  /// The limits of a picture's width and height, in pixels.
  static let edgeLimits = 2.0...16_384

  /// The diagnostic of a number that is not finite or not in `range`; nil for a valid one.
  init?(_ name: String, _ number: Double, in range: ClosedRange<Double>) {
    if number.isFinite, range.contains(number) { return nil }
    self.init(
      "The \(name) is \(number).",
      expected: "a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)")
  }

  /// The diagnostic of a picture size that is not whole or beyond ``edgeLimits``; nil for a valid one.
  init?(size: Size) {
    let edges = [size.width, size.height]
    if edges.allSatisfy({ Self.edgeLimits.contains($0) && $0 == $0.rounded() }) { return nil }
    self.init(
      "The size is \(edges.map(\.shortText).joined(separator: " × ")).",
      expected: "whole numbers of pixels from 2 to 16384")
  }

  /// The diagnostic of a transform with a number that is not finite, or so large that the largest picture's corners would
  /// lie more than 2⁴⁰ pixels away, beyond which none are drawn; nil for a valid one.
  init?(_ transform: Transform) {
    guard transform.isFinite else {
      self.init("The transform has a number that is not finite.", expected: "six finite numbers")
      return
    }
    let (factors, shifts) = ([transform.a, transform.b, transform.c, transform.d], [transform.tx, transform.ty])
    if factors.allSatisfy({ $0.magnitude <= Self.largestFactor }),
      shifts.allSatisfy({ $0.magnitude <= Self.largestShift })
    {
      return nil
    }
    self.init(
      "The transform takes pictures too far away.",
      expected: "factors of at most \(Self.largestFactor.shortText), and shifts of at most "
        + "\(Self.largestShift.shortText) pixels")
  }

  /// 2²⁴ times the 2¹⁴ pixels of the longest edge, twice, is 2³⁹.
  private static let largestFactor = 16_777_216.0
  private static let largestShift = 549_755_813_888.0

  /// The diagnostic of a crop rectangle with a number that is negative or not finite; nil for a valid one.
  init?(crop rectangle: Rectangle) {
    let numbers = [rectangle.x, rectangle.y, rectangle.width, rectangle.height]
    if numbers.allSatisfy({ $0.isFinite && $0 >= 0 }) { return nil }
    self.init(
      "The crop rectangle is \(numbers.map(\.shortText).joined(separator: ", ")).",
      expected: "x, y, width and height of 0 or more")
  }

  /// The diagnostic of a part of the picture with a number that is not finite, or a side that is negative; nil for a valid one.
  init?(clip rectangle: Rectangle) {
    let numbers = [rectangle.x, rectangle.y, rectangle.width, rectangle.height]
    if numbers.allSatisfy(\.isFinite), rectangle.width >= 0, rectangle.height >= 0 { return nil }
    self.init(
      "The clip rectangle is \(numbers.map(\.shortText).joined(separator: ", ")).",
      expected: "finite numbers, width and height of 0 or more")
  }

  /// The diagnostic of a frame that is no picture's size, or lies so far away that it cannot be seen; nil for a valid one.
  init?(frame rectangle: Rectangle) {
    let isNear = [rectangle.x, rectangle.y].allSatisfy { $0.magnitude <= Self.edgeLimits.upperBound }
    if isNear, [rectangle.width, rectangle.height].allSatisfy(Self.edgeLimits.contains) { return nil }
    let numbers = [rectangle.x, rectangle.y, rectangle.width, rectangle.height]
    self.init(
      "The frame is \(numbers.map(\.shortText).joined(separator: ", ")).",
      expected: "x and y from -16384 to 16384, width and height from 2 to 16384")
  }

  /// The diagnostic of an opacity below 0 or above 1; nil for a valid one.
  static func opacity(_ opacity: Double) -> Diagnostic? { Diagnostic("opacity", opacity, in: 0...1) }

  /// The diagnostic of a volume below 0 or above 10; nil for a valid one.
  static func volume(_ volume: Double) -> Diagnostic? { Diagnostic("volume", volume, in: 0...10) }
}

extension CMTimeRange {
  /// The range in exact seconds, or the problems that keep it from having one: every range of a model has finite times,
  /// a duration greater than zero, and an end that is exact as a `CMTime`.
  ///
  /// - Parameters:
  ///   - startLocation: where the start is in the model.
  ///   - durationLocation: where the duration is in the model.
  ///   - mayBeNegative: whether the start may be before zero.
  func checked(
    start startLocation: ModelLocation, duration durationLocation: ModelLocation, mayBeNegative: Bool = false
  ) -> (range: RationalRange?, problems: [ModelProblem]) {
    var problems: [ModelProblem] = []
    if let problem = start.problem(at: startLocation, mayBeNegative: mayBeNegative) { problems.append(problem) }
    guard let length = duration.rational, length > .zero else {
      problems.append(
        ModelProblem(
          .invalidDuration, at: durationLocation, "The duration is \(duration.messageText).",
          expected: "a duration greater than 0"))
      return (nil, problems)
    }
    guard let first = start.rational, problems.isEmpty else { return (nil, problems) }
    guard let range = try? RationalRange(start: first, duration: length), range.end == self.end.rational else {
      problems.append(
        ModelProblem(
          .invalidDuration, at: durationLocation,
          "What starts at \(start.messageText) and lasts \(duration.messageText) ends at no time that can be written "
            + "exactly.",
          expected: "times whose timescales have a common multiple up to \(CMTimeScale.max)"))
      return (nil, problems)
    }
    return (range, problems)
  }
}

extension CMTime {
  /// The problem of a time that is not finite or, unless `mayBeNegative`, before zero; nil for a valid one.
  func problem(at location: ModelLocation, mayBeNegative: Bool = false) -> ModelProblem? {
    if let seconds = rational, mayBeNegative || seconds >= .zero { return nil }
    return ModelProblem(
      .invalidTime, at: location, "The time is \(messageText).",
      expected: mayBeNegative ? "a finite time" : "a finite time of 0 or later")
  }
}
