extension CubeFileReader {
  /// A line of a .cube file that is neither empty nor a comment.
  struct Line {
    /// Its number, from 1.
    let number: Int
    /// All of it.
    let bytes: ArraySlice<UInt8>
    /// What stands between its blanks; at least one.
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
