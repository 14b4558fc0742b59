extension CMTime {
  /// The whole number of units nearest to `seconds` that does not lie beyond it. Apple's `CMTimeMakeWithSeconds`.
  ///
  /// The product of seconds and timescale is truncated **toward zero**, as CoreMedia does: 2.87 s at timescale 1 is
  /// 2/1. A value that does not fit halves the timescale until it does, and becomes an infinity when it does not fit at
  /// one unit a second. The rounded flag is set when the result converted back is not `seconds`. Not-a-number gives a
  /// rounded 0; a timescale that is not positive gives the invalid time.
  ///
  /// - Parameters:
  ///   - seconds: a number of seconds, any `Double`.
  ///   - preferredTimescale: units in a second.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard preferredTimescale > 0 else {
      self = .invalid
      return
    }
    guard !seconds.isNaN else {
      self.init(value: 0, timescale: preferredTimescale, flags: [.valid, .hasBeenRounded], epoch: 0)
      return
    }
    var timescale = preferredTimescale
    while timescale > 0 {
      let units = (seconds * Double(timescale)).rounded(.towardZero)
      if let value = Int64(exactly: units) {
        self.init(value: value, timescale: timescale)
        if self.seconds != seconds { flags.insert(.hasBeenRounded) }
        return
      }
      timescale /= 2
    }
    self = .infinity(seconds < 0 ? -1 : 1)
  }

  /// The time in seconds, to the precision of a `Double`; the infinities as themselves, and not-a-number for an invalid
  /// or indefinite time. Apple's `CMTimeGetSeconds`.
  public var seconds: Double {
    switch kind {
    case .finite: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .indefinite, .invalid: .nan
    }
  }

  /// The same time at another timescale. Apple's `CMTimeConvertScale`.
  ///
  /// The rounded flag is set when the time is not a whole number of units of the timescale, and stays when it was set.
  /// The epoch stays. A time that is not finite stays as it is. A timescale that is not positive gives the invalid
  /// time, and a value that does not fit an infinity.
  public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    let rounding = method.rounding(from: timescale, to: newTimescale)
    guard let (value, isExact) = WideRational(self).rounded(scaledBy: Int64(newTimescale), rounding) else {
      return .infinity(self.value < 0 ? -1 : 1)
    }
    var converted = CMTime(value: value, timescale: newTimescale, flags: flags, epoch: epoch)
    if !isExact { converted.flags.insert(.hasBeenRounded) }
    if method == .quickTime, self.value < 0, value == 0 { converted.value = -1 }
    return converted
  }
}

extension CMTimeRoundingMethod {
  fileprivate func rounding(from oldTimescale: CMTimeScale, to newTimescale: CMTimeScale) -> Rounding {
    switch self {
    case .roundHalfAwayFromZero: .halfAwayFromZero
    case .roundTowardZero: .towardZero
    case .roundAwayFromZero: .awayFromZero
    case .quickTime: newTimescale < oldTimescale ? .towardZero : .awayFromZero
    case .roundTowardPositiveInfinity: .up
    case .roundTowardNegativeInfinity: .down
    }
  }
}

/// The rounding of a time that is not a whole number of units of a timescale. Apple's `CMTimeRoundingMethod`.
public enum CMTimeRoundingMethod: UInt32, Hashable, Sendable, Codable, CaseIterable {
  /// To the nearest unit; a half goes away from zero.
  case roundHalfAwayFromZero = 1

  /// To the next unit toward zero.
  case roundTowardZero = 2

  /// To the next unit away from zero.
  case roundAwayFromZero = 3

  /// Toward zero when the new timescale is smaller, away from zero when it is larger; and a negative time never becomes
  /// zero. QuickTime's rule.
  case quickTime = 4

  /// To the next greater unit.
  case roundTowardPositiveInfinity = 5

  /// To the next smaller unit.
  case roundTowardNegativeInfinity = 6

  /// The default method, ``roundHalfAwayFromZero``.
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

extension CMTime {
  /// The time of an exact number of seconds, with its denominator for a timescale.
  ///
  /// - Throws: ``RationalError/denominatorExceedsTimescale(_:)`` when the denominator is above 2,147,483,647.
  public init(exactly seconds: Rational) throws(RationalError) {
    guard let timescale = CMTimeScale(exactly: seconds.denominator) else {
      throw .denominatorExceedsTimescale(seconds.denominator)
    }
    self.init(value: seconds.numerator, timescale: timescale)
  }

  /// The exact seconds of a finite time, in lowest terms and whatever its epoch; nil for any other time.
  public var rational: Rational? { Rational(self) }
}

extension CMTime {
  /// The exact time of `seconds`, or where no timescale holds it the last nanosecond before, marked as rounded.
  package init(notAfter seconds: Rational) {
    if let exact = try? CMTime(exactly: seconds) {
      self = exact
    } else {
      let nanoseconds = (try? seconds.floor(scaledBy: 1_000_000_000)) ?? 0
      self.init(value: nanoseconds, timescale: 1_000_000_000, flags: [.valid, .hasBeenRounded], epoch: 0)
    }
  }
}
