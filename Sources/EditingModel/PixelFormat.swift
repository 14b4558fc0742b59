/// How samples of a picture lie in memory, in ffmpeg's words, which are also the project format's.
public enum PixelFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// 8-bit 4:2:0, three planes.
  case yuv420p
  /// 8-bit 4:2:2, three planes.
  case yuv422p
  /// 8-bit 4:4:4, three planes.
  case yuv444p
}
