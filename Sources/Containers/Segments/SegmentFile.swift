package import FoundationEssentials
package import MediaTime
package import Rendering

/// A file of packets of one track: pictures that are encoded, and will stand in a film with others.
///
/// ```
///  packet │ packet │ … │ what they are, in JSON │ its length, 4 │ sum of all before, 16 │ "GstEdit1"
/// ```
///
/// Each packet is, all numbers big-endian:
///
/// ```
///  bytes, 4 │ key 1, decoded apart 2, side data 4: 1 │ presentation, 8 │ decoding, 8 │ duration, 8 │ side data │ bytes
/// ```
///
/// Times are in nanoseconds of the film. Nothing but the whole file is read: what is cut short, changed or of another version is
/// not a segment. Threads: one at a time.
package struct SegmentFile {
  /// What stands behind the packets.
  package struct Contents: Codable {
    /// What they were made from.
    package var identity: String
    /// What the track is.
    package var stream: PacketStream
    /// How many packets there are, each a picture.
    package var packetCount: Int
    /// When the first picture begins, and where the last one ends.
    package var times: Range<Rational>
    /// What was found while they were made.
    package var findings: EncodedSegment.Findings
  }

  /// The last bytes of a file of this version.
  static let mark = Array("GstEdit1".utf8)
  /// Bytes behind the JSON.
  static let tailLength = 4 + 16 + mark.count
  /// How many bytes are read at a time.
  private static let blockLength = 1 << 20

  /// What the packets are.
  package let contents: Contents
  /// The file's size.
  package let byteCount: UInt64
  private let file: FileBytes
  /// Where the packets end.
  private let end: UInt64

  /// The segment in the file at `path`; nil where there is none that is whole.
  ///
  /// - Throws: what `check` throws, which is called now and then.
  package init?(_ path: String, checking check: () throws -> Void) throws {
    guard let file = try? FileBytes(path, isReadOnly: true), file.count > UInt64(Self.tailLength) else { return nil }
    (self.file, byteCount) = (file, file.count)
    let tailStart = file.count - UInt64(Self.tailLength)
    guard let tail = try? file.read(at: tailStart, Self.tailLength),
      tail.suffix(Self.mark.count).elementsEqual(Self.mark)
    else { return nil }
    let length = tail.bigEndian(at: 0, 4)
    guard length <= tailStart else { return nil }
    end = tailStart - length
    let digest = try MessageDigest()
    var place: UInt64 = 0
    while place < tailStart + 4 {
      try check()
      let wanted = Int(min(UInt64(Self.blockLength), tailStart + 4 - place))
      guard let bytes = try? file.read(at: place, wanted), bytes.count == wanted else { return nil }
      digest.add(bytes.span)
      place += UInt64(wanted)
    }
    guard digest.finish().elementsEqual(tail[4..<20]), let json = try? file.read(at: end, Int(length)),
      let contents = try? JSONDecoder().decode(Contents.self, from: Data(json))
    else { return nil }
    self.contents = contents
  }

  /// The segment, which is in the file at `url`.
  package func segment(at url: URL) -> EncodedSegment {
    EncodedSegment(
      at: url, identity: contents.identity, frameCount: contents.packetCount, times: contents.times,
      byteCount: Int64(byteCount), findings: contents.findings)
  }

  /// Calls `body` with each packet, in order.
  ///
  /// - Throws: what `body` throws; `RenderError` with `.mediaUnreadable` where the file changed since it was opened.
  package func forEachPacket(_ body: (MuxedPacket) throws -> Void) throws {
    var reader = Reader(file: file, end: end)
    for _ in 0..<contents.packetCount {
      guard let packet = try reader.packet() else {
        throw RenderError(
          .mediaUnreadable, "A segment's file changed while it was read.", remedy: "Render the segment again.")
      }
      try body(packet)
    }
  }

  /// Reads packets one after another.
  private struct Reader {
    let file: FileBytes
    let end: UInt64
    /// Where the next packet begins.
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
}

extension MuxedPacket {
  /// The packet as it stands in a segment's file.
  ///
  /// - Throws: `RenderError` with `.engineFailed` for what no picture has beside it.
  var stored: [UInt8] {
    get throws(RenderError) {
      var head: [UInt8] = []
      head.appendBigEndian(UInt64(bytes.count), 4)
      head.append((isKeyFrame ? 1 : 0) | (decodeTime == nil ? 0 : 2) | (sideData.isEmpty ? 0 : 4))
      for time in [presentation, decoding, duration] { head.appendBigEndian(UInt64(bitPattern: time), 8) }
      if !sideData.isEmpty {
        head.append(UInt8(clamping: sideData.count))
        for data in sideData {
          guard let (kind, bytes) = data.stored else {
            throw RenderError(.engineFailed, "A picture's packet has \(data) beside it, which no segment holds.")
          }
          head.append(kind)
          head.appendBigEndian(UInt64(bytes.count), 4)
          head += bytes
        }
      }
      return head + bytes
    }
  }
}

extension StoredPacket.SideData {
  /// The data of `kind` in a segment's file; nil for one that is not known.
  fileprivate init?(kind: UInt8, _ bytes: [UInt8]) {
    switch kind {
    case 1: self = .alpha(bytes)
    case 2: self = .configuration(bytes)
    default: return nil
    }
  }

  /// Its kind in a segment's file, and its bytes; nil for what goes along with sound or text.
  fileprivate var stored: (kind: UInt8, bytes: [UInt8])? {
    switch self {
    case .alpha(let bytes): (1, bytes)
    case .configuration(let bytes): (2, bytes)
    case .hiddenSamples, .cueIdentifier, .cueSettings: nil
    }
  }
}

extension [UInt8] {
  /// Appends `number` in `length` big-endian bytes.
  mutating func appendBigEndian(_ number: UInt64, _ length: Int) {
    for index in 0..<length { append(UInt8(truncatingIfNeeded: number >> (8 * (length - 1 - index)))) }
  }
}
