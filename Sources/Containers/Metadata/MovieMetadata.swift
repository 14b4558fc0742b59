package import MediaFormats
import MediaTime

/// The metadata of an MP4 or QuickTime file (ISO/IEC 14496-12 §8.10, 8.11; QuickTime File Format; 3GPP TS 26.244 §8).
///
/// ```
///  moov ─ mvhd                    dates
///       ├ meta ─ keys ilst        QuickTime's metadata: keys written out
///       ├ udta ─ meta ─ ilst      iTunes's list: keys of four letters
///       │      ├ ©nam …           QuickTime's user data: size, language, text
///       │      ├ titl, loci …     3GPP's: language, text
///       │      └ chpl             chapters
///       └ trak ─ udta, meta       the same of one track
///              └ tref ─ chap      which track has the chapters
/// ```
package struct MovieMetadata {
  private let file: FileBytes

  /// The metadata of the movie in `file`.
  package init(_ file: FileBytes) {
    self.file = file
  }

  /// Adds all metadata to `found`.
  package func collect(into found: inout MetadataCollection) throws {
    guard let movie = try MovieBoxes(file)["moov"] else { return }
    let parts = try MovieBoxes(file, inside: movie)
    if let header = parts["mvhd"] { try collectDates(of: header, into: &found) }
    for part in parts.filter({ $0.type == "udta" || $0.type == "meta" }) {
      try collect(part, track: nil, into: &found)
    }
    for track in parts.all("trak").prefix(Self.mostTracks) {
      let boxes = try MovieBoxes(file, inside: track)
      guard let header = boxes["tkhd"] else { continue }
      let head = try file.read(at: header.body, 24)
      let number = Int32(truncatingIfNeeded: head.bigEndian(at: TrackHeaderFields(in: head).number, 4))
      for part in boxes.filter({ $0.type == "udta" || $0.type == "meta" }) {
        try collect(part, track: number, into: &found)
      }
    }
    let chapters = try ChapterTrack(of: file)?.chapters() ?? (chapters: [], end: nil, language: nil)
    if !chapters.chapters.isEmpty {
      found.add(chapters: chapters.chapters, until: chapters.end, language: chapters.language)
    } else {
      for part in parts.all("udta") {
        for list in try MovieBoxes(file, inside: part).all("chpl") {
          try collectChapters(list, into: &found)
        }
      }
    }
  }

  private static let mostTracks = 1_000

  /// The header's dates, in seconds since 1904; zero where none is known.
  private func collectDates(of header: MovieBoxes.Box, into found: inout MetadataCollection) throws {
    let bytes = try file.read(at: header.body, 20)
    let width = bytes.first == 1 ? 8 : 4
    for (place, key) in ["creation_time", "modification_time"].enumerated() {
      let seconds = bytes.bigEndian(at: 4 + place * width, width)
      guard seconds > 0, let text = MovieDate(secondsSince1904: seconds)?.text else { continue }
      found.add(.movieHeader, key, text: text)
    }
  }

  private func collect(_ part: MovieBoxes.Box, track: Int32?, into found: inout MetadataCollection) throws {
    guard part.type == "udta" else { return try collectMeta(part, track: track, into: &found) }
    for box in try MovieBoxes(file, inside: part).prefix(MetadataCollection.mostItems) {
      switch box.key {
      case "meta": try collectMeta(box, track: track, into: &found)
      case "chpl": break
      case "loci": try collectPlace(box, track: track, into: &found)
      case let key where key.hasPrefix("©"): try collectStrings(box, track: track, into: &found)
      case let key where Self.assetKeys.contains(key): try collectString(box, track: track, into: &found)
      case "name", "tagc":
        found.add(.quickTimeUserData, box.key, text: EncodedText.probable(try bytes(of: box)), track: track)
      default: break
      }
    }
  }

  /// 3GPP's boxes of a language and a text.
  private static let assetKeys: Set<String> = ["titl", "auth", "perf", "gnre", "dscp", "cprt", "albm", "yrrc", "clsf"]

  /// The content of a box, as far as text is taken.
  private func bytes(of box: MovieBoxes.Box, from skipped: UInt64 = 0) throws -> [UInt8] {
    let start = box.body + skipped
    guard box.end > start else { return [] }
    return try file.read(at: start, Int(min(box.end - start, UInt64(MetadataCollection.longestText))))
  }

  /// QuickTime's: any number of a size, a language and a text.
  private func collectStrings(_ box: MovieBoxes.Box, track: Int32?, into found: inout MetadataCollection) throws {
    let bytes = try bytes(of: box)
    var place = 0
    while place + 4 <= bytes.count {
      let size = Int(bytes.bigEndian(at: place, 2))
      let code = bytes.bigEndian(at: place + 2, 2)
      let text = Array(bytes[(place + 4)...].prefix(size))
      // A number of QuickTime's language means a Macintosh encoding, a superset of ASCII.
      found.add(
        .quickTimeUserData, box.key,
        text: text.starts(with: [0xFE, 0xFF]) ? EncodedText.utf16(text) : EncodedText.probable(text),
        language: MovieTracks.language(code), track: track)
      guard size > 0 else { break }
      place += 4 + size
    }
  }

  private func collectString(_ box: MovieBoxes.Box, track: Int32?, into found: inout MetadataCollection) throws {
    let bytes = try bytes(of: box, from: 4)
    if box.key == "yrrc" {
      return found.add(.quickTimeUserData, "yrrc", text: "\(bytes.bigEndian(at: 0, 2))", track: track)
    }
    let text = Array(bytes.dropFirst(box.key == "clsf" ? 8 : 2))
    let language = MovieTracks.language(bytes.bigEndian(at: box.key == "clsf" ? 6 : 0, 2))
    found.add(
      .quickTimeUserData, box.key,
      text: text.starts(with: [0xFE, 0xFF]) ? EncodedText.utf16(text) : EncodedText.probable(text), language: language,
      track: track)
  }

  /// 3GPP's place, with numbers of 16 fraction bits (TS 26.244 §8.10), exact to four decimal places; as text of ISO
  /// 6709. Writers that know no altitude write 0.
  private func collectPlace(_ box: MovieBoxes.Box, track: Int32?, into found: inout MetadataCollection) throws {
    let bytes = try bytes(of: box, from: 6)
    let isWide = bytes.starts(with: [0xFE, 0xFF])
    // The name ends with a zero, and the place's role, a byte, follows.
    let name =
      isWide
      ? stride(from: 0, to: bytes.count - 1, by: 2).first { bytes[$0] == 0 && bytes[$0 + 1] == 0 }.map { $0 + 2 }
      : bytes.firstIndex(of: 0).map { $0 + 1 }
    guard let name, bytes.count >= name + 13 else { return }
    let numbers = (0..<3).map {
      Double(Int32(truncatingIfNeeded: bytes.bigEndian(at: name + 1 + 4 * $0, 4))) / 65_536
    }
    found.add(
      .quickTimeUserData, "loci",
      text: GeographicLocation(
        latitude: numbers[1], longitude: numbers[0], altitude: numbers[2] == 0 ? nil : numbers[2]
      ).iso6709(decimals: 4), track: track)
  }

  /// A box `meta`, whose content begins with a version in MP4 and without one in QuickTime.
  private func collectMeta(_ box: MovieBoxes.Box, track: Int32?, into found: inout MetadataCollection) throws {
    var inner = box
    if try file.read(at: box.body, 4).bigEndian(at: 0, 4) == 0 { inner.body += 4 }
    let parts = try MovieBoxes(file, inside: inner)
    guard let list = parts["ilst"] else { return }
    let keys = try parts["keys"].map { try MetadataKeys(try bytes(of: $0)) }
    for item in try MovieBoxes(file, inside: list).prefix(MetadataCollection.mostItems) {
      let values = try MovieBoxes(file, inside: item)
      var (space, key) = (MetadataKeySpace.iTunes, item.key)
      if let keys {
        // The type of an item is the number of its key.
        let number = try file.read(at: item.offset + 4, 4).bigEndian(at: 0, 4)
        guard let named = keys[number] else { continue }
        (space, key) = (.quickTimeMetadata, named)
      } else if key == "----" {
        let parts = try ["mean", "name"].map { part in
          try values.first { $0.type == part }.map { EncodedText.probable(try bytes(of: $0, from: 4)) } ?? ""
        }
        key = parts.joined(separator: ".")
      }
      for value in values.all("data") {
        try collect(value, as: MetadataIdentifier(space, key), track: track, into: &found)
      }
    }
  }

  /// A value of a known type (QuickTime File Format, Well-Known Types).
  private func collect(
    _ box: MovieBoxes.Box, as identifier: MetadataIdentifier, track: Int32?, into found: inout MetadataCollection
  ) throws {
    guard box.end >= box.body + 8, box.end <= file.count else { return }
    let head = try file.read(at: box.body, 8)
    let type = head.bigEndian(at: 0, 4) & 0xFF_FFFF
    let language = identifier.keySpace == .iTunes ? nil : MovieTracks.language(head.bigEndian(at: 6, 2))
    let count = Int(clamping: box.end - box.body - 8)
    let (space, key) = (identifier.keySpace, identifier.key)
    let pictures: [UInt64: String] = [12: "image/gif", 13: "image/jpeg", 14: "image/png", 27: "image/bmp"]
    if pictures[type] != nil || count > MetadataCollection.longestText || (type == 0 && key == "covr") {
      return try found.add(space, key, mediaType: pictures[type], byteCount: count, track: track) {
        try file.read(at: box.body + 8, count)
      }
    }
    let bytes = try bytes(of: box, from: 8)
    switch type {
    case 1, 4: found.add(space, key, text: EncodedText.probable(bytes), language: language, track: track)
    case 2, 5: found.add(space, key, text: EncodedText.utf16(bytes), language: language, track: track)
    case 21 where [1, 2, 3, 4, 8].contains(count):
      let unused = UInt64(64 - 8 * count)
      let number = Int64(bitPattern: bytes.bigEndian(at: 0, count) << unused) >> Int64(unused)
      found.add(space, key, .integer(number), track: track)
    case 22 where [1, 2, 3, 4, 8].contains(count), 65...67,
      75...78 where [1, 2, 4, 8].contains(count):
      found.add(space, key, .integer(Int64(clamping: bytes.bigEndian(at: 0, min(8, count)))), track: track)
    case 23 where count == 4:
      let number = Float(bitPattern: UInt32(truncatingIfNeeded: bytes.bigEndian(at: 0, 4)))
      found.add(space, key, .real(Double(number)), track: track)
    case 24 where count == 8: found.add(space, key, .real(Double(bitPattern: bytes.bigEndian(at: 0, 8))), track: track)
    case 0 where key == "trkn" || key == "disk":
      // A number and, where it is known, of how many.
      let (number, total) = (bytes.bigEndian(at: 2, 2), bytes.bigEndian(at: 4, 2))
      found.add(space, key, text: total > 0 ? "\(number)/\(total)" : "\(number)", track: track)
    case 0 where key == "gnre" && count == 2:
      found.add(space, key, text: ID3Genre.name(Int(bytes.bigEndian(at: 0, 2)) - 1) ?? "", track: track)
    default: found.add(space, key, mediaType: nil, byteCount: count, track: track) { bytes }
    }
  }

  /// Nero's list of chapters: a count, and of each the start in 1/10,000,000 s and a name of up to 255 bytes.
  private func collectChapters(_ box: MovieBoxes.Box, into found: inout MetadataCollection) throws {
    let bytes = try bytes(of: box)
    // Version 1 has a reserved number before the count.
    var place = bytes.first == 1 ? 9 : 5
    let count = Int(bytes.bigEndian(at: place - 1, 1))
    var chapters: [(start: Rational, title: String)] = []
    while chapters.count < count, place + 9 <= bytes.count {
      let length = Int(bytes[place + 8])
      guard let time = Int64(exactly: bytes.bigEndian(at: place, 8)) else { break }
      chapters.append(
        (try Rational(time, 10_000_000), EncodedText.probable(Array(bytes[(place + 9)...].prefix(length)))))
      place += 9 + length
    }
    found.add(chapters: chapters)
  }
}

/// The keys of QuickTime's metadata, written out (QuickTime File Format, Metadata Item Keys Atom).
private struct MetadataKeys {
  private var names: [String] = []

  /// The keys in the content of a box `keys`.
  init(_ bytes: [UInt8]) throws {
    var place = 8
    while place + 8 <= bytes.count, names.count < MetadataCollection.mostItems {
      let size = Int(bytes.bigEndian(at: place, 4))
      guard size >= 8, place + size <= bytes.count else { break }
      names.append(EncodedText.probable(Array(bytes[(place + 8)..<(place + size)])))
      place += size
    }
  }

  /// The key with the number `number`, from 1.
  subscript(number: UInt64) -> String? {
    (1...UInt64(max(1, names.count))).contains(number) && !names.isEmpty ? names[Int(number) - 1] : nil
  }
}

extension MovieBoxes.Box {
  /// Its type, in which Macintosh's byte for © is one.
  fileprivate var key: String { type.hasPrefix("\u{FFFD}") ? "©" + type.dropFirst() : type }
}

extension GeographicLocation {
  /// The place as ISO 6709 writes it: "+48.20821+016.37382+171.000/".
  package var iso6709: String { iso6709(decimals: 5) }

  /// The same with `decimals` digits behind the points of its degrees.
  package func iso6709(decimals: Int) -> String {
    func part(_ number: Double, whole: Int, decimals: Int) -> String {
      let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
      let units = Int64((abs(number) * scale).rounded())
      let digits = String(units / Int64(scale))
      let rest = String(units % Int64(scale))
      return (number < 0 ? "-" : "+") + String(repeating: "0", count: max(0, whole - digits.count)) + digits + "."
        + String(repeating: "0", count: decimals - rest.count) + rest
    }
    return part(latitude, whole: 2, decimals: decimals) + part(longitude, whole: 3, decimals: decimals)
      + (altitude.map { part($0, whole: 1, decimals: 3) } ?? "") + "/"
  }
}

/// A date of a movie's header.
package struct MovieDate {
  /// ISO 8601 in UTC: "2019-12-20T20:08:36Z".
  package let text: String

  /// `seconds` after the beginning of 1904; nil beyond the year 9999.
  package init?(secondsSince1904 seconds: UInt64) {
    guard seconds < 255_000_000_000 else { return nil }
    var days = Int(seconds / 86_400)
    var year = 1904
    func length(of year: Int) -> Int {
      year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365
    }
    while days >= length(of: year) {
      days -= length(of: year)
      year += 1
    }
    var month = 0
    let months = [31, length(of: year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    while days >= months[month] {
      days -= months[month]
      month += 1
    }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = Int(seconds % 86_400)
    text =
      "\(year)-\(two(month + 1))-\(two(days + 1))T\(two(clock / 3_600)):\(two(clock / 60 % 60)):\(two(clock % 60))Z"
  }
}
