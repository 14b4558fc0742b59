public import EditServices
import EditingModel
import MediaTime
public import ProjectFile
import Rendering

/// The picture and the sound of a project's film at one time, and their places in the project.
public struct ProjectExplanation: Sendable {
  /// The picture and the sound.
  public let explanation: Explanation
  /// The project as values, whose parts the explanation names.
  public let model: ResolvedProject
}

extension ProjectRender {
  /// The explanation of the film at `time`. Nothing is rendered.
  ///
  /// - Throws: `ProjectError`, `ChoiceError` where the film does not last until `time`, or `RenderError`.
  public func explain(at time: ProjectTime) async throws -> ProjectExplanation {
    let timing = try await timing(countingFrames: time.countsFrames)
    let model = timing.model
    let seconds: Rational
    do {
      seconds = try time.seconds(frameDuration: timing.document.frameDuration?.rational)
    } catch {
      throw ChoiceError("\(error)", remedy: "Give \(ProjectTime.expected).")
    }
    let duration = model.composition.duration.rational ?? .zero
    guard seconds < duration else {
      throw ChoiceError(
        "At \(time) the film has ended: it lasts \(duration.timecode).", remedy: "Give an earlier time.")
    }
    let settings = try model.export.complete()
    let explanation = try await timing.edit.explanation(
      atExactly: seconds, settings: RenderSettings(for: settings), renderer: renderer)
    return ProjectExplanation(explanation: explanation, model: model)
  }
}
