import EditingModel
import Testing

@testable import ProjectFile

@Suite struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONNode {
    var reader = JSONReader(Array(text.utf8))
    return try reader.readRoot()
  }

  private func syntaxError(_ text: String) -> JSONSyntaxError? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return error as? JSONSyntaxError
    }
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-0", "12", "-1.5", "1e3", "1E-7", "0.10", "123456789012345678901234567890.00",
    #""""#, #""a""#, #""é😀""#, "[]", "[1, [2, []]]", "{}", #"{ "a": 1, "b": { "c": null } }"#,
  ])
  func `what is read is written the same`(text: String) throws {
    #expect(JSONText.text(of: .array([try read(text)])) == "[\n  \(text)\n]\n")
  }

  @Test func `escapes stand for their characters`() throws {
    guard case .string(let text) = try read(#""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00""#).content else {
      Issue.record("no string")
      return
    }
    #expect(text == "\"\\/\u{8}\u{c}\n\r\tAé😀")
    #expect(JSONValue.quoted(text) == #""\"\\/\u0008\u000c\n\r\tAé😀""#)
  }

  @Test func `spaces of all four kinds may stand anywhere between`() throws {
    #expect(try read(" \t\r\n{ \"a\" \n:\t[ 1 , 2 ] } ")["a"]?[token: "1"] != nil)
  }

  @Test func `a byte order mark is skipped`() throws {
    #expect(try read("\u{FEFF}{}").description == "an empty object")
  }

  @Test(arguments: [
    ("", 0, "a value"), ("  ", 2, "a value"), ("nul", 0, "a value"), ("True", 0, "a value"), ("NaN", 0, "a value"),
    ("'a'", 0, "a value"), ("1 2", 2, "the end of the text"), ("{} x", 3, "the end of the text"),
    ("[1", 2, "a comma or the end of the array"), ("[1 2]", 3, "a comma or the end of the array"),
    ("[1,]", 3, "another item, or no comma"), ("[,1]", 1, "a value"), ("{,}", 1, "a key in quotation marks"),
    (#"{"a":1,}"#, 7, "another item, or no comma"), (#"{"a" 1}"#, 5, "a colon"), ("{a:1}", 1, "a key"),
    (#"{"a":}"#, 5, "a value"), (#"{"a":1 "b":2}"#, 7, "a comma or the end of the object"),
    ("01", 2, "no zeros"), ("-", 1, "a digit"), ("+1", 0, "a value"), (".5", 0, "a value"), ("1.", 2, "a digit after"),
    ("1e", 2, "a digit of the exponent"), ("1e+", 3, "a digit of the exponent"), ("-a", 1, "a digit"),
    (#""a"#, 2, "a quotation mark"), (#""\x""#, 2, "an escape"), (#""\u12g4""#, 5, "four hexadecimal digits"),
    (#""\ud83d""#, 7, "a pair"), (#""\ud83d\u0041""#, 13, "a pair"), (#""\ude00""#, 7, "a pair"),
    ("\"\n\"", 1, "an escape"),
    ("// no", 0, "a value"),
  ])
  func `a fault is found where it is`(text: String, offset: Int, expected: String) throws {
    let failure = try #require(syntaxError(text))
    #expect(failure.offset == offset)
    #expect(failure.expected?.hasPrefix(expected) == true)
  }

  @Test func `a fault names the value it is in`() throws {
    let failure = try #require(syntaxError(#"{ "a": [ 1, { "b/c": tru } ] }"#))
    #expect(failure.pointer.description == "/a/1/b~1c")
    #expect(failure.message == #"Found "t"."#)
  }

  @Test func `text that is not UTF-8 is refused at its first bad byte`() {
    var reader = JSONReader([0x7B, 0x22, 0xC3, 0x28, 0x22, 0x7D])
    #expect(performing: { _ = try reader.readRoot() }, throws: { ($0 as? JSONSyntaxError)?.offset == 2 })
  }

  @Test func `nesting is bounded, however deep the text`() throws {
    let deepest = JSONReader.deepestNesting
    #expect(throws: Never.self) {
      try read(String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest))
    }
    let failure = try #require(syntaxError(String(repeating: #"{"a":["#, count: 100_000)))
    #expect(failure.message == "The text is nested deeper than 128 levels.")
    #expect(failure.pointer.tokens.count == deepest)
  }

  @Test func `of a key that stands twice the first counts, and both are known`() throws {
    var reader = JSONReader(Array(#"{ "a": 1, "b": { "c": 2, "c": 3 }, "a": 4 }"#.utf8))
    let root = try reader.readRoot()
    #expect(root["a"]?.description == "the number 1" && root["b"]?["c"]?.description == "the number 2")
    #expect(reader.duplicateKeys.map(\.pointer.description) == ["/b/c", "/a"])
    #expect(reader.duplicateKeys.map(\.offset) == [25, 35])
  }

  @Test func `lines end in LF, CR LF or CR, and columns count characters`() {
    let text = "a\nbé😀x\r\n\rd"
    let lines = TextLines(Array(text.utf8))
    func place(_ offset: Int) -> [Int] {
      let position = lines.position(at: offset)
      return [position.line, position.column]
    }
    #expect(place(0) == [1, 1] && place(1) == [1, 2] && place(2) == [2, 1])
    #expect(place(9) == [2, 4])
    #expect(place(12) == [3, 1])
    #expect(place(13) == [4, 1] && place(14) == [4, 2] && place(99) == [4, 2])
  }

  @Test func `pointers are spelt as RFC 6901 asks`() {
    #expect(JSONPointer().description == "")
    #expect(JSONPointer(["a/b", "m~n", "", "0"]).description == "/a~1b/m~0n//0")
    #expect(JSONPointer(["a"]).appending("b").appending(3).description == "/a/b/3")
  }

  @Test func `a value that does not fit on a line is split`() {
    let word = JSONNode.string(String(repeating: "x", count: 60))
    let text = JSONText.text(of: .object([("a", .array([word, word])), ("b", .array([])), ("c", .object([]))]))
    let quoted = JSONValue.quoted(String(repeating: "x", count: 60))
    #expect(text == "{\n  \"a\": [\n    \(quoted),\n    \(quoted)\n  ],\n  \"b\": [],\n  \"c\": {}\n}\n")
  }
}
