/// Why a fraction, or a grid of times, could not be made.
public enum RationalError: Error, Hashable, Sendable {
  /// A fraction has the denominator 0, or something was divided by 0.
  case zeroDenominator

  /// The exact result in lowest terms does not fit in 64 bits.
  case overflow

  /// A grid needs a step or a rate greater than zero; this one was found.
  case notPositive(Rational)

  /// A `CMTime` holds denominators up to 2,147,483,647; this one, in lowest terms, was found.
  case denominatorExceedsTimescale(Int64)
}

extension RationalError: CustomStringConvertible {
  /// What was found and what to do about it, in a sentence.
  public var description: String {
    switch self {
    case .zeroDenominator:
      "The denominator is 0; give one that is not."
    case .overflow:
      "The exact result does not fit in 64 bits; use smaller times or timescales that have more in common."
    case .notPositive(let found):
      "\(found) was given where a number greater than 0 is needed."
    case .denominatorExceedsTimescale(let found):
      "The denominator \(found) is greater than the largest timescale, \(CMTimeScale.max); round the time first."
    }
  }
}
