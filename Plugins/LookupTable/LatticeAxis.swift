/// Where each level of a component lies along one dimension of a lattice.
struct LatticeAxis: Sendable {
  /// Where a level lies.
  struct Place: Sendable {
    /// How far the point before it lies from the lattice's first, counted in points.
    var offset: Int32
    /// How far it has come from there to the next point, 0…1.
    var fraction: Float
  }

  /// The 256 levels' places.
  let places: [Place]

  /// The axis of `size` points from `minimum` to `maximum`, where levels are 0…1; the next point is `stride` further on.
  /// What lies beyond its ends is taken for these.
  init(from minimum: Double, to maximum: Double, size: Int, stride: Int) {
    places = (0..<256).map { level in
      let input = min(max((Double(level) / 255 - minimum) / (maximum - minimum), 0), 1)
      let place = input * Double(size - 1)
      // The last point belongs to the last cell, which has a next one.
      let cell = min(Int(place), size - 2)
      return Place(offset: Int32(cell * stride), fraction: Float(place - Double(cell)))
    }
  }
}
