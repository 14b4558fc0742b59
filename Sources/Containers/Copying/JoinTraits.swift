/// The traits of a sound's codec that joining its packets depends on.
package struct JoinTraits {
  /// Packets that a decoder needs before one, for its samples to be right.
  package let leadingPackets: Int
  /// Bytes of a moment of all channels, where packets can be cut between any two; nil elsewhere.
  package let frameSize: Int?
  /// Whether all packets decode to equally many samples, even where the last has a shorter duration.
  package let hasConstantPacketDuration: Bool
  private let stream: PacketStream
  private let blocks: VorbisBlockLengths?

  package init(_ stream: PacketStream) {
    self.stream = stream
    blocks = VorbisBlockLengths(stream)
    let isPCM = stream.codec.hasPrefix("pcm_")
    frameSize = isPCM && stream.frameByteCount > 0 ? stream.frameByteCount : nil
    // Windows that overlap, and bits that MP3 keeps in packets before.
    leadingPackets = ["aac", "mp3", "mp2", "opus", "vorbis", "wmav1", "wmav2"].contains(stream.codec) ? 1 : 0
    hasConstantPacketDuration = ["aac", "mp3", "mp2", "mp1", "ac3", "eac3", "dts", "opus"].contains(stream.codec)
  }

  /// The samples of the block of `packet`, where packets decode to a quarter of their own and of the one before; 0
  /// elsewhere.
  package func block(of packet: StoredPacket) -> Int64 { blocks?.length(of: packet) ?? 0 }

  /// The length of a packet of silence in samples, where packets are `usual` and `gap` has to be filled; nil where none
  /// is known.
  package func silenceLength(usual: Int64, gap: Int64) -> Int64? {
    if frameSize != nil { return min(gap, 1_024) }
    return silence(lasting: usual) == nil ? nil : stream.codec == "opus" ? 960 : usual
  }

  /// A packet of silence of `count` samples; nil where none is known.
  package func silence(lasting count: Int64) -> [UInt8]? {
    if let frameSize {
      let zero: UInt8 =
        switch stream.codec {
        case "pcm_u8": 0x80
        case "pcm_alaw": 0xD5
        case "pcm_mulaw": 0xFF
        default: 0
        }
      return [UInt8](repeating: zero, count: Int(count) * frameSize)
    }
    switch stream.codec {
    case "aac": return AACSilence(channels: stream.channels)?.packet
    case "opus": return OpusPacket.silence(channels: stream.channels)
    default: return nil
    }
  }
}

/// A packet of AAC in which nothing sounds (ISO/IEC 14496-3 §4.4.2): elements of channels without a single band.
package struct AACSilence {
  /// The packet.
  package let packet: [UInt8]

  /// Silence of `channels` channels in their usual order; nil where there is no such order.
  package init?(channels: Int) {
    guard let elements = Self.elements[channels] else { return nil }
    var bits: [Bool] = []
    func put(_ value: Int, _ count: Int) { for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) } }
    var tags: [Int: Int] = [:]
    for element in elements {
      put(element, 3)
      put(tags[element, default: 0], 4)
      tags[element, default: 0] += 1
      // Two channels, each with a window of its own.
      if element == Self.pair { put(0, 1) }
      for _ in 0..<(element == Self.pair ? 2 : 1) {
        // Gain; a long window of sine's shape with no band, and no prediction; no pulses, noise shaping, gain control.
        put(100, 8)
        put(0, 1 + 2 + 1 + 6 + 1)
        put(0, 3)
      }
    }
    put(7, 3)
    while bits.count % 8 != 0 { bits.append(false) }
    packet = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  private static let (single, pair, low) = (0, 1, 3)
  /// The elements of each number of channels (ISO/IEC 14496-3 table 1.19).
  private static let elements = [
    1: [single], 2: [pair], 3: [single, pair], 4: [single, pair, single], 5: [single, pair, pair],
    6: [single, pair, pair, low], 8: [single, pair, pair, pair, low],
  ]
}
