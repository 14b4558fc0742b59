import EditingModel
import ProjectFile
import SeededRandom
import Testing

/// Edits of a JSON text by pointers: what is not touched stays, byte by byte, and what is new looks like its neighbors.
@Suite struct JSONEditTests {
  private func edited(_ text: String, _ edits: JSONEdit...) throws -> String {
    String(decoding: try JSONEdit.apply(edits, to: Array(text.utf8)), as: UTF8.self)
  }

  private func pointer(_ text: String) throws -> JSONPointer { try #require(JSONPointer(text)) }

  private static let spread = """
    {
      "a": 1,
      "list": [
        { "x": 1 },

        { "x": 2 }
      ],
      "z"  :  true
    }

    """

  // MARK: Set

  @Test func `a value is replaced, and nothing else`() throws {
    #expect(
      try edited(#"{ "a" :  1.50 , "b":[ 1,2 ] }"#, .set(pointer("/b/1"), .node(.number("2e1"))))
        == #"{ "a" :  1.50 , "b":[ 1,2e1 ] }"#)
    #expect(try edited(" [1] \n", .set(pointer(""), .node(.bool(true)))) == " true \n")
    #expect(
      try edited(#"{"a\u0062":1}"#, .set(pointer("/ab"), .node(.string("\u{1}\"é")))) == #"{"a\u0062":"\u0001\"é"}"#)
    #expect(try edited(#"{"a/b":{"~":1}}"#, .set(pointer("/a~1b/~0"), .node(.number(2)))) == #"{"a/b":{"~":2}}"#)
  }

  @Test func `many values are replaced in one pass, and those within others one after another`() throws {
    #expect(
      try edited(
        "[1, [2, 3], 4]", .set(pointer("/2"), .node(.number(40))), .set(pointer("/0"), .node(.string("one"))),
        .set(pointer("/1/0"), .node(.number(20))), .set(pointer("/1"), .node(.array([]))),
        .set(pointer("/0"), .node(.number(10))))
        == "[10, [], 40]")
  }

  @Test func `of keys that stand twice the first is meant, and removing removes both`() throws {
    let text = #"{ "a": 1, "b": { "c": 1, "c": 2 }, "a": 2, "b": { "c": 3, "c": 4 }, "d": 5 }"#
    #expect(try edited(text, .set(pointer("/a"), .node(.number(9)))) == text.replacing(#""a": 1"#, with: #""a": 9"#))
    #expect(
      try edited(text, .remove(pointer("/a"))) == #"{ "b": { "c": 1, "c": 2 }, "b": { "c": 3, "c": 4 }, "d": 5 }"#)
    #expect(
      try edited(text, .remove(pointer("/b/c"))) == #"{ "a": 1, "b": {}, "a": 2, "b": { "c": 3, "c": 4 }, "d": 5 }"#)
    #expect(try edited(text, .remove(pointer("/b"))) == #"{ "a": 1, "a": 2, "d": 5 }"#)
  }

  // MARK: Insert

  @Test func `a member is added as its neighbors stand`() throws {
    #expect(try edited(#"{ "a": 1 }"#, .set(pointer("/b"), .node(.number(2)))) == #"{ "a": 1, "b": 2 }"#)
    #expect(
      try edited(#"{"a":1}"#, .set(pointer("/b"), .node(.object([("c", .array([.number(1), .number(2)]))]))))
        == #"{"a":1,"b":{"c":[1,2]}}"#)
    #expect(try edited("{}", .set(pointer("/b"), .node(.number(2)))) == #"{"b":2}"#)
    #expect(
      try edited(Self.spread, .set(pointer("/new"), .node(.array([.number(1)]))))
        == Self.spread.replacing("true\n", with: "true,\n  \"new\": [1]\n"))
    #expect(
      try edited(Self.spread, .insert(pointer("/new"), .node(.number(1)), behind: "a"))
        == Self.spread.replacing("\"a\": 1,", with: "\"a\": 1,\n  \"new\": 1,"))
    #expect(
      try edited(#"{ "a": 1, "z": { "b": 2 } }"#, .insert(pointer("/at"), .node(.number(3)), behind: "a"))
        == #"{ "a": 1, "at": 3, "z": { "b": 2 } }"#)
  }

  @Test func `an element is inserted before another, or last`() throws {
    let elements = [(0, "[0, 1, 2]"), (1, "[1, 0, 2]"), (2, "[1, 2, 0]")]
    for (index, expected) in elements {
      #expect(try edited("[1, 2]", .insert(pointer("/\(index)"), .node(.number(0)))) == expected)
    }
    #expect(try edited("[1, 2]", .insert(pointer("/-"), .node(.number(0)))) == "[1, 2, 0]")
    #expect(try edited("[]", .insert(pointer("/0"), .node(.number(0)))) == "[0]")
    let new = JSONEdit.Value.node(.object([("x", .number(0))]))
    #expect(
      try edited(Self.spread, .insert(pointer("/list/0"), new))
        == Self.spread.replacing("{ \"x\": 1 },", with: "{ \"x\": 0 },\n    { \"x\": 1 },"))
    #expect(
      try edited(Self.spread, .insert(pointer("/list/1"), new))
        == Self.spread.replacing("{ \"x\": 2 }", with: "{ \"x\": 0 },\n    { \"x\": 2 }"))
    #expect(
      try edited(Self.spread, .insert(pointer("/list/2"), new))
        == Self.spread.replacing("{ \"x\": 2 }", with: "{ \"x\": 2 },\n    { \"x\": 0 }"))
  }

  @Test func `tabs and other ends of lines are kept`() throws {
    for end in ["\n", "\r\n", "\r"] {
      let text = "\u{FEFF}{\n\t\"a\": [\n\t\t1\n\t]\n}\n".replacing("\n", with: end)
      let long = JSONNode.object((0..<9).map { ("a key number \($0)", .string("a text that takes room")) })
      let new = try edited(text, .insert(pointer("/a/1"), .node(long)), .set(pointer("/b"), .node(.number(2))))
      let lines = (0..<9).map { "\t\t\t\"a key number \($0)\": \"a text that takes room\"" }.joined(separator: ",\n")
      let expected = "\u{FEFF}{\n\t\"a\": [\n\t\t1,\n\t\t{\n\(lines)\n\t\t}\n\t],\n\t\"b\": 2\n}\n"
      #expect(new == expected.replacing("\n", with: end))
    }
  }

  @Test func `an empty list on several lines stays so`() throws {
    #expect(
      try edited("{\n  \"a\": [\n  ]\n}", .insert(pointer("/a/-"), .node(.number(1)))) == "{\n  \"a\": [\n    1\n  ]\n}"
    )
  }

  // MARK: Remove

  @Test func `a removed item takes its comma and its line`() throws {
    #expect(try edited("[1, 2, 3]", .remove(pointer("/0"))) == "[2, 3]")
    #expect(try edited("[1, 2, 3]", .remove(pointer("/1"))) == "[1, 3]")
    #expect(try edited("[1, 2, 3]", .remove(pointer("/2"))) == "[1, 2]")
    #expect(try edited("[ 1 ]", .remove(pointer("/0"))) == "[]")
    #expect(try edited(Self.spread, .remove(pointer("/a"))) == Self.spread.replacing("  \"a\": 1,\n", with: ""))
    #expect(try edited(Self.spread, .remove(pointer("/z"))) == Self.spread.replacing(",\n  \"z\"  :  true", with: ""))
    #expect(
      try edited(Self.spread, .remove(pointer("/list/1"))) == Self.spread.replacing(",\n\n    { \"x\": 2 }", with: ""))
  }

  @Test func `rows of several elements keep their rows`() throws {
    let rows = "[\n  1, 2,\n  3, 4,\n  5, 6\n]"
    #expect(try edited(rows, .remove(pointer("/1"))) == "[\n  1,\n  3, 4,\n  5, 6\n]")
    #expect(try edited(rows, .remove(pointer("/2"))) == "[\n  1, 2,\n  4,\n  5, 6\n]")
    #expect(try edited(rows, .remove(pointer("/5"))) == "[\n  1, 2,\n  3, 4,\n  5\n]")
  }

  // MARK: What is refused

  @Test(arguments: ["/0/0", "/9", "/x", "/-1", "/-/0"]) func `a missing item is not removed`(place: String) throws {
    let pointer = try pointer(place)
    #expect(throws: JSONEditError.self) { try edited("[1, [2]]", .remove(pointer)) }
  }

  @Test func `what cannot be is refused`() throws {
    let (root, deep, present) = (try pointer(""), try pointer("/x/y"), try pointer("/a"))
    #expect(throws: JSONEditError.self) { try edited("{}", .remove(root)) }
    #expect(throws: JSONEditError.self) { try edited("{}", .set(deep, .node(.number(1)))) }
    #expect(throws: JSONEditError.self) { try edited(#"{"a":1}"#, .insert(present, .node(.number(1)))) }
    #expect(throws: JSONEditError.self) { try edited("{", .set(present, .node(.number(1)))) }
    #expect(throws: JSONEditError.self) { try edited("[1]", .insert(JSONPointer(["3"]), .node(.number(1)))) }
    #expect(JSONPointer("a") == nil)
    #expect(JSONPointer("/~2") == nil)
  }

  // MARK: Laws

  @Test func `edits at random are what they say, and leave the other bytes`() throws {
    var generator = SeededGenerator(seed: 20)
    var cases = 0
    for _ in 0..<3_000 {
      let tree = Self.tree(&generator, depth: 3)
      let text = Self.text(tree, &generator)
      var places: [JSONPointer] = []
      Self.collect(tree, JSONPointer(), &places)
      guard let place = places.randomElement(using: &generator) else { continue }
      cases += 1
      let value = JSONNode.string("new \(cases)")
      let bytes = Array(text.utf8)
      let before = try JSONDocument(parsing: bytes)
      // A value that is replaced.
      let node = try #require(before.node(at: place))
      let set = try JSONEdit.apply([.set(place, .node(value))], to: bytes)
      #expect(Array(set[..<node.offset]) == Array(bytes[..<node.offset]))
      #expect(Array(set.suffix(bytes.count - node.end)) == Array(bytes[node.end...]))
      #expect(
        try JSONValue(JSONDocument(parsing: set).root)
          == Self.replacing(JSONValue(before.root), place.tokens[...], by: "new \(cases)"))
      // One that is removed, and put back where it was.
      let removed = try JSONEdit.apply([.remove(place)], to: bytes)
      let back = try JSONEdit.apply([.insert(place, .node(value))], to: removed)
      #expect(
        try JSONValue(JSONDocument(parsing: back).root)
          == Self.replacing(JSONValue(before.root), place.tokens[...], by: "new \(cases)"))
    }
    #expect(cases > 1_000)
  }

  private static func tree(_ generator: inout SeededGenerator, depth: Int) -> JSONNode {
    let count = Int.random(in: 0...4, using: &generator)
    switch depth == 0 ? 2 : Int.random(in: 0...3, using: &generator) {
    case 0: return .array((0..<count).map { _ in tree(&generator, depth: depth - 1) })
    case 1: return .object((0..<count).map { ("k\($0)", tree(&generator, depth: depth - 1)) })
    default: return .number(Int.random(in: 0...999, using: &generator))
    }
  }

  /// The tree with white space at random, of any kind.
  private static func text(_ tree: JSONNode, _ generator: inout SeededGenerator) -> String {
    func space() -> String {
      ["", "", " ", "\n", "\r\n  ", "\t", "\n\n    "].randomElement(using: &generator) ?? ""
    }
    switch tree.content {
    case .array(let elements):
      return space() + "[" + elements.map { text($0, &generator) }.joined(separator: ",") + space() + "]" + space()
    case .object(let members):
      let parts = members.map { space() + "\"\($0.key)\"" + space() + ":" + text($0.value, &generator) }
      return space() + "{" + parts.joined(separator: ",") + space() + "}" + space()
    default: return space() + JSONValue(tree).description + space()
    }
  }

  private static func collect(_ tree: JSONNode, _ place: JSONPointer, _ places: inout [JSONPointer]) {
    if place != JSONPointer() { places.append(place) }
    switch tree.content {
    case .array(let elements):
      for (index, element) in elements.enumerated() { collect(element, place.appending(index), &places) }
    case .object(let members): for member in members { collect(member.value, place.appending(member.key), &places) }
    default: break
    }
  }

  private static func replacing(_ value: JSONValue, _ tokens: ArraySlice<String>, by text: String) -> JSONValue {
    guard let token = tokens.first else { return .string(text) }
    switch value {
    case .array(var elements):
      if let index = Int(token) { elements[index] = replacing(elements[index], tokens.dropFirst(), by: text) }
      return .array(elements)
    case .object(var members):
      members[token] = members[token].map { replacing($0, tokens.dropFirst(), by: text) }
      return .object(members)
    default: return value
    }
  }
}
