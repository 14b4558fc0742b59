import MediaFormats
import MediaTime

/// The metadata of a Matroska or WebM file (RFC 9559 §5.1.2, 5.1.6–5.1.8).
///
/// ```
///  Segment ─ SeekHead     where the others are, as they may stand behind all media
///          ├ Info         title, date, programs
///          ├ Tracks       the numbers of tracks that tags are about, their names
///          ├ Chapters     editions of chapters, which may hold others
///          ├ Tags         names and values, of the whole, a track or a part of the film
///          └ Attachments  files, covers among them
/// ```
package struct MatroskaMetadata {
  package let cancellation: Cancellation

  private enum ID {
    static let seekHead: UInt32 = 0x114D_9B74
    static let chapters: UInt32 = 0x1043_A770
    static let attachments: UInt32 = 0x1941_A469
    /// The elements that are read.
    static let wanted: Set<UInt32> = [MatroskaID.info, MatroskaID.tracks, chapters, MatroskaID.tags, attachments]
  }

  /// Limit of the elements that are searched for one that no seek head names.
  private static let mostPassed = 100_000
  /// Deepest nesting of chapters and tags.
  private static let deepest = 8

  /// The entries of the tracks of `file`, in its order.
  package static func trackEntries(in file: FileBytes) throws -> [MatroskaNode] {
    guard let place = try MatroskaMetadata(cancellation: Cancellation()).places(in: file)[MatroskaID.tracks] else {
      return []
    }
    return try MatroskaNode(at: place, of: file).children(of: file).filter { $0.id == MatroskaID.trackEntry }
  }

  /// Adds all metadata to `found`.
  package func collect(from file: FileBytes, into found: inout MetadataCollection) throws {
    let places = try self.places(in: file)
    let tracks =
      try places[MatroskaID.tracks].map { try TrackNames(MatroskaNode(at: $0, of: file), of: file) } ?? TrackNames()
    for (number, name) in tracks.names { found.add(.matroska, "Name", text: name, track: number) }
    if let place = places[MatroskaID.info] {
      try collectInfo(MatroskaNode(at: place, of: file), of: file, into: &found)
    }
    if let place = places[MatroskaID.tags] {
      for tag in try MatroskaNode(at: place, of: file).children(of: file) where tag.id == MatroskaID.tag {
        try collectTag(tag, of: file, tracks: tracks, into: &found)
      }
    }
    if let place = places[ID.attachments] {
      for attached in try MatroskaNode(at: place, of: file).children(of: file) where attached.id == 0x61A7 {
        try collectAttachment(attached, of: file, into: &found)
      }
    }
    if let place = places[ID.chapters] {
      // Editions are other orders of the same; the first stands for all.
      let editions = try MatroskaNode(at: place, of: file).children(of: file).filter { $0.id == 0x45B9 }
      let edition = try editions.first { try $0.number(0x45DB, of: file) == 1 } ?? editions.first
      for atom in try edition?.children(of: file) ?? [] where atom.id == 0xB6 {
        try collectChapter(atom, of: file, depth: Self.deepest, into: &found)
      }
    }
  }

  /// The offsets of the wanted elements: those before the media, those that seek heads name, and, where nothing names
  /// any or nothing names the tracks, those behind the media.
  private func places(in file: FileBytes) throws -> [UInt32: UInt64] {
    var places: [UInt32: UInt64] = [:]
    var (offset, isNamed) = (UInt64(0), false)
    // Before the segment stands the file's header, and padding may.
    for _ in 0..<Self.mostPassed {
      guard let element = try MatroskaElement(at: offset, of: file), element.id != MatroskaID.segment,
        let end = element.end
      else { break }
      offset = end
    }
    guard let segment = try MatroskaElement(at: offset, of: file), segment.id == MatroskaID.segment else {
      return places
    }
    offset = segment.body
    for passed in 0..<Self.mostPassed {
      if passed % 256 == 0 { try cancellation.check() }
      guard offset < segment.end ?? .max, let element = try MatroskaElement(at: offset, of: file) else { break }
      if ID.wanted.contains(element.id), places[element.id] == nil { places[element.id] = offset }
      if element.id == ID.seekHead {
        isNamed = true
        for seek in try MatroskaNode(at: offset, of: file).children(of: file) where seek.id == 0x4DBB {
          guard let id = try seek.number(0x53AB, of: file), let position = try seek.number(0x53AC, of: file),
            position < file.count, ID.wanted.contains(UInt32(truncatingIfNeeded: id)),
            let named = try MatroskaElement(at: segment.body + position, of: file), UInt64(named.id) == id
          else { continue }
          places[named.id] = places[named.id] ?? segment.body + position
        }
      }
      // A film has tracks, which stand behind its media where no seek head names them.
      if element.id == MatroskaID.cluster, isNamed, places[MatroskaID.tracks] != nil { break }
      guard let end = element.end, end > offset else { break }
      offset = end
    }
    return places
  }

  private func collectInfo(_ info: MatroskaNode, of file: FileBytes, into found: inout MetadataCollection) throws {
    for part in try info.children(of: file) {
      switch part.id {
      case 0x7BA9: found.add(.matroska, "TITLE", text: try part.text(of: file))
      case 0x4D80: found.add(.matroska, "MuxingApp", text: try part.text(of: file))
      case 0x5741: found.add(.matroska, "WritingApp", text: try part.text(of: file))
      case MatroskaID.date:
        // Nanoseconds since the beginning of 2001, which is 97 years after that of 1904.
        let bytes = try part.bytes(of: file, most: 8)
        let seconds = Int64(bitPattern: bytes.bigEndian(at: 0, 8)) / 1_000_000_000
        if bytes.count == 8, seconds > -3_061_152_000,
          let date = MovieDate(secondsSince1904: UInt64(3_061_152_000 + seconds))
        {
          found.add(.matroska, "DateUTC", text: date.text)
        }
      default: break
      }
    }
  }

  private func collectTag(
    _ tag: MatroskaNode, of file: FileBytes, tracks: TrackNames, into found: inout MetadataCollection
  ) throws {
    let parts = try tag.children(of: file)
    let target: [MatroskaNode] = try parts.first { $0.id == MatroskaID.targets }?.children(of: file) ?? []
    // Tags of chapters, editions and attachments are about no more than those.
    guard !target.contains(where: { [0x63C4, 0x63C9, 0x63C6].contains($0.id) && $0.size > 0 }) else { return }
    let track = try target.first { $0.id == MatroskaID.tagTrackUID }.map { try $0.number(of: file) }
    for part in parts where part.id == 0x67C8 {
      try collectSimpleTag(
        part, of: file, under: "", track: track.flatMap { $0 == 0 ? nil : tracks.numbers[$0] }, depth: Self.deepest,
        into: &found)
    }
  }

  private func collectSimpleTag(
    _ tag: MatroskaNode, of file: FileBytes, under path: String, track: Int32?, depth: Int,
    into found: inout MetadataCollection
  ) throws {
    guard depth > 0 else {
      return found.note("The file's tags are nested deeper than \(Self.deepest). The rest is left out.")
    }
    let parts = try tag.children(of: file)
    let name = path + (try parts.first { $0.id == 0x45A3 }?.text(of: file) ?? "")
    let language =
      try parts.first { $0.id == 0x447B }?.text(of: file) ?? parts.first { $0.id == 0x447A }?.text(of: file)
    for part in parts {
      switch part.id {
      case 0x4487: found.add(.matroska, name, text: try part.text(of: file), language: language, track: track)
      case 0x4485:
        try found.add(.matroska, name, mediaType: nil, byteCount: Int(clamping: part.size), track: track) {
          try part.bytes(of: file, most: MetadataCollection.largestData)
        }
      case 0x67C8:
        try collectSimpleTag(part, of: file, under: name + "/", track: track, depth: depth - 1, into: &found)
      default: break
      }
    }
  }

  /// Pictures called cover, as the specification has it; other attached files are no metadata.
  private func collectAttachment(
    _ attached: MatroskaNode, of file: FileBytes, into found: inout MetadataCollection
  ) throws {
    let parts = try attached.children(of: file)
    let name: String = try parts.first { $0.id == 0x466E }?.text(of: file) ?? ""
    let type: String = try parts.first { $0.id == 0x4660 }?.text(of: file) ?? ""
    guard type.hasPrefix("image/"), let data = parts.first(where: { $0.id == 0x465C }) else { return }
    let stem = name.lowercased().split(separator: ".").first.map(String.init) ?? ""
    let key = ["cover", "small_cover", "cover_land", "small_cover_land"].contains(stem) ? "cover" : name
    try found.add(.matroska, key, mediaType: type, byteCount: Int(clamping: data.size)) {
      try data.bytes(of: file, most: MetadataCollection.largestData)
    }
  }

  private func collectChapter(
    _ atom: MatroskaNode, of file: FileBytes, depth: Int, into found: inout MetadataCollection
  ) throws {
    guard depth > 0 else {
      return found.note("The file's chapters are nested deeper than \(Self.deepest). The rest is left out.")
    }
    let parts = try atom.children(of: file)
    func time(_ id: UInt32) throws -> Rational? {
      guard let nanoseconds = try parts.first(where: { $0.id == id })?.number(of: file),
        let number = Int64(exactly: nanoseconds)
      else { return nil }
      return try Rational(number, 1_000_000_000)
    }
    let isHidden = try atom.number(0x98, of: file) == 1 || atom.number(0x4598, of: file) == 0
    if let start = try time(0x91), !isHidden {
      let titles = try parts.filter { $0.id == 0x80 }.map { display in
        let parts = try display.children(of: file)
        let language = try (parts.first { $0.id == 0x437D } ?? parts.first { $0.id == 0x437C })?.text(of: file)
        return Chapter.Title(
          try parts.first { $0.id == 0x85 }?.text(of: file) ?? "",
          languageTag: language == "und" ? nil : language ?? "eng")
      }
      found.add(Chapter(exactStart: start, exactEnd: try time(0x92).flatMap { $0 > start ? $0 : nil }, titles: titles))
    }
    for part in parts where part.id == 0xB6 { try collectChapter(part, of: file, depth: depth - 1, into: &found) }
  }
}

/// The names of tracks in a Matroska file.
private struct TrackNames {
  /// The number of the track with an identifier.
  var numbers: [UInt64: Int32] = [:]
  /// The names of those that have one.
  var names: [(number: Int32, name: String)] = []

  /// No tracks.
  init() {}

  /// The tracks inside `tracks`.
  init(_ tracks: MatroskaNode, of file: FileBytes) throws {
    for entry in try tracks.children(of: file) where entry.id == MatroskaID.trackEntry {
      guard let number = try entry.number(MatroskaID.trackNumber, of: file).flatMap(Int32.init(exactly:)) else {
        continue
      }
      if let identifier = try entry.number(MatroskaID.trackUID, of: file) { numbers[identifier] = number }
      if let name = try entry.children(of: file).first(where: { $0.id == MatroskaID.trackName })?.text(of: file),
        !name.isEmpty
      {
        names.append((number, name))
      }
    }
  }
}
