import Compositing

/// A table of all three components, made ready for eight bits: every level knows its place, and the entries are
/// levels already.
struct Lattice: Sendable {
  private let red: LatticeAxis
  private let green: LatticeAxis
  private let blue: LatticeAxis
  /// The outputs times 255 times the strength; the fourth number is unused.
  private let entries: [SIMD4<Float>]
  /// How many entries lie from a point to the next in green, and in blue.
  private let stride: (green: Int, blue: Int)
  /// How much of the input is left.
  private let rest: Float
  private let interpolation: Interpolation

  /// The lattice of `table`, of which `strength`, 0…1, counts.
  init(_ table: CubeTable, interpolation: Interpolation, strength: Double) {
    let (size, from, to) = (table.size, table.domainMinimum, table.domainMaximum)
    red = LatticeAxis(from: from.x, to: to.x, size: size, stride: 1)
    green = LatticeAxis(from: from.y, to: to.y, size: size, stride: size)
    blue = LatticeAxis(from: from.z, to: to.z, size: size, stride: size * size)
    stride = (size, size * size)
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
    let (reds, greens, blues) = (red.places.span, green.places.span, blue.places.span)
    for pixel in 0..<row.count / 4 {
      let index = 4 &* pixel
      let (red, green, blue) = (row[index], row[index &+ 1], row[index &+ 2])
      let (across, down, deep) = (reds[Int(red)], greens[Int(green)], blues[Int(blue)])
      let corner = Int(across.offset &+ down.offset &+ deep.offset)
      let looked =
        interpolation == .tetrahedral
        ? tetrahedral(entries, corner, across.fraction, down.fraction, deep.fraction)
        : trilinear(entries, corner, across.fraction, down.fraction, deep.fraction)
      let mixed = looked + SIMD4(Float(red), Float(green), Float(blue), 0) * rest
      row[index] = Self.byte(mixed.x)
      row[index &+ 1] = Self.byte(mixed.y)
      row[index &+ 2] = Self.byte(mixed.z)
    }
  }

  /// The entry at fractions `r`, `g` and `b` from point `first` towards the next ones: along the cell's edges from corner
  /// to corner, the longest way first.
  @inline(__always)
  private func tetrahedral(_ entries: Span<SIMD4<Float>>, _ first: Int, _ r: Float, _ g: Float, _ b: Float)
    -> SIMD4<Float>
  {
    let (toGreen, toBlue) = (stride.green, stride.blue)
    let last = first &+ 1 &+ toGreen &+ toBlue
    let (steps, ways): ((Int, Int), (Float, Float, Float)) =
      if r > g {
        if g > b {
          ((1, 1 &+ toGreen), (r, g, b))
        } else if r > b {
          ((1, 1 &+ toBlue), (r, b, g))
        } else {
          ((toBlue, 1 &+ toBlue), (b, r, g))
        }
      } else if b > g {
        ((toBlue, toGreen &+ toBlue), (b, g, r))
      } else if b > r {
        ((toGreen, toGreen &+ toBlue), (g, b, r))
      } else {
        ((toGreen, 1 &+ toGreen), (g, r, b))
      }
    return entries[first] * (1 - ways.0) + entries[first &+ steps.0] * (ways.0 - ways.1)
      + entries[first &+ steps.1] * (ways.1 - ways.2) + entries[last] * ways.2
  }

  /// The same, between the cell's eight corners.
  @inline(__always)
  private func trilinear(_ entries: Span<SIMD4<Float>>, _ first: Int, _ r: Float, _ g: Float, _ b: Float)
    -> SIMD4<Float>
  {
    func edge(_ start: Int) -> SIMD4<Float> { entries[start] * (1 - r) + entries[start &+ 1] * r }
    func face(_ start: Int) -> SIMD4<Float> { edge(start) * (1 - g) + edge(start &+ stride.green) * g }
    return face(first) * (1 - b) + face(first &+ stride.blue) * b
  }

  private static func byte(_ level: Float) -> UInt8 { UInt8(min(255, max(0, level)) + 0.5) }
}
