import MediaTime

/// A place between the samples of a row, `first + k · rate`, that is stepped through without an error that adds up.
struct PhaseAccumulator {
  /// The sample at or before the place.
  private(set) var whole: Int
  /// How far the place lies behind `whole`, in parts of `denominator`.
  private var part: Int128
  private let denominator: Int128
  private let wholeStep: Int
  private let partStep: Int128

  /// The place `first`, before the first step of `rate` samples.
  init(first: Rational, rate: Rational) {
    denominator = Int128(first.denominator) * Int128(rate.denominator)
    whole = Int(first.floor())
    part =
      (Int128(first.numerator) - Int128(first.floor()) * Int128(first.denominator)) * Int128(rate.denominator)
    wholeStep = Int(rate.floor())
    partStep =
      (Int128(rate.numerator) - Int128(rate.floor()) * Int128(rate.denominator)) * Int128(first.denominator)
  }

  /// 0..<1: how far the place lies behind `whole`.
  var fraction: Double { Double(part) / Double(denominator) }

  /// Goes on by one step.
  mutating func advance() {
    whole += wholeStep
    part += partStep
    guard part >= denominator else { return }
    part -= denominator
    whole += 1
  }
}
