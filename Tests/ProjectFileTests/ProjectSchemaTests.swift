import Testing

@testable import ProjectFile

@Suite struct ProjectSchemaTests {
  private let schema: SchemaInterpreter

  init() throws {
    self.schema = try SchemaInterpreter(ProjectSchema.text)
  }

  private func node(_ text: String) throws -> JSONNode {
    var reader = JSONReader(Array(text.utf8))
    return try reader.readRoot()
  }

  private func isRead(_ node: JSONNode) -> Bool {
    let text = JSONText.text(of: node)
    return (try? Project(text)) != nil
  }

  @Test(arguments: Projects.all)
  func `the schema accepts what is read and what is written`(text: String) throws {
    #expect(try schema.accepts(node(text)))
    #expect(try schema.accepts(node(Project(text).json)))
  }

  @Test func `the schema's own example is a project`() throws {
    let example = try #require(try node(ProjectSchema.text)["examples"]?.elements.first)
    #expect(try schema.accepts(example))
    #expect(isRead(example))
  }

  @Test func `a key of another name is refused by both, wherever it stands`() throws {
    var checked = 0
    for text in Projects.all {
      let root = try node(text)
      for place in root.places where root.isFormed(place) {
        let renamed = root.changing(place) { JSONNode.Member(key: "x" + $0.key, value: $0.value) }
        #expect(try !schema.accepts(renamed), "\(place)")
        #expect(!isRead(renamed), "\(place)")
        checked += 1
      }
    }
    #expect(checked > 150)
  }

  @Test func `reading demands the keys that the schema demands, and no others`() throws {
    var (demanded, optional) = (0, 0)
    for text in Projects.all {
      let root = try node(text)
      for place in root.places where root.isFormed(place) {
        let without = root.changing(place) { _ in nil }
        // A project can need a key that the schema does not demand: a segment that others follow, for one.
        if try schema.accepts(without) {
          if isRead(without) { optional += 1 }
        } else {
          demanded += 1
          #expect(!isRead(without), "\(place)")
        }
      }
    }
    #expect(demanded > 50 && optional > 50, "\(demanded), \(optional)")
  }

  @Test func `a value that the schema refuses is refused`() throws {
    let strangers: [JSONNode] = [
      JSONNode(content: .null), .bool(true), .number(-1), .number("0.5"), .string(""), .array([.string("x")]),
      .object([]),
    ]
    var refused = 0
    let root = try node(Projects.everything)
    for place in root.places {
      for stranger in strangers {
        let changed = root.changing(place) { JSONNode.Member(key: $0.key, value: stranger) }
        if try !schema.accepts(changed) {
          refused += 1
          #expect(!isRead(changed), "\(place) \(stranger.description)")
        }
      }
    }
    #expect(refused > 400)
  }

  @Test(arguments: [
    "8", "0", "2.5", "-1", "1e2", "\"8\"", "\"2.5\"", "\"1001/30000\"", "\"1/0\"", "\"0/1\"", "\"120f\"", "\"0f\"",
    "\"00:01:02.500\"", "\"00:60:00\"", "\"1:00\"", "\"\"", "\"-1\"", "\"1.\"", "\"f\"", "\"00:00:00\"", "\"0.0\"",
    "\"1:2\"", "\"0:00\"", "\"90s\"", "\"0s\"", "\"1500ms\"", "\"0.5ms\"", "\"ms\"", "\"1/2s\"", "\"1:60\"",
    "\"1:02s\"",
  ])
  func `schema and reader agree on what a time is, and on what a duration is`(time: String) throws {
    for key in ["\"in\": \"10.5\"", "\"duration\": \"8\""] {
      let name = key.split(separator: ":")[0]
      let text = Projects.contract.replacing(key, with: "\(name): \(time)")
      let isMisread = diagnostics(text).contains { $0.pointer.tokens.last == String(name.dropFirst().dropLast()) }
      #expect(try schema.accepts(node(text)) == !isMisread, "\(key)")
    }
  }
}
