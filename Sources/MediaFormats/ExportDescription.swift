/// The description of the file a movie is written as, by a project, a preset or a command line: settings with holes, nil
/// wherever nothing is said.
public struct ExportDescription: Hashable, Sendable, Codable {
  /// The container.
  public var fileType: FileType?
  /// The encoding of the picture.
  public var video: VideoDescription?
  /// The encoding of the sound.
  public var audio: AudioDescription?

  /// A description of a file like this.
  public init(fileType: FileType? = nil, video: VideoDescription? = nil, audio: AudioDescription? = nil) {
    self.fileType = fileType
    self.video = video
    self.audio = audio
  }

  /// The description that gives `settings`. Picture or sound that the container could have, and the settings leave out,
  /// are left out by name.
  public init(_ settings: ExportSettings) {
    let format = settings.fileType.format
    self.init(
      fileType: settings.fileType,
      video: settings.video.map { VideoDescription($0) }
        ?? (format.videoCodecs.isEmpty ? nil : VideoDescription(codec: .omitted)),
      audio: settings.audio.map { AudioDescription($0) }
        ?? (format.audioCodecs.isEmpty ? nil : AudioDescription(codec: .omitted)))
  }

  /// The settings of a file of `fileType`, in the container's usual codecs where none is named.
  public func settings(in fileType: FileType) -> ExportSettings {
    let format = fileType.format
    return ExportSettings(
      fileType: fileType,
      video: (video ?? VideoDescription()).settings(usual: format.videoCodecs.first),
      audio: (audio ?? AudioDescription()).settings(usual: format.audioCodecs.first))
  }

  /// This description, with settings of `base` where it has none.
  ///
  /// Dependent settings are not mixed: a quality replaces a bit rate and vice versa, and another codec replaces all
  /// settings of the former one.
  public func merged(over base: ExportDescription) -> ExportDescription {
    ExportDescription(
      fileType: fileType ?? base.fileType, video: video?.merged(over: base.video) ?? base.video,
      audio: audio?.merged(over: base.audio) ?? base.audio)
  }
}
