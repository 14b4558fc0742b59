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
  /// The explanation of this edit's film at composition time `time`; the engine finds out what the media
  /// hold.
  ///
  /// - Throws: As `explanation(at:settings:renderer:)` does.
  public func explanation(
    at time: CMTime, settings: RenderSettings = RenderSettings()
  ) async throws(RenderError) -> Explanation {
    try await explanation(at: time, settings: settings, renderer: Engine.renderer())
  }

  /// Warnings of edits that can be rendered and are probably not meant; the engine finds out what the media hold.
  ///
  /// - Throws: As `warnings(decoderLimit:renderer:)` does.
  public func warnings(decoderLimit: Int? = nil) async throws(RenderError) -> [ModelProblem] {
    try await warnings(decoderLimit: decoderLimit, renderer: Engine.renderer())
  }
}
