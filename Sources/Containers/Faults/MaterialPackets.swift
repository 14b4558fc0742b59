/// The packets of an MXF file, each a key, a length and a value (SMPTE ST 377-1 §6.3): where they do not follow one
/// another, or where the footer that the header names is missing.
///
/// ```
///  (run-in) │ header: key │ length │ …, footer at (8) │ 06 0E 2B 34 … │ length │ value │ … │ footer │ index of partitions
/// ```
package struct MaterialPackets {
  /// Breaks of the chain of packets, or its early end.
  package private(set) var faults: [ContainerFault] = []

  /// The first bytes of every key.
  private static let mark: [UInt8] = [0x06, 0x0E, 0x2B, 0x34]
  /// The first bytes of a header's key.
  private static let header: [UInt8] = mark + [0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02, 0x01, 0x01, 0x02]
  /// Limit of the bytes before the header.
  private static let runIn = 1 << 16

  /// The packets of `file`.
  package init(_ file: FileBytes) throws {
    let head = try file.read(at: 0, Self.runIn + 128)
    guard let start = head.indices.first(where: { head[$0...].starts(with: Self.header) }) else { return }
    var offset = UInt64(start)
    if let (body, _) = Self.content(in: Array(head[start...])) {
      // Zero where the writer did not know it yet.
      let footer = head.bigEndian(at: start + Int(body) + 24, 8)
      if footer > 0, footer.addingReportingOverflow(offset).overflow || offset + footer >= file.count {
        faults.append(ContainerFault(offset: file.count, finding: "its footer is missing", isEnd: true))
      }
    }
    while offset < file.count, faults.count < ContainerFault.capacity {
      let bytes = try file.read(at: offset, 25)
      guard bytes.starts(with: Self.mark.prefix(bytes.count)) else {
        guard bytes.contains(where: { $0 != 0 }) else { return }
        let next = try file.next(Self.mark, after: offset)
        faults.append(ContainerFault(offset: offset, finding: "\((next ?? file.count) - offset) bytes are no packets"))
        guard let next else { return }
        offset = next
        continue
      }
      guard let (body, size) = Self.content(in: bytes), size <= file.count, offset + body + size <= file.count else {
        let end = Self.content(in: bytes).map { offset &+ $0.body &+ $0.size } ?? file.count + 1
        if faults.isEmpty { faults.append(.cutShort(file, by: max(1, end &- file.count))) }
        return
      }
      offset += body + size
    }
  }

  /// The offset of the value of the packet in `bytes`, and its size; nil where they are not there.
  private static func content(in bytes: [UInt8]) -> (body: UInt64, size: UInt64)? {
    guard bytes.count > 16 else { return nil }
    let length = Int(bytes[16] & 0x7F)
    guard bytes[16] & 0x80 != 0 else { return (17, UInt64(bytes[16])) }
    guard (1...8).contains(length), bytes.count >= 17 + length else { return nil }
    return (UInt64(17 + length), bytes.bigEndian(at: 17, length))
  }
}
