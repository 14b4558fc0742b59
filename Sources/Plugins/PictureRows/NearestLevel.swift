extension UInt8 {
  /// The level nearest to `number`: 0 for what is less, 255 for what is more.
  ///
  /// Made for every sample of a picture: there is nothing to be checked. From 2²³ on a `Float` has no binary digits behind
  /// the point, so adding that rounds to nearest, and leaves the number in the lowest bits.
  @inlinable @inline(__always)
  package init(nearest number: Float) {
    let positive = number > 0 ? number : 0
    self.init(truncatingIfNeeded: (Swift.min(255, positive) + 8_388_608).bitPattern)
  }
}
