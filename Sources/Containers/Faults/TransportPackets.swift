import MediaFormats
import MediaTime
import Rendering

/// The packets of an MPEG transport stream (ISO/IEC 13818-1 §2.4.3): where some are missing, or are none.
///
/// ```
///  47 │e s t  PID (13)│ scrambling, adaptation, counter (4)│ …      188 bytes, in M2TS after four bytes of time
///      │                                          └ counts the packets of one PID that carry something: 0…15, 0…
///      └ error that the receiver could not correct
/// ```
package struct TransportPackets {
  /// Missing or damaged packets.
  package private(set) var faults: [ContainerFault] = []
  /// Presentation times of packets of elementary streams, by PID, in ticks of 1/90,000 s in the order of the file.
  package private(set) var times: [Int: [Int64]] = [:]
  /// The clock of its program.
  package private(set) var clock = TransportClock()
  /// The tables of elementary streams.
  private var tables = TransportTables()
  /// The first bytes of each of them, by PID.
  private var heads: [Int: [UInt8]] = [:]
  /// The codecs of the elementary streams.
  package var codecs: TransportCodecs { TransportCodecs(tables, heads: heads) }
  /// Readings of the clock in packets.
  private var readings: [TransportClock.Reading] = []
  /// Corrections of wrong decoding times, which lie behind those of presentation: bytes that a demuxer reads instead.
  private var decodingCorrections: [HeaderCorrection.Field] = []
  /// Presentation times of incomplete packets, by PID.
  package private(set) var damagedTimes: [Int: Set<Int64>] = [:]

  private static let sync: UInt8 = 0x47
  private static let padding = 0x1FFF
  /// The streams that only tables have (§2.4.3.3, ETSI EN 300 468 §5.1.3).
  private static let tables = 0x01...0x1F
  /// Packets of one read.
  private static let block = 4_096

  /// The last counter of each PID, and whether it came twice.
  private var counters: [Int: (value: UInt8, isRepeated: Bool)] = [:]

  /// The packets of `file`.
  package init(_ file: FileBytes) throws {
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
          for identifier in times.keys { damageCurrent(identifier) }
          place = end
          continue
        }
        check(bytes, at: sync, fileOffset: offset + UInt64(place), start: place)
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

  /// Checks the packet that begins at `start` of `bytes`, at `fileOffset` of the file, and whose sync byte is at `place`.
  private mutating func check(_ bytes: [UInt8], at place: Int, fileOffset: UInt64, start: Int) {
    let identifier = Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2])
    guard identifier != Self.padding else { return }
    defer { noteTime(bytes, at: place, of: identifier, fileOffset: fileOffset, start: start) }
    noteClock(bytes, at: place, of: identifier, fileOffset: fileOffset, start: start)
    noteContent(bytes, at: place, of: identifier, fileOffset: fileOffset, start: start)
    if bytes[place + 1] & 0x80 != 0 {
      add("a transport packet is marked as damaged", at: fileOffset)
      damageCurrent(identifier)
    }
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
    // Tables of services and the like carry no media, and may come before that of programs.
    if Self.tables.contains(identifier) { return }
    let missing = (value &- last.value &- 1) & 15
    damageCurrent(identifier)
    add("\(missing) or more of the transport packets of stream \(identifier) are missing", at: fileOffset)
  }

  /// Notes that a part of the last packet that began in stream `identifier` is missing.
  private mutating func damageCurrent(_ identifier: Int) {
    guard let time = times[identifier]?.last else { return }
    damagedTimes[identifier, default: []].insert(time)
  }

  /// Notes the clock reference in the transport packet at `place`, if it has one (§2.4.3.5).
  private mutating func noteClock(_ bytes: [UInt8], at place: Int, of identifier: Int, fileOffset: UInt64, start: Int) {
    if identifier == 0 { clock.noteTable() }
    guard bytes[place + 3] & 0x20 != 0, bytes[place + 4] >= 7, bytes[place + 5] & 0x10 != 0 else { return }
    let base =
      bytes[(place + 6)..<(place + 10)].reduce(Int64(0)) { $0 << 8 | Int64($1) } << 1 | Int64(bytes[place + 10] >> 7)
    let rest = Int64(bytes[place + 10] & 1) << 8 | Int64(bytes[place + 11])
    clock.note(base * 300 + rest, of: identifier, isNew: bytes[place + 5] & 0x80 != 0, at: fileOffset)
    readings.append(
      TransportClock.Reading(
        offset: fileOffset + UInt64(place + 5 - start), flags: bytes[place + 5], base: base, rest: bytes[place + 10]))
  }

  /// Notes the tables in the transport packet at `place`, or the beginning of a stream there.
  private mutating func noteContent(_ bytes: [UInt8], at place: Int, of identifier: Int, fileOffset: UInt64, start: Int)
  {
    let begins = bytes[place + 1] & 0x40 != 0
    let areTables = tables.areTables(identifier)
    guard areTables || begins && heads[identifier] == nil, bytes[place + 3] & 0x10 != 0 else { return }
    let content = place + 4 + (bytes[place + 3] & 0x20 == 0 ? 0 : 1 + Int(bytes[place + 4]))
    let end = min(place + 188, bytes.count)
    guard content < end else { return }
    if areTables {
      let offset = fileOffset + UInt64(content - start)
      tables.note(bytes[content..<end], of: identifier, begins: begins, at: offset)
    } else if content + 9 < end, bytes[content..<(content + 3)].elementsEqual([0, 0, 1]) {
      let media = content + 9 + Int(bytes[content + 8])
      heads[identifier] = Array(bytes[min(media, end)..<min(media + TransportCodecs.headLength, end)])
    }
  }

  /// The correction by which a demuxer reads the streams that it does not know.
  package var correction: HeaderCorrection? {
    let first = times.values.flatMap { $0.prefix(Self.beginning) }.min()
    let fields = clock.corrections(of: readings, first: first) + codecs.corrections + decodingCorrections
    return fields.isEmpty ? nil : HeaderCorrection(fields: fields)
  }

  /// Limit of a stream's packets before the first presented one.
  private static let beginning = 32

  // QUIRK: MPEG transport stream: Parsers have a picture presented when it is decoded, where a muxer says that this is later. In:
  // GStreamer 1.22. Test: "pictures of a transport stream that are decoded behind their time are shown at it".
  /// Notes the presentation time of the packet of an elementary stream that begins in the transport packet at `place`,
  /// if one does (§2.4.3.6), and a decoding time behind it, which a demuxer must not read.
  private mutating func noteTime(
    _ bytes: [UInt8], at place: Int, of identifier: Int, fileOffset: UInt64, start packetStart: Int
  ) {
    guard bytes[place + 1] & 0x40 != 0, bytes[place + 3] & 0x10 != 0 else { return }
    let start = place + 4 + (bytes[place + 3] & 0x20 == 0 ? 0 : 1 + Int(bytes[place + 4]))
    let end = min(place + 188, bytes.count)
    guard start + 14 <= end, bytes[start] == 0, bytes[start + 1] == 0, bytes[start + 2] == 1,
      bytes[start + 7] & 0x80 != 0
    else { return }
    let time = Self.time(bytes[(start + 9)..<(start + 14)])
    times[identifier, default: []].append(time)
    guard bytes[start + 7] & 0x40 != 0, start + 19 <= end else { return }
    // The clock has 33 bits.
    let lead = (Self.time(bytes[(start + 14)..<(start + 19)]) - time) & 0x1_FFFF_FFFF
    guard lead > 0, lead < 1 << 32 else { return }
    decodingCorrections.append(
      HeaderCorrection.Field(
        offset: fileOffset + UInt64(start + 7 - packetStart), bytes: [bytes[start + 7] & ~0x40]))
  }

  /// The time in the five bytes of `field`, in ticks of 1/90,000 s.
  private static func time(_ field: ArraySlice<UInt8>) -> Int64 {
    let parts = field.map { Int64($0) }
    return (parts[0] >> 1 & 7) << 30 | parts[1] << 22 | (parts[2] >> 1) << 15 | parts[3] << 7 | parts[4] >> 1
  }

  /// Presentation times of the incomplete packets of stream `identifier`, and of the packets that follow missing ones,
  /// on the clock of `packets`, the demuxer's times of the stream.
  package func losses(of identifier: Int, among packets: [Int64]) -> (damaged: [Int64], following: [Int64]) {
    guard let lost = damagedTimes[identifier], let own = times[identifier], let first = packets.min() else {
      return ([], [])
    }
    func nanoseconds(_ ticks: Int64) -> Int64 { ticks * 100_000 / 9 }
    let known = packets.sorted()
    func nearest(_ time: Int64) -> Int64? {
      let next = known.partitioningIndex { $0 >= time }
      return known[max(0, next - 1)..<min(known.count, next + 1)].first { abs($0 - time) < 1_000_000 }
    }
    // Both clocks differ by one number, such that the demuxer's times are among the stream's.
    let shifts = own.sorted().prefix(64).map { first - nanoseconds($0) }
    let matches = shifts.map { shift in own.count { nearest(nanoseconds($0) + shift) != nil } }
    guard let best = matches.indices.max(by: { matches[$0] < matches[$1] }) else { return ([], []) }
    let delivered = own.map { nearest(nanoseconds($0) + shifts[best]) }
    var (damaged, following): ([Int64], [Int64]) = ([], [])
    for (number, time) in own.enumerated() where lost.contains(time) {
      if let time = delivered[number] {
        damaged.append(time)
      } else if let next = delivered[number...].first(where: { $0 != nil }) ?? nil {
        following.append(next)
      }
    }
    return (damaged, following)
  }

  /// The offset of the packets of a stream that begins with `head`, and their size.
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
