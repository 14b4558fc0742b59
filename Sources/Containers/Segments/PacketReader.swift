/// Reads packets one after another that stand in a file as ``MuxedPacket/stored`` has them: those of a ``SegmentFile``, or of a
/// ``PacketSpool``.
///
/// Each is, all numbers big-endian:
///
/// ```
///  bytes, 4 │ key 1, decoded apart 2, side data 4: 1 │ presentation, 8 │ decoding, 8 │ duration, 8 │ side data │ bytes
/// ```
///
/// Times are in nanoseconds of the film.
struct PacketReader {
  let file: FileBytes
  let end: UInt64
  /// The offset of the next packet.
  var place: UInt64 = 0

  /// The next packet; nil where the file has none there.
  mutating func packet() throws -> MuxedPacket? {
    guard let head = try bytes(29), let flags = head.dropFirst(4).first else { return nil }
    let count = Int(head.bigEndian(at: 0, 4))
    func time(_ offset: Int) -> Int64 { Int64(bitPattern: head.bigEndian(at: offset, 8)) }
    var sideData: [StoredPacket.SideData] = []
    if flags & 4 != 0 {
      guard let number = try bytes(1)?.first else { return nil }
      for _ in 0..<number {
        guard let head = try bytes(5), let data = try bytes(Int(head.bigEndian(at: 1, 4))),
          let known = StoredPacket.SideData(kind: head[0], data)
        else { return nil }
        sideData.append(known)
      }
    }
    guard let content = try bytes(count) else { return nil }
    return MuxedPacket(
      content, presentation: time(5), decodeTime: flags & 2 != 0 ? time(13) : nil, duration: time(21),
      isKeyFrame: flags & 1 != 0, sideData: sideData)
  }

  private mutating func bytes(_ count: Int) throws -> [UInt8]? {
    guard UInt64(count) <= end - min(end, place) else { return nil }
    let bytes = try file.read(at: place, count)
    place += UInt64(count)
    return bytes.count == count ? bytes : nil
  }
}

extension MuxedPacket {
  /// The packet as a ``PacketReader`` reads it.
  var stored: [UInt8] {
    var head: [UInt8] = []
    head.appendBigEndian(UInt64(bytes.count), 4)
    head.append((isKeyFrame ? 1 : 0) | (decodeTime == nil ? 0 : 2) | (sideData.isEmpty ? 0 : 4))
    for time in [presentation, decoding, duration] { head.appendBigEndian(UInt64(bitPattern: time), 8) }
    if !sideData.isEmpty {
      head.append(UInt8(clamping: sideData.count))
      for data in sideData {
        let (kind, bytes) = data.stored
        head.append(kind)
        head.appendBigEndian(UInt64(bytes.count), 4)
        head += bytes
      }
    }
    return head + bytes
  }
}

extension StoredPacket.SideData {
  /// The data of `kind` beside a packet; nil for one that is not known.
  fileprivate init?(kind: UInt8, _ bytes: [UInt8]) {
    switch kind {
    case 1: self = .alpha(bytes)
    case 2: self = .configuration(bytes)
    case 3:
      self = .hiddenSamples(
        atStart: Int(clamping: bytes.bigEndian(at: 0, 8)), atEnd: Int(clamping: bytes.bigEndian(at: 8, 8)))
    case 4: self = .cueIdentifier(String(decoding: bytes, as: UTF8.self))
    case 5: self = .cueSettings(String(decoding: bytes, as: UTF8.self))
    default: return nil
    }
  }

  /// Its kind, and its bytes.
  fileprivate var stored: (kind: UInt8, bytes: [UInt8]) {
    switch self {
    case .alpha(let bytes): (1, bytes)
    case .configuration(let bytes): (2, bytes)
    case .hiddenSamples(let start, let end): (3, [UInt8](bigEndian: start, 8) + [UInt8](bigEndian: end, 8))
    case .cueIdentifier(let text): (4, Array(text.utf8))
    case .cueSettings(let text): (5, Array(text.utf8))
    }
  }
}
