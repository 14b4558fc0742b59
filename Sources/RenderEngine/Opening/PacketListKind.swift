/// The kinds of file whose packets are found by code of this engine.
enum PacketListKind: Hashable, Sendable, Codable {
  /// FLAC without another container.
  case flac
  /// Plain samples: any of them can begin a packet.
  case samples
}
