/// A plane of a layer without alpha: 8-bit samples, or fine ones where the plane was scaled down first.
struct OpaquePlane<Sample: UnsignedInteger & FixedWidthInteger>: LayerPlane {
  /// The samples that may be shown.
  let area: PlaneArea
  /// All samples, row by row.
  let samples: [Sample]

  /// How many bits a fine sample has more.
  private static var missingBits: Int { 16 - Sample.bitWidth }

  /// The sample, opaque.
  @inline(__always)
  func contribution(at index: Int) -> PremultipliedSample {
    PremultipliedSample(color: UInt32(samples[index]) << UInt32(Self.missingBits), alpha: Share.one)
  }

  /// The mixed sample, opaque.
  @inline(__always)
  func contribution(at taps: BilinearTaps) -> PremultipliedSample {
    PremultipliedSample(color: taps.value(in: samples, precision: Int64(Self.missingBits)), alpha: Share.one)
  }
}
