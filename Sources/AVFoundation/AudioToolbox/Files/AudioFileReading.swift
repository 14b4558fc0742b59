import Containers
import CoreMedia

/// The packets of a file of sound, from any of them on.
///
/// | file | how packet `n` is found |
/// |---|---|
/// | packets of one size | by arithmetic |
/// | MP4, QuickTime, Core Audio | by the file's table, wherever that stands |
/// | frames by themselves, FLAC | by those before it: reading on is free, going back begins anew |
final class AudioFileReading {
  /// Kind and format of the file.
  let facts: ArrivingSound.Facts
  private let file: FileBytes
  private var sound: ArrivingSound
  /// Distance of bytes' places as `sound` counts them from those in the file, where headers were put before the packets.
  private let shift: UInt64
  /// Place in the file of the bytes that `sound` takes next.
  private var place: UInt64
  /// Packets that were not asked for yet, and the number of the first of them.
  private var (waiting, first): ([ArraySlice<UInt8>], Int64) = ([], 0)
  private var counted: (count: Int64, bytes: Int64, largest: Int)?

  /// Number of bytes that are read at a time.
  private static let piece = 1 << 16

  /// The file at `path`; `hint` says what it is where its beginning does not.
  init(_ path: String, hint: ArrivingSound.Container?) throws {
    file = try FileBytes(path, isReadOnly: true)
    let beginning = try Self.begun(file, hint)
    (sound, place, shift) = (beginning.sound, beginning.place, beginning.shift)
    guard var facts = beginning.sound.facts else { throw ArrivingSound.Fault.container }
    facts.offset -= min(shift, facts.offset)
    self.facts = facts
    waiting = Self.cut(beginning.packets, facts)
  }

  /// Packets from number `start` on: up to `count`, and no more bytes than `room`; fewer at the end.
  func packets(from start: Int64, _ count: Int, room: Int) throws -> [ArraySlice<UInt8>] {
    guard facts.packetSize == 0 else { return try uniform(from: start, min(count, room / facts.packetSize)) }
    try seek(to: start)
    var (found, left): ([ArraySlice<UInt8>], Int) = ([], room)
    while found.count < count {
      if waiting.isEmpty, try !readOn() { break }
      guard let packet = waiting.first, packet.count <= left else { break }
      left -= packet.count
      found.append(waiting.removeFirst())
      first += 1
    }
    return found
  }

  /// Up to `count` bytes of the packets, from byte `start` of theirs on.
  func bytes(from start: UInt64, _ count: Int) throws -> [UInt8] {
    // A file that is cut short ends before its stated length.
    let there = file.count - min(file.count, facts.offset)
    let end = min(facts.byteCount ?? there, there)
    guard start < end else { return [] }
    return try file.read(at: facts.offset + start, Int(clamping: min(UInt64(count), end - start)))
  }

  /// Number of packets, of their bytes, and of the largest one's: as the file says, or else from a look at all.
  func totals() throws -> (count: Int64, bytes: Int64, largest: Int) {
    if let count = facts.packetCount, let bytes = facts.byteCount, let largest = facts.largestPacket {
      return (Int64(clamping: count), Int64(clamping: bytes), largest)
    }
    if let counted { return counted }
    guard facts.packetSize == 0 else {
      let all = (file.count - min(file.count, facts.offset)) / UInt64(facts.packetSize)
      return (Int64(clamping: all), Int64(clamping: all) * Int64(facts.packetSize), facts.packetSize)
    }
    try restart()
    var all: (count: Int64, bytes: Int64, largest: Int) = (0, 0, 0)
    repeat {
      all.count += Int64(waiting.count)
      for packet in waiting {
        (all.bytes, all.largest) = (all.bytes + Int64(packet.count), max(all.largest, packet.count))
      }
      (waiting, first) = ([], first + Int64(waiting.count))
    } while try readOn()
    counted = all
    return all
  }

  // MARK: Finding packets

  private func uniform(from start: Int64, _ count: Int) throws -> [ArraySlice<UInt8>] {
    let size = facts.packetSize
    let (offset, isBeyond) = UInt64(clamping: start).multipliedReportingOverflow(by: UInt64(size))
    guard !isBeyond else { return [] }
    let bytes = try bytes(from: offset, count * size)
    return (0..<bytes.count / size).map { bytes[$0 * size..<($0 + 1) * size] }
  }

  private func seek(to start: Int64) throws {
    guard start != first else { return }
    if facts.packetCount != nil, let found = sound.place(ofPacket: start), !found.isGuess {
      let target = facts.offset + found.offset
      guard sound.jump(to: target + shift) else { return }
      (place, waiting, first) = (target, [], start)
      return
    }
    if start < first { try restart() }
    while first < start {
      if waiting.isEmpty, try !readOn() { return }
      let count = min(waiting.count, Int(clamping: start - first))
      waiting.removeFirst(count)
      first += Int64(count)
    }
  }

  /// Reads more packets; whether there were any.
  private func readOn() throws -> Bool {
    while place < file.count {
      let bytes = try file.read(at: place, Self.piece)
      guard !bytes.isEmpty else { return false }
      place += UInt64(bytes.count)
      waiting += Self.cut(try sound.take(bytes), facts)
      if !waiting.isEmpty { return true }
    }
    return false
  }

  private func restart() throws {
    let beginning = try Self.begun(file, facts.container)
    (sound, place, first) = (beginning.sound, beginning.place, 0)
    waiting = Self.cut(beginning.packets, facts)
  }

  private static func cut(_ packets: ArrivingSound.Packets, _ facts: ArrivingSound.Facts) -> [ArraySlice<UInt8>] {
    guard facts.packetSize == 0 else { return [] }
    var start = 0
    return packets.sizes.map { size in
      defer { start += size }
      return packets.bytes[start..<start + size]
    }
  }

  // MARK: The beginning

  private struct Beginning {
    var sound: ArrivingSound
    var place: UInt64 = 0
    var shift: UInt64 = 0
    var packets = ArrivingSound.Packets()
  }

  /// `file` up to where it is known what it is.
  private static func begun(_ file: FileBytes, _ hint: ArrivingSound.Container?) throws -> Beginning {
    var beginning = Beginning(sound: ArrivingSound(hint: hint))
    do {
      try begin(&beginning, file)
      return beginning
    } catch ArrivingSound.Fault.order {
      return try reordered(file)
    }
  }

  /// `file`, whose headers stand behind its packets: they are read first.
  private static func reordered(_ file: FileBytes) throws -> Beginning {
    if try file.read(at: 0, 4) == Array("caff".utf8) { return try reordered(coreAudio: file) }
    guard let movie = try MovieBoxes(file).last(where: { $0.type == "moov" }), movie.size < 1 << 28 else {
      throw ArrivingSound.Fault.order
    }
    var beginning = Beginning(sound: ArrivingSound())
    let kind = try MovieBoxes(file).first { $0.type == "ftyp" }
    for box in [kind, movie] {
      guard let box else { continue }
      // Places in the box are offsets in the file; they lie before the bytes taken.
      do { _ = try beginning.sound.take(file.read(at: box.offset, Int(box.size))) } catch {
        guard error as? ArrivingSound.Fault == .order, beginning.sound.facts != nil else { throw error }
      }
    }
    guard let facts = beginning.sound.facts, beginning.sound.jump(to: facts.offset) else {
      throw ArrivingSound.Fault.damage
    }
    beginning.place = facts.offset
    return beginning
  }

  private static func reordered(coreAudio file: FileBytes) throws -> Beginning {
    var (headers, place) = (try file.read(at: 0, 8), UInt64(8))
    var data: UInt64?
    while place + 12 <= file.count {
      let head = try file.read(at: place, 12)
      let size = head.bigEndian(at: 4, 8)
      if head.starts(with: "data".utf8) {
        data = place
      } else if size < 1 << 26 {
        headers += try file.read(at: place, 12 + Int(size))
      }
      guard size < UInt64.max / 4 else { break }
      place += 12 + size
    }
    guard let data else { throw ArrivingSound.Fault.damage }
    var beginning = Beginning(sound: ArrivingSound())
    (beginning.place, beginning.shift) = (data, UInt64(headers.count) - min(UInt64(headers.count), data))
    guard UInt64(headers.count) >= data else { throw ArrivingSound.Fault.damage }
    _ = try beginning.sound.take(headers)
    try begin(&beginning, file)
    return beginning
  }

  /// Reads on until it is known what `file` is, or all of it has been read.
  private static func begin(_ beginning: inout Beginning, _ file: FileBytes) throws {
    while beginning.sound.facts == nil, beginning.place < file.count {
      let bytes = try file.read(at: beginning.place, piece)
      // It has become shorter since it was opened.
      guard !bytes.isEmpty else { return }
      beginning.place += UInt64(bytes.count)
      beginning.packets = try beginning.sound.take(bytes)
    }
  }
}
