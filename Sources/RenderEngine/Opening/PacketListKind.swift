/// The kinds of file whose packets are found by code of this engine.
enum PacketListKind: Hashable, Sendable, Codable {
  /// FLAC without another container.
  case flac
}
