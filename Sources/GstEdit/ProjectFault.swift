import Composition
public import ProjectFile
public import RenderPlan

/// Something that keeps a project from being rendered: where it stands in the file, and what the render would say.
public struct ProjectFault: Hashable, Sendable {
  /// The place in the file, and what is wrong there.
  public var diagnostic: ProjectDiagnostic
  /// What planning or rendering throws for it.
  public var error: RenderError
}

extension ResolvedProject {
  /// The fault that `error` tells of; at its clip or its media, or at `pointer` where it names neither.
  func fault(_ error: RenderError, at pointer: JSONPointer = JSONPointer()) -> ProjectFault {
    let message = [error.message, error.remedy].compactMap(\.self).joined(separator: " ")
    let expected = Self.expectation(behind: error.code)
    if let clip = error.clip, let track = composition.tracks.firstIndex(where: { $0.id == clip.trackID }) {
      let place = ModelLocation(.segment(track: track, index: clip.segmentIndex))
      return ProjectFault(diagnostic: diagnostic(at: place, message, expected: expected), error: error)
    }
    if let asset = error.asset {
      return ProjectFault(diagnostic: diagnostic(about: asset, message, expected: expected), error: error)
    }
    return ProjectFault(diagnostic: diagnostic(at: pointer, message, expected: expected), error: error)
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
