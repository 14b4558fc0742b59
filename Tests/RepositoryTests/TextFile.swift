import Foundation

/// A text file and the places in it that a rule is about.
///
/// Every rule looks through thousands of files: lines that cannot break it are passed over by their bytes, before they are read as text.
struct TextFile: Sendable {
  /// The path, counted from the repository's root.
  let path: String

  /// The whole text, without the line break at its end.
  let text: String

  /// The lines, from line 1 on.
  let lines: [String]

  init(path: String, text: String) {
    self.path = path
    self.text = text.hasSuffix("\n") ? String(text.dropLast()) : text
    lines = self.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Where a line has the text `wanted`: `path:line: text`, for people to click on.
  func places(of wanted: String) -> [String] {
    text.holds(wanted) ? places { $0.holds(wanted) } : []
  }

  /// Where code, which is to say not a line of comment, has the word `word`.
  func placesInCode(ofWord word: String) -> [String] {
    guard text.holds(word) else { return [] }
    return places { line in
      line.holds(word) && !line.isComment
        && line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" }.contains(Substring(word))
    }
  }

  /// Where code has a string literal that is one of `words` and nothing else.
  func places(ofLiterals words: Set<String>) -> [String] {
    places { line in
      line.holds("\"") && !line.isComment
        && line.split(separator: "\"", omittingEmptySubsequences: false).contains { words.contains(String($0)) }
    }
  }

  /// The modules that the file imports, and where.
  var imports: [(module: String, place: String)] {
    lines.enumerated().compactMap { index, line in
      guard line.holds("import ") else { return nil }
      let words = line.split(separator: " ")
      guard let position = words.firstIndex(of: "import"), position + 1 < words.count, !line.isComment,
        words[..<position].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains($0) })
      else { return nil }
      // `import class Module.Name` names one declaration, and `import Module.Part` a submodule.
      let isOfOne = position + 2 < words.count && Self.declarationKinds.contains(words[position + 1])
      let name = words[isOfOne ? position + 2 : position + 1]
      return (String(name.prefix { $0 != "." }), place(index, line))
    }
  }

  /// The places that break the rule that a line with the word `@unchecked` is followed by a comment that says why.
  var uncheckedWithoutReason: [String] {
    lines.indices.compactMap { index in
      guard lines[index].holds("@unchecked "), !lines[index].isComment else { return nil }
      let next = index + 1 < lines.count ? lines[index + 1].trimmingCharacters(in: .whitespaces) : ""
      return next.hasPrefix("// @unchecked: ") ? nil : place(index, lines[index])
    }
  }

  /// The semaphores that the file waits for with a limit, and that nothing in it signals.
  var unsignaledSemaphores: [String] {
    guard text.holds(".wait(timeout: ") else { return [] }
    let names = text.matches(of: #/(\w+)\.wait\(timeout: /#).map { String($0.output.1) }
    return Set(names).sorted().filter { !text.contains("\($0).signal()") }.flatMap {
      places(of: "\($0).wait(timeout: ")
    }
  }

  private static let declarationKinds: Set<Substring> = [
    "class", "struct", "enum", "protocol", "typealias", "func", "let", "var",
  ]
  private static let accessLevels: Set<Substring> = ["public", "package", "internal", "private", "fileprivate"]

  private func places(where isMeant: (String) -> Bool) -> [String] {
    lines.enumerated().compactMap { index, line in isMeant(line) ? place(index, line) : nil }
  }

  private func place(_ index: Int, _ line: String) -> String {
    "\(path):\(index + 1): \(line.trimmingCharacters(in: .whitespaces))"
  }
}

extension String {
  fileprivate var isComment: Bool {
    utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.starts(with: "//".utf8)
  }

  /// Whether the bytes of `text` stand in those of the string.
  func holds(_ text: String) -> Bool {
    let (bytes, wanted) = (utf8.span, text.utf8.span)
    var place = 0
    while place + wanted.count <= bytes.count {
      var matching = 0
      while matching < wanted.count, bytes[place + matching] == wanted[matching] { matching += 1 }
      if matching == wanted.count { return true }
      place += 1
    }
    return false
  }

  /// Whether the bytes of one of `texts` stand in those of the string.
  func holds(oneOf texts: [String]) -> Bool { texts.contains(where: holds) }
}
