import EditingModel
public import FoundationEssentials
public import MediaFormats
public import MediaTime
public import Rendering

extension ExportRequest {
  /// The export of `asset` by `preset` to the file at `outputURL`; reads the media's facts.
  ///
  /// | | is |
  /// |---|---|
  /// | the container | that of the name's ending |
  /// | size and encodings | the preset's |
  /// | times of pictures | their own, unless a video composition says otherwise |
  /// | tracks of a file | all sounds, where the container holds several, and its tracks of text; with their titles and languages, and which are played |
  /// | metadata | of a file what is for sharing (`MetadataFilter.forSharing`): its title stays, its place does not; chapters |
  ///
  /// - Parameters:
  ///   - timeRange: The part that is exported; all of it if nil.
  ///   - inspector: What looks into media.
  /// - Throws: `RenderError`: as `MediaInspector.facts(of:)`; `.unsupported` where the preset cannot be written into such a file,
  ///   or one track of a file is asked for alone.
  public init(
    asset: some MediaSource, preset: ExportPreset, to outputURL: URL, timeRange: CMTimeRange? = nil,
    replacesExistingFile: Bool = false, inspector: MediaInspector
  ) async throws(RenderError) {
    let settings = try preset.settings(forFileAt: outputURL)
    let subject = asset.analysisSubject.kind
    let film: FileEdit
    var files: [MediaFacts] = []
    switch subject {
    case .edit(let edit): film = FileEdit(edit)
    case .file(let reference, track: nil):
      files = [try await inspector.facts(of: reference)]
      film = try FileEdit(joining: files, in: settings.fileType)
    case .file(let reference, let track?):
      throw RenderError(
        .unsupported, "Track number \(track) of a file is to be exported alone.",
        remedy: "Insert it into a composition, and export that.", asset: reference)
    }
    self.init(
      film.edit, as: settings, to: outputURL, replacesExistingFile: replacesExistingFile, timeRange: timeRange,
      maximumSize: preset.maximumSize)
    isPassthrough = preset.isPassthrough
    try await takeTracks(of: film, made: files, inspector: inspector)
  }
}

extension FileEdit {
  /// `edit`, as it is.
  fileprivate init(_ edit: EditSnapshot) {
    (self.edit, separateSounds, languages, duration) = (edit, [], [], edit.composition.duration)
    leadsWithPictures = false
  }
}

extension ExportPreset {
  /// The settings of the file at `url`, whose name ends in its type.
  ///
  /// - Throws: `RenderError` with `.unsupported` where the name ends in no type, or in one that the preset is not written as.
  public func settings(forFileAt url: URL) throws(RenderError) -> ExportSettings {
    guard let fileType = FileType(pathExtension: url.pathExtension) else {
      throw RenderError(
        .unsupported, "The name \(url.lastPathComponent) does not say what the film is to be written as.",
        remedy: "Choose one that ends in \(endings).")
    }
    guard let settings = settings(in: fileType) else {
      throw RenderError(
        .unsupported,
        "The preset \(name) is not written as \(fileType.format.title), as \(url.lastPathComponent) asks for.",
        remedy: "Choose a name that ends in \(endings), or another preset.")
    }
    return settings
  }

  /// The endings of names that it is written under.
  private var endings: String { supportedFileTypes.map { ".\($0.rawValue)" }.joined(separator: ", ") }
}

extension ExportSession {
  /// A session that exports `asset` by `preset` to the file at `outputURL` (`init(asset:presetName:)`, `outputURL`,
  /// `outputFileType`, `timeRange`): what that means is in
  /// ``ExportRequest/init(asset:preset:to:timeRange:replacesExistingFile:inspector:)``.
  ///
  /// - Throws: As that does.
  public convenience init(
    asset: some MediaSource, preset: ExportPreset, to outputURL: URL, timeRange: CMTimeRange? = nil,
    replacesExistingFile: Bool = false, renderer: any Renderer
  ) async throws(RenderError) {
    let request = try await ExportRequest(
      asset: asset, preset: preset, to: outputURL, timeRange: timeRange, replacesExistingFile: replacesExistingFile,
      inspector: MediaInspector(renderer: renderer))
    self.init(request, renderer: renderer)
  }
}
