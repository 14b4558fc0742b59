import EditServices
import EditingModel
import FoundationEssentials
import MediaFormats
import Rendering

extension ProjectRender.Choices {
  /// The complete settings of a movie: put together from these choices, the preset among them, what the project says,
  /// and the name of the output, which is nil where nothing is written.
  ///
  /// - Throws: `RenderError` where the project asks for what cannot be had, `ProjectRender.ChoiceError` where only a choice
  ///   does.
  func settings(over project: ExportDescription, output: URL?) throws -> ExportSettings {
    let named =
      wishes.fileType ?? preset?.description.fileType ?? output.flatMap { FileType(pathExtension: $0.pathExtension) }
    switch purpose {
    case .preview:
      // Encoded as fast as can be, whatever the project says.
      guard let fileType = named ?? (output == nil ? .mp4 : nil) else { throw Self.unnamed(output) }
      return try ExportDescription(video: VideoDescription(codec: nil, speed: .ultrafast)).complete(in: fileType)
    case .final:
      // A project must make sense on its own, whatever is chosen on top of it.
      let own = try project.complete()
      guard let fileType = named ?? project.fileType ?? (output == nil ? own.fileType : nil) else {
        throw Self.unnamed(output)
      }
      let base = project.without(codecsNotIn: fileType)
      do throws(RenderError) {
        return try wishes.merged(over: preset?.description.merged(over: base) ?? base).complete(in: fileType)
      } catch {
        _ = try base.complete(in: fileType)
        throw ProjectRender.ChoiceError(error.message, remedy: error.remedy)
      }
    }
  }

  /// Refuses what packets that are copied as they are cannot show: what `edit` says of pictures and sound, and what is chosen of them.
  func checkPassthrough(of edit: EditSnapshot) throws(ProjectRender.ChoiceError) {
    let changes = [
      ("videoComposition", edit.videoComposition != nil), ("audioMix", edit.audioMix != nil),
      ("subtitles", !edit.subtitles.isEmpty),
    ].filter(\.1).map(\.0)
    guard changes.isEmpty else {
      throw ProjectRender.ChoiceError(
        "Passthrough copies packets as they are: the project's \(changes.joined(separator: ", ")) would not be in the film.",
        remedy: "Choose another preset; smart rendering copies what stays as it is, and encodes the rest.")
    }
    guard scale == 1, wishes.video == nil, wishes.audio == nil, smartRendering == .off else {
      throw ProjectRender.ChoiceError(
        "Passthrough encodes nothing, and something is chosen that has to be encoded.",
        remedy: "Choose another preset, or leave out what is said of size and encoding.")
    }
  }

  /// The error that nothing says which container a movie goes into.
  private static func unnamed(_ output: URL?) -> ProjectRender.ChoiceError {
    ProjectRender.ChoiceError(
      "The name \(output?.lastPathComponent ?? "") does not say what the film is to be written as.",
      remedy: "Choose a file type, or a name that ends in "
        + FileType.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ") + ".")
  }
}

extension ExportDescription {
  /// The settings by themselves, complete: in the container that is named, else in the first that can hold the rest.
  func complete() throws(RenderError) -> ExportSettings {
    let fitting = FileType.allCases.first { (try? complete(in: $0)) != nil } ?? .mp4
    return try complete(in: fileType ?? fitting)
  }

  /// The settings in `fileType`, complete.
  fileprivate func complete(in fileType: FileType) throws(RenderError) -> ExportSettings {
    try ExportRules.complete(settings(in: fileType))
  }

  /// The same without what is said of codecs that `fileType` cannot hold: another container than the project's comes with
  /// its own usual codecs.
  fileprivate func without(codecsNotIn fileType: FileType) -> ExportDescription {
    var description = self
    if case .codec(let codec)? = video?.codec, !fileType.format.videoCodecs.contains(codec) { description.video = nil }
    if case .codec(let codec)? = audio?.codec, !fileType.format.audioCodecs.contains(codec) { description.audio = nil }
    return description
  }
}
