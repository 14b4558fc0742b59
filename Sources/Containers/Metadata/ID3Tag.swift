import MediaFormats
import MediaTime

/// An ID3 tag of version 2.2, 2.3 or 2.4 (id3.org).
package struct ID3Tag {
  private let offset: UInt64
  private let version: Int
  private let flags: UInt8
  private let size: UInt64
  /// The end of the tag.
  package var end: UInt64 { offset + 10 + size + (version == 4 && flags & 0x10 != 0 ? 10 : 0) }

  /// The tag at `offset` of `file`; nil where there is none.
  package init?(in file: FileBytes, at offset: UInt64) throws {
    let head = try file.read(at: offset, 10)
    guard head.count == 10, head.starts(with: "ID3".utf8), (2...4).contains(head[3]) else { return nil }
    self.offset = offset
    (version, flags, size) = (Int(head[3]), head[5], Self.safeNumber(head, at: 6))
  }

  /// The end of the tags at the beginning of `file`, one or several; 0 where there is none.
  package static func endOfTags(in file: FileBytes) throws -> UInt64 {
    var end: UInt64 = 0
    while let tag = try ID3Tag(in: file, at: end), tag.end < file.count { end = tag.end }
    return end
  }

  /// Bytes of the tag at `offset` of `file`, of any version (ID3v2 §3.1); 0 without a tag.
  package static func length(in file: FileBytes, at offset: UInt64 = 0) throws -> UInt64 {
    length(try file.read(at: offset, 10)[...])
  }

  /// Bytes of the tag that `head` begins with; 0 without a tag.
  static func length(_ head: ArraySlice<UInt8>) -> UInt64 {
    let head = Array(head.prefix(10))
    guard head.count == 10, head.starts(with: "ID3".utf8) else { return 0 }
    return 10 + safeNumber(head, at: 6) + (head[5] & 0x10 == 0 ? 0 : 10)
  }

  /// Whether `bytes` between packets are tags of any kind, or padding.
  package static func isTag(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while true {
      let tag = length(rest)
      guard tag > 0 else { break }
      rest = rest.dropFirst(Int(clamping: tag))
    }
    return ["TAG", "APETAGEX", "LYRICS"].contains { rest.starts(with: $0.utf8) } || rest.allSatisfy { $0 == 0 }
  }

  /// Adds its frames to `found`.
  package func collect(from file: FileBytes, into found: inout MetadataCollection) throws {
    let most = found.readsData ? MetadataCollection.largestData : MetadataCollection.largestPart
    var bytes = try file.read(at: offset + 10, Int(min(size, UInt64(most))))
    // Before 2.4, all of the tag is unsynchronised at once.
    if version < 4, flags & 0x80 != 0 { bytes = Self.resynchronised(bytes) }
    var place = 0
    if version > 2, flags & 0x40 != 0 {
      place = version == 4 ? Int(Self.safeNumber(bytes, at: 0)) : Int(bytes.bigEndian(at: 0, 4)) + 4
    }
    collectFrames(bytes[min(place, bytes.count)...], into: &found)
  }

  private func collectFrames(_ bytes: ArraySlice<UInt8>, into found: inout MetadataCollection) {
    var chapters: [Chapter] = []
    for frame in frames(in: Array(bytes)) {
      switch frame.id {
      case "CHAP": if let chapter = chapter(frame.bytes) { chapters.append(chapter) }
      case "CTOC": break
      case "APIC", "PIC": collectPicture(frame, into: &found)
      case "COMM", "COM", "USLT", "ULT":
        guard frame.bytes.count > 4 else { continue }
        let parts = strings(Array(frame.bytes[4...]), encoding: frame.bytes[0])
        let isNamed = parts.count > 1 && !parts[0].isEmpty
        found.add(
          .id3, isNamed ? "\(frame.id):\(parts[0])" : frame.id, text: parts.dropFirst().joined(separator: "\n"),
          language: EncodedText.latin(frame.bytes[1..<4]))
      case let id where id.hasPrefix("TX"):
        guard let encoding = frame.bytes.first else { continue }
        let parts = strings(Array(frame.bytes.dropFirst()), encoding: encoding)
        found.add(.id3, "\(frame.id):\(parts.first ?? "")", text: parts.dropFirst().joined(separator: "/"))
      case let id where id.hasPrefix("WX"):
        guard let encoding = frame.bytes.first else { continue }
        let parts = strings(Array(frame.bytes.dropFirst()), encoding: encoding)
        found.add(.id3, frame.id, text: parts.dropFirst().first ?? "")
      case let id where id.hasPrefix("T"):
        guard let encoding = frame.bytes.first else { continue }
        let values = strings(Array(frame.bytes.dropFirst()), encoding: encoding).filter { !$0.isEmpty }
        let isGenre = id == "TCON" || id == "TCO"
        found.add(
          .id3, id, text: values.map { isGenre ? ID3Genre.expanded($0) : $0 }.joined(separator: "/"))
      case let id where id.hasPrefix("W"): found.add(.id3, id, text: EncodedText.latin(frame.bytes))
      default: found.add(.id3, frame.id, mediaType: nil, byteCount: frame.bytes.count) { frame.bytes }
      }
    }
    for chapter in chapters { found.add(chapter) }
  }

  private typealias Frame = (id: String, bytes: [UInt8])

  /// The frames of a tag, or of a chapter in it.
  private func frames(in bytes: [UInt8]) -> [Frame] {
    var frames: [Frame] = []
    var place = 0
    let (idLength, header) = version == 2 ? (3, 6) : (4, 10)
    while place + header <= bytes.count, bytes[place] != 0, frames.count < MetadataCollection.mostItems {
      let id = EncodedText.latin(bytes[place..<(place + idLength)])
      guard id.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber) }) else { break }
      var size =
        switch version {
        case 2: Int(bytes.bigEndian(at: place + 3, 3))
        case 3: Int(bytes.bigEndian(at: place + 4, 4))
        default: Int(Self.safeNumber(bytes, at: place + 4))
        }
      // Some programs write sizes of 2.4 in the form of 2.3: then the next frame begins at the plain size.
      if version == 4, size > 127, !isFrame(in: bytes, at: place + header + size) {
        let plain = Int(bytes.bigEndian(at: place + 4, 4))
        if isFrame(in: bytes, at: place + header + plain) { size = plain }
      }
      let format = version > 2 ? bytes[place + 9] : 0
      let start = place + header
      guard size <= bytes.count - start else { break }
      var content = Array(bytes[start..<(start + size)])
      place = start + size
      // Compressed and encrypted frames are passed over.
      guard format & (version == 3 ? 0xC0 : 0x0C) == 0 else { continue }
      if version == 4 {
        if format & 0x01 != 0 { content = Array(content.dropFirst(4)) }
        if format & 0x02 != 0 || flags & 0x80 != 0 { content = Self.resynchronised(content) }
      }
      frames.append((id, content))
    }
    return frames
  }

  private func isFrame(in bytes: [UInt8], at place: Int) -> Bool {
    guard place < bytes.count else { return place == bytes.count }
    return bytes[place] == 0 || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[place])
  }

  /// A chapter: an identifier, its times in milliseconds, two offsets, and frames, one of them the title (ID3v2 Chapter
  /// Frame Addendum).
  private func chapter(_ bytes: [UInt8]) -> Chapter? {
    guard let name = bytes.firstIndex(of: 0), bytes.count >= name + 17 else { return nil }
    let times = [1, 5].map { try? Rational(Int64(bytes.bigEndian(at: name + $0, 4)), 1_000) }
    guard let start = times[0], let end = times[1] else { return nil }
    let titles = frames(in: Array(bytes[(name + 17)...])).filter { $0.id == "TIT2" }.compactMap { frame in
      frame.bytes.first.flatMap { strings(Array(frame.bytes.dropFirst()), encoding: $0).first }
    }
    return Chapter(exactStart: start, exactEnd: end > start ? end : nil, titles: titles.map { Chapter.Title($0) })
  }

  private func collectPicture(_ frame: Frame, into found: inout MetadataCollection) {
    guard let encoding = frame.bytes.first else { return }
    var (type, start) = ("", 4)
    if frame.id == "PIC" {
      type = frame.bytes.count > 4 ? "image/" + EncodedText.latin(frame.bytes[1..<4]).lowercased() : ""
    } else {
      guard let end = frame.bytes.dropFirst().firstIndex(of: 0) else { return }
      (type, start) = (EncodedText.latin(frame.bytes[1..<end]), end + 1)
    }
    // The picture's role, and a description that ends with a zero.
    guard start + 1 < frame.bytes.count else { return }
    let text = Array(frame.bytes[(start + 1)...])
    let isWide = encoding == 1 || encoding == 2
    let end =
      isWide
      ? stride(from: 0, to: text.count - 1, by: 2).first { text[$0] == 0 && text[$0 + 1] == 0 }.map { $0 + 2 }
      : text.firstIndex(of: 0).map { $0 + 1 }
    guard let end else { return }
    let picture = Array(text[end...])
    found.add(
      .id3, frame.id, mediaType: type == "image/jpg" ? "image/jpeg" : type, byteCount: picture.count
    ) { picture }
  }

  /// The strings of `bytes`, which a zero divides.
  private func strings(_ bytes: [UInt8], encoding: UInt8) -> [String] {
    switch encoding {
    case 1, 2:
      var parts: [[UInt8]] = [[]]
      for place in stride(from: 0, to: bytes.count - 1, by: 2) {
        if bytes[place] == 0, bytes[place + 1] == 0 {
          parts.append([])
        } else {
          parts[parts.count - 1] += bytes[place...(place + 1)]
        }
      }
      // A later string may lack the mark that the first has.
      let isReversed = parts[0].starts(with: [0xFF, 0xFE])
      return trimmed(parts.map { EncodedText.utf16($0, isLittleEndian: isReversed) })
    case 3:
      return trimmed(
        bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) })
    default: return trimmed(bytes.split(separator: 0, omittingEmptySubsequences: false).map { EncodedText.latin($0) })
    }
  }

  /// Without what follows a last zero.
  private func trimmed(_ strings: [String]) -> [String] {
    strings.count > 1 && strings.last?.isEmpty == true ? strings.dropLast() : strings
  }

  /// A number of seven bits a byte.
  private static func safeNumber(_ bytes: [UInt8], at place: Int) -> UInt64 {
    (0..<4).reduce(0) { $0 << 7 | (bytes.bigEndian(at: place + $1, 1) & 0x7F) }
  }

  /// Without the zeros that keep a tag from looking like sound.
  private static func resynchronised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var last: UInt8 = 0
    for byte in bytes {
      if last != 0xFF || byte != 0 { result.append(byte) }
      last = byte
    }
    return result
  }
}

extension ID3Tag {
  /// Adds the tag of version 1 at the end of `file` to `found`, if there is one: texts of 30 bytes, a year, and a genre.
  package static func collectFirstVersion(from file: FileBytes, into found: inout MetadataCollection) throws {
    guard file.count >= 128 else { return }
    let bytes = try file.read(at: file.count - 128, 128)
    guard bytes.count == 128, bytes.starts(with: "TAG".utf8) else { return }
    func text(_ range: Range<Int>) -> String {
      var text = EncodedText.latin(bytes[range].prefix { $0 != 0 })
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }
    let fields = [("TIT2", 3..<33), ("TPE1", 33..<63), ("TALB", 63..<93), ("TYER", 93..<97)]
    for (key, range) in fields { found.add(.id3, key, text: text(range)) }
    // Version 1.1 has the number in the album in the comment's last byte.
    let hasNumber = bytes[125] == 0 && bytes[126] != 0
    found.add(.id3, "COMM", text: text(hasNumber ? 97..<125 : 97..<127))
    if hasNumber { found.add(.id3, "TRCK", text: "\(bytes[126])") }
    found.add(.id3, "TCON", text: ID3Genre.name(Int(bytes[127])) ?? "")
  }
}

/// The genres that ID3 has numbers for.
package enum ID3Genre {
  /// The genre with the number `number`; nil where there is none.
  package static func name(_ number: Int) -> String? { names.indices.contains(number) ? names[number] : nil }

  /// "(17)Rock", "(17)" and "17" as "Rock"; other text as it is.
  package static func expanded(_ text: String) -> String {
    if let number = Int(text) { return name(number) ?? text }
    guard text.hasPrefix("("), let end = text.firstIndex(of: ")"),
      let number = Int(text[text.index(after: text.startIndex)..<end])
    else { return text }
    let rest = text[text.index(after: end)...]
    return rest.isEmpty ? name(number) ?? text : String(rest)
  }

  private static let names =
    """
    Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|Pop|R&B|Rap|Reggae|Rock|\
    Techno|Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|Euro-Techno|Ambient|Trip-Hop|Vocal|Jazz+Funk|Fusion|\
    Trance|Classical|Instrumental|Acid|House|Game|Sound Clip|Gospel|Noise|AlternRock|Bass|Soul|Punk|Space|Meditative|\
    Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|Electronic|Pop-Folk|Eurodance|Dream|\
    Southern Rock|Comedy|Cult|Gangsta|Top 40|Christian Rap|Pop/Funk|Jungle|Native American|Cabaret|New Wave|Psychadelic|\
    Rave|Showtunes|Trailer|Lo-Fi|Tribal|Acid Punk|Acid Jazz|Polka|Retro|Musical|Rock & Roll|Hard Rock
    """.split(separator: "|").map(String.init)
}
