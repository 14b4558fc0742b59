import EditServices
public import ProjectFile
public import ProjectServices

extension ProjectRender {
  /// The structure of the project's film in one picture, with pictures and sounds at `time` where one is given: each
  /// part has its place in the project. Nothing is rendered.
  ///
  /// ```swift
  /// let project = try Project(contentsOf: URL(filePath: "film/project.json"))
  /// print(try await ProjectRender(project).debugView().text)
  /// ```
  ///
  /// Threads: any.
  ///
  /// - Throws: `ProjectError`, `ChoiceError` where the film does not last until `time`, or `RenderError`.
  public func debugView(at time: ProjectTime? = nil) async throws -> CompositionDebugView {
    try await structure(explainedAt: time).debugView(of: document)
  }
}

extension ProjectStructure {
  /// The structure in one picture; its parts have their places in `document`.
  package func debugView(of document: any EditDocument) -> CompositionDebugView {
    let parts = document.parts
    return CompositionDebugView(edit, projectWarnings: warnings) { location in
      let pointer = model.pointer(to: location)
      return ProjectPart(pointer: pointer.description, json: parts.text(at: pointer))
    }
  }
}
