import MediaFormats

/// The tables of an MPEG transport stream that say which elementary streams there are (ISO/IEC 13818-1 §2.4.4).
///
/// ```
///  PID 0    programs ──► PID of each program's table
///  PID n    a program: registration │ type, PID, descriptors │ type, PID, descriptors │ … │ CRC
/// ```
///
/// A section may be spread over several transport packets. Those whose checksum is wrong are none.
package struct TransportTables {
  /// An elementary stream, as the table of its program describes it.
  package struct Stream: Hashable {
    /// Its packet identifier in the transport stream.
    package var identifier: Int
    /// The stream's type by the number of the standard, or of its private users.
    package var type: UInt8
    /// Whether its program is that of a Blu-ray disc or a camcorder, which have numbers of their own.
    package var isDisc: Bool
    /// The four letters that it is registered with; nil where it has none.
    package var registration: String?
    /// The tags of its descriptors, those of DVB's extension with 0x7F00 before them.
    package var descriptors: [Int]
    /// ISO 639 code; nil where it does not say.
    package var language: String?

    /// Whether its stream type stands for several formats, so that a demuxer may take it for the wrong one.
    package var isAmbiguous: Bool { type == 0x82 || type == 0x83 && !isDisc || type == 0x06 && descriptors.isEmpty }
  }

  /// The streams of all programs, in the tables' order.
  package private(set) var streams: [Stream] = []
  /// The programs' tables with ambiguous numbers, each time that one is said: several times a second.
  package private(set) var sections: [Section] = []

  /// A program's table as it stands in the file.
  package struct Section {
    package var bytes: [UInt8]
    /// The offset of each byte in the file.
    package var offsets: [UInt64]
  }

  /// The PIDs of programs' tables.
  private var programs: Set<Int> = []
  /// Sections that are not whole yet, by PID.
  private var pending: [Int: Section] = [:]

  /// Limit of the sections that are kept: those of some days.
  private static let most = 2_000_000

  /// Whether packets of `identifier` hold tables.
  package func areTables(_ identifier: Int) -> Bool { identifier == 0 || programs.contains(identifier) }

  /// Takes over what a transport packet of a table carries: `payload`, which begins at `offset` of the file and, where
  /// `begins`, with the distance to a new section.
  package mutating func note(_ payload: ArraySlice<UInt8>, of identifier: Int, begins: Bool, at offset: UInt64) {
    var section = pending[identifier]
    var start = payload.startIndex
    if begins {
      guard let distance = payload.first else { return }
      let next = start + 1 + Int(distance)
      guard next < payload.endIndex else { return }
      // The rest of the section before stands in between.
      if var rest = section {
        rest.append(payload[(start + 1)..<next], at: offset + 1)
        take(rest, of: identifier)
      }
      (section, start) = (Section(bytes: [], offsets: []), next)
    }
    guard var section else { return }
    section.append(payload[start...], at: offset + UInt64(start - payload.startIndex))
    while let length = section.length, section.bytes.count >= length {
      take(section, of: identifier)
      section = section.dropping(length)
      // Padding follows the last.
      if section.bytes.first == 0xFF || section.bytes.isEmpty {
        pending[identifier] = nil
        return
      }
    }
    pending[identifier] = section
  }

  private mutating func take(_ found: Section, of identifier: Int) {
    guard let length = found.length, found.bytes.count >= length, length >= 12 else { return }
    let section = found.prefix(length)
    guard Checksum.mpeg(section.bytes[...]) == 0 else { return }
    let bytes = section.bytes
    if identifier == 0, bytes[0] == 0 {
      for entry in stride(from: 8, to: length - 7, by: 4) where bytes.bigEndian(at: entry, 2) != 0 {
        programs.insert(Int(bytes.bigEndian(at: entry + 2, 2) & 0x1FFF))
      }
    } else if bytes[0] == 2 {
      let announced = section.streams
      for found in announced {
        if let known = streams.firstIndex(where: { $0.identifier == found.identifier }) {
          streams[known] = found
        } else if streams.count < 1_000 {
          streams.append(found)
        }
      }
      if announced.contains(where: \.isAmbiguous), sections.count < Self.most { sections.append(section) }
    }
  }
}

extension TransportTables.Section {
  /// The length of the section that the bytes begin with; nil where they do not say it yet.
  fileprivate var length: Int? { bytes.count < 3 ? nil : 3 + Int(bytes.bigEndian(at: 1, 2) & 0xFFF) }

  fileprivate mutating func append(_ more: ArraySlice<UInt8>, at offset: UInt64) {
    bytes += more
    offsets += more.indices.map { offset + UInt64($0 - more.startIndex) }
  }

  fileprivate func prefix(_ count: Int) -> Self {
    Self(bytes: Array(bytes.prefix(count)), offsets: Array(offsets.prefix(count)))
  }

  fileprivate func dropping(_ count: Int) -> Self {
    Self(bytes: Array(bytes.dropFirst(count)), offsets: Array(offsets.dropFirst(count)))
  }

  /// The range of the streams' entries in the table of a program.
  private var entries: Range<Int> {
    let start = 12 + Int(bytes.bigEndian(at: 10, 2) & 0xFFF)
    return start..<max(start, bytes.count - 4)
  }

  /// The streams of the table.
  fileprivate var streams: [TransportTables.Stream] {
    var found: [TransportTables.Stream] = []
    let disc = Self.descriptors(bytes[min(12, bytes.count)..<min(entries.lowerBound, bytes.count)])
    let isDisc = disc.contains { $0.tag == 5 && $0.content.starts(with: "HDMV".utf8) }
    for place in places {
      let end = min(place + 5 + Int(bytes.bigEndian(at: place + 3, 2) & 0xFFF), entries.upperBound)
      let descriptors = Self.descriptors(bytes[(place + 5)..<end])
      func content(_ tag: Int, _ count: Int) -> String? {
        descriptors.first { $0.tag == tag && $0.content.count >= count }.map {
          String(decoding: $0.content.prefix(count), as: UTF8.self)
        }
      }
      found.append(
        TransportTables.Stream(
          identifier: Int(bytes.bigEndian(at: place + 1, 2) & 0x1FFF), type: bytes[place], isDisc: isDisc,
          registration: content(5, 4), descriptors: descriptors.map(\.tag), language: content(10, 3)))
    }
    return found
  }

  /// The offset of each stream's entry.
  package var places: [Int] {
    var places: [Int] = []
    var place = entries.lowerBound
    while place + 5 <= entries.upperBound {
      places.append(place)
      place += 5 + Int(bytes.bigEndian(at: place + 3, 2) & 0xFFF)
    }
    return places
  }

  private static func descriptors(_ bytes: ArraySlice<UInt8>) -> [(tag: Int, content: [UInt8])] {
    var found: [(tag: Int, content: [UInt8])] = []
    var rest = bytes
    while rest.count >= 2, let tag = rest.first {
      let length = Int(rest[rest.startIndex + 1])
      let content = Array(rest.dropFirst(2).prefix(length))
      found.append((tag == 0x7F ? 0x7F00 | Int(content.first ?? 0) : Int(tag), content))
      rest = rest.dropFirst(2 + length)
    }
    return found
  }
}
