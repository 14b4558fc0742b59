/// How hard an encoder works for a smaller file, in x264's words.
public enum EncoderSpeed: String, Hashable, Sendable, Codable, CaseIterable {
  case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
}
