/// The JSON Schema (2020-12) of a project file.
///
/// It comes out of the same forms that read the file, so what it refuses, reading refuses too. Reading refuses more: times
/// that overlap, tracks that do not exist, and all else that no schema can say.
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
