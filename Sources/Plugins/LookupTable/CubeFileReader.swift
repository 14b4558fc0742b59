/// Reads .cube files (Adobe's Cube LUT Specification 1.0), and the ranges that DaVinci Resolve writes instead of a domain.
///
/// ```
///  # comment
///  TITLE "Late sun"          keywords first, each once, in any order
///  LUT_3D_SIZE 17
///  DOMAIN_MIN 0 0 0
///  DOMAIN_MAX 1 1 1
///  0.01 0.00 0.03            then 17 × 17 × 17 lines, red changing fastest
/// ```
public struct CubeFileReader {
  private var title: String?
  private var minimum = CubeTable.Triple.zero
  private var maximum = CubeTable.Triple.one
  private var shape: (dimensions: CubeTable.Dimensions, size: Int)?
  private var entries: [CubeTable.Triple] = []
  private var seen: Set<String> = []
  /// The last line that says something of the domain.
  private var domainLine = 1

  private static let keywords = "TITLE, LUT_1D_SIZE, LUT_3D_SIZE, DOMAIN_MIN or DOMAIN_MAX"

  /// The table in the text `bytes`.
  ///
  /// - Throws: the first thing that is wrong.
  public static func table(_ bytes: [UInt8]) throws(CubeFileError) -> CubeTable {
    var reader = CubeFileReader()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      try reader.read(line, number: index + 1)
    }
    // Text behind the last line break is a line only if something stands there.
    return try reader.finished(at: lines.last?.isEmpty == true ? max(1, lines.count - 1) : lines.count)
  }

  private mutating func read(_ line: ArraySlice<UInt8>, number: Int) throws(CubeFileError) {
    let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    guard let first = words.first?.first, first != UInt8(ascii: "#") else { return }
    let text = Line(number: number, bytes: line, words: words.map { String(decoding: $0, as: UTF8.self) })
    if first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z") {
      try read(keywordIn: text)
    } else {
      try read(entryIn: text)
    }
  }

  private mutating func read(keywordIn line: Line) throws(CubeFileError) {
    guard entries.isEmpty else { throw line.error(expected: "three numbers: keywords stand before the first entry") }
    let keyword = line.words[0]
    guard seen.insert(keyword).inserted else { throw line.error(expected: "\(keyword) only once") }
    switch keyword {
    case "TITLE": title = try line.quotedText()
    case "LUT_1D_SIZE": try setShape(.one, try line.wholeNumber(in: 2...65_536), line)
    case "LUT_3D_SIZE": try setShape(.three, try line.wholeNumber(in: 2...256), line)
    case "DOMAIN_MIN": minimum = try line.triple(from: 1)
    case "DOMAIN_MAX": maximum = try line.triple(from: 1)
    case "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE":
      let range = try line.numbers(2)
      (minimum, maximum) = (CubeTable.Triple(repeating: range[0]), CubeTable.Triple(repeating: range[1]))
    default: throw line.error(expected: "\(Self.keywords), three numbers, or a comment after #")
    }
    if keyword.hasPrefix("DOMAIN") || keyword.hasSuffix("RANGE") { domainLine = line.number }
  }

  private mutating func setShape(
    _ dimensions: CubeTable.Dimensions, _ size: Int, _ line: Line
  ) throws(CubeFileError) {
    guard shape == nil else { throw line.error(expected: "one of LUT_1D_SIZE and LUT_3D_SIZE, not both") }
    shape = (dimensions, size)
    entries.reserveCapacity(dimensions == .one ? size : size * size * size)
  }

  private mutating func read(entryIn line: Line) throws(CubeFileError) {
    guard let count = expectedCount else {
      throw line.error(expected: "LUT_1D_SIZE or LUT_3D_SIZE before the first entry")
    }
    guard entries.count < count else { throw line.error(expected: "the end of the file after \(count) entries") }
    entries.append(try line.triple(from: 0))
  }

  private var expectedCount: Int? {
    shape.map { $0.dimensions == .one ? $0.size : $0.size * $0.size * $0.size }
  }

  private func finished(at line: Int) throws(CubeFileError) -> CubeTable {
    let end = "the end of the file"
    guard let shape, let count = expectedCount else {
      throw CubeFileError(line: line, found: end, expected: "LUT_1D_SIZE or LUT_3D_SIZE and as many entries")
    }
    guard entries.count == count else {
      throw CubeFileError(line: line, found: "\(end) after \(entries.count) entries", expected: "\(count) entries")
    }
    guard (0..<3).allSatisfy({ minimum[$0] < maximum[$0] }) else {
      func numbers(_ triple: CubeTable.Triple) -> String { "\(triple.x) \(triple.y) \(triple.z)" }
      throw CubeFileError(
        line: domainLine, found: "a domain from \(numbers(minimum)) to \(numbers(maximum))",
        expected: "one that ends above its start in each component")
    }
    return CubeTable(
      title: title, domainMinimum: minimum, domainMaximum: maximum, dimensions: shape.dimensions, size: shape.size,
      entries: entries)
  }
}

extension CubeFileReader {
  /// A line of a .cube file that is neither empty nor a comment.
  struct Line {
    /// Its number, from 1.
    let number: Int
    /// All of it.
    let bytes: ArraySlice<UInt8>
    /// The words between its blanks; at least one.
    let words: [String]

    /// Says that the line is not what was expected.
    func error(expected: String) -> CubeFileError {
      let text = words.joined(separator: " ")
      let shown = text.count > 60 ? text.prefix(59) + "…" : text[...]
      return CubeFileError(line: number, found: "“\(shown)”", expected: expected)
    }

    /// The text in quotation marks after the keyword.
    func quotedText() throws(CubeFileError) -> String {
      let mark = UInt8(ascii: "\"")
      guard let start = bytes.firstIndex(of: mark), let end = bytes.lastIndex(of: mark), start < end, words.count > 1,
        words[1].hasPrefix("\""), words.last?.hasSuffix("\"") == true
      else { throw error(expected: "\(words[0]) and a text in quotation marks") }
      return String(decoding: bytes[start + 1..<end], as: UTF8.self)
    }

    /// The whole number after the keyword.
    func wholeNumber(in range: ClosedRange<Int>) throws(CubeFileError) -> Int {
      guard words.count == 2, let number = Int(words[1]), range.contains(number) else {
        throw error(expected: "\(words[0]) and a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }

    /// The `count` numbers after the keyword.
    func numbers(_ count: Int) throws(CubeFileError) -> [Double] {
      let numbers = words.dropFirst().compactMap { Double($0) }.filter(\.isFinite)
      guard words.count == count + 1, numbers.count == count else {
        throw error(expected: "\(words[0]) and \(count) numbers")
      }
      return numbers
    }

    /// The three numbers from word `start` on.
    func triple(from start: Int) throws(CubeFileError) -> CubeTable.Triple {
      guard words.count == start + 3, let red = Double(words[start]), let green = Double(words[start + 1]),
        let blue = Double(words[start + 2]), red.isFinite, green.isFinite, blue.isFinite
      else { throw error(expected: start == 0 ? "three numbers" : "\(words[0]) and three numbers") }
      return CubeTable.Triple(red, green, blue)
    }
  }
}
