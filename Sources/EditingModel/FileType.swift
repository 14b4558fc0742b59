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
