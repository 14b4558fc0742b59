/// A line of a fixed number of columns, for terminals.
struct TextRow {
  /// The letter in each column; empty in the second one of a wide letter.
  private var cells: [String]
  /// Whether words stand in each column.
  private var isWritten: [Bool]

  /// An empty line of `columns`.
  init(columns: Int) {
    cells = Array(repeating: " ", count: columns)
    isWritten = Array(repeating: false, count: columns)
  }

  /// The line, without spaces at its end.
  var text: String {
    var text = cells.joined()
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  /// Fills the columns of `range` with `letter`.
  mutating func fill(_ range: Range<Int>, with letter: Character) {
    for column in range.clamped(to: cells.indices) {
      cells[column] = String(letter)
      isWritten[column] = false
    }
  }

  /// Writes `words` from `column` on, as far as there is room.
  mutating func write(_ words: String, at column: Int) {
    var column = column
    for letter in words {
      let width = Self.columns(of: letter)
      guard width > 0, column >= 0, column + width <= cells.count else { continue }
      for place in column..<column + width {
        cells[place] = ""
        isWritten[place] = true
      }
      cells[column] = String(letter)
      column += width
    }
  }

  /// Writes `words` from `column` on if all of their columns are free; false otherwise.
  mutating func writeIfFree(_ words: String, at column: Int) -> Bool {
    let range = column..<column + Self.columns(of: words)
    guard column >= 0, range.upperBound <= cells.count, !isWritten[range].contains(true) else { return false }
    write(words, at: column)
    return true
  }

  /// Draws a line down through `column`, beside words.
  mutating func cross(at column: Int) {
    guard cells.indices.contains(column), !isWritten[column] else { return }
    switch cells[column] {
    case "─", "═": cells[column] = "┼"
    case " ", "·", "┄": cells[column] = "┊"
    default: break
    }
  }

  /// The number of columns that `words` take.
  static func columns(of words: String) -> Int { words.reduce(0) { $0 + columns(of: $1) } }

  /// `words` as far as `columns` have room, with an ellipsis where they are cut off; nil where not even a letter has room.
  static func elided(_ words: String, to columns: Int) -> String? {
    guard !words.isEmpty else { return nil }
    if self.columns(of: words) <= columns { return words }
    var kept = ""
    var left = columns - 1
    for letter in words {
      left -= self.columns(of: letter)
      guard left >= 0 else { break }
      kept.append(letter)
    }
    while kept.hasSuffix(" ") { kept.removeLast() }
    return kept.isEmpty ? nil : kept + "…"
  }

  /// `words` in lines of `columns` at most, broken between words.
  static func lines(of words: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if self.columns(of: longer) <= columns {
        line = longer
      } else {
        if !line.isEmpty { lines.append(line) }
        line = String(word)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The number of columns that terminals give a letter: two to those of East Asia and to pictures, none to what
  /// controls them.
  private static func columns(of letter: Character) -> Int {
    guard let first = letter.unicodeScalars.first else { return 0 }
    switch first.value {
    case 0..<0x20, 0x7F..<0xA0: return 0
    case 0x1100..<0x1160, 0x2E80..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFE30..<0xFE70, 0xFF00..<0xFF61,
      0x1_F300..<0x1_FB00, 0x2_0000..<0x4_0000:
      return 2
    default: return 1
    }
  }
}
