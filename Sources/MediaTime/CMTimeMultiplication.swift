// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A time times a whole number, at the time's own timescale; overflow as in a sum. An infinity takes the sign of the
/// product. Apple's `CMTimeMultiply`.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  guard time.isNumeric else { return time.special(timesSignOf: Int(multiplier)) }
  let product = ExactQuotient(time) * ExactQuotient(Int128(multiplier), over: 1)
  return CMTime(product, timescale: Int64(time.timescale), wasRounded: time.hasBeenRounded, epoch: time.epoch)
}

/// A time times a fraction, exact where a timescale below 2³¹ allows it. Apple's `CMTimeMultiplyByRatio`.
///
/// With the fraction in lowest terms the timescale is the time's, times the divisor, and nothing is reduced: 1800/600
/// times 2/3 is 3600/1800. When that does not fit, the result stands in lowest terms, and only when those do not fit
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
  let ratio = ExactQuotient(Int128(multiplier), over: Int128(divisor))
  return CMTime(
    ExactQuotient(time) * ratio, preferring: Int64(time.timescale) * Int64(clamping: ratio.denominator),
    wasRounded: time.hasBeenRounded, epoch: time.epoch)
}

/// A time times a floating-point number, to the nearest nanosecond. Apple's `CMTimeMultiplyByFloat64`.
///
/// The timescale of the result is 1,000,000,000, which is what Apple's systems return, not the doubling of the time's
/// timescale that their documentation describes; overflow as in a sum. The multiplier counts with its exact binary
/// value, so that the rounded flag is set unless time and multiplier really meet at a whole number of nanoseconds.
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
  let product = ExactQuotient(time) * ExactQuotient(multiplier)
  return CMTime(product, timescale: 1_000_000_000, wasRounded: time.hasBeenRounded, epoch: time.epoch)
}

extension CMTime {
  /// A time that is not finite, multiplied by something of a sign.
  fileprivate func special(timesSignOf sign: Int) -> CMTime {
    infinity == 0 ? self : .infinity(sign < 0 ? -infinity : infinity)
  }
}
