/// Why a .cube file cannot be read: where, what was found, and what was expected.
public struct CubeFileError: Error, Hashable, Sendable {
  /// The line it was found in, from 1.
  public var line: Int
  /// What was found.
  public var found: String
  /// What was expected.
  public var expected: String

  /// `found` stands in line `line` where `expected` should.
  public init(line: Int, found: String, expected: String) {
    self.line = line
    self.found = found
    self.expected = expected
  }
}

extension CubeFileError: CustomStringConvertible {
  /// "Line 3: found “LUT_3D_SIZE 1”, expected …."
  public var description: String { "Line \(line): found \(found), expected \(expected)." }
}
