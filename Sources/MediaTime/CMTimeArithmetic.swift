// swift-format-ignore-file: AlwaysUseLowerCamelCase

extension CMTime {
  /// The sum. Apple's `CMTimeAdd`.
  ///
  /// The timescale is the operands' common one, or their least common multiple, or `kCMTimeMaxTimescale` when that is
  /// too large; nothing is reduced. A value that does not fit halves the timescale until it does, and becomes an
  /// infinity when it does not fit at one unit a second. The rounded flag is set when the sum is not exact or an
  /// operand has the flag.
  ///
  /// An invalid operand makes the sum invalid, and so do opposite infinities and two different epochs other than 0; an
  /// infinity makes it infinite; else an indefinite operand makes it indefinite. Two times of the same epoch other than
  /// 0 make a duration, of epoch 0; epoch 0 yields to the other.
  public static func + (left: CMTime, right: CMTime) -> CMTime {
    left.combined(with: right, subtracting: false)
  }

  /// The difference, by the rules of the sum. Apple's `CMTimeSubtract`.
  public static func - (left: CMTime, right: CMTime) -> CMTime {
    left.combined(with: right, subtracting: true)
  }

  private func combined(with other: CMTime, subtracting: Bool) -> CMTime {
    guard isNumeric, other.isNumeric else { return special(with: other, subtracting: subtracting) }
    guard epoch == other.epoch || epoch == 0 || other.epoch == 0 else { return .invalid }
    let (first, second) = (WideRational(self), WideRational(other))
    return CMTime(
      subtracting ? first - second : first + second,
      timescale: leastCommonMultiple(Int64(timescale), Int64(other.timescale)),
      wasRounded: hasBeenRounded || other.hasBeenRounded,
      epoch: epoch == other.epoch ? 0 : epoch + other.epoch)
  }

  /// The sum or difference when at least one operand is not a finite time.
  private func special(with other: CMTime, subtracting: Bool) -> CMTime {
    guard isValid, other.isValid else { return .invalid }
    switch (infinity, subtracting ? -other.infinity : other.infinity) {
    case (0, 0): return .indefinite
    case (let sign, 0), (0, let sign): return .infinity(sign)
    case (let first, let second): return first == second ? .infinity(first) : .invalid
    }
  }
}

extension CMTime {
  /// The exact time at a timescale, or at the nearest smaller one at which its value fits.
  init(_ exact: WideRational, timescale: Int64, wasRounded: Bool, epoch: CMTimeEpoch) {
    var candidate = min(timescale, Int64(CMTimeScale.max))
    while candidate > 0 {
      if let (value, isExact) = exact.rounded(scaledBy: candidate, .halfAwayFromZero) {
        let flags: CMTimeFlags = isExact && !wasRounded ? .valid : [.valid, .hasBeenRounded]
        self.init(value: value, timescale: CMTimeScale(candidate), flags: flags, epoch: epoch)
        return
      }
      candidate /= 2
    }
    self = .infinity(exact.numerator < 0 ? -1 : 1)
  }

  /// The exact time at the preferred timescale if nothing is lost there, else in lowest terms, else rounded at the
  /// finest timescale at which its value fits.
  init(_ exact: WideRational, preferring timescale: Int64, wasRounded: Bool, epoch: CMTimeEpoch) {
    for candidate in [timescale, Int64(clamping: exact.denominator)] where candidate <= CMTimeScale.max {
      if let (value, isExact) = exact.rounded(scaledBy: candidate, .towardZero), isExact {
        self.init(value: value, timescale: CMTimeScale(candidate), flags: .valid, epoch: epoch)
        if wasRounded { flags.insert(.hasBeenRounded) }
        return
      }
    }
    self.init(exact, timescale: Int64(CMTimeScale.max), wasRounded: wasRounded, epoch: epoch)
  }

  /// 1 or -1 for the infinities, 0 for every other time.
  var infinity: Int {
    switch kind {
    case .positiveInfinity: 1
    case .negativeInfinity: -1
    case .finite, .indefinite, .invalid: 0
    }
  }

  /// The infinity of a sign; 0 counts as positive.
  static func infinity(_ sign: Int) -> CMTime {
    sign < 0 ? .negativeInfinity : .positiveInfinity
  }
}

/// The smallest common multiple of two positive numbers; `Int64.max`, more than any timescale, when it does not fit.
func leastCommonMultiple(_ first: Int64, _ second: Int64) -> Int64 {
  let common = Int64(clamping: greatestCommonDivisor(UInt128(first.magnitude), UInt128(second.magnitude)))
  let (multiple, overflows) = (first / common).multipliedReportingOverflow(by: second)
  return overflows ? Int64.max : multiple
}

/// A time times a whole number, at the time's own timescale; overflow as in a sum. An infinity takes the sign of the
/// product. Apple's `CMTimeMultiply`.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  guard time.isNumeric else { return time.special(timesSignOf: Int(multiplier)) }
  let product = WideRational(time) * WideRational(Int128(multiplier), over: 1)
  return CMTime(product, timescale: Int64(time.timescale), wasRounded: time.hasBeenRounded, epoch: time.epoch)
}

/// A time times a fraction, exact where a timescale below 2³¹ allows it. Apple's `CMTimeMultiplyByRatio`.
///
/// With the fraction in lowest terms the timescale is the time's, times the divisor, and nothing is reduced: 1800/600
/// times 2/3 is 3600/1800. When that does not fit, the result is in lowest terms, and only when those do not fit
/// either is it rounded, at the finest timescale that holds it.
///
/// A divisor of 0 gives an infinity of the sign of time and multiplier, or the invalid time when one of them is 0. An
/// infinite time stays infinite, with the sign of the result; an indefinite or invalid time stays as it is.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  guard time.isNumeric else {
    return time.special(timesSignOf: (multiplier < 0) == (divisor < 0) ? 1 : -1)
  }
  guard divisor != 0 else {
    let sign = time.value.signum() * Int64(multiplier.signum())
    return sign == 0 ? .invalid : .infinity(Int(sign))
  }
  let ratio = WideRational(Int128(multiplier), over: Int128(divisor))
  return CMTime(
    WideRational(time) * ratio, preferring: Int64(time.timescale) * Int64(clamping: ratio.denominator),
    wasRounded: time.hasBeenRounded, epoch: time.epoch)
}

/// A time times a floating-point number, to the nearest nanosecond. Apple's `CMTimeMultiplyByFloat64`.
///
/// The timescale of the result is 1,000,000,000, which is what Apple's systems return, not the doubling of the time's
/// timescale that their documentation describes; overflow as in a sum. The multiplier counts with its exact binary
/// value, so that the rounded flag is set unless the product is a whole number of nanoseconds.
///
/// An infinite multiplier gives an infinity, or the invalid time when the time is 0; not-a-number gives the invalid
/// time.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
  guard time.isValid, !multiplier.isNaN else { return .invalid }
  let sign = multiplier < 0 ? -1 : 1
  guard time.isNumeric else { return time.special(timesSignOf: sign) }
  guard multiplier.isFinite else {
    return time.value == 0 ? .invalid : .infinity(time.value < 0 ? -sign : sign)
  }
  let product = WideRational(time) * WideRational(multiplier)
  return CMTime(product, timescale: 1_000_000_000, wasRounded: time.hasBeenRounded, epoch: time.epoch)
}

extension CMTime {
  /// A time that is not finite, multiplied by a number of sign `sign`.
  fileprivate func special(timesSignOf sign: Int) -> CMTime {
    infinity == 0 ? self : .infinity(sign < 0 ? -infinity : infinity)
  }
}

extension CMTime: Comparable {
  /// Whether two times are the same number of seconds of the same epoch, or the same special time.
  ///
  /// 1/2 and 2/4 are equal and the rounded flag does not count. All invalid times are equal.
  public static func == (left: CMTime, right: CMTime) -> Bool {
    left.order(relativeTo: right) == 0
  }

  /// Whether the left time comes first. Negative infinity < finite < indefinite < positive infinity < invalid; of two
  /// finite times of different epochs the one of the greater epoch is greater.
  public static func < (left: CMTime, right: CMTime) -> Bool {
    left.order(relativeTo: right) < 0
  }

  /// -1, 0 or 1 as the time is before, the same as, or after the other.
  func order(relativeTo other: CMTime) -> Int {
    guard kind == .finite, other.kind == .finite else { return sign(kind.rawValue, other.kind.rawValue) }
    guard epoch == other.epoch else { return sign(epoch, other.epoch) }
    return sign(Int128(value) * Int128(other.timescale), Int128(other.value) * Int128(timescale))
  }
}

extension CMTime: Hashable {
  /// Equal times hash equally: the seconds enter in lowest terms, and no flag or field that equality leaves out.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    guard isNumeric else { return }
    let seconds = WideRational(self)
    hasher.combine(seconds.numerator)
    hasher.combine(seconds.denominator)
    hasher.combine(epoch)
  }
}

/// -1, 0 or 1 as the first is less than, equal to, or greater than the second.
private func sign<Number: Comparable>(_ first: Number, _ second: Number) -> Int {
  if first == second { return 0 }
  return first < second ? -1 : 1
}
