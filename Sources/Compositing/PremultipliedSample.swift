/// What a layer adds to a sample of the canvas.
struct PremultipliedSample {
  /// The layer's fine sample times its alpha.
  let color: UInt32
  /// The alpha, as a share.
  let alpha: UInt32

  /// The fine sample that `canvas` becomes when `share` of this is laid over it, rounded to nearest.
  @inline(__always)
  func blended(over canvas: UInt16, share: UInt16) -> UInt16 {
    let covered = (alpha &* UInt32(share) &+ Share.half) >> Share.bits
    let sum = UInt32(canvas) &* (Share.one &- covered) &+ color &* UInt32(share)
    return UInt16(truncatingIfNeeded: (sum &+ Share.half) >> Share.bits)
  }
}
