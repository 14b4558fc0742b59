import Foundation

/// The table of the documentation: what is read, what is refused, and with which words.
struct SurveyTable {
  /// The document's place, from the package's folder.
  static let path = "Sources/GstEdit/GstEdit.docc/WildFiles.md"

  /// The words on each row, by the row's name.
  private(set) var words: [String: (engine: String, witness: String)] = [:]

  /// What the document at `url` says; nothing where there is none yet.
  init(contentsOf url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    let text = try String(contentsOf: url, encoding: .utf8)
    var chapter = SurveyChapter?.none
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { chapter = SurveyChapter(rawValue: String(line.dropFirst(3))) }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let chapter, cells.count == 5, cells[0] != "file", !cells[0].hasPrefix("---") else { continue }
      words["\(chapter.rawValue): \(cells[..<3].joined(separator: " | "))"] = (cells[3], cells[4])
    }
  }

  subscript(row: SurveyRow) -> (engine: String, witness: String)? {
    get { words[Self.key(row)] }
    set { words[Self.key(row)] = newValue }
  }

  private static func key(_ row: SurveyRow) -> String { "\(row.chapter.rawValue): \(row.name)" }

  /// What `text` is in a cell of a table.
  static func cell(_ text: String) -> String {
    text.replacing("|", with: "/").replacing("\n", with: " ").trimmingCharacters(in: .whitespaces)
  }

  /// The document, with the rows in their order.
  func document(of rows: [SurveyRow]) -> String {
    let found = rows.compactMap { row in self[row].map { (row, $0) } }
    func count(_ beginning: String) -> Int { found.filter { $0.1.engine.hasPrefix(beginning) }.count }
    var lines = [
      "# Files of all kinds", "",
      "What becomes of \(found.count) files that ffmpeg 5.1 makes, when this engine reads them: \(count("read right")) are read right, "
        + "\(count("refused")) are refused, \(count("**wrong**")) are wrong, and \(count("**without")) are broken and read without a word.",
      "",
      "## Overview", "",
      "A test makes this table. It compares every picture, every sample and when each is presented with what ffmpeg 5.1",
      "decodes of the same file, and fails where a file is read otherwise than the table says.", "",
      "| words | meaning |", "|---|---|",
      "| read right | tracks, times, pictures and samples are those that ffmpeg decodes |",
      "| read right, unlike ffmpeg | they are not, with the reason why the file is to be read so |",
      "| refused | an error, with these words, before anything is rendered |",
      "| refused when it is read | an error, with these words, at the first frame or sample that cannot be decoded |",
      "| **without a word** | bytes are missing or others, and nothing says so; some of that nobody can see, as in raw samples |",
      "| **wrong** | an error of this engine's that is not mended yet |", "",
    ]
    for chapter in SurveyChapter.allCases {
      let part = found.filter { $0.0.chapter == chapter }
      guard !part.isEmpty else { continue }
      lines += [
        "## \(chapter.rawValue)", "", "| file | codec | what is special | here | ffmpeg 5.1 |", "|---|---|---|---|---|",
      ]
      lines += part.map { row, words in "| \(row.name) | \(words.engine) | \(words.witness) |" } + [""]
    }
    return lines.joined(separator: "\n")
  }
}
