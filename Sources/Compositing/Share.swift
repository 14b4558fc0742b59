/// The fixed-point numbers that pictures are composed with.
///
/// A *share* says how much of something counts: an alpha, a coverage, an opacity. It has 15 fractional bits, so that a
/// sample of 16 bits times a share fits 32. A *fine sample* is an 8-bit sample with 8 fractional bits more: layers are
/// laid over one another in fine samples, and the result is rounded to 8 bits once.
enum Share {
  /// All of it.
  static let one: UInt32 = 1 << bits
  /// Fractional bits of a share.
  static let bits: UInt32 = 15
  /// What makes a shift by `bits` round to nearest.
  static let half: UInt32 = one / 2

  /// The share nearest to `value`; 0 below 0 and `one` above 1.
  static func nearest(_ value: Double) -> UInt16 {
    UInt16(min(max(value, 0), 1) * Double(one) + 0.5)
  }
}
