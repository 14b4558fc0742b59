import EditServices
import EditingModel
import FoundationEssentials
import ProjectFile
import Rendering

/// What a film is written as, put together from all that have a say: the caller, a preset, the project, and the name of
/// the output.
struct ExportFormat {
  private let choices: ProjectRender.Choices
  private let project: ExportDescription
  private let output: URL?

  /// The format of a film that a project describes as `project`; `output` is nil where nothing is written.
  init(_ choices: ProjectRender.Choices, project: ExportDescription, output: URL?) {
    self.choices = choices
    self.project = project
    self.output = output
  }

  /// The settings, complete.
  ///
  /// - Throws: `RenderError` where the project asks for what cannot be had, `ProjectRender.ChoiceError` where only a choice
  ///   does.
  func settings() throws -> ExportSettings {
    switch choices.purpose {
    case .preview: try previewSettings()
    case .final: try finalSettings()
    }
  }

  /// What the project asks for by itself.
  func projectSettings() throws(RenderError) -> ExportSettings {
    try settings(of: project, in: project.fileType ?? fittingFileType)
  }

  private func finalSettings() throws -> ExportSettings {
    // A project must make sense on its own, whatever is chosen on top of it.
    let own = try projectSettings()
    let fileType = try fileType() ?? own.fileType
    let base = project.without(codecsNotIn: fileType)
    let preset = choices.preset.map { ExportDescription($0).merged(over: base) }
    do throws(RenderError) {
      return try settings(of: choices.wishes.merged(over: preset ?? base), in: fileType)
    } catch {
      _ = try settings(of: base, in: fileType)
      throw ProjectRender.ChoiceError(error.message, remedy: error.remedy)
    }
  }

  /// A film that is encoded as fast as can be, whatever the project says.
  private func previewSettings() throws -> ExportSettings {
    let fileType = chosenFileType ?? .mp4
    var description = ExportDescription()
    switch fileType {
    case .mp4, .mov, .mkv: description.video = VideoDescription(codec: .codec(.h264), speed: .ultrafast)
    case .webm: description.video = VideoDescription(speed: .ultrafast)
    case .m4a, .wav, .flac: break
    }
    return try settings(of: description, in: fileType)
  }

  /// The container that the caller names, directly or by the output's name.
  private var chosenFileType: FileType? {
    choices.wishes.fileType ?? choices.preset?.fileType ?? output.flatMap { FileType(pathExtension: $0.pathExtension) }
  }

  /// The container that somebody names; nil where nobody does and nothing is written.
  private func fileType() throws(ProjectRender.ChoiceError) -> FileType? {
    if let fileType = chosenFileType ?? project.fileType { return fileType }
    guard let output else { return nil }
    throw ProjectRender.ChoiceError(
      "The name \(output.lastPathComponent) does not say what the film is to be written as.",
      remedy: "Choose a file type, or a name that ends in "
        + FileType.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ") + ".")
  }

  /// The first container that can hold what the project asks for; the first of all if none can.
  private var fittingFileType: FileType {
    FileType.allCases.first { (try? settings(of: project, in: $0)) != nil } ?? .mp4
  }

  /// `description` in `fileType`, with the container's usual codecs where none is named.
  private func settings(
    of description: ExportDescription, in fileType: FileType
  ) throws(RenderError) -> ExportSettings {
    var settings = ExportRules.defaults(for: fileType)
    if let video = description.video { settings.video = video.settings(usual: settings.video?.codec) }
    if let audio = description.audio { settings.audio = audio.settings(usual: settings.audio?.codec) }
    return try ExportRules.complete(settings)
  }
}

extension ExportDescription {
  /// These wishes without what they say about codecs that `fileType` cannot hold: who asks for another container than the
  /// project's gets that container's usual codecs.
  fileprivate func without(codecsNotIn fileType: FileType) -> ExportDescription {
    func holds(video: VideoSettings?, audio: AudioSettings?) -> Bool {
      (try? ExportRules.complete(ExportSettings(fileType: fileType, video: video, audio: audio))) != nil
    }
    var wishes = self
    if case .codec(let codec)? = video?.codec, !holds(video: VideoSettings(codec: codec), audio: nil) {
      wishes.video = nil
    }
    if case .codec(let codec)? = audio?.codec, !holds(video: nil, audio: AudioSettings(codec: codec)) {
      wishes.audio = nil
    }
    return wishes
  }
}
