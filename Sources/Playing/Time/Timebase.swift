public import MediaTime

/// The relation of item time to host time: a straight line (`CMTimebase`).
///
/// ```
///  item time                 ╱  rate
///                    ╱
///    anchorTime ──▪
///                 anchorHost        host time
/// ```
///
/// Exact as long as times fit in 64 bits; where one does not, it is rounded down to a nanosecond.
public struct Timebase: Hashable, Sendable {
  /// The host time, in seconds, at which it is `anchorTime`.
  public var anchorHost: Rational
  /// The item time, in seconds, at `anchorHost`.
  public var anchorTime: Rational
  /// Seconds of the item in one of the host's; negative backwards, not zero.
  public var rate: Rational

  /// It is `anchorTime` at `anchorHost`, and goes on from there at `rate`.
  public init(anchorHost: Rational, anchorTime: Rational, rate: Rational) {
    (self.anchorHost, self.anchorTime, self.rate) = (anchorHost, anchorTime, rate)
  }

  /// The item time at `host`.
  public func time(atHost host: Rational) -> Rational {
    if let exact = try? anchorTime + (host - anchorHost) * rate { return exact }
    let elapsed = (try? host - anchorHost)?.seconds ?? host.seconds - anchorHost.seconds
    return Rational(nanosecondsOf: anchorTime.seconds + elapsed * rate.seconds)
  }

  /// The host time at which it is `time`.
  public func host(of time: Rational) -> Rational {
    if let exact = try? anchorHost + (time - anchorTime) / rate { return exact }
    return Rational(nanosecondsOf: anchorHost.seconds + (time.seconds - anchorTime.seconds) / rate.seconds)
  }
}

extension Rational {
  /// `seconds` in whole nanoseconds, rounded down; zero where that does not fit.
  init(nanosecondsOf seconds: Double) {
    let count = Int64(exactly: (seconds * 1_000_000_000).rounded(.down)) ?? 0
    self = (try? Rational(count, 1_000_000_000)) ?? .zero
  }

  /// The same time, or where its denominator is so large that sums may not fit, the nanosecond before.
  var restrained: Rational {
    denominator <= 100_000_000_000 ? self : Rational(nanosecondsOf: self.seconds)
  }

  /// The sum; rounded down to a nanosecond where it does not fit.
  func plus(_ other: Rational) -> Rational {
    (try? self + other) ?? Rational(nanosecondsOf: seconds + other.seconds)
  }

  /// The same without its sign.
  var magnitude: Rational { self < .zero ? (try? -self) ?? self : self }

  /// The rate nearest to a `Float`, which holds 1.1 and 1/3 only roughly: the simplest fraction that it rounds to, between −64 and
  /// 64. Nil for what is no number.
  init?(rate: Float) {
    guard rate.isFinite else { return nil }
    let limited = Double(max(-64, min(rate, 64)))
    let middle = Rational(nanosecondsOf: limited.magnitude)
    guard let margin = try? Rational(1, 2_000_000), let low = try? middle - margin, let high = try? middle + margin
    else {
      return nil
    }
    let simplest = Rational.simplest(in: low...high)
    guard let signed = limited < 0 ? try? -simplest : simplest else { return nil }
    self = signed
  }
}
