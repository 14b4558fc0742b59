/// The beginnings of the sounds of Opus in an Ogg file (RFC 7845 §4.2, §4.3).
///
/// ```
///  first page   │ packet │ packet │ packet │         its granule position counts what a decoder has given up to its end
///               ▲ start    ▲ start + pre-skip        from here on it is heard, at time `start`: times are less by the pre-skip
/// ```
///
/// A stream that was cut out of another one begins behind zero; what its decoder gives first is no sound of it all the same. A demuxer
/// has time zero where the stream begins, or at the pre-skip where that is later.
package struct OggOpusStarts {
  /// The first sample of each stream of Opus that is heard, from a demuxer's time zero on, at 48,000 a second, in the order of their
  /// headers; nil where nothing says it.
  package private(set) var samples: [Int64?] = []
  /// The streams that these are, by their serial numbers.
  private var serials: [UInt64] = []
  /// The pre-skip of each.
  private var preSkips: [Int64] = []
  /// The number of complete packets of each stream; the first two are headers.
  private var packetCounts: [Int] = []
  /// The beginnings of packets that go on on another page.
  private var parts: [[UInt8]] = []

  /// Limit of the pages that are searched: tags with pictures take many.
  private static let mostPages = 20_000
  /// Bytes of a packet that state its duration.
  private static let headLength = 2

  /// The starts of the streams of `file` whose headers follow each other from `offset` on.
  package init(of file: FileBytes, from offset: UInt64 = 0) throws {
    var offset = offset
    for number in 0..<Self.mostPages {
      let head = try file.read(at: offset, 27 + 255)
      guard head.starts(with: "OggS".utf8), head.count >= 27, head.count >= 27 + Int(head[26]) else { return }
      let lacing = Array(head[27..<(27 + Int(head[26]))])
      let size = lacing.reduce(0) { $0 + Int($1) }
      let begins = head[5] & 2 != 0
      // The first pages of all streams precede all others, and those of the next link follow.
      if begins, number > 0, packetCounts.contains(where: { $0 > 1 }) { return }
      let body = try file.read(at: offset + UInt64(27 + lacing.count), size)
      guard body.count == size else { return }
      offset += UInt64(27 + lacing.count + size)
      let serial = head.littleEndian(at: 14, 4)
      if begins, body.starts(with: "OpusHead".utf8), let header = OpusHead(body) {
        preSkips.append(Int64(header.preSkip))
        samples.append(nil)
        serials.append(serial)
        packetCounts.append(0)
        parts.append([])
      }
      if !begins, serials.isEmpty { return }
      guard let stream = serials.firstIndex(of: serial), samples[stream] == nil else { continue }
      let count = pass(body, lacing, of: stream)
      guard count > 0 else { continue }
      let position = Int64(bitPattern: head.littleEndian(at: 6, 8))
      // A first page that is the last one, too, may end before the end of its packets.
      samples[stream] = min(max(0, position.addingSaturated(-count)), preSkips[stream])
      if samples.allSatisfy({ $0 != nil }) { return }
    }
  }

  /// Passes the packets of a page of `stream`; gives how many samples those hold that end on it.
  private mutating func pass(_ body: [UInt8], _ lacing: [UInt8], of stream: Int) -> Int64 {
    var count: Int64 = 0
    var place = 0
    for length in lacing {
      parts[stream] += body.dropFirst(place).prefix(min(Int(length), max(0, Self.headLength - parts[stream].count)))
      place += Int(length)
      guard length < 255 else { continue }
      if packetCounts[stream] > 1 { count += OpusPacket(parts[stream])?.sampleCount ?? 0 }
      packetCounts[stream] += 1
      parts[stream] = []
    }
    return count
  }
}
