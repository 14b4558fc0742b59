/// A way to encode a sound.
public enum SoundCodec: String, Hashable, Sendable, CaseIterable {
  case pcm, flac, aac, opus, mp3, vorbis, ac3

  /// ffmpeg's arguments.
  var arguments: [String] {
    switch self {
    case .pcm: ["-c:a", "pcm_s16le"]
    case .flac: ["-c:a", "flac"]
    case .aac: ["-c:a", "aac", "-b:a", "192k"]
    case .opus: ["-c:a", "libopus", "-b:a", "160k"]
    case .mp3: ["-c:a", "libmp3lame", "-b:a", "192k"]
    case .vorbis: ["-c:a", "libvorbis", "-q:a", "6"]
    case .ac3: ["-c:a", "ac3", "-b:a", "192k"]
    }
  }
}
