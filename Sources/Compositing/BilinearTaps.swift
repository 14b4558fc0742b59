/// The four samples around a place, and how they are mixed to the value there.
struct BilinearTaps {
  /// Where the upper left sample stands in its plane.
  let topLeft: Int
  /// Where the upper right one does.
  let topRight: Int
  /// Where the lower left one does.
  let bottomLeft: Int
  /// Where the lower right one does.
  let bottomRight: Int
  /// How far the place is from the left samples to the right ones, in 65,536ths.
  let across: Int64
  /// How far the place is from the upper samples to the lower ones, in 65,536ths.
  let down: Int64

  /// The value there, rounded to nearest after `precision` more bits than the samples have.
  @inline(__always)
  func value<Sample: UnsignedInteger & FixedWidthInteger>(in samples: [Sample], precision: Int64) -> UInt32 {
    let top = mix(samples[topLeft], samples[topRight])
    let bottom = mix(samples[bottomLeft], samples[bottomRight])
    let value = top << 16 &+ (bottom &- top) &* down
    let dropped = 32 - precision
    return UInt32(truncatingIfNeeded: (value &+ 1 << (dropped - 1)) >> dropped)
  }

  /// The value between two samples of a row, in 65,536ths.
  @inline(__always)
  private func mix<Sample: UnsignedInteger & FixedWidthInteger>(_ left: Sample, _ right: Sample) -> Int64 {
    Int64(left) << 16 &+ (Int64(right) &- Int64(left)) &* across
  }
}
