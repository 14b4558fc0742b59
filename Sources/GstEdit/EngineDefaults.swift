public import EditServices
public import MediaTime
public import ProjectFile
public import ProjectServices
public import Rendering

extension ProjectRender {
  /// The render of `project` by the engine.
  public init(_ project: Project) {
    self.init(project, renderer: Engine.renderer())
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
}
