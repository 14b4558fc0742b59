public import EditServices
public import MediaTime
import ProjectFile
public import ProjectServices
public import Rendering

extension ProjectRender {
  /// The render of `document`, such as a `Project`, by the engine.
  public init(_ document: any EditDocument) {
    self.init(document, renderer: Engine.renderer())
  }
}

extension EditSnapshot {
  /// What the film of this edit shows and plays at composition time `time`, and why; the engine finds out what the media
  /// hold.
  ///
  /// - Throws: As `explanation(at:settings:renderer:)` does.
  public func explanation(
    at time: CMTime, settings: RenderSettings = RenderSettings()
  ) async throws(RenderError) -> Explanation {
    try await explanation(at: time, settings: settings, renderer: Engine.renderer())
  }

  /// What can be rendered and is probably not meant; the engine finds out what the media hold.
  ///
  /// - Throws: As `warnings(decoderLimit:renderer:)` does.
  public func warnings(decoderLimit: Int? = nil) async throws(RenderError) -> [ModelProblem] {
    try await warnings(decoderLimit: decoderLimit, renderer: Engine.renderer())
  }
}
