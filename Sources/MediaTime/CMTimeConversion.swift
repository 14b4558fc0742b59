extension CMTime {
  /// The whole number of units nearest to `seconds` that does not lie beyond it. Apple's `CMTimeMakeWithSeconds`.
  ///
  /// The product of seconds and timescale is truncated **toward zero**, as CoreMedia does: 2.87 s at timescale 1 is
  /// 2/1. A value that does not fit halves the timescale until it does, and becomes an infinity when it does not fit at
  /// one unit a second. The rounded flag is set when the result converted back is not `seconds`. Not-a-number gives a rounded 0; a
  /// timescale that is not positive gives the invalid time.
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
  /// The rounded flag is set when the time does not fall on the timescale, and stays when it was set. The epoch stays.
  /// A time that is not finite stays as it is. A timescale that is not positive gives the invalid time, and a value
  /// that does not fit an infinity.
  public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    let rounding = method.rounding(from: timescale, to: newTimescale)
    guard let (value, isExact) = ExactQuotient(self).rounded(scaledBy: Int64(newTimescale), rounding) else {
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
