/// The kinds of file whose packets libavformat reads (``StoredFile``).
enum PacketFileKind: Hashable, Sendable, Codable {
  /// MPEG-4 and QuickTime movies whose header lists all packets.
  case movie
  /// Matroska and WebM.
  case matroska
  /// Flash video.
  case flash
  /// AVI with an index.
  case avi
}
