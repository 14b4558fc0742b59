package import EditServices
package import ProjectFile
import Rendering

/// What a project's edit is and what it comes to, and where in the project that stands.
package struct ProjectStructure: Sendable {
  /// The edit, its plan, what is to be said of it, and an explanation.
  package var edit: EditStructure
  /// The project as values, whose parts have their places in the file.
  package var model: ResolvedProject
}

extension ProjectRender {
  /// What the project's edit is and what it comes to, with what is shown and played at `time` where one is given. Nothing is rendered.
  ///
  /// - Throws: `ProjectError`, `ChoiceError` where the film does not last until `time`, or `RenderError`.
  package func structure(explainedAt time: ProjectTime? = nil) async throws -> ProjectStructure {
    // A time that does not lie in the film is wrong whatever else there is.
    var explanation: Explanation?
    if let time { explanation = try await explain(at: time).explanation }
    let timing = try await self.timing(for: Choices())
    let settings = try timing.model.export.complete()
    var structure = try await timing.edit.structure(
      settings: RenderSettings(for: settings), known: timing.facts, renderer: renderer)
    structure.explanation = explanation
    return ProjectStructure(edit: structure, model: timing.model)
  }
}
