import GStreamer
import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// Puts tracks of text into a finished Matroska or WebM file, their blocks among those of pictures and sound in the order of their
/// times (RFC 9559 §5.1, 27).
///
/// The file is written anew beside itself: clusters grow, and whatever says where they are is told so.
///
/// ```
///  SeekHead   positions anew             Tracks   an entry for each track of text
///  Cluster    text before the first block that is presented later       Cues   positions anew
/// ```
struct MatroskaTextInsertion {
  private enum ID {
    static let seekHead: UInt32 = 0x114D_9B74
    static let cues: UInt32 = 0x1C53_BB6B
    static let void: UInt32 = 0xEC
    static let previousSize: UInt32 = 0xAB
    static let position: UInt32 = 0xA7
  }

  private let settings: WriterSettings
  private let kind: SubtitleTrackWriter.Kind

  /// The tracks of text of `settings`.
  init(_ settings: WriterSettings) {
    self.settings = settings
    kind = settings.export.fileType == .webm ? .webMText : .plainText
  }

  /// An element of the segment, as it was.
  private struct Part {
    var element: MatroskaElement
    var offset: UInt64
    /// Of a cluster its time, in ticks.
    var time: Int64 = 0
  }

  /// A block of text, in ticks.
  private struct Block {
    var track: UInt64
    var start: Int64
    var duration: Int64
    var payload: [UInt8]
  }

  private static let strange = RenderError(
    .engineFailed, "The finished file is not made as tracks of text can be put into it.")

  /// Writes the file at `path` with the tracks of text in it.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file is not as the muxer writes it, or with `.writeFailed`.
  func rewrite(_ path: String) throws {
    let file = try FileBytes(path, isReadOnly: true)
    guard let header = try MatroskaElement(at: 0, of: file), let start = header.end,
      let segment = try MatroskaElement(at: start, of: file), segment.id == MatroskaID.segment
    else { throw Self.strange }
    let parts = try parts(of: segment, in: file)
    let other = path + ".text"
    UnfinishedFiles.add(other)
    defer { UnfinishedFiles.remove(other) }
    do {
      FileSystem.remove(other)
      if let failure = FileSystem.create(other) {
        throw RenderError(
          .writeFailed, "\(other) cannot be made: \(failure.words).", remedy: "Check the folder.",
          underlying: failure.words)
      }
      var copy = try Copy(of: file, headerEnd: start, segmentStart: segment.body, to: FileBytes(other))
      try fill(&copy, with: parts)
      if let failure = FileSystem.rename(other, replacing: path) {
        throw RenderError(
          .writeFailed, "\(other) cannot be renamed to \(path): \(failure.words).", remedy: "Check the folder.",
          underlying: failure.words)
      }
    } catch {
      FileSystem.remove(other)
      throw error
    }
  }

  private func parts(of segment: MatroskaElement, in file: FileBytes) throws -> [Part] {
    var parts: [Part] = []
    var offset = segment.body
    while offset < min(segment.end ?? .max, file.count), let element = try MatroskaElement(at: offset, of: file) {
      guard let end = element.end, end > offset, end <= file.count else { throw Self.strange }
      var part = Part(element: element, offset: offset)
      if element.id == MatroskaID.cluster {
        let bytes = try file.read(at: element.body, 64)
        var place = 0
        while let inner = MatroskaElement(at: place, in: bytes), inner.id != MatroskaID.clusterTime {
          place = Int(clamping: inner.body + min(inner.size, 1 << 10))
        }
        guard let inner = MatroskaElement(at: place, in: bytes) else { throw Self.strange }
        part.time = Int64(clamping: bytes.bigEndian(at: Int(inner.body), Int(inner.size)))
      }
      parts.append(part)
      offset = end
    }
    return parts
  }

  private func fill(_ copy: inout Copy, with parts: [Part]) throws {
    var scale: Int64 = 1_000_000
    var blocks: [Block] = []
    let clusters = parts.filter { $0.element.id == MatroskaID.cluster }
    var passed = 0
    var previous: UInt64 = 0
    for part in parts {
      switch part.element.id {
      case ID.void: continue
      case ID.seekHead: try copy.reserveSeekHead(part.element)
      case MatroskaID.info:
        let bytes = try copy.file.read(at: part.element.body, Int(part.element.size))
        for child in MatroskaElement.children(of: bytes) where child.id == MatroskaID.timestampScale {
          scale = Int64(clamping: max(1, bytes.bigEndian(at: Int(child.body), Int(child.size))))
        }
        try copy.take(part.offset, part.element)
      case MatroskaID.tracks:
        let bytes = try copy.file.read(at: part.element.body, Int(part.element.size))
        let (entries, numbers) = entries(behind: bytes)
        blocks = try self.blocks(numbers, scale: scale)
        try copy.add(Elements.element(MatroskaID.tracks, bytes + entries), for: part.offset)
      case MatroskaID.cluster:
        passed += 1
        let end = passed < clusters.count ? clusters[passed].time : .max
        var mine: [Block] = []
        while let block = blocks.first, block.start < end, block.start - part.time < 30_000 {
          mine.append(blocks.removeFirst())
        }
        let bytes = try copy.file.read(at: part.element.body, Int(part.element.size))
        let cluster = Self.cluster(bytes, time: part.time, with: mine, previousSize: previous)
        try copy.add(cluster, for: part.offset)
        previous = UInt64(cluster.count)
        // Text far from any picture has clusters of its own.
        while let block = blocks.first, block.start < end {
          let body = Elements.number(MatroskaID.clusterTime, UInt64(max(0, block.start)))
          let own = Self.cluster(body, time: max(0, block.start), with: [blocks.removeFirst()], previousSize: previous)
          try copy.add(own, for: nil)
          previous = UInt64(own.count)
        }
      case ID.cues:
        let bytes = try copy.file.read(at: part.element.body, Int(part.element.size))
        try copy.add(Elements.element(ID.cues, try copy.cues(bytes)), for: part.offset)
      default: try copy.take(part.offset, part.element)
      }
    }
    guard passed > 0 else { throw Self.strange }
    try copy.finish()
  }

  // MARK: Tracks and blocks

  /// The entries of the tracks of text behind those in `bytes`, and their numbers.
  private func entries(behind bytes: [UInt8]) -> (bytes: [UInt8], numbers: [UInt64]) {
    let used = MatroskaElement.children(of: bytes).flatMap { entry in
      MatroskaElement.children(of: Array(bytes[Int(entry.body)..<Int(entry.body + entry.size)])).compactMap { child in
        child.id == MatroskaID.trackNumber
          ? bytes.bigEndian(at: Int(entry.body + child.body), Int(child.size)) : nil
      }
    }
    let first = (used.max() ?? 0) + 1
    var entries: [UInt8] = []
    for (index, track) in settings.subtitles.enumerated() {
      let tag = track.languageTag ?? "und"
      let language = LanguageCode.terminological(String(tag.prefix { $0 != "-" })) ?? "und"
      var entry = Elements.number(MatroskaID.trackNumber, first + UInt64(index))
      // A number that the header's correction replaces, as those of all tracks.
      entry += Elements.number(MatroskaID.trackUID, 0x7E87_0000 + UInt64(index), length: 8)
      entry += Elements.number(MatroskaID.trackType, 17)
      entry += Elements.number(MatroskaID.flagDefault, track.isDefault ? 1 : 0)
      entry += Elements.number(MatroskaID.flagForced, track.isForced ? 1 : 0)
      // No lacing.
      entry += Elements.number(0x9C, 0)
      entry += Elements.element(0x22B59C, Array(language.utf8))
      if tag.contains("-") { entry += Elements.element(0x22B59D, Array(tag.utf8)) }
      if let name = track.name { entry += Elements.element(MatroskaID.trackName, Array(name.utf8)) }
      entry += Elements.element(MatroskaID.codecID, Array(kind.codecType.utf8))
      entries += Elements.element(MatroskaID.trackEntry, entry)
    }
    return (entries, settings.subtitles.indices.map { first + UInt64($0) })
  }

  private func blocks(_ numbers: [UInt64], scale: Int64) throws -> [Block] {
    var blocks: [Block] = []
    for (number, track) in zip(numbers, settings.subtitles) {
      let writer = SubtitleTrackWriter(
        track.document, as: kind, width: settings.pictures?.size.width ?? 1_280,
        height: settings.pictures?.size.height ?? 720)
      for packet in writer.packets {
        func ticks(_ time: Rational) throws -> Int64 {
          try (time * Rational(1_000_000_000, scale)).rounded()
        }
        let (start, end) = (try ticks(packet.start), try ticks(packet.end))
        guard end > start else { continue }
        blocks.append(Block(track: number, start: start, duration: end - start, payload: packet.bytes))
      }
    }
    return blocks.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
  }

  /// A cluster of what is in `bytes`, at `time`, with `blocks` before the first that is presented later.
  private static func cluster(_ bytes: [UInt8], time: Int64, with blocks: [Block], previousSize: UInt64) -> [UInt8] {
    var body: [UInt8] = []
    var rest = blocks[...]
    func group(_ block: Block) -> [UInt8] {
      let track =
        block.track < 0x7F
        ? [UInt8(block.track) | 0x80] : [0x40 | UInt8(block.track >> 8 & 0x3F), UInt8(block.track & 0xFF)]
      let relative = UInt16(bitPattern: Int16(clamping: block.start - time))
      let head = track + [UInt8(relative >> 8), UInt8(relative & 0xFF), 0]
      return Elements.element(
        MatroskaID.blockGroup,
        Elements.element(MatroskaID.block, head + block.payload)
          + Elements.number(MatroskaID.blockDuration, UInt64(block.duration)))
    }
    for child in MatroskaElement.children(of: bytes) {
      let content = Int(child.body)
      switch child.id {
      case ID.previousSize: body += Elements.number(ID.previousSize, previousSize, length: 8)
      case ID.position: continue
      case MatroskaID.simpleBlock, MatroskaID.blockGroup:
        var place = content
        if child.id == MatroskaID.blockGroup, let inner = MatroskaElement(at: content, in: bytes) {
          place = Int(inner.body)
        }
        let length = place < bytes.count ? bytes[place].leadingZeroBitCount + 1 : 1
        let relative = Int64(Int16(truncatingIfNeeded: Int64(bytes.bigEndian(at: place + length, 2))))
        while let block = rest.first, block.start < time + relative {
          body += group(block)
          rest = rest.dropFirst()
        }
        fallthrough
      default: body += bytes[Elements.start(of: child, in: bytes)..<(content + Int(child.size))]
      }
    }
    for block in rest { body += group(block) }
    return Elements.element(MatroskaID.cluster, body)
  }
}

extension MatroskaTextInsertion {
  /// The file that is written, and where what was in the old one is in it.
  private struct Copy {
    let file: FileBytes
    private let target: FileBytes
    private let segmentStart: UInt64
    private let newStart: UInt64
    private var end: UInt64
    /// The positions in the segment, new ones by old ones.
    private var places: [UInt64: UInt64] = [:]
    private var seekHead: (offset: UInt64, entries: [(id: [UInt8], position: UInt64)])?

    init(of file: FileBytes, headerEnd: UInt64, segmentStart: UInt64, to target: FileBytes) throws {
      (self.file, self.target, self.segmentStart) = (file, target, segmentStart)
      try target.write(try file.read(at: 0, Int(headerEnd)), at: 0)
      newStart = headerEnd + 12
      end = newStart
    }

    /// Adds `bytes`, which stand for what was at `offset`; nil for what was not there.
    mutating func add(_ bytes: [UInt8], for offset: UInt64?) throws {
      if let offset { places[offset - segmentStart] = end - newStart }
      try target.write(bytes, at: end)
      end += UInt64(bytes.count)
    }

    /// Takes `element`, at `offset`, as it is.
    mutating func take(_ offset: UInt64, _ element: MatroskaElement) throws {
      places[offset - segmentStart] = end - newStart
      var place = offset
      let stop = element.body + element.size
      while place < stop {
        let bytes = try file.read(at: place, Int(min(1 << 20, stop - place)))
        guard !bytes.isEmpty else { throw MatroskaTextInsertion.strange }
        try target.write(bytes, at: end)
        end += UInt64(bytes.count)
        place += UInt64(bytes.count)
      }
    }

    /// Leaves room for the list of what is where.
    mutating func reserveSeekHead(_ element: MatroskaElement) throws {
      guard seekHead == nil else { return }
      let bytes = try file.read(at: element.body, Int(min(element.size, 1 << 16)))
      var entries: [(id: [UInt8], position: UInt64)] = []
      for seek in MatroskaElement.children(of: bytes) where seek.id == 0x4DBB {
        let inner = Array(bytes[Int(seek.body)..<Int(seek.body + seek.size)])
        let parts = MatroskaElement.children(of: inner)
        guard let id = parts.first(where: { $0.id == 0x53AB }), let position = parts.first(where: { $0.id == 0x53AC })
        else { continue }
        entries.append(
          (
            Array(inner[Int(id.body)..<Int(id.body + id.size)]),
            inner.bigEndian(at: Int(position.body), Int(position.size))
          ))
      }
      seekHead = (end, entries)
      end += UInt64(Self.seekHead(entries, places: [:]).count)
    }

    private static func seekHead(_ entries: [(id: [UInt8], position: UInt64)], places: [UInt64: UInt64]) -> [UInt8] {
      Elements.element(
        ID.seekHead,
        entries.flatMap { entry in
          Elements.element(
            0x4DBB,
            Elements.element(0x53AB, entry.id)
              + Elements.number(0x53AC, places[entry.position] ?? entry.position, length: 8))
        })
    }

    /// The content of the index `bytes` with the new positions of clusters; where in a cluster a block is, is left out.
    func cues(_ bytes: [UInt8]) throws -> [UInt8] {
      try MatroskaElement.children(of: bytes).flatMap { child -> [UInt8] in
        let content = Array(bytes[Int(child.body)..<Int(child.body + child.size)])
        switch child.id {
        case 0xBB, 0xB7: return Elements.element(child.id, try cues(content))
        case 0xF1:
          guard let place = places[content.bigEndian(at: 0, content.count)] else { throw MatroskaTextInsertion.strange }
          return Elements.number(0xF1, place)
        case 0xF0: return []
        default: return Elements.element(child.id, content)
        }
      }
    }

    /// Writes the list of what is where, and how long the segment is.
    func finish() throws {
      var head: [UInt8] = [0x18, 0x53, 0x80, 0x67] + [UInt8](repeating: 0, count: 8)
      head.setBigEndian((end - newStart) | 1 << 56, at: 4, 8)
      try target.write(head, at: newStart - 12)
      if let seekHead { try target.write(Self.seekHead(seekHead.entries, places: places), at: seekHead.offset) }
      try target.synchroniseAndClose()
    }
  }

  /// Elements as bytes (RFC 8794 §5, 6).
  private enum Elements {
    /// Where `element`, which is in `bytes`, begins.
    static func start(of element: MatroskaElement, in bytes: [UInt8]) -> Int {
      let idLength = element.id > 0xFF_FFFF ? 4 : element.id > 0xFFFF ? 3 : element.id > 0xFF ? 2 : 1
      // The size before the content has as many bytes as its first one says.
      for length in 1...8 {
        let place = Int(element.body) - length
        if place >= idLength, bytes[place].leadingZeroBitCount + 1 == length,
          bytes.bigEndian(at: place - idLength, idLength) == UInt64(element.id)
        {
          return place - idLength
        }
      }
      return Int(element.body)
    }

    /// The element `id` with `body`, whose size has eight bytes.
    static func element(_ id: UInt32, _ body: [UInt8]) -> [UInt8] {
      var size = [UInt8](repeating: 0, count: 8)
      size.setBigEndian(UInt64(body.count) | 1 << 56, at: 0, 8)
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: id >> (8 * (3 - UInt32($0)))) }
      return Array(bytes.drop { $0 == 0 }) + size + body
    }

    /// The element `id` with a whole number of `length` bytes, or as few as it needs.
    static func number(_ id: UInt32, _ number: UInt64, length: Int? = nil) -> [UInt8] {
      let length = length ?? max(1, (64 - number.leadingZeroBitCount + 7) / 8)
      var bytes = [UInt8](repeating: 0, count: length)
      bytes.setBigEndian(number, at: 0, length)
      return element(id, bytes)
    }
  }
}
