// QUIRK: MP4 and QuickTime: libavformat has the pictures of a short movie decoded later than they are presented, where the last two
// entries of its table of offsets (`ctts`) are the least. In: FFmpeg 5.1. Test: "a copy decodes pictures before they are shown,
// whatever their file says".
/// The ticks by which streams have their pictures decoded later than presented, which no other container takes.
extension PacketSource {
  /// Number of the examined packets of pictures: enough to show their reordering, and the longest table of a movie that
  /// may be incomplete.
  private static let most = 64
  /// Containers whose packets say both times.
  private static let containers = ["mpegts", "mpeg", "flv"]
  /// Limit of the packets that are searched for them.
  private static let mostPassed = 4_096

  /// Notes by how much pictures of the file at `path`, which this is, are decoded too late.
  func noteLateness(at path: String) {
    let pictures = streams.filter { $0.kind == .pictures }.map(\.index)
    let isShort = container.hasPrefix("mov")
    guard isShort || Self.containers.contains(container) else { return }
    let wanted =
      isShort ? pictures.filter { (2...Self.most).contains(listing(ofStream: $0)?.count ?? 0) } : pictures
    guard !wanted.isEmpty, let scan = try? PacketSource(path, for: .decoding) else { return }
    if isShort { scan.selectOnly(Set(wanted)) }
    var counts: [Int: Int] = [:]
    for _ in 0..<Self.mostPassed {
      guard let packet = (try? scan.next()) ?? nil else { return }
      guard wanted.contains(packet.stream), counts[packet.stream, default: 0] < Self.most else { continue }
      counts[packet.stream, default: 0] += 1
      // Where a clock begins anew, the difference is none.
      if let decoding = packet.decoding, let presentation = packet.presentation,
        (1..<1 << 31).contains(decoding.addingSaturated(-presentation))
      {
        lateness[packet.stream] = max(lateness[packet.stream] ?? 0, decoding - presentation)
      }
      if wanted.allSatisfy({ counts[$0] == Self.most }) { return }
    }
  }
}
