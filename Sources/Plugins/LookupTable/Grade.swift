import Compositing
import FoundationEssentials

/// A lookup table made ready for pictures of eight bits.
enum Grade: Sendable {
  /// Components are looked up by themselves.
  case curves(Curves)
  /// All three together.
  case lattice(Lattice)

  /// The recipe of a grade.
  struct Recipe: Hashable, Sendable {
    /// The .cube file's path.
    var path: String
    /// The interpolation of colors between the points of a lattice.
    var interpolation: Interpolation
    /// Its weight, 0…1.
    var strength: Double
  }

  /// The grade of the table in a file.
  ///
  /// - Throws: `CompositingError` with `invalidParameter`, which names the file and the line.
  init(_ recipe: Recipe) throws(CompositingError) {
    let table = try Self.table(inFileAt: recipe.path)
    switch table.dimensions {
    case .one: self = .curves(Curves(table, strength: recipe.strength))
    case .three:
      self = .lattice(Lattice(table, interpolation: recipe.interpolation, strength: recipe.strength))
    }
  }

  /// Grades a row of `rgba` pixels in place.
  func apply(to row: inout MutableSpan<UInt8>) {
    switch self {
    case .curves(let curves): curves.apply(to: &row)
    case .lattice(let lattice): lattice.apply(to: &row)
    }
  }

  private static func table(inFileAt path: String) throws(CompositingError) -> CubeTable {
    guard !path.isEmpty else {
      throw CompositingError(
        .invalidParameter, "No lookup table is named.", remedy: "Give “file” the name of a .cube file.")
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw CompositingError(
        .invalidParameter, "The lookup table \(path) cannot be read.",
        remedy: "Give “file” the name of a .cube file, counted from the project's folder.")
    }
    do {
      return try CubeFileReader.table([UInt8](data))
    } catch {
      throw CompositingError(
        .invalidParameter, "The lookup table \(path) cannot be used. \(error)", remedy: "Correct the file.")
    }
  }
}

/// A table of each component by itself, made ready for eight bits: 256 answers a component.
struct Curves: Sendable {
  private let red: [UInt8]
  private let green: [UInt8]
  private let blue: [UInt8]

  /// The curves of `table`, mixed in with `strength`, 0…1; linear between entries.
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
