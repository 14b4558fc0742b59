package import EditServices
package import EditingModel
public import ProjectFile
public import Rendering

/// The structure of a project's edit, and its places in the project.
package struct ProjectStructure: Sendable {
  /// The edit, its plan, what is to be said of it, and an explanation.
  package var edit: EditStructure
  /// The project as values, whose parts have their places in the file.
  package var model: ResolvedProject
  /// Warnings about the project's file and its media.
  package var warnings: [ProjectWarning]
  /// Facts about the media that the film uses.
  package var facts: [AssetReference: MediaFacts] = [:]
}

extension ProjectRender {
  /// The structure of the project's edit, with the picture and the sound at `time` where one is given. Nothing is rendered.
  ///
  /// - Throws: `ProjectError`, `ChoiceError` where the film does not last until `time`, or `RenderError`.
  package func structure(explainedAt time: ProjectTime? = nil) async throws -> ProjectStructure {
    // A time that does not lie in the film is wrong whatever else there is.
    var explanation: Explanation?
    if let time { explanation = try await explain(at: time).explanation }
    let timing = try await self.timing(for: Choices())
    let settings = try timing.model.export.complete()
    let unknown = timing.model.edit.assets.filter { timing.document.facts[$0] == nil }
    let facts = timing.document.facts.merging(try await MediaInspector(renderer: renderer).facts(of: unknown)) {
      first, _ in
      first
    }
    var structure = try await timing.edit.structure(
      settings: RenderSettings(for: settings), known: facts, renderer: renderer)
    structure.explanation = explanation
    return ProjectStructure(
      edit: structure, model: timing.model,
      warnings: timing.model.warnings(facts: facts) + subtitleWarnings(timing.subtitles), facts: facts)
  }

  /// Probable mistakes in a film that can be rendered: the warnings of ``check(decoderLimit:)``, without those of
  /// unreadable subtitles, which a session reports itself. Empty for a project that cannot be rendered: that is an
  /// error of the session. Nothing is rendered.
  ///
  /// - Throws: `RenderError` when it is cancelled.
  public func pitfalls() async throws(RenderError) -> [ProjectDiagnostic] {
    do {
      let found = try await structure()
      let own = found.warnings.filter { if case .subtitles = $0.location.part { false } else { true } }
      return own.map(\.diagnostic) + found.edit.warnings.map { found.model.diagnostic(of: $0) }
    } catch let error as RenderError where error.code == .cancelled {
      throw error
    } catch {
      return []
    }
  }
}

extension ResolvedProject {
  /// `problem` at its place in the file.
  func diagnostic(of problem: ModelProblem) -> ProjectDiagnostic {
    diagnostic(at: problem.location, problem.diagnostic.message, expected: problem.diagnostic.expected ?? "")
  }
}
