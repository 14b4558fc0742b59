extension CMTime: CustomStringConvertible, CustomDebugStringConvertible {
  /// `{1/2 = 0.500}`, with `, rounded` and `, epoch 3` where they apply; `{INVALID}`, `{INDEFINITE}`, `{+INFINITY}` or
  /// `{-INFINITY}`. The text of Apple's `CMTimeCopyDescription`.
  public var description: String {
    switch kind {
    case .invalid: "{INVALID}"
    case .indefinite: "{INDEFINITE}"
    case .positiveInfinity: "{+INFINITY}"
    case .negativeInfinity: "{-INFINITY}"
    case .finite:
      "{\(value)/\(timescale) = \(decimalSeconds)"
        + "\(hasBeenRounded ? ", rounded" : "")\(epoch == 0 ? "" : ", epoch \(epoch)")}"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The seconds of a finite time to three decimals, the last rounded to the nearest.
  private var decimalSeconds: String {
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: UInt64(timescale))
    let thousandths = (rest * 2000 + UInt64(timescale)) / (UInt64(timescale) * 2)
    let seconds = thousandths == 1000 ? whole + 1 : whole
    let decimals = String(1000 + thousandths % 1000).dropFirst()
    return "\(value < 0 ? "-" : "")\(seconds).\(decimals)"
  }
}
