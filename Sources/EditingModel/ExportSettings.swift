/// What a finished film is written as: the container, and how picture and sound are encoded.
///
/// Nothing here says whether this program can write the combination; `ExportSettings` is what was asked for.
public struct ExportSettings: Hashable, Sendable, Codable {
  /// The container (`AVAssetExportSession.outputFileType`).
  public var fileType: FileType
  /// How the picture is encoded; nil for a film without one.
  public var video: VideoSettings?
  /// How the sound is encoded; nil for a film without it.
  public var audio: AudioSettings?

  /// A file of `fileType` with these encodings.
  public init(fileType: FileType, video: VideoSettings?, audio: AudioSettings?) {
    self.fileType = fileType
    self.video = video
    self.audio = audio
  }
}
