import EditingModel
public import ProjectFile
public import Rendering

/// Something that keeps a project from being rendered: where it stands in the file, and what the render would say.
public struct ProjectFault: Hashable, Sendable {
  /// The place in the file, and what is wrong there.
  public var diagnostic: ProjectDiagnostic
  /// What planning or rendering throws for it.
  public var error: RenderError
}

extension ProjectFault {
  /// The fault of `project` that `error` tells of: at its clip, its media, or `pointer` where it names neither. Clips are
  /// those of `model`.
  init(_ error: RenderError, of project: Project, model: ResolvedProject?, at pointer: JSONPointer = JSONPointer()) {
    self.error = error
    let message = [error.message, error.remedy].compactMap(\.self).joined(separator: " ")
    let expected = Self.expectation(behind: error.code)
    if let model, let clip = error.clip,
      let track = model.composition.tracks.firstIndex(where: { $0.id == clip.trackID })
    {
      let place = ModelLocation(.segment(track: track, index: clip.segmentIndex))
      self.diagnostic = model.diagnostic(at: place, message, expected: expected)
    } else {
      let place = error.asset.map { JSONPointer(["assets", $0.name, "uri"]) }
      self.diagnostic = project.diagnostic(at: place ?? pointer, message, expected: expected)
    }
  }

  /// What would have been right, as a noun phrase.
  private static func expectation(behind code: RenderError.Code) -> String {
    switch code {
    case .mediaMissing: "a file that exists"
    case .mediaUnreadable: "a media file that can be decoded"
    case .sourceRangeBeyondMedia: "a stretch that the media holds"
    case .missingPlugin: "what the installed plugins can do"
    default: "what can be rendered"
    }
  }
}
