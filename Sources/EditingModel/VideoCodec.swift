/// A way to encode pictures (`AVVideoCodecType`).
public enum VideoCodec: String, Hashable, Sendable, Codable, CaseIterable {
  case h264, hevc, vp8, vp9, av1, prores, mjpeg, ffv1
}
