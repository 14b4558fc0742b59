import EditServices
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
public import ProjectFile
public import Rendering

/// The result of checking a project.
public struct ProjectCheck: Hashable, Sendable {
  /// Everything that keeps the project from being rendered.
  public var faults: [ProjectFault]
  /// Warnings of what is probably not meant, such as pictures of two sizes that one transform places.
  public var warnings: [ProjectDiagnostic] = []
  /// The plan; nil where there are faults.
  public var plan: RenderPlan?
}

extension ProjectRender {
  /// Looks for everything that keeps the project from being rendered, apart from what reading it found already: media
  /// that is missing or unreadable, segments that ask for more than their media holds, encodings that cannot be had. And
  /// for what can be rendered and is probably not meant.
  ///
  /// Nothing is rendered.
  ///
  /// - Parameter decoderLimit: How many pictures may be decoded at a time; more are warned of. Nil for any number.
  /// - Throws: `ProjectError` where times that count frames do not fit each other; `RenderError` when it is cancelled.
  public func check(decoderLimit: Int? = nil) async throws -> ProjectCheck {
    let timing: ProjectTiming
    do {
      timing = try await self.timing(countingFrames: false)
    } catch let error as RenderError where error.code != .cancelled {
      return ProjectCheck(faults: [ProjectFault(error, of: document, model: nil)])
    }
    let model = timing.model
    var faults: [RenderError] = []
    var facts = timing.document.facts
    let assets = model.edit.assets.filter { facts[$0] == nil }
    for (asset, result) in zip(assets, await MediaInspector(renderer: renderer).results(of: assets)) {
      switch result {
      case .success(let found): facts[asset] = found
      case .failure(let error) where error.code == .cancelled: throw error
      case .failure(let error): faults.append(error)
      }
    }
    let missing = model.missingHandles(facts: facts)
    faults += RenderPlanner.mediaProblems(in: model.composition, facts: facts)
      .filter { problem in !missing.contains { $0.clip == problem.clip } }
    var check = ProjectCheck(
      faults: faults.map { ProjectFault($0, of: document, model: model) }
        + missing.map { ProjectFault(diagnostic: $0.diagnostic, error: $0.error) },
      warnings: (model.warnings(facts: facts) + subtitleWarnings(timing.subtitles)).map(\.diagnostic))

    var place = DocumentPart.export
    do throws(RenderError) {
      let settings = try model.export.complete()
      // Faults that planning finds for the media's sake are known; the rest shows where the media is as it should be.
      guard check.faults.isEmpty else { return check }
      place = .videoComposition
      let edit = timing.edit
      let (plan, findings) = try edit.reviewed(
        settings: RenderSettings(for: settings), facts: try await edit.facts(renderer: renderer, known: facts),
        decoderLimit: decoderLimit)
      place = .export
      try plan.checkSubtitles(in: settings.fileType)
      try RenderError.catching { try renderer.check(settings.limited(to: plan)) }
      check.plan = plan
      check.warnings += (findings + (try await edit.remarks(on: plan, renderer: renderer))).map {
        model.diagnostic(of: $0)
      }
    } catch {
      check.faults.append(ProjectFault(error, of: document, model: model, at: place))
    }
    return check
  }
}

extension ProjectRender {
  /// Warnings of cues that could not be read in the files of `subtitles`, at their places in the project.
  func subtitleWarnings(_ subtitles: [FilmSubtitles]) -> [ProjectWarning] {
    var counts: [ProjectSubtitles.Mode: Int] = [:]
    return subtitles.enumerated().flatMap { index, found in
      let place = ModelLocation(.subtitles(counts[found.source.mode, default: 0]))
      counts[found.source.mode, default: 0] += 1
      return found.warnings.map { warning in
        ProjectWarning(
          document.diagnostic(
            at: document.pointer(to: .subtitles(index)),
            "\(found.source.asset.url.lastPathComponent): \(warning)", expected: "subtitles that can be read"),
          at: place)
      }
    }
  }
}

/// Something that keeps a project from being rendered: where it stands in the file, and what the render would say.
public struct ProjectFault: Hashable, Sendable {
  /// The place in the file, and what is wrong there.
  public var diagnostic: ProjectDiagnostic
  /// The error that planning or rendering throws for it.
  public var error: RenderError
}

extension ProjectFault {
  /// The fault of `document` that `error` is about: at its clip, its media, or `part` where it names neither. Clips are
  /// those of `model`.
  init(
    _ error: RenderError, of document: any EditDocument, model: ResolvedProject?, at part: DocumentPart = .document
  ) {
    self.error = error
    let message = [error.message, error.remedy].compactMap(\.self).joined(separator: " ")
    let expected = Self.expectation(behind: error.code)
    if let model, let clip = error.clip,
      let track = model.composition.tracks.firstIndex(where: { $0.id == clip.trackID })
    {
      let place = ModelLocation(.segment(track: track, index: clip.segmentIndex))
      self.diagnostic = model.diagnostic(at: place, message, expected: expected)
    } else {
      // A picture that only layers show has no name among the assets.
      let layer = error.asset.flatMap { asset in
        model?.videoComposition?.animationTool?.location(ofPicture: asset)
      }
      if let model, let layer {
        self.diagnostic = model.diagnostic(at: layer, message, expected: expected)
      } else {
        let place = error.asset.map(DocumentPart.asset) ?? part
        self.diagnostic = document.diagnostic(at: document.pointer(to: place), message, expected: expected)
      }
    }
  }

  /// The expected value, as a noun phrase.
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
