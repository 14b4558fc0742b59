/// The numbers that one particle draws: the same ones whenever it is looked at (SplitMix64; Steele, Lea and Flood, 2014).
struct ChanceSequence {
  private var state: UInt64

  /// The sequence that follows from a seed and what the particle is: its parent's, its cell's number and its own.
  init(seed: UInt64, cell: Int, particle: Int64) {
    state = Self.mixed(
      Self.mixed(seed ^ UInt64(truncatingIfNeeded: cell) &* 0xD134_2543_DE82_EF95)
        ^ UInt64(bitPattern: particle))
  }

  /// The seed of the sequences of particles that this particle emits.
  var seed: UInt64 { Self.mixed(state ^ 0x5851_F42D_4C95_7F2D) }

  /// The next number, evenly spread over 0 up to 1.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Double(Self.mixed(state) >> 11) * 0x1p-53
  }

  /// The next number, evenly spread over `range` about `mean`.
  mutating func next(about mean: Double, range: Double) -> Double { mean + (next() - 0.5) * range }

  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
