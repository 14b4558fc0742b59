package import MediaFormats
package import MediaTime

/// A collection of a file's metadata, within limits: a file may claim any number of items of any length.
package struct MetadataCollection {
  /// Whether the bytes of pictures and other data are read, and not just counted.
  package let readsData: Bool
  package private(set) var found = FileMetadata()

  /// Limit of the items, and of the chapters, of one file.
  package static let mostItems = 10_000
  /// The longest text that is taken, in bytes.
  package static let longestText = 1 << 20
  /// The largest data that is read, in bytes.
  package static let largestData = 64 << 20
  /// Limit of the metadata that are read into memory at once, in bytes, apart from data that is asked for.
  package static let largestPart = 16 << 20

  /// An empty collection.
  package init(readsData: Bool) {
    self.readsData = readsData
  }

  /// Adds a text, unless it is empty. What follows a zero is not shown.
  package mutating func add(
    _ space: MetadataKeySpace, _ key: String, text: String, language: String? = nil, track: Int32? = nil
  ) {
    let text = text.prefix { $0 != "\0" }
    guard !text.isEmpty else { return }
    add(space, key, .text(String(text)), language: language, track: track)
  }

  /// Adds a value.
  package mutating func add(
    _ space: MetadataKeySpace, _ key: String, _ value: MetadataValue, language: String? = nil, track: Int32? = nil
  ) {
    guard found.items.count < Self.mostItems else {
      return note("The file has more than \(Self.mostItems) items of metadata. The rest is left out.")
    }
    found.items.append(
      MetadataItem(
        MetadataIdentifier(space, key), value, languageTag: Self.language(language), trackNumber: track))
  }

  /// A language as a file names it, unless it is none: programs fill the field with zeros, or say "und".
  private static func language(_ tag: String?) -> String? {
    guard let tag, !tag.isEmpty, tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
      tag != "und", tag.lowercased() != "xxx"
    else { return nil }
    return tag
  }

  /// Adds data of `byteCount` bytes, which `read` reads where they are asked for. Pictures say by their first bytes of what
  /// kind they are, whatever `mediaType` says.
  package mutating func add(
    _ space: MetadataKeySpace, _ key: String, mediaType: String?, byteCount: Int, track: Int32? = nil,
    read: () throws -> [UInt8]
  ) rethrows {
    var data = MetadataData(mediaType: mediaType, byteCount: byteCount)
    if readsData, found.items.count < Self.mostItems {
      if byteCount <= Self.largestData {
        let bytes = try read()
        data = MetadataData(
          mediaType: Self.pictureType(bytes) ?? mediaType, byteCount: bytes.count, bytes: bytes)
      } else {
        note("An item of metadata has \(byteCount) bytes. It is not read.")
      }
    }
    add(space, key, .data(data), track: track)
  }

  /// Adds a chapter.
  package mutating func add(_ chapter: Chapter) {
    guard found.chapters.count < Self.mostItems else {
      return note("The file has more than \(Self.mostItems) chapters. The rest is left out.")
    }
    found.chapters.append(chapter)
  }

  /// Adds chapters whose ends are unknown: each ends where the next begins, the last at `end`, or with the file.
  package mutating func add(
    chapters: [(start: Rational, title: String)], until end: Rational? = nil, language: String? = nil
  ) {
    let sorted = chapters.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
    for (place, chapter) in sorted.enumerated() {
      add(
        Chapter(
          exactStart: chapter.start,
          exactEnd: place + 1 < sorted.count ? sorted[place + 1].start : end.flatMap { $0 > chapter.start ? $0 : nil },
          titles: [Chapter.Title(chapter.title, languageTag: Self.language(language))]))
    }
  }

  /// Says that something is left out, once.
  package mutating func note(_ sentence: String) {
    if !found.notes.contains(sentence) { found.notes.append(sentence) }
  }

  /// All of it, the chapters in rising order.
  package var sorted: FileMetadata {
    var metadata = found
    metadata.chapters = metadata.chapters.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    return metadata
  }

  /// The media type of a picture by its first bytes; nil of other bytes.
  package static func pictureType(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if bytes.starts(with: "GIF8".utf8) { return "image/gif" }
    if bytes.starts(with: "BM".utf8) { return "image/bmp" }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
    return nil
  }
}

/// Text as files encode it.
package enum EncodedText {
  /// ISO 8859-1, which every byte is a character of.
  package static func latin(_ bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// UTF-16, big-endian unless a mark at its beginning or `isLittleEndian` says otherwise.
  package static func utf16(_ bytes: [UInt8], isLittleEndian: Bool = false) -> String {
    let mark = bytes.bigEndian(at: 0, 2)
    let isMarked = bytes.count >= 2 && (mark == 0xFEFF || mark == 0xFFFE)
    let isReversed = isMarked ? mark == 0xFFFE : isLittleEndian
    let units = stride(from: isMarked ? 2 : 0, to: bytes.count - 1, by: 2).map { place in
      UInt16(truncatingIfNeeded: isReversed ? bytes.littleEndian(at: place, 2) : bytes.bigEndian(at: place, 2))
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// UTF-8 where it is valid, else ISO 8859-1, as in old files.
  package static func probable(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self) ?? latin(bytes)
  }
}
