/// The packets of an MPEG transport stream (ISO/IEC 13818-1 §2.4.3): where some are missing, or are none.
///
/// ```
///  47 │e s t  PID (13)│ scrambling, adaptation, counter (4)│ …      188 bytes, in M2TS after four bytes of time
///      │                                          └ counts the packets of one PID that carry something: 0…15, 0…
///      └ error that the receiver could not correct
/// ```
struct TransportPackets {
  /// Where packets are missing or damaged.
  private(set) var faults: [ContainerFault] = []

  private static let sync: UInt8 = 0x47
  private static let padding = 0x1FFF
  /// How many packets are read at once.
  private static let block = 4_096

  /// The last counter of each PID, and whether it came twice.
  private var counters: [Int: (value: UInt8, isRepeated: Bool)] = [:]

  /// The packets of `file`.
  init(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 204 * 6)
    guard let (start, size) = Self.grid(of: head) else { return }
    var offset = UInt64(start)
    while offset < file.count, faults.count < ContainerFault.capacity {
      let bytes = try file.read(at: offset, Self.block * size)
      var place = 0
      while place + size <= bytes.count, faults.count < ContainerFault.capacity {
        let sync = place + (size == 192 ? 4 : 0)
        if bytes[sync] != Self.sync {
          let next = (place + 1..<max(place + 1, bytes.count - 2 * size)).first { Self.isGrid(bytes, at: $0, size) }
          let end = next ?? bytes.count
          add("\(end - place) bytes are no transport packets", at: offset + UInt64(place))
          counters = [:]
          place = end
          continue
        }
        check(bytes, at: sync, fileOffset: offset + UInt64(place))
        place += size
      }
      if place == 0 || offset + UInt64(place) + UInt64(size) > file.count {
        let rest = file.count - offset - UInt64(min(place, bytes.count))
        if rest > 0, rest < UInt64(size), try hasContent(file, from: file.count - rest) {
          faults.append(
            ContainerFault(
              offset: file.count - rest, finding: "the last transport packet has \(rest) of its \(size) bytes",
              isEnd: true))
        }
        return
      }
      offset += UInt64(place)
    }
  }

  private func hasContent(_ file: FileBytes, from offset: UInt64) throws -> Bool {
    try file.read(at: offset, 204).contains { $0 != 0 }
  }

  private mutating func add(_ finding: String, at offset: UInt64) {
    faults.append(ContainerFault(offset: offset, finding: finding))
  }

  /// Checks the packet whose sync byte is at `place`.
  private mutating func check(_ bytes: [UInt8], at place: Int, fileOffset: UInt64) {
    let identifier = Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2])
    guard identifier != Self.padding else { return }
    if bytes[place + 1] & 0x80 != 0 { add("a transport packet is marked as damaged", at: fileOffset) }
    let (control, value) = (bytes[place + 3] >> 4 & 3, bytes[place + 3] & 15)
    // Without a payload nothing is counted.
    guard control & 1 != 0 else { return }
    let isAnnounced = control & 2 != 0 && bytes[place + 4] > 0 && bytes[place + 5] & 0x80 != 0
    defer { counters[identifier] = (value, counters[identifier]?.value == value) }
    guard let last = counters[identifier], !isAnnounced, value != (last.value + 1) & 15 else { return }
    // A packet may come twice (§2.4.3.3).
    if value == last.value, !last.isRepeated { return }
    if identifier == 0 {
      // Where recordings were joined, the table of programs comes first, and all counters begin anew.
      counters = [:]
      return
    }
    let missing = (value &- last.value &- 1) & 15
    add("\(missing) or more of the transport packets of stream \(identifier) are missing", at: fileOffset)
  }

  /// Where the packets of a stream that begins with `head` begin, and their size.
  private static func grid(of head: [UInt8]) -> (start: Int, size: Int)? {
    for size in [188, 192, 204] {
      let limit = max(0, min(size, head.count - 3 * size))
      if let start = (0..<limit).first(where: { isGrid(head, at: $0, size) }) { return (start, size) }
    }
    return nil
  }

  /// Whether three packets of `size` bytes begin at `place`.
  private static func isGrid(_ bytes: [UInt8], at place: Int, _ size: Int) -> Bool {
    let sync = place + (size == 192 ? 4 : 0)
    guard sync + 2 * size < bytes.count else { return false }
    return bytes[sync] == Self.sync && bytes[sync + size] == Self.sync && bytes[sync + 2 * size] == Self.sync
  }
}
