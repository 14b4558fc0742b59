public import EditServices
public import EditingModel
public import FoundationEssentials
public import MediaFormats
import MediaTime
import ProjectFile
public import Rendering

/// A project, or a document of another format, on its way to a film: what the commands of `gstedit` do, for programs.
///
/// ```swift
/// let project = try Project(contentsOf: URL(filePath: "film/project.json"))
/// let session = try await ProjectRender(project).session(to: URL(filePath: "film.mp4"))
/// try await session.export()
/// ```
public struct ProjectRender: Sendable {
  /// The project, or what else describes the edit.
  public let document: any EditDocument
  /// The renderer, which looks at media as well.
  let renderer: any Renderer

  /// The render of `document`, such as a `Project`, by `renderer`.
  public init(_ document: any EditDocument, renderer: any Renderer) {
    self.document = document
    self.renderer = renderer
  }

  /// The choices of a caller beyond the project.
  public struct Choices: Hashable, Sendable {
    /// The part of the film that is rendered; all of it if nil.
    public var timeRange: ProjectTimeRange?
    /// Multiplies the picture's size; greater than zero.
    public var scale: Double
    /// A ready-made choice of size and encoding; goes before the project's.
    public var preset: ExportPreset?
    /// The description of the film's file; goes before the preset.
    public var wishes: ExportDescription
    /// The purpose of the film.
    public var purpose: Purpose
    /// The pictures and sounds that are copied, of those that can stand in the film as the media has them
    /// (``ExportRequest/smartRendering``).
    public var smartRendering = SmartRenderingPolicy.off

    /// The purpose of a film.
    public enum Purpose: Hashable, Sendable {
      /// To be kept: encoded as the project says.
      case final
      /// To be looked at once: encoded as fast as can be, whatever the project says.
      case preview
    }

    /// The whole film as the project says, except for what is chosen here.
    public init(
      timeRange: ProjectTimeRange? = nil, scale: Double = 1, preset: ExportPreset? = nil,
      wishes: ExportDescription = ExportDescription(), purpose: Purpose = .final
    ) {
      self.timeRange = timeRange
      self.scale = scale
      self.preset = preset
      self.wishes = wishes
      self.purpose = purpose
    }
  }

  /// The plan of the film; media is looked at, and nothing is written.
  ///
  /// - Throws: `ProjectError`, `ChoiceError` or `RenderError`.
  public func plan(_ choices: Choices = Choices()) async throws -> RenderPlan {
    let timing = try await timing(for: choices)
    let settings = try choices.settings(over: timing.model.export, output: nil)
    let edit = timing.edit
    return try edit.plan(
      settings: RenderSettings(for: settings, timeRange: timing.range, scale: choices.scale),
      fittingIn: choices.preset?.maximumSize,
      facts: try await edit.facts(renderer: renderer, known: timing.document.facts))
  }

  /// A session that renders the film into the file at `url`.
  ///
  /// Media is looked at only for the tracks that it enables, and where the project's times count frames of it; everything else
  /// is the session's work.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file that stands at `url` is replaced.
  ///   - staging: Where the file is written, if not at `url`; it is checked whether it could stand at `url`.
  ///   - segmentation: How many segments of the film are encoded at a time, and where they stay.
  /// - Throws: `ProjectError`, `ChoiceError` or `RenderError`.
  public func session(
    to url: URL, _ choices: Choices = Choices(), replacing: Bool = false, staging: URL? = nil,
    segmentation: Segmentation = Segmentation()
  ) async throws -> ExportSession {
    var request = try await request(choices, output: url)
    (request.replacesExistingFile, request.stagingURL, request.segmentation) = (replacing, staging, segmentation)
    return ExportSession(request, renderer: renderer)
  }

  /// All of an export of the film as a value, for making it in parts. Nothing is written.
  ///
  /// - Parameter output: The file that will be made of it, whose name says what it is; nil where none is known yet.
  /// - Throws: As ``session(to:_:replacing:staging:segmentation:)``.
  public func filmPlan(_ choices: Choices = Choices(), for output: URL? = nil) async throws -> FilmPlan {
    try await ExportSession(request(choices, output: output), renderer: renderer).filmPlan()
  }

  /// The request of an export by `choices` into the file `output`; nil where none is written.
  private func request(_ choices: Choices, output: URL?) async throws -> ExportRequest {
    let timing = try await timing(for: choices)
    let settings = try choices.settings(over: timing.model.export, output: output)
    var edit = timing.edit
    let isPassthrough = choices.preset?.isPassthrough == true && choices.purpose == .final
    if isPassthrough { try choices.checkPassthrough(of: edit) }
    // Timing that a project leaves open is on the grid of its first film.
    edit.videoComposition = edit.videoComposition ?? VideoComposition(fit: .resizeAspect)
    var request = ExportRequest(
      edit, as: settings, to: output ?? URL(filePath: "film"), timeRange: timing.range, scale: choices.scale,
      maximumSize: choices.preset?.maximumSize)
    (request.smartRendering, request.isPassthrough) = (choices.smartRendering, isPassthrough)
    request.namesLosses = choices.purpose == .final
    // Metadata of its clips are not those of the film.
    request.metadata = FileMetadata()
    request.notes = timing.subtitles.flatMap { found in
      found.warnings.map { "\(found.source.asset.url.lastPathComponent): \($0)" }
    }
    return request
  }
}

extension ProjectRender {
  /// A choice that does not fit the film: what was asked of the project is wrong, and not the project.
  public struct ChoiceError: Error, Diagnosed, Hashable, Sendable, CustomStringConvertible {
    /// The fault and its remedy.
    public var diagnostic: Diagnostic

    init(_ message: String, remedy: String? = nil) {
      diagnostic = Diagnostic(message, remedy: remedy)
    }

    /// The sentences.
    public var description: String { diagnostic.description }
  }
}
