public import EditingModel

/// Which files can be written, and what is usual where nothing is said: pure rules, the same on every machine.
///
/// | container | picture | sound |
/// |---|---|---|
/// | MP4 | **H.264** | **AAC** |
/// | MOV | **H.264** | **AAC**, PCM |
/// | MKV | **H.264**, FFV1 | **Opus**, FLAC, PCM |
/// | WebM | **VP9**, VP8 | **Opus** |
/// | M4A | – | **AAC** |
/// | WAV | – | **PCM** |
/// | FLAC | – | **FLAC** |
///
/// The usual codecs are set in bold. Picture or sound may be left out, but not both. Everything else is refused by name,
/// with what could be had instead.
public enum ExportRules {
  /// What a file of `fileType` usually holds, complete.
  public static func defaults(for fileType: FileType) -> ExportSettings {
    ExportSettings(
      fileType: fileType,
      video: fileType.videoCodecs.first.map { VideoSettings(codec: $0).completed },
      audio: fileType.audioCodecs.first.map { AudioSettings(codec: $0).completed })
  }

  /// `settings` with everything filled in that is usual; what only the sources can tell (sample rate, channels, and the
  /// bitrate of sound) stays nil.
  ///
  /// Usual are a constant quality (CRF 23 for H.264, 10 for VP8, 31 for VP9), the encoder's speed `medium`, at most 250
  /// frames from key frame to key frame, and 8-bit 4:2:0. Opus is made of 48,000 samples a second.
  ///
  /// - Throws: `RenderError` with `.unsupported`, which names what is refused.
  public static func complete(_ settings: ExportSettings) throws(RenderError) -> ExportSettings {
    guard settings.video != nil || settings.audio != nil else {
      throw RenderError(
        .unsupported, "A file of neither picture nor sound was asked for.",
        remedy: "Choose a codec for one of them.")
    }
    let fileType = settings.fileType
    if let video = settings.video {
      try refuse(video.codec, unlessIn: fileType.videoCodecs, of: fileType, kind: "pictures", name: \.title)
      try video.check()
    }
    if let audio = settings.audio {
      try refuse(audio.codec, unlessIn: fileType.audioCodecs, of: fileType, kind: "sound", name: \.title)
      try audio.check()
    }
    return ExportSettings(
      fileType: fileType, video: settings.video?.completed, audio: settings.audio?.completed)
  }

  private static func refuse<Codec: Equatable>(
    _ codec: Codec, unlessIn codecs: [Codec], of fileType: FileType, kind: String, name: (Codec) -> String
  ) throws(RenderError) {
    guard !codecs.contains(codec) else { return }
    let held = codecs.map(name)
    throw RenderError(
      .unsupported, "\(fileType.title) cannot be written with \(kind) in \(name(codec)).",
      remedy: held.isEmpty
        ? "Leave the \(kind) out, or choose another file type."
        : "It takes \(held.joined(separator: ", ")).")
  }
}

extension FileType {
  /// The container that files with this extension are, in any case: `mp4`, `m4v`, `mov`, `qt`, `mkv`, `webm`, `m4a`,
  /// `wav`, `wave` or `flac`. Nil for any other.
  public init?(pathExtension: String) {
    switch pathExtension.lowercased() {
    case "mp4", "m4v": self = .mp4
    case "mov", "qt": self = .mov
    case "mkv": self = .mkv
    case "webm": self = .webm
    case "m4a": self = .m4a
    case "wav", "wave": self = .wav
    case "flac": self = .flac
    default: return nil
    }
  }

  /// The codecs of pictures that can be written, the usual one first.
  fileprivate var videoCodecs: [VideoCodec] {
    switch self {
    case .mp4, .mov: [.h264]
    case .mkv: [.h264, .ffv1]
    case .webm: [.vp9, .vp8]
    case .m4a, .wav, .flac: []
    }
  }

  /// The codecs of sound that can be written, the usual one first.
  fileprivate var audioCodecs: [AudioCodec] {
    switch self {
    case .mp4, .m4a: [.aac]
    case .mov: [.aac, .pcm]
    case .mkv: [.opus, .flac, .pcm]
    case .webm: [.opus]
    case .wav: [.pcm]
    case .flac: [.flac]
    }
  }

  /// What people call a file of it, at the start of a sentence.
  fileprivate var title: String {
    switch self {
    case .mp4: "An MP4 file"
    case .mov: "A QuickTime movie"
    case .mkv: "A Matroska file"
    case .webm: "A WebM file"
    case .m4a: "An M4A file"
    case .wav: "A WAV file"
    case .flac: "A FLAC file"
    }
  }
}
