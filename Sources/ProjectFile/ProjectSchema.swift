/// The JSON Schema (2020-12) of a project file.
///
/// The forms that read the file generate it, so reading refuses whatever the schema refuses. Reading refuses more:
/// overlapping segments, tracks that do not exist, and other errors that a schema cannot express.
public enum ProjectSchema {
  /// The schema as text.
  public static let text: String = {
    let project = ProjectDraft.form.schema
    return JSONText.text(
      of: .object(
        [("$schema", .string("https://json-schema.org/draft/2020-12/schema")), ("title", .string("GstEdit project"))]
          + project.keywords + [("examples", .array([ProjectDraft.form.write(.example)]))]
          + [("$defs", .object(project.definitions.map { ($0.name, $0.schema) }))]))
  }()
}

/// Part of a JSON Schema, with the definitions that it refers to.
struct SchemaFragment: Sendable {
  /// The keywords, in the order of the text.
  var keywords: [(String, JSONNode)]
  /// The targets of `$ref`, in the order of first use.
  private(set) var definitions: [(name: String, schema: JSONNode)] = []

  /// A fragment with these keywords.
  init(_ keywords: [(String, JSONNode)]) {
    self.keywords = keywords
  }

  /// The keywords as an object.
  var node: JSONNode { .object(keywords) }

  /// The fragment with one more keyword, unless `value` is nil.
  func adding(_ keyword: String, _ value: JSONNode?) -> SchemaFragment {
    var fragment = self
    if let value { fragment.keywords.append((keyword, value)) }
    return fragment
  }

  /// The fragment together with the definitions of `others`.
  func defining(_ others: [SchemaFragment]) -> SchemaFragment {
    var fragment = self
    for definition in others.flatMap(\.definitions)
    where !fragment.definitions.contains(where: { $0.name == definition.name }) {
      fragment.definitions.append(definition)
    }
    return fragment
  }

  /// A reference to this fragment, which becomes the definition `name`.
  func named(_ name: String) -> SchemaFragment {
    var reference = SchemaFragment([("$ref", .string("#/$defs/\(name)"))]).defining([self])
    reference.definitions.append((name, node))
    return reference
  }
}
