import Compositing
import PictureRows

/// A table of all three components, prepared for eight bits: every level has its place in the lattice, and the entries
/// are levels already.
struct Lattice: Sendable {
  private let red: LatticeAxis
  private let green: LatticeAxis
  private let blue: LatticeAxis
  /// The outputs times 255 times the strength; the fourth number is unused.
  private let entries: [SIMD4<Float>]
  /// The weight of the input that is left.
  private let rest: Float
  private let interpolation: Interpolation

  /// The lattice of `table`, mixed in with `strength`, 0…1.
  init(_ table: CubeTable, interpolation: Interpolation, strength: Double) {
    let (size, from, to) = (table.size, table.domainMinimum, table.domainMaximum)
    red = LatticeAxis(from: from.x, to: to.x, size: size, stride: 1)
    green = LatticeAxis(from: from.y, to: to.y, size: size, stride: size)
    blue = LatticeAxis(from: from.z, to: to.z, size: size, stride: size * size)
    entries = table.entries.map { entry in
      let levels = entry * (255 * strength)
      return SIMD4(Float(levels.x), Float(levels.y), Float(levels.z), 0)
    }
    rest = Float(1 - strength)
    self.interpolation = interpolation
  }

  /// Looks up a row of `rgba` pixels in place.
  func apply(to row: inout MutableSpan<UInt8>) {
    let entries = entries.span
    // One loop an interpolation, so that the choice is made once a row.
    switch interpolation {
    case .tetrahedral: apply(to: &row) { Self.tetrahedral(entries, $0, $1, $2) }
    case .trilinear: apply(to: &row) { Self.trilinear(entries, $0, $1, $2) }
    }
  }

  /// Looks up a row by `entry`, which gives what lies at a place on each axis.
  @inline(__always)
  private func apply(
    to row: inout MutableSpan<UInt8>,
    entry: (_ across: LatticeAxis.Place, _ down: LatticeAxis.Place, _ deep: LatticeAxis.Place) -> SIMD4<Float>
  ) {
    let (reds, greens, blues) = (red.places.span, green.places.span, blue.places.span)
    for pixel in 0..<row.count / 4 {
      let index = 4 &* pixel
      let (red, green, blue) = (row[index], row[index &+ 1], row[index &+ 2])
      let looked = entry(reds[Int(red)], greens[Int(green)], blues[Int(blue)])
      row[index] = UInt8(nearest: looked.x + rest * Float(red))
      row[index &+ 1] = UInt8(nearest: looked.y + rest * Float(green))
      row[index &+ 2] = UInt8(nearest: looked.z + rest * Float(blue))
    }
  }

  /// The interpolation between the four corners that are met on the cell's edges from its first to its last, the longest way
  /// first.
  @inline(__always)
  private static func tetrahedral(
    _ entries: Span<SIMD4<Float>>, _ across: LatticeAxis.Place, _ down: LatticeAxis.Place, _ deep: LatticeAxis.Place
  ) -> SIMD4<Float> {
    let (red, green, blue) = (across.way.number, down.way.number, deep.way.number)
    let longest = max(red, max(green, blue))
    let shortest = min(red, min(green, blue))
    // The remaining one: equal values cancel out.
    let other = red ^ green ^ blue ^ longest ^ shortest
    let (first, second, third) = (
      LatticeAxis.Way(number: longest), LatticeAxis.Way(number: other), LatticeAxis.Way(number: shortest)
    )
    let corner = Int(across.offset &+ down.offset &+ deep.offset)
    let next = corner &+ first.step
    let last = next &+ second.step
    return entries[corner] * (1 - first.fraction) + entries[next] * (first.fraction - second.fraction)
      + entries[last] * (second.fraction - third.fraction) + entries[last &+ third.step] * third.fraction
  }

  /// The interpolation between the cell's eight corners.
  @inline(__always)
  private static func trilinear(
    _ entries: Span<SIMD4<Float>>, _ across: LatticeAxis.Place, _ down: LatticeAxis.Place, _ deep: LatticeAxis.Place
  ) -> SIMD4<Float> {
    let (right, below, behind) = (across.way, down.way, deep.way)
    func edge(_ start: Int) -> SIMD4<Float> {
      entries[start] * (1 - right.fraction) + entries[start &+ right.step] * right.fraction
    }
    func face(_ start: Int) -> SIMD4<Float> {
      edge(start) * (1 - below.fraction) + edge(start &+ below.step) * below.fraction
    }
    let corner = Int(across.offset &+ down.offset &+ deep.offset)
    return face(corner) * (1 - behind.fraction) + face(corner &+ behind.step) * behind.fraction
  }
}

/// The places of a component's levels along one dimension of a lattice.
struct LatticeAxis: Sendable {
  /// The place of a level.
  struct Place: Sendable {
    /// The distance of the point before it from the lattice's first, counted in points.
    var offset: Int32
    /// The way that it has come from there to the next point.
    var way: Way
  }

  /// The way of a level from one point to the next, and the distance of the two.
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

    /// The part of the way that it has come, 0…1.
    var fraction: Float { Float(bitPattern: UInt32(truncatingIfNeeded: number >> 32)) }

    /// The distance of the next point, counted in points of the lattice.
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

/// The interpolation of a color between the points of a lattice from those around it.
public enum Interpolation: String, Hashable, Sendable, CaseIterable {
  /// Of four of the eight corners around it, those of the tetrahedron that it lies in: grays stay grays where the table's
  /// are.
  case tetrahedral
  /// Of all eight corners.
  case trilinear
}
