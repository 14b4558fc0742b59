import EditingModel
import ProjectFile

extension ProjectEditor {
  /// The edits that make `value` of the title at `pointer`, add it where that is nil, or remove the title where there is no value.
  func edits(
    of project: ProjectText, title pointer: JSONPointer?, _ value: JSONNode?
  ) throws(ProjectEditError) -> [JSONEdit] {
    let titles = JSONPointer(["titles"])
    if let value {
      guard case .object = value.content else {
        throw ProjectEditError(
          .invalidEdit, at: JSONPointer(["value"]), "Found \(value).", expected: "a title: an object")
      }
    }
    guard let pointer else {
      guard let value else {
        throw ProjectEditError(
          .invalidEdit, "Neither a title nor a value is given.", expected: "the place of a title, or a value, or both")
      }
      return project.document.node(at: titles) == nil
        ? [.insert(titles, .node(.array([value])), behind: Self.keyBeforeTitles(in: project.document))]
        : [.insert(titles.appending("-"), .node(value))]
    }
    guard pointer.parent == titles, let old = project.document.node(at: pointer) else {
      throw ProjectEditError(
        .notFound, at: pointer, "There is no title at \(pointer).", expected: "the place of a title, such as /titles/0")
    }
    guard let value else {
      return [.remove(project.document.elements(at: titles).count == 1 ? titles : pointer)]
    }
    return ObjectChange.edits(from: old, to: value, at: pointer)
  }

  /// The key behind which titles stand, in the order in which the format names them.
  private static func keyBeforeTitles(in document: JSONDocument) -> String? {
    ["overlays", "additionalLayers", "layers", "videoComposition", "composition"].first { document.root[$0] != nil }
  }
}
