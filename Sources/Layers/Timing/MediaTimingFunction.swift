public import ModelValues

/// The pace of an animation: a cubic Bézier curve from (0, 0) to (1, 1), time across and progress up (`CAMediaTimingFunction`).
public struct MediaTimingFunction: Hashable, Sendable {
  /// The curve's first control point. Its x is 0…1.
  public var firstControlPoint: Point
  /// The curve's second control point. Its x is 0…1.
  public var secondControlPoint: Point

  /// The curve with these control points.
  public init(_ firstX: Double, _ firstY: Double, _ secondX: Double, _ secondY: Double) {
    firstControlPoint = Point(x: firstX, y: firstY)
    secondControlPoint = Point(x: secondX, y: secondY)
  }

  /// An even pace.
  public static let linear = MediaTimingFunction(0, 0, 1, 1)
  /// Begins slowly.
  public static let easeIn = MediaTimingFunction(0.42, 0, 1, 1)
  /// Ends slowly.
  public static let easeOut = MediaTimingFunction(0, 0, 0.58, 1)
  /// Begins and ends slowly.
  public static let easeInEaseOut = MediaTimingFunction(0.42, 0, 0.58, 1)
  /// The pace of Core Animation's own animations.
  public static let `default` = MediaTimingFunction(0.25, 0.1, 0.25, 1)

  /// The progress at `time`, both as parts of the whole: exactly 0 at 0 and 1 at 1, and within 1e-9 of the curve between them.
  /// Time outside 0…1 is taken as its nearer end.
  public func progress(at time: Double) -> Double {
    if !(time > 0) { return 0 }
    if time >= 1 { return 1 }
    if self == .linear { return time }
    return Self.ordinate(firstControlPoint.y, secondControlPoint.y, at: parameter(at: time))
  }

  /// The curve's parameter where its x is `time`: Newton's steps, and halving where they leave the bracket. x never falls, because
  /// the control points' x are taken within 0…1.
  private func parameter(at time: Double) -> Double {
    func limited(_ x: Double) -> Double { x > 0 ? min(x, 1) : 0 }
    let (first, second) = (limited(firstControlPoint.x), limited(secondControlPoint.x))
    var (low, high, parameter) = (0.0, 1.0, time)
    for _ in 0..<100 {
      let miss = Self.ordinate(first, second, at: parameter) - time
      if abs(miss) < 1e-15 { break }
      if miss > 0 { high = parameter } else { low = parameter }
      let rest = 1 - parameter
      let slope =
        3 * rest * rest * first + 6 * rest * parameter * (second - first) + 3 * parameter * parameter * (1 - second)
      let step = parameter - miss / slope
      parameter = slope > 0 && step > low && step < high ? step : (low + high) / 2
    }
    return parameter
  }

  /// One coordinate of the curve, whose ends are 0 and 1.
  private static func ordinate(_ first: Double, _ second: Double, at parameter: Double) -> Double {
    let rest = 1 - parameter
    return 3 * rest * rest * parameter * first + 3 * rest * parameter * parameter * second
      + parameter * parameter * parameter
  }
}

extension MediaTimingFunction: Codable {
  private static let names: [(String, MediaTimingFunction)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInEaseOut", .easeInEaseOut),
    ("default", .default),
  ]

  /// Reads a name, such as `"easeIn"`, or the four numbers of the control points.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let name = try? container.decode(String.self) {
      guard let named = Self.names.first(where: { $0.0 == name }) else {
        let names = Self.names.map(\.0)
        throw UnknownName(
          name, of: "timing function", among: names,
          expected: "one of \(names.joined(separator: ", ")), or four numbers"
        ).decodingError(at: container.codingPath)
      }
      self = named.1
      return
    }
    let numbers = try container.decode([Double].self)
    guard numbers.count == 4 else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A timing function has \(numbers.count) numbers. Expected four.")
    }
    self.init(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// Writes the name, or the four numbers of one that has none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let named = Self.names.first(where: { $0.1 == self }) { return try container.encode(named.0) }
    try container.encode([firstControlPoint.x, firstControlPoint.y, secondControlPoint.x, secondControlPoint.y])
  }
}
