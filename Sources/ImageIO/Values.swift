import CoreGraphics

/// The values of dictionaries, whichever of Swift's types they were put there as.
extension [String: Any] {
  /// The number under `key`; nil where there is none, and where it is not finite.
  func number(_ key: String) -> Double? {
    let number: Double? =
      switch self[key] {
      case let value as Double: value
      case let value as CGFloat: Double(value)
      case let value as NSNumber: value.doubleValue
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The whole number under `key`; nil where there is none, and where it is larger than any picture's.
  func integer(_ key: String) -> Int? {
    number(key).flatMap { abs($0) < 1e15 ? Int($0.rounded()) : nil }
  }

  /// Whether what stands under `key` is true.
  func flag(_ key: String) -> Bool { number(key).map { $0 != 0 } ?? false }

  /// The dictionary under `key`; an empty one where there is none.
  func dictionary(_ key: String) -> [String: Any] { self[key] as? [String: Any] ?? [:] }

  /// This, with what `other` says instead: dictionaries in it likewise, and nothing where that is an `NSNull`.
  func merged(with other: [String: Any]) -> [String: Any] {
    var result = self
    for (key, value) in other {
      if value is NSNull {
        result[key] = nil
      } else if let inner = value as? [String: Any], let own = result[key] as? [String: Any] {
        result[key] = own.merged(with: inner)
      } else {
        result[key] = value
      }
    }
    return result
  }
}
