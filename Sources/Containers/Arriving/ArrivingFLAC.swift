/// A FLAC file (RFC 9639): a frame ends where its checksum matches and the next one begins.
struct ArrivingFLAC: ArrivingFile {
  private(set) var facts: ArrivingSound.Facts?
  private var info: FLACStreamInfo?
  private var hasMark = false
  /// The examined bytes of the frame at hand, and their checksum.
  private var (seen, sum) = (0, FLACChecksum())

  /// More than the largest frame has: 65,535 samples of eight channels and 33 bits.
  private static let largest = 1 << 22

  mutating func read(_ arrived: inout ArrivedBytes) throws(ArrivingSound.Fault) -> ArrivingSound.Packets {
    while facts == nil {
      if !hasMark {
        guard arrived.take(4) != nil else { return .init() }
        hasMark = true
      }
      let head = arrived.peek(4)
      guard head.count == 4 else { return .init() }
      let size = Int(head.bigEndian(at: 1, 3))
      if head[0] & 0x7F == 0 {
        let block = arrived.peek(FLACStreamInfo.byteCount, at: 4)
        guard block.count == FLACStreamInfo.byteCount || size < FLACStreamInfo.byteCount else { return .init() }
        info = FLACStreamInfo(block)
      }
      arrived.skip(UInt64(4 + size))
      guard head[0] & 0x80 != 0 else { continue }
      guard let info, info.rate > 0 else { throw .damage }
      facts = facts(of: info, at: arrived.offset)
    }
    guard let info else { throw .damage }
    return try frames(&arrived, of: info)
  }

  private func facts(of info: FLACStreamInfo, at offset: UInt64) -> ArrivingSound.Facts {
    var facts = ArrivingSound.Facts(.flac, "flac", rate: info.rate, channels: info.channels)
    facts.configuration = info.bytes
    facts.offset = offset
    let (least, most) = (Int(info.bytes.bigEndian(at: 0, 2)), Int(info.bytes.bigEndian(at: 2, 2)))
    facts.packetLength = least == most ? most : 0
    if info.frames.most > 0 { facts.largestPacket = info.frames.most }
    if info.sampleCount > 0, facts.packetLength > 0 {
      let length = Int64(facts.packetLength)
      facts.packetCount = UInt64((info.sampleCount + length - 1) / length)
      facts.sound = (0, info.sampleCount)
    }
    return facts
  }

  private mutating func frames(
    _ arrived: inout ArrivedBytes, of info: FLACStreamInfo
  ) throws(ArrivingSound.Fault) -> ArrivingSound.Packets {
    var packets = ArrivingSound.Packets()
    // The same bytes all the time: what is taken of them is counted.
    let bytes = arrived.here.bytes
    while true {
      let start = arrived.here.start
      let limit = min(bytes.count, start + Self.largest + FLACFrameHeader.longest)
      guard limit - start > FLACFrameHeader.longest else { return packets }
      guard let header = FLACFrameHeader(bytes, at: start), header.fits(info) else {
        // Bytes that are no frame are left out up to where one may begin.
        arrived.skip(UInt64(min(FLACFrameHeader.nextPlace(in: bytes, from: start + 1), limit) - start))
        (seen, sum) = (0, FLACChecksum())
        continue
      }
      var end: Int?
      var place = start + (seen > 0 ? seen : header.end)
      if seen == 0 { sum.add(bytes, in: start..<place) }
      while place + FLACFrameHeader.longest <= limit {
        if sum.isZero, FLACFrameHeader(bytes, at: place)?.fits(info) == true {
          end = place
          break
        }
        let next = min(FLACFrameHeader.nextPlace(in: bytes, from: place + 1), limit - FLACFrameHeader.longest + 1)
        sum.add(bytes, in: place..<next)
        place = next
      }
      if end == nil {
        guard place - start < Self.largest else { throw .damage }
        seen = place - start
        // The last frame has no other behind it: it ends with what has come.
        if isLast(header, of: info) {
          var rest = sum
          rest.add(bytes, in: place..<limit)
          if rest.isZero { end = limit }
        }
      }
      guard let end, let frame = arrived.take(end - start) else { return packets }
      packets.append(frame)
      (seen, sum) = (0, FLACChecksum())
    }
  }

  /// Whether the frame of `header` has the last sample.
  private func isLast(_ header: FLACFrameHeader, of info: FLACStreamInfo) -> Bool {
    let first = header.countsSamples ? header.number : header.number * Int64(info.bytes.bigEndian(at: 2, 2))
    return info.sampleCount > 0 && first + Int64(header.sampleCount) >= info.sampleCount
  }

  mutating func jump(to offset: UInt64) { (seen, sum) = (0, FLACChecksum()) }
  func place(ofPacket number: Int64) -> UInt64? { nil }
}
