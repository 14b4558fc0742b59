/// The settings of a finished movie: the container, and how picture and sound are encoded.
///
/// Nothing here says whether this program can write the combination; `ExportSettings` is what was asked for.
public struct ExportSettings: Hashable, Sendable {
  /// The container (`AVAssetExportSession.outputFileType`).
  public var fileType: FileType
  /// The encoding of the picture; nil for a movie without one.
  public var video: VideoSettings?
  /// The encoding of the sound; nil for a movie without it.
  public var audio: AudioSettings?

  /// A file of `fileType` with these encodings.
  public init(fileType: FileType, video: VideoSettings?, audio: AudioSettings?) {
    self.fileType = fileType
    self.video = video
    self.audio = audio
  }
}

extension ExportSettings: Codable {
  /// Reads the object `export` of a project, which must name a file type. Picture or sound without settings are in the
  /// container's usual codec.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let description = try ExportDescription(from: decoder)
    guard let fileType = description.fileType else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Expected the key fileType."))
    }
    self = description.settings(in: fileType)
  }

  /// Writes the object `export` of a project.
  public func encode(to encoder: any Encoder) throws {
    try ExportDescription(self).encode(to: encoder)
  }
}
