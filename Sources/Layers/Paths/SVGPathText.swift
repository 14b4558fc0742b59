public import ModelValues

/// The reason for which a text is no SVG path.
public struct SVGPathError: Error, Diagnosed, Hashable, Sendable {
  /// The place of the fault in the text: the number of bytes of UTF-8 before it.
  public var offset: Int
  /// The fault, and what is expected.
  public var diagnostic: Diagnostic
}

extension SVGPathError: CustomStringConvertible {
  /// The fault, its place, and what is expected.
  public var description: String { "\(diagnostic)" }
}

extension BezierPath {
  /// The path that an SVG path's text (SVG 2, "Path data") draws: every command, absolute and relative, arcs as curves. An empty
  /// text is an empty path.
  ///
  /// - Throws: ``SVGPathError`` for a text that SVG does not allow.
  public init(svg text: String) throws(SVGPathError) {
    var drawing = SVGPathDrawing()
    var reader = SVGPathReader(text)
    while let command = try reader.command() {
      if drawing.elements.isEmpty && command.lowercased() != "m" {
        throw reader.error("An SVG path begins with \(command).", expected: "M or m")
      }
      var isFirst = true
      repeat {
        let numbers = try reader.numbers(of: command)
        drawing.draw(command, numbers, isFirst: isFirst)
        isFirst = false
      } while reader.hasNumber && command.lowercased() != "z"
    }
    self.init(drawing.elements)
  }

  /// The text of the path, with the fewest digits that give the same numbers back, and absolute commands alone.
  public var svg: String {
    func text(_ points: Point...) -> String {
      points.map { "\(Self.digits($0.x)) \(Self.digits($0.y))" }.joined(separator: " ")
    }
    return elements.map { element in
      switch element {
      case .move(let point): "M" + text(point)
      case .line(let point): "L" + text(point)
      case .quadraticCurve(let control, let to): "Q" + text(control, to)
      case .curve(let first, let second, let to): "C" + text(first, second, to)
      case .close: "Z"
      }
    }.joined(separator: " ")
  }

  private static func digits(_ number: Double) -> String {
    let text = String(number)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension BezierPath: Codable {
  /// Reads the text of an SVG path.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(svg: try container.decode(String.self))
    } catch let error as SVGPathError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  /// Writes the text of an SVG path.
  ///
  /// - Throws: `EncodingError.invalidValue` for a coordinate that is not finite, for which SVG has no digits.
  public func encode(to encoder: any Encoder) throws {
    guard coordinates.allSatisfy(\.isFinite) else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "A coordinate of the path is not finite."))
    }
    var container = encoder.singleValueContainer()
    try container.encode(svg)
  }
}

/// Reads the commands and numbers of a path's text.
private struct SVGPathReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next command; nil at the end.
  mutating func command() throws(SVGPathError) -> Character? {
    skipSpace()
    guard position < bytes.count else { return nil }
    let character = Character(Unicode.Scalar(bytes[position]))
    guard "MmLlHhVvCcSsQqTtAaZz".contains(character) else {
      throw error(
        "\(quoted(position)) stands in an SVG path at byte \(position).",
        expected: "a command, one of M L H V C S Q T A Z, large or small")
    }
    position += 1
    return character
  }

  /// The numbers that a command takes once.
  mutating func numbers(of command: Character) throws(SVGPathError) -> [Double] {
    let count =
      switch command {
      case "M", "m", "L", "l", "T", "t": 2
      case "H", "h", "V", "v": 1
      case "S", "s", "Q", "q": 4
      case "C", "c": 6
      case "A", "a": 7
      default: 0
      }
    var numbers: [Double] = []
    for index in 0..<count {
      let isFlag = count == 7 && (index == 3 || index == 4)
      numbers.append(try isFlag ? flag() : number(of: command))
    }
    return numbers
  }

  /// Whether a number comes next, which repeats the command.
  var hasNumber: Bool {
    var reader = self
    reader.skipSeparator()
    guard reader.position < bytes.count else { return false }
    return "+-.0123456789".utf8.contains(bytes[reader.position])
  }

  func error(_ message: String, expected: String) -> SVGPathError {
    SVGPathError(offset: position, diagnostic: Diagnostic(message, expected: expected))
  }

  private mutating func flag() throws(SVGPathError) -> Double {
    skipSeparator()
    guard position < bytes.count, bytes[position] == 48 || bytes[position] == 49 else {
      throw error(
        "\(quoted(position)) stands in an arc of an SVG path at byte \(position).", expected: "a flag, 0 or 1")
    }
    position += 1
    return Double(bytes[position - 1] - 48)
  }

  private mutating func number(of command: Character) throws(SVGPathError) -> Double {
    skipSeparator()
    let start = position
    func isDigit(_ place: Int) -> Bool { place < bytes.count && (48...57).contains(bytes[place]) }
    if position < bytes.count, bytes[position] == 43 || bytes[position] == 45 { position += 1 }
    while isDigit(position) { position += 1 }
    if position < bytes.count, bytes[position] == 46 {
      position += 1
      while isDigit(position) { position += 1 }
    }
    if position < bytes.count, bytes[position] | 32 == 101 {
      let signed = position + 1 < bytes.count && (bytes[position + 1] == 43 || bytes[position + 1] == 45)
      if isDigit(position + (signed ? 2 : 1)) {
        position += signed ? 2 : 1
        while isDigit(position) { position += 1 }
      }
    }
    var text = String(decoding: bytes[start..<position], as: UTF8.self)
    if text.hasPrefix("+") { text.removeFirst() }
    if text.hasPrefix(".") { text = "0" + text }
    if text.hasPrefix("-.") { text = "-0" + text.dropFirst() }
    guard let number = Double(text), number.isFinite else {
      position = start
      throw error(
        "\(quoted(start)) stands in an SVG path at byte \(start), where \(command) takes a number.",
        expected: "a finite number")
    }
    return number
  }

  private mutating func skipSpace() {
    while position < bytes.count, [32, 9, 10, 12, 13].contains(bytes[position]) { position += 1 }
  }

  private mutating func skipSeparator() {
    skipSpace()
    if position < bytes.count, bytes[position] == 44 {
      position += 1
      skipSpace()
    }
  }

  private func quoted(_ place: Int) -> String {
    guard place < bytes.count else { return "The end" }
    let rest = String(decoding: bytes[place..<min(bytes.count, place + 12)], as: UTF8.self)
    return "\u{201C}\(rest)\u{201D}"
  }
}
