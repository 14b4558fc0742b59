/// Where each level of a component lies along one dimension of a lattice.
struct LatticeAxis: Sendable {
  /// Where a level lies.
  struct Place: Sendable {
    /// How far the point before it lies from the lattice's first, counted in points.
    var offset: Int32
    /// The way that it has come from there to the next point.
    var way: Way
  }

  /// How far a level has come from one point to the next, and how far that is.
  ///
  /// Both stand in one number, which ways are put in order by, whole: the bits of fractions come first, and as none is
  /// negative they stand in the fractions' order.
  struct Way: Sendable {
    /// The bits of the fraction, then the step.
    let number: UInt64

    /// The way that `number` stands for.
    @inline(__always)
    init(number: UInt64) {
      self.number = number
    }

    /// A level that has come by `fraction`, 0…1, of the way to a point `step` further on.
    init(_ fraction: Float, ofStep step: Int) {
      number = UInt64(fraction.bitPattern) << 32 | UInt64(UInt32(truncatingIfNeeded: step))
    }

    /// How much of the way it has come, 0…1.
    var fraction: Float { Float(bitPattern: UInt32(truncatingIfNeeded: number >> 32)) }

    /// How far the next point is, counted in points of the lattice.
    var step: Int { Int(truncatingIfNeeded: number & 0xFFFF_FFFF) }
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
      return Place(offset: Int32(cell * stride), way: Way(Float(place - Double(cell)), ofStep: stride))
    }
  }
}
