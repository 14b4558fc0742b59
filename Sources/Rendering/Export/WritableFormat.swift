public import MediaFormats

/// A kind of file with the codecs that can be written into it, and which of them this machine can encode.
public struct WritableFormat: Hashable, Sendable {
  /// The container.
  public var fileType: FileType
  /// The codecs of pictures, the usual one first.
  public var video: [Encoding<VideoCodec>]
  /// The codecs of sound, the usual one first.
  public var audio: [Encoding<AudioCodec>]

  /// A codec in a container.
  public struct Encoding<Codec: Hashable & Sendable>: Hashable, Sendable {
    /// The codec.
    public var codec: Codec
    /// The reason for which this machine cannot write it; nil where it can.
    public var obstacle: RenderError?

    /// Whether this machine can write it.
    public var isAvailable: Bool { obstacle == nil }
  }
}

extension FileWriting {
  /// The formats that can be written: every row of the table of formats (``FileType/format``), with what this machine lacks for it.
  public func writableFormats() -> [WritableFormat] {
    FileType.allCases.map { fileType in
      WritableFormat(
        fileType: fileType,
        video: fileType.format.videoCodecs.map { codec in
          WritableFormat.Encoding(
            codec: codec,
            obstacle: obstacle(ExportSettings(fileType: fileType, video: VideoSettings(codec: codec), audio: nil)))
        },
        audio: fileType.format.audioCodecs.map { codec in
          WritableFormat.Encoding(
            codec: codec,
            obstacle: obstacle(ExportSettings(fileType: fileType, video: nil, audio: AudioSettings(codec: codec))))
        })
    }
  }

  /// The reason for which this machine cannot write `settings`, complete; nil where it can.
  private func obstacle(_ settings: ExportSettings) -> RenderError? {
    do {
      try check(ExportRules.complete(settings))
      return nil
    } catch {
      return RenderError(describing: error)
    }
  }
}
