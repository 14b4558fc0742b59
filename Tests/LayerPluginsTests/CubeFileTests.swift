import Testing

@testable import LookupTable

@Suite("Cube files")
struct CubeFileTests {
  private static let corners = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }

  @Test func `a table of all three components is read, with red changing fastest`() throws {
    let text = """
      # A comment
      TITLE "Late sun"

      LUT_3D_SIZE 2
      DOMAIN_MIN -0.5 0 0
      \tDOMAIN_MAX 1.5 1 1e0  \r
      # Another
      \(Self.corners.joined(separator: "\r\n"))

      """
    let table = try CubeFileReader.table(Array(text.utf8))
    #expect(table.title == "Late sun")
    #expect(table.dimensions == .three && table.size == 2)
    #expect(table.domainMinimum == SIMD3(-0.5, 0, 0) && table.domainMaximum == SIMD3(1.5, 1, 1))
    #expect(table.entries.count == 8)
    #expect(table.entries[1] == SIMD3(1, 0, 0) && table.entries[4] == SIMD3(0, 0, 1))
  }

  @Test func `a table of each component is read, with or without a last line break`() throws {
    for end in ["", "\n", "\n\n# end"] {
      let table = try CubeFileReader.table(Array("LUT_1D_SIZE 3\n0 0 0\n.25 0.5 -1\n1 1 2\(end)".utf8))
      #expect(table.dimensions == .one && table.title == nil)
      #expect(table.domainMinimum == .zero && table.domainMaximum == .one)
      #expect(table.entries == [.zero, SIMD3(0.25, 0.5, -1), SIMD3(1, 1, 2)])
    }
  }

  @Test func `a domain as DaVinci Resolve writes it is understood`() throws {
    let text = "LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 0.0 2.0\n0 0 0\n1 1 1"
    let table = try CubeFileReader.table(Array(text.utf8))
    #expect(table.domainMaximum == SIMD3(2, 2, 2))
  }

  @Test(arguments: [
    ("", 1, "the end of the file", "LUT_1D_SIZE or LUT_3D_SIZE"),
    ("# nothing\n", 1, "the end of the file", "LUT_1D_SIZE or LUT_3D_SIZE"),
    ("LUT_1D_SIZE 2\n0 0 0\n", 2, "after 1 entries", "2 entries"),
    ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n\n1 1 1", 5, "“1 1 1”", "the end of the file after 2 entries"),
    ("LUT_1D_SIZE 2\n0 0\n1 1 1", 2, "“0 0”", "three numbers"),
    ("LUT_1D_SIZE 2\n0 0 0 0\n1 1 1", 2, "“0 0 0 0”", "three numbers"),
    ("LUT_1D_SIZE 2\n0 0 zero", 2, "“0 0 zero”", "three numbers"),
    ("LUT_1D_SIZE 2\n0 0 nan", 2, "“0 0 nan”", "three numbers"),
    ("0 0 0", 1, "“0 0 0”", "LUT_1D_SIZE or LUT_3D_SIZE before the first entry"),
    ("LUT_1D_SIZE 1", 1, "“LUT_1D_SIZE 1”", "from 2 to 65536"),
    ("LUT_3D_SIZE 257", 1, "“LUT_3D_SIZE 257”", "from 2 to 256"),
    ("LUT_3D_SIZE 2.5", 1, "“LUT_3D_SIZE 2.5”", "a whole number"),
    ("LUT_3D_SIZE 2 2", 1, "“LUT_3D_SIZE 2 2”", "a whole number"),
    ("LUT_1D_SIZE 2\nLUT_3D_SIZE 2", 2, "“LUT_3D_SIZE 2”", "not both"),
    ("LUT_1D_SIZE 2\n\nLUT_1D_SIZE 2", 3, "“LUT_1D_SIZE 2”", "LUT_1D_SIZE only once"),
    ("TITLE Late sun", 1, "“TITLE Late sun”", "a text in quotation marks"),
    ("TITLE \"Late sun", 1, "“TITLE \"Late sun”", "a text in quotation marks"),
    ("GAMMA 2.2", 1, "“GAMMA 2.2”", "TITLE, LUT_1D_SIZE"),
    ("DOMAIN_MAX 1 1", 1, "“DOMAIN_MAX 1 1”", "three numbers"),
    ("LUT_1D_SIZE 2\nDOMAIN_MIN 1 0 0\n0 0 0\n1 1 1", 2, "from 1.0 0.0 0.0 to 1.0 1.0 1.0", "above its start"),
    ("LUT_1D_SIZE 2\n0 0 0\nTITLE \"x\"\n1 1 1", 3, "“TITLE \"x\"”", "keywords stand before"),
  ])
  func `a fault is reported with its line, the text found and the text expected`(
    text: String, line: Int, found: String, expected: String
  ) throws {
    let error = try #require(throws: CubeFileError.self) { try CubeFileReader.table(Array(text.utf8)) }
    #expect(error.line == line)
    #expect(error.found.contains(found) && error.expected.contains(expected), "\(error)")
    #expect(error.description.hasPrefix("Line \(line): found "))
  }

  @Test func `bytes that are no text are reported as well`() throws {
    let error = try #require(throws: CubeFileError.self) {
      try CubeFileReader.table([0x89, 0x50, 0x4E, 0x47, 0x0A, 0])
    }
    #expect(error.line == 1)
  }
}
