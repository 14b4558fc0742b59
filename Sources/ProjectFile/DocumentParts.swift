/// The parts of a document as text, for who shows them beside what they describe.
///
/// Threads: any.
public struct DocumentParts: Sendable {
  private let text: @Sendable (JSONPointer) -> String

  /// The parts that `text` tells; by default a document shows none.
  public init(text: @escaping @Sendable (JSONPointer) -> String = { _ in "" }) {
    self.text = text
  }

  /// The text of the value at `pointer`, or of the nearest one around it; empty where the document shows none.
  public func text(at pointer: JSONPointer) -> String { text(pointer) }
}

extension Project {
  /// Its parts as JSON, in the layout that this program writes: what a project may leave out stands there only where it says something
  /// else than usual.
  public var parts: DocumentParts {
    let document = JSONDocument(root: ProjectDraft.form.write(draft), text: [])
    return DocumentParts { pointer in
      let text = JSONText.text(of: document.nearest(to: pointer).node)
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
  }
}
