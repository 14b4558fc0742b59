public import EditingModel

/// What a project says about the file a film is written as: every wish is optional, and the command line goes before it.
public struct ExportDescription: Hashable, Sendable {
  /// The container.
  public var fileType: FileType?
  /// How the picture is encoded.
  public var video: VideoDescription?
  /// How the sound is encoded.
  public var audio: AudioDescription?

  /// A wish for a file like this.
  public init(fileType: FileType? = nil, video: VideoDescription? = nil, audio: AudioDescription? = nil) {
    self.fileType = fileType
    self.video = video
    self.audio = audio
  }

  static let form = Form<ExportDescription>.object(
    "export", "What the film is written as.",
    Field(optional: "fileType", \.fileType, .choice, "The container."),
    Field(optional: "video", \.video, VideoDescription.form, "How the picture is encoded."),
    Field(optional: "audio", \.audio, AudioDescription.form, "How the sound is encoded."),
    make: ExportDescription.init)
}
