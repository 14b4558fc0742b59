package import FoundationEssentials
package import MediaTime
package import Rendering

/// A file of packets of one track: pictures that are encoded, and will stand in a film with others.
///
/// ```
///  packet │ packet │ … │ what they are, in JSON │ its length, 4 │ sum of all before, 16 │ "GstEdit1"
/// ```
///
/// Packets are as ``PacketReader`` says. Nothing but the whole file is read: what is cut short, changed or of another version is
/// not a segment. Threads: one at a time.
package struct SegmentFile {
  /// The description behind the packets.
  package struct Contents: Codable {
    /// The identity of their source.
    package var identity: String
    /// The track's stream.
    package var stream: PacketStream
    /// The number of packets, each a picture.
    package var packetCount: Int
    /// The beginning of the first picture, and the end of the last one.
    package var times: Range<Rational>
    /// The findings of their making.
    package var findings: EncodedSegment.Findings
  }

  /// The last bytes of a file of this version.
  static let mark = Array("GstEdit1".utf8)
  /// Bytes behind the JSON.
  static let tailLength = 4 + 16 + mark.count
  /// Bytes of one read.
  private static let blockLength = 1 << 20

  /// The packets' description.
  package let contents: Contents
  /// The file's size.
  package let byteCount: UInt64
  private let file: FileBytes
  /// The end of the packets.
  private let end: UInt64

  /// The segment in the file at `path`; nil where there is none that is whole.
  ///
  /// - Throws: what `check` throws, which is called now and then; `RenderError` with `.mediaUnreadable` where a folder, a pipe or a
  ///   device has the name.
  package init?(_ path: String, checking check: () throws -> Void) throws {
    if let error = RenderError.noRegularFile(
      at: path, remedy: "Remove it, or name another folder: segments are files.")
    {
      throw error
    }
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
    var reader = PacketReader(file: file, end: end)
    for _ in 0..<contents.packetCount {
      guard let packet = try reader.packet() else {
        throw RenderError(
          .mediaUnreadable, "A segment's file changed while it was read.", remedy: "Render the segment again.")
      }
      try body(packet)
    }
  }
}

extension [UInt8] {
  /// Appends `number` in `length` big-endian bytes.
  mutating func appendBigEndian(_ number: UInt64, _ length: Int) {
    for index in 0..<length { append(UInt8(truncatingIfNeeded: number >> (8 * (length - 1 - index)))) }
  }
}
