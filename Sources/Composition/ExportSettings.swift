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

/// A container (`AVFileType`).
public enum FileType: String, Hashable, Sendable, Codable, CaseIterable {
  /// MPEG-4 (ISO/IEC 14496-14).
  case mp4
  /// QuickTime.
  case mov
  /// Matroska.
  case mkv
  /// WebM.
  case webm
  /// MPEG-4, sound only.
  case m4a
  /// RIFF WAVE, sound only.
  case wav
  /// FLAC's own stream, sound only.
  case flac

  /// Whether the container has no place for pictures.
  public var isSoundOnly: Bool {
    switch self {
    case .m4a, .wav, .flac: true
    case .mp4, .mov, .mkv, .webm: false
    }
  }
}

/// A way to encode pictures (`AVVideoCodecType`).
public enum VideoCodec: String, Hashable, Sendable, Codable, CaseIterable {
  case h264, hevc, vp8, vp9, av1, prores, mjpeg, ffv1
}

/// A way to encode sound.
public enum AudioCodec: String, Hashable, Sendable, Codable, CaseIterable {
  case aac, opus, mp3, flac, pcm, vorbis
}

/// How hard an encoder works for a smaller file, in x264's words.
public enum EncoderSpeed: String, Hashable, Sendable, Codable, CaseIterable {
  case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
}

/// How samples of a picture lie in memory, in ffmpeg's words, which are also the project format's.
public enum PixelFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// 8-bit 4:2:0, three planes.
  case yuv420p
  /// 8-bit 4:2:2, three planes.
  case yuv422p
  /// 8-bit 4:4:4, three planes.
  case yuv444p
}

/// How the picture is encoded.
public struct VideoSettings: Hashable, Sendable, Codable {
  /// The codec.
  public var codec: VideoCodec
  /// Constant quality on the codec's own scale (H.264: CRF 0…51, VP8: 4…63, VP9: 0…63, lower is better); excludes
  /// `bitrate`.
  public var quality: Double?
  /// Bits a second; excludes `quality`.
  public var bitrate: Int?
  /// The encoder's effort; the codec's usual one if nil.
  public var speed: EncoderSpeed?
  /// At most this many frames from one key frame to the next.
  public var keyframeInterval: Int?
  /// The encoded pixel format; 8-bit 4:2:0 if nil.
  public var pixelFormat: PixelFormat?

  /// Pictures in `codec`.
  public init(
    codec: VideoCodec, quality: Double? = nil, bitrate: Int? = nil, speed: EncoderSpeed? = nil,
    keyframeInterval: Int? = nil, pixelFormat: PixelFormat? = nil
  ) {
    self.codec = codec
    self.quality = quality
    self.bitrate = bitrate
    self.speed = speed
    self.keyframeInterval = keyframeInterval
    self.pixelFormat = pixelFormat
  }
}

/// How the sound is encoded.
public struct AudioSettings: Hashable, Sendable, Codable {
  /// The codec.
  public var codec: AudioCodec
  /// Bits a second; the codec's usual ones if nil. Lossless codecs have none.
  public var bitrate: Int?
  /// Samples a second; that of the sources if nil.
  public var sampleRate: Int?
  /// Channels; those of the sources if nil.
  public var channels: Int?

  /// Sound in `codec`.
  public init(codec: AudioCodec, bitrate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil) {
    self.codec = codec
    self.bitrate = bitrate
    self.sampleRate = sampleRate
    self.channels = channels
  }
}
