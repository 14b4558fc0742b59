import MediaFormats
import MediaTime
import PictureFiles
import Rendering
import Subtitles

/// The text tracks of a Matroska or WebM file (RFC 9559 §5.1.3, 5.1.4; its codecs' mappings for subtitles).
package struct MatroskaText {
  /// The text tracks found.
  package private(set) var found = FoundTextTracks()

  /// A track of text while its blocks are read.
  private struct Track {
    var description: StoredSubtitles
    var reader: SubtitleTrackReader
    var packing = Packing.none
    /// The packet that has no end of its own, which the next one gives.
    var open: SubtitlePacket?
  }

  /// The packing of blocks (§5.1.4.1.31).
  private enum Packing {
    case none
    case deflated
    /// Each block's first bytes, which are left out.
    case stripped([UInt8])
    case unknown

    /// The unpacked content of `bytes`; nothing where they cannot be unpacked.
    func unpacked(_ bytes: [UInt8], ofHeader isHeader: Bool) -> [UInt8] {
      switch self {
      case .none: bytes
      case .deflated: DeflatedBytes.contents(of: bytes, limit: 1 << 22) ?? (isHeader ? bytes : [])
      case .stripped(let start): isHeader ? bytes : start + bytes
      case .unknown: []
      }
    }
  }

  private var tracks: [UInt64: Track] = [:]
  private var order: [UInt64] = []
  private var scale: Int64 = 1_000_000
  /// The fonts that are attached.
  private var fonts = EmbeddedFonts()
  private let file: FileBytes
  private let cancellation: Cancellation

  /// The bytes that were read last, and where they are.
  private var window: (start: UInt64, bytes: [UInt8]) = (0, [])

  private static let largest: UInt64 = 1 << 20
  private static let largestFont: UInt64 = 32 << 20
  /// The duration of text without an end, in seconds.
  private static let longest = Rational(5)

  /// The tracks of `file`.
  package init(_ file: FileBytes, cancellation: Cancellation) throws {
    (self.file, self.cancellation) = (file, cancellation)
    for track in try MatroskaTrack.all(in: file) { try add(track) }
    guard !tracks.isEmpty else { return }
    try walk()
    for number in order {
      guard var track = tracks[number] else { continue }
      if var last = track.open {
        last.end = try last.start + Self.longest
        track.reader.add(last)
      }
      if track.description.format == .ass { track.reader.use(fonts) }
      track.description.track.document = track.reader.document
      found.tracks.append(track.description)
    }
  }

  // MARK: Tracks

  private mutating func add(_ track: MatroskaTrack) throws {
    if track.kind != nil { found.hasMedia = true }
    guard track.type == 17, let number = track.number, let coding = SubtitleCoding(codecType: track.codec),
      tracks[number] == nil
    else { return }
    let header = try track.privateData?.bytes(of: file, most: 1 << 22) ?? []
    let description = StoredSubtitles(
      SubtitleTrack(
        SubtitleDocument(), languageTag: track.languageTag ?? "eng", name: track.name, isDefault: track.isDefault,
        isForced: track.isForced),
      number: Int32(exactly: number), codecType: track.codec, format: coding.format)
    let packing = try Self.packing(of: track.encodings, in: file)
    tracks[number] = Track(
      description: description,
      reader: SubtitleTrackReader(coding, header: packing.unpacked(header, ofHeader: true)), packing: packing)
    order.append(number)
  }

  /// The packing of blocks of a track with the list `encodings`.
  private static func packing(of encodings: MatroskaNode?, in file: FileBytes) throws -> Packing {
    guard let encodings else { return .none }
    guard let encoding = try encodings.children(of: file).first(where: { $0.id == 0x6240 }),
      let compression = try encoding.children(of: file).first(where: { $0.id == 0x5034 })
    else { return .unknown }
    let settings = try compression.children(of: file)
    switch try settings.first(where: { $0.id == 0x4254 })?.number(of: file) ?? 0 {
    case 0: return .deflated
    case 3: return .stripped(try settings.first { $0.id == 0x4255 }?.bytes(of: file, most: 1 << 16) ?? [])
    default: return .unknown
    }
  }

  // MARK: Blocks

  /// Passes all elements, and reads the blocks of the tracks.
  private mutating func walk() throws {
    guard let first = try element(at: 0), let start = first.end, let segment = try element(at: start),
      segment.id == MatroskaID.segment
    else { return }
    let end = min(segment.end ?? file.count, file.count)
    var offset = segment.body
    var clusterTime: Int64 = 0
    var passed = 0
    while offset < end, let element = try element(at: offset) {
      passed += 1
      if passed % 4_096 == 0 { try cancellation.check() }
      switch element.id {
      case MatroskaID.cluster:
        // The content of the element follows, also where a cluster's length is not known.
        offset = element.body
        continue
      case MatroskaID.info:
        if let number = try MatroskaNode(at: offset, of: file).number(MatroskaID.timestampScale, of: file) {
          scale = Int64(clamping: min(max(1, number), 1 << 40))
        }
      case MatroskaID.clusterTime:
        clusterTime = Int64(
          clamping: try read(element.body, Int(min(8, element.size))).bigEndian(at: 0, Int(min(8, element.size))))
      case 0x1941_A469 where tracks.values.contains { $0.description.format == .ass }:
        try addFonts(MatroskaNode(at: offset, of: file))
      case MatroskaID.simpleBlock: try addBlock(element, addition: nil, duration: nil, clusterTime)
      case MatroskaID.blockGroup: try addGroup(element, clusterTime)
      default: break
      }
      guard let next = element.end, next > offset else { break }
      offset = next
    }
  }

  /// Keeps the fonts among the `attachments`, which scripts are drawn in (§5.1.6).
  private mutating func addFonts(_ attachments: MatroskaNode) throws {
    for attached in try attachments.children(of: file) where attached.id == 0x61A7 {
      let parts = try attached.children(of: file)
      let name: String = try parts.first { $0.id == 0x466E }?.text(of: file) ?? ""
      let type: String = try parts.first { $0.id == 0x4660 }?.text(of: file) ?? ""
      let isFont =
        type.contains("font") || type.contains("opentype")
        || [".ttf", ".otf", ".ttc"].contains { name.lowercased().hasSuffix($0) }
      guard isFont, let data = parts.first(where: { $0.id == 0x465C }), data.size <= Self.largestFont else { continue }
      fonts.add(name, try data.bytes(of: file, most: Int(Self.largestFont)))
    }
  }

  private mutating func addGroup(_ group: MatroskaElement, _ clusterTime: Int64) throws {
    guard let end = group.end, end <= file.count, let block = try element(at: group.body), block.id == MatroskaID.block,
      tracks[try trackNumber(of: block) ?? 0] != nil
    else { return }
    var (duration, addition): (UInt64?, [UInt8]?)
    var offset = group.body
    while offset < end, let part = try element(at: offset), let next = part.end, next <= end, next > offset {
      if part.id == MatroskaID.blockDuration {
        duration = try read(part.body, Int(min(8, part.size))).bigEndian(at: 0, Int(min(8, part.size)))
      }
      if part.id == 0x75A1, part.size <= Self.largest {
        // The first addition of a block: settings and a name of WebVTT.
        let more = try MatroskaNode(at: offset, of: file).children(of: file).first { $0.id == 0xA6 }
        addition = try more?.children(of: file).first { $0.id == 0xA5 }?.bytes(of: file, most: 1 << 16)
      }
      offset = next
    }
    try addBlock(block, addition: addition, duration: duration, clusterTime)
  }

  /// The number of the track that `block` belongs to; nil where it cannot be read.
  private mutating func trackNumber(of block: MatroskaElement) throws -> UInt64? {
    try read(block.body, 8).variableNumber(at: 0)?.value
  }

  private mutating func addBlock(
    _ block: MatroskaElement, addition: [UInt8]?, duration: UInt64?, _ clusterTime: Int64
  ) throws {
    guard let number = try trackNumber(of: block), var track = tracks[number], block.isSized,
      block.size <= Self.largest, block.size > 4
    else { return }
    let bytes = try file.read(at: block.body, Int(block.size))
    let length = bytes[0].leadingZeroBitCount + 1
    guard bytes.count > length + 3 else { return }
    let relative = Int64(Int16(truncatingIfNeeded: Int64(bytes.bigEndian(at: length, 2))))
    // Text is never laced.
    let payload = track.packing.unpacked(Array(bytes[(length + 3)...]), ofHeader: false)
    let start = try Rational(max(0, clusterTime &+ relative), 1) * Rational(scale, 1_000_000_000)
    if var before = track.open {
      before.end = min(start, try before.start + Self.longest)
      track.reader.add(before)
      track.open = nil
    }
    if let duration, duration > 0, duration < 1 << 40 {
      let end = try start + Rational(Int64(duration)) * Rational(scale, 1_000_000_000)
      track.reader.add(SubtitlePacket(payload, addition: addition ?? [], from: start, to: end))
    } else {
      track.open = SubtitlePacket(payload, addition: addition ?? [], from: start, to: start)
    }
    tracks[number] = track
  }

  // MARK: Bytes

  /// Up to `count` bytes at `offset`, out of a part of the file that is read at once.
  private mutating func read(_ offset: UInt64, _ count: Int) throws -> [UInt8] {
    if offset < window.start || offset + UInt64(count) > window.start + UInt64(window.bytes.count) {
      window = (offset, try file.read(at: offset, 1 << 15))
    }
    return Array(window.bytes.dropFirst(Int(offset - window.start)).prefix(count))
  }

  private mutating func element(at offset: UInt64) throws -> MatroskaElement? {
    guard offset < file.count, var element = MatroskaElement(at: 0, in: try read(offset, 12)) else { return nil }
    element.body += offset
    // A length that leaves all bounds is none.
    guard element.end.map({ $0 >= element.body }) ?? true else { return nil }
    return element
  }
}
