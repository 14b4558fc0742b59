/// The packs and packets of an MPEG program stream (ISO/IEC 13818-1 §2.5): where they do not follow one another.
///
/// ```
///  00 00 01 │ BA │ pack header, 12 or 14 bytes and stuffing │ 00 00 01 │ stream │ length (2) │ content │ 00 00 01 …
/// ```
package struct ProgramPackets {
  /// Breaks of the chain of packets, or its early end.
  package private(set) var faults: [ContainerFault] = []

  private static let pack: UInt8 = 0xBA
  private static let end: UInt8 = 0xB9

  /// The packets of `file`.
  package init(_ file: FileBytes) throws {
    var offset: UInt64 = 0
    while offset < file.count, faults.count < ContainerFault.capacity {
      let head = try file.read(at: offset, 14)
      guard head.count >= 4, head.starts(with: [0, 0, 1]), head[3] >= Self.end else {
        // Padding to a sector at the end is none.
        guard try file.read(at: offset, 1 << 16).contains(where: { $0 != 0 && $0 != 0xFF }) else { return }
        guard let next = try file.next([0, 0, 1, Self.pack], after: offset) else {
          faults.append(ContainerFault(offset: offset, finding: "\(file.count - offset) bytes are no packets"))
          return
        }
        faults.append(ContainerFault(offset: offset, finding: "\(next - offset) bytes are no packets"))
        offset = next
        continue
      }
      let size: UInt64
      switch head[3] {
      case Self.end: size = 4
      case Self.pack:
        guard head.count == 14 else {
          faults.append(.cutShort(file, by: UInt64(14 - head.count)))
          return
        }
        // The first bits distinguish MPEG-2 from MPEG-1.
        size = head[4] & 0xC0 == 0x40 ? 14 + UInt64(head[13] & 7) : 12
      default: size = 6 + head.bigEndian(at: 4, 2)
      }
      guard offset + size <= file.count else {
        faults.append(.cutShort(file, by: offset + size - file.count))
        return
      }
      offset += size
    }
  }
}
