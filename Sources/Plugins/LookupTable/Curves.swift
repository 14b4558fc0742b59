import Compositing

/// A table of each component by itself, made ready for eight bits: 256 answers a component.
struct Curves: Sendable {
  private let red: [UInt8]
  private let green: [UInt8]
  private let blue: [UInt8]

  /// The curves of `table`, of which `strength`, 0…1, counts; linear between entries.
  init(_ table: CubeTable, strength: Double) {
    func levels(_ component: Int) -> [UInt8] {
      let axis = LatticeAxis(
        from: table.domainMinimum[component], to: table.domainMaximum[component], size: table.size, stride: 1)
      return axis.places.enumerated().map { level, place in
        let (first, fraction) = (Int(place.offset), Double(place.way.fraction))
        let (here, next) = (table.entries[first][component], table.entries[first + 1][component])
        let output = here + (next - here) * fraction
        let mixed = 255 * output * strength + Double(level) * (1 - strength)
        return UInt8(min(255, max(0, mixed)).rounded())
      }
    }
    (red, green, blue) = (levels(0), levels(1), levels(2))
  }

  /// Looks up a row of `rgba` pixels in place.
  func apply(to row: inout MutableSpan<UInt8>) {
    let (red, green, blue) = (red.span, green.span, blue.span)
    for pixel in 0..<row.count / 4 {
      let index = 4 &* pixel
      row[index] = red[Int(row[index])]
      row[index &+ 1] = green[Int(row[index &+ 1])]
      row[index &+ 2] = blue[Int(row[index &+ 2])]
    }
  }
}
