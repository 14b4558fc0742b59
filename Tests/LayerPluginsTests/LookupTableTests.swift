import Compositing
import EditingModel
import FoundationEssentials
import MediaFormats
import PictureRows
import SeededRandom
import Testing

@testable import LookupTable

@Suite("Lookup tables")
struct LookupTableTests {
  private typealias Triple = CubeTable.Triple

  /// A table whose entries `output` gives for their inputs.
  private func table(
    _ size: Int, from minimum: Triple = .zero, to maximum: Triple = .one, _ output: (Triple) -> Triple
  ) -> CubeTable {
    let entries = (0..<size * size * size).map { index in
      let place = Triple(Double(index % size), Double(index / size % size), Double(index / size / size))
      return output(minimum + (maximum - minimum) * (place / Double(size - 1)))
    }
    return CubeTable(
      domainMinimum: minimum, domainMaximum: maximum, dimensions: .three, size: size, entries: entries)
  }

  /// What `grade` makes of a picture.
  private func graded(_ picture: PixelBuffer, by grade: Grade) throws -> [Pixel] {
    let copy = try PixelBuffer(format: .rgba, width: picture.width, height: picture.height)
    try copy.copyBytes(of: picture)
    try copy.changeRows { grade.apply(to: &$0) }
    return try copy.pixels()
  }

  /// Levels, one component after the other.
  private func levels(_ pixels: [Pixel]) -> [Double] {
    pixels.flatMap { [Double($0.x), Double($0.y), Double($0.z)] }
  }

  /// What a table gives for a pixel, worked out in the obvious way: 0…255, not rounded.
  private func looked(_ pixel: Pixel, in table: CubeTable, _ interpolation: Interpolation) -> Triple {
    let input = Triple(Double(pixel.x), Double(pixel.y), Double(pixel.z)) / 255
    let place =
      ((input - table.domainMinimum) / (table.domainMaximum - table.domainMinimum))
      .clamped(lowerBound: .zero, upperBound: .one) * Double(table.size - 1)
    let cell = (0..<3).map { min(Int(place[$0]), table.size - 2) }
    let way = (0..<3).map { place[$0] - Double(cell[$0]) }
    func entry(_ corner: [Int]) -> Triple {
      table.entries[cell[0] + corner[0] + table.size * (cell[1] + corner[1] + table.size * (cell[2] + corner[2]))]
    }
    var sum = Triple.zero
    switch interpolation {
    case .trilinear:
      for corner in (0..<8).map({ [$0 & 1, $0 >> 1 & 1, $0 >> 2] }) {
        sum += entry(corner) * (0..<3).map { corner[$0] == 1 ? way[$0] : 1 - way[$0] }.reduce(1, *)
      }
    case .tetrahedral:
      // From the first corner to the last, along the axes in the order of how far the place lies along them.
      var corner = [0, 0, 0]
      var left = 1.0
      for axis in [0, 1, 2].sorted(by: { way[$0] > way[$1] }) {
        sum += entry(corner) * (left - way[axis])
        left = way[axis]
        corner[axis] = 1
      }
      sum += entry(corner) * left
    }
    return (sum * 255).clamped(lowerBound: .zero, upperBound: Triple(repeating: 255))
  }

  @Test(arguments: Interpolation.allCases, [2, 5, 17])
  func `a table that changes nothing changes nothing`(interpolation: Interpolation, size: Int) throws {
    var random = SeededGenerator(seed: UInt64(size))
    let picture = try PixelBuffer.noise(64, 32, using: &random)
    let grade = Grade.lattice(Lattice(table(size) { $0 }, interpolation: interpolation, strength: 1))
    #expect(try graded(picture, by: grade) == picture.pixels())
  }

  @Test(arguments: Interpolation.allCases, [1, 0.4])
  func `random tables give what they say, to the nearest level`(interpolation: Interpolation, strength: Double) throws {
    var random = SeededGenerator(seed: 31)
    let picture = try PixelBuffer.noise(64, 32, using: &random)
    let table = table(6, from: Triple(-0.2, 0, 0.1), to: Triple(1, 1.4, 0.9)) { _ in
      Triple(
        .random(in: -0.2...1.2, using: &random), .random(in: 0...1, using: &random),
        .random(in: 0...1, using: &random))
    }
    let grade = Grade.lattice(Lattice(table, interpolation: interpolation, strength: strength))
    let wanted = try picture.pixels().flatMap { pixel in
      // A strength is of the table's output, before that is cut off at the ends.
      let own = Triple(Double(pixel.x), Double(pixel.y), Double(pixel.z))
      guard strength < 1 else { return vector(looked(pixel, in: table, interpolation)) }
      return vector(unclamped(pixel, in: table, interpolation) * strength + own * (1 - strength))
    }
    #expect(furthest(levels(try graded(picture, by: grade)), wanted) < 0.502)
  }

  private func vector(_ triple: Triple) -> [Double] { [triple.x, triple.y, triple.z].map { min(255, max(0, $0)) } }

  private func unclamped(_ pixel: Pixel, in table: CubeTable, _ interpolation: Interpolation) -> Triple {
    // Halved about the middle, a table of -0.2…1.2 is not cut off.
    var halved = table
    halved.entries = table.entries.map { ($0 - 0.5) / 2 + 0.5 }
    return (looked(pixel, in: halved, interpolation) - 127.5) * 2 + 127.5
  }

  @Test func `tetrahedra keep greys grey where the table's are, whatever lies beside them`() throws {
    var random = SeededGenerator(seed: 8)
    let table = table(4) { input in
      input.x == input.y && input.y == input.z
        ? input * input
        : Triple(.random(in: 0...1, using: &random), .random(in: 0...1, using: &random), 0)
    }
    let greys = try PixelBuffer.drawn(256, 1) { x, _ in Pixel(UInt8(x), UInt8(x), UInt8(x), 255) }
    let grade = Grade.lattice(Lattice(table, interpolation: .tetrahedral, strength: 1))
    #expect(try graded(greys, by: grade).allSatisfy { $0.x == $0.y && $0.y == $0.z })
  }

  @Test func `curves treat each component by itself`() throws {
    let table = CubeTable(
      dimensions: .one, size: 3, entries: [Triple(1, 0, 0), Triple(0.5, 0.25, 2), Triple(0, 1, -1)])
    let picture = try PixelBuffer.drawn(256, 1) { x, _ in Pixel(UInt8(x), UInt8(x), UInt8(x), 9) }
    let made = try graded(picture, by: .curves(Curves(table, strength: 1)))
    for level in 0..<256 {
      #expect(Int(made[level].x) == 255 - level)
      let green = level < 128 ? Double(level) / 2 : 63.75 + (Double(level) - 127.5) * 1.5
      #expect(abs(Double(made[level].y) - green) <= 0.501)
      #expect(made[level].w == 9)
    }
    #expect(made[64].z == 255 && made[255].z == 0)
    let half = try graded(picture, by: .curves(Curves(table, strength: 0.5)))
    #expect(half.allSatisfy { [127, 128].contains($0.x) })
  }

  // MARK: The compositor

  /// Runs `body` with the path of a file that holds `text`.
  private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "gstedit-\(UUID().uuidString).cube")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
  }

  private static let negative = "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n"

  @Test func `the frame's layers are graded together`() throws {
    let (below, above) = (
      try PixelBuffer.plain(Pixel(10, 20, 30, 255), 2, 1), try PixelBuffer.plain(Pixel(200, 100, 0, 255), 1, 1)
    )
    try withFile(Self.negative) { path in
      let compositor = try LookupTableCompositor(parameters: .object(["file": .string(path)]))
      let made = try Frame([.init(above), .init(below)], 2, 1).pixels(by: compositor)
      #expect(made == [Pixel(55, 155, 255, 255), Pixel(245, 235, 225, 255)])
    }
  }

  @Test func `an instruction may name another table and strength`() throws {
    let picture = try PixelBuffer.plain(Pixel(10, 20, 30, 255), 1, 1)
    try withFile(Self.negative) { path in
      let compositor = try LookupTableCompositor(parameters: nil)
      var frame = Frame([.init(picture)], 1, 1)
      frame.parameters = .object(["file": .string(path), "strength": .number("0")])
      #expect(try frame.pixels(by: compositor) == picture.pixels())
      frame.parameters = .object(["file": .string(path)])
      #expect(try frame.pixels(by: compositor) == [Pixel(245, 235, 225, 255)])
      frame.parameters = nil
      let error = try #require(throws: CompositingError.self) { try frame.pixels(by: compositor) }
      #expect(error.message.contains("No lookup table is named"))
    }
  }

  @Test func `a file that is missing or wrong is reported by its path, and by the line`() throws {
    let missing = try #require(throws: CompositingError.self) {
      try LookupTableCompositor(parameters: .object(["file": .string("/nowhere/a.cube")]))
    }
    #expect(missing.code == .invalidParameter && missing.message.contains("/nowhere/a.cube"))
    try withFile("LUT_1D_SIZE 2\n1 1 1\n0 0\n") { path in
      let wrong = try #require(throws: CompositingError.self) {
        try LookupTableCompositor(parameters: .object(["file": .string(path)]))
      }
      #expect(wrong.message.contains(path))
      #expect(wrong.message.hasSuffix("Line 3: found “0 0”, expected three numbers."))
    }
  }
}
