/// How a quotient that is not whole becomes whole.
enum Rounding {
  case down
  case up
  case towardZero
  case awayFromZero
  case halfAwayFromZero
  case halfUp

  /// Whether the truncated magnitude of a quotient grows by one, given what the division left over.
  func growsMagnitude(remainder: UInt128, divisor: UInt128, isNegative: Bool) -> Bool {
    guard remainder != 0 else { return false }
    switch self {
    case .down: return isNegative
    case .up: return !isNegative
    case .towardZero: return false
    case .awayFromZero: return true
    case .halfAwayFromZero: return remainder >= divisor - remainder
    case .halfUp: return isNegative ? remainder > divisor - remainder : remainder >= divisor - remainder
    }
  }
}
