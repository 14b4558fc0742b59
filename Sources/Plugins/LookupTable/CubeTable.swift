/// The table of a .cube file (Adobe's Cube LUT Specification 1.0): for colors on a lattice, the colors that they become.
public struct CubeTable: Hashable, Sendable {
  /// Red, green and blue.
  public typealias Triple = SIMD3<Double>

  /// The title; nil where there is none.
  public var title: String?
  /// The input that the table's first entries are for.
  public var domainMinimum: Triple
  /// The input that its last entries are for; greater in each component.
  public var domainMaximum: Triple
  /// Whether components are looked up by themselves or all three together.
  public var dimensions: Dimensions
  /// The number of entries along each dimension, at least 2.
  public var size: Int
  /// The outputs: `size` of them, or `size`³ where red changes fastest and blue slowest. Not confined to 0…1.
  public var entries: [Triple]

  /// Whether components are looked up by themselves or all three together.
  public enum Dimensions: Int, Hashable, Sendable {
    /// Each component has a table of its own.
    case one = 1
    /// One table for all three together.
    case three = 3
  }

  /// A table over 0…1.
  public init(
    title: String? = nil, domainMinimum: Triple = .zero, domainMaximum: Triple = .one, dimensions: Dimensions,
    size: Int,
    entries: [Triple]
  ) {
    self.title = title
    self.domainMinimum = domainMinimum
    self.domainMaximum = domainMaximum
    self.dimensions = dimensions
    self.size = size
    self.entries = entries
  }
}

/// The fault of a .cube file that cannot be read: where, what was found, and what was expected.
public struct CubeFileError: Error, Hashable, Sendable {
  /// The line it was found in, from 1.
  public var line: Int
  /// The text that was found.
  public var found: String
  /// The expected text.
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
