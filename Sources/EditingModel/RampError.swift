/// Why a setting or a ramp was not added: which argument is at fault, what was found, and what would be allowed. What it
/// was to be added to is as it was.
public struct RampError: Error, Hashable, Sendable {
  /// What kind of fault it is: `.invalidTime`, `.invalidDuration`, `.valueOutOfRange` or `.rampsOverlap`.
  public var code: ModelProblem.Code
  /// The argument.
  public var argument: Argument
  /// What was found, as a sentence.
  public var message: String
  /// What would be allowed, as a noun phrase.
  public var expected: String

  /// The arguments of what sets values over time.
  public enum Argument: String, Hashable, Sendable {
    case time, timeRange, value, startValue, endValue
  }

  init(_ code: ModelProblem.Code, _ argument: Argument, _ message: String, expected: String) {
    self.code = code
    self.argument = argument
    self.message = message
    self.expected = expected
  }
}

extension RampError: CustomStringConvertible {
  /// The argument, what was found and what would be allowed.
  public var description: String { "\(argument.rawValue): \(message) Expected \(expected)." }
}
