/// The kind of media a track holds (`AVMediaType`).
public enum MediaType: String, Hashable, Sendable, Codable, CaseIterable {
  /// Pictures.
  case video
  /// Sound.
  case audio
}
