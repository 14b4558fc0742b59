extension CMTime {
  /// The sum. Apple's `CMTimeAdd`.
  ///
  /// The timescale is the operands' common one, or their least common multiple, or `kCMTimeMaxTimescale` when that is
  /// too large; nothing is reduced. A value that does not fit halves the timescale until it does, and becomes an
  /// infinity when it does not fit at one unit a second. Whatever is not exact, and whatever was not exact in an
  /// operand, sets the rounded flag.
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
    let (first, second) = (ExactQuotient(self), ExactQuotient(other))
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
  init(_ exact: ExactQuotient, timescale: Int64, wasRounded: Bool, epoch: CMTimeEpoch) {
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
  init(_ exact: ExactQuotient, preferring timescale: Int64, wasRounded: Bool, epoch: CMTimeEpoch) {
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
