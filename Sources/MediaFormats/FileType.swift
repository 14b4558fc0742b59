/// A container (`AVFileType`). What each one is and holds is its row in the table, ``format``.
public enum FileType: String, Hashable, Sendable, Codable, CaseIterable {
  /// MPEG-4 (ISO/IEC 14496-14).
  case mp4
  /// QuickTime.
  case mov
  /// Matroska.
  case mkv
  /// WebM.
  case webm
  /// An MPEG-2 transport stream (ITU-T H.222.0).
  case ts
  /// MPEG-4, sound only.
  case m4a
  /// RIFF WAVE, sound only.
  case wav
  /// AIFF, and AIFF-C for samples that are numbers; sound only.
  case aiff
  /// FLAC's own stream, sound only.
  case flac
  /// Ogg (RFC 3533), sound only.
  case ogg
  /// MPEG-1 Audio Layer III's own stream, sound only.
  case mp3
  /// An animated GIF (GIF89a), without sound.
  case gif
  /// Numbered PNG pictures, `shot-%04d.png`, without sound.
  case png
  /// Numbered JPEG pictures, `shot-%04d.jpg`, without sound.
  case jpg
  /// Numbered WebP pictures, `shot-%04d.webp`, without sound.
  case webp

  /// The container that files with this extension are, in any case: `mp4`, `MOV`, `m2ts`. Nil for an extension of none.
  public init?(pathExtension: String) {
    let name = pathExtension.lowercased()
    guard let fileType = Self.allCases.first(where: { $0.format.pathExtensions.contains(name) }) else { return nil }
    self = fileType
  }

  /// Whether each picture is a file of its own, numbered in its name.
  public var isPictureSequence: Bool { self == .png || self == .jpg || self == .webp }

  /// Whether it is a movie of Apple's or MPEG's: with a header of boxes, and edit lists (ISO/IEC 14496-12).
  package var isMovie: Bool { self == .mp4 || self == .mov || self == .m4a }

  /// Whether a file of it says something of itself: a title, languages, chapters. Pictures do not.
  public var holdsStatements: Bool { !isPictureSequence && self != .gif }

  /// Whether pictures stand at any rising times in a file of it. Pictures in files of their own, and those of a GIF, whose
  /// delays are hundredths of a second, have a rate.
  public var holdsVariableRates: Bool { !isPictureSequence && self != .gif }

  /// Whether the container has no place for pictures.
  public var isSoundOnly: Bool { format.videoCodecs.isEmpty }
}

/// A row of the table of containers: what files of one type are called, and which codecs can be written into them.
public struct ContainerFormat: Hashable, Sendable {
  /// The common name of such a file, at the start of a sentence.
  public let title: String
  /// The endings of such files' names, the usual one first; lowercase.
  public let pathExtensions: [String]
  /// The codecs of pictures, the usual one first; none in a container of sound.
  public let videoCodecs: [VideoCodec]
  /// The codecs of sound, the usual one first.
  public let audioCodecs: [AudioCodec]
  /// Whether it has tracks of text.
  public let holdsSubtitles: Bool

  fileprivate init(
    _ title: String, _ pathExtensions: [String], video: [VideoCodec] = [], audio: [AudioCodec], text: Bool = false
  ) {
    self.title = title
    self.pathExtensions = pathExtensions
    self.videoCodecs = video
    self.audioCodecs = audio
    self.holdsSubtitles = text
  }
}

extension FileType {
  /// The container's row.
  public var format: ContainerFormat {
    switch self {
    case .mp4:
      ContainerFormat(
        "An MP4 file", ["mp4", "m4v"], video: [.h264, .hevc, .av1, .vp9], audio: [.aac, .alac, .mp3, .ac3],
        text: true)
    case .mov:
      ContainerFormat(
        "A QuickTime movie", ["mov", "qt"], video: [.h264, .hevc, .prores, .dnxhr, .mjpeg],
        audio: [.aac, .pcm, .alac, .ac3], text: true)
    case .mkv:
      ContainerFormat(
        "A Matroska file", ["mkv"], video: [.h264, .hevc, .av1, .vp9, .vp8, .ffv1, .prores, .mjpeg],
        audio: [.opus, .flac, .pcm, .aac, .mp3, .ac3, .vorbis], text: true)
    case .webm:
      ContainerFormat(
        "A WebM file", ["webm"], video: [.vp9, .vp8, .av1], audio: [.opus, .vorbis], text: true)
    // Not "m2ts" and "mts": Blu-ray's and AVCHD's packets of 192 bytes are another format.
    case .ts:
      ContainerFormat("An MPEG transport stream", ["ts"], video: [.h264, .hevc], audio: [.aac, .mp3, .ac3])
    case .m4a: ContainerFormat("An M4A file", ["m4a"], audio: [.aac, .alac])
    case .wav: ContainerFormat("A WAV file", ["wav", "wave"], audio: [.pcm])
    case .aiff: ContainerFormat("An AIFF file", ["aiff", "aif", "aifc"], audio: [.pcm])
    case .flac: ContainerFormat("A FLAC file", ["flac"], audio: [.flac])
    case .ogg: ContainerFormat("An Ogg file", ["ogg", "oga", "opus"], audio: [.opus, .vorbis, .flac])
    case .mp3: ContainerFormat("An MP3 file", ["mp3"], audio: [.mp3])
    case .gif: ContainerFormat("An animated GIF", ["gif"], video: [.gif], audio: [])
    case .png: ContainerFormat("A sequence of PNG pictures", ["png"], video: [.png], audio: [])
    case .jpg: ContainerFormat("A sequence of JPEG pictures", ["jpg", "jpeg"], video: [.mjpeg], audio: [])
    case .webp: ContainerFormat("A sequence of WebP pictures", ["webp"], video: [.webp], audio: [])
    }
  }
}

extension FileType {
  /// The widths of samples of sound in `codec` that a file of this type can store; empty for a codec that loses some of
  /// them.
  public func sampleFormats(of codec: AudioCodec) -> [SampleFormat] {
    switch codec {
    case .pcm: SampleFormat.allCases
    // Of 32 bits their encoders write the upper 24.
    case .flac, .alac: [.integer16, .integer24]
    case .aac, .opus, .mp3, .vorbis, .ac3: []
    }
  }
}

/// The kind of media a track holds (`AVMediaType`).
public enum MediaType: String, Hashable, Sendable, Codable, CaseIterable {
  /// Pictures.
  case video
  /// Sound.
  case audio
}
