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
