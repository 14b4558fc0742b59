/// The streams with alpha, a second stream beside their packets (`BlockAdditions`, RFC 9559 §5.1.3.5.2). Browsers
/// announce it (`AlphaMode`) in recordings that have none.
extension PacketSource {
  /// Limit of the packets that are searched for the first ones.
  private static let mostPassed = 4_096

  /// Notes which streams of the file at `path`, which this is, announce alpha and have it beside their first packet.
  func noteAlpha(at path: String) {
    var awaited = Set(streams.filter(\.announcesAlpha).map(\.index))
    guard !awaited.isEmpty, let scan = try? PacketSource(path, for: .decoding) else { return }
    for _ in 0..<Self.mostPassed {
      guard !awaited.isEmpty, let packet = (try? scan.next()) ?? nil else { return }
      if awaited.remove(packet.stream) != nil, packet.hasBlockAddition { streamsWithAlpha.insert(packet.stream) }
    }
  }
}

extension PacketStream {
  /// Whether its header says that alpha stands beside its packets.
  fileprivate var announcesAlpha: Bool {
    kind == .pictures && statements.contains { $0.key.lowercased() == "alpha_mode" && $0.value == "1" }
  }
}
