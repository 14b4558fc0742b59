/// The parts of a project as JSON, in the layout that this program writes.
package struct ProjectParts: Sendable {
  /// All of the project.
  private let document: JSONDocument

  /// The parts of what `draft` says.
  fileprivate init(_ draft: ProjectDraft) {
    document = JSONDocument(root: ProjectDraft.form.write(draft), text: [])
  }

  /// The text of the value at `pointer`, or of the nearest one around it: what a project may leave out stands there only where it says
  /// something else than usual.
  package func json(at pointer: JSONPointer) -> String {
    let text = JSONText.text(of: document.nearest(to: pointer).node)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}

extension Project {
  /// Its parts as JSON.
  package var parts: ProjectParts { ProjectParts(draft) }
}
