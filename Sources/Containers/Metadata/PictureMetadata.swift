import MediaFormats

/// The metadata of JPEG and PNG files: Exif, and PNG's text (ISO/IEC 15948 §11.3.4).
package struct PictureMetadata {
  /// Limit of the segments or chunks that are passed.
  private static let most = 10_000

  /// Adds everything that is said to `found`.
  package func collect(from file: FileBytes, into found: inout MetadataCollection) throws {
    if try file.read(at: 0, 2) == [0xFF, 0xD8] {
      if let place = try ExifTags.place(inJPEG: file) { try ExifTags(in: file, at: place)?.collect(into: &found) }
    } else {
      try collectChunks(from: file, into: &found)
    }
  }

  private func collectChunks(from file: FileBytes, into found: inout MetadataCollection) throws {
    var offset: UInt64 = 8
    for _ in 0..<Self.most {
      let head = try file.read(at: offset, 8)
      guard head.count == 8 else { return }
      let size = head.bigEndian(at: 0, 4)
      let bytes = { try file.read(at: offset + 8, Int(min(size, UInt64(MetadataCollection.longestText)))) }
      switch String(decoding: head[4...], as: UTF8.self) {
      case "eXIf": try ExifTags(in: file, at: offset + 8)?.collect(into: &found)
      case "tEXt":
        let parts = try bytes().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { break }
        found.add(.png, EncodedText.latin(parts[0]), text: EncodedText.latin(parts[1]))
      case "iTXt":
        // Keyword, whether and how compressed, language, the keyword in it, text.
        let parts = try bytes().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].first == 0 else { break }
        let rest = parts[1].dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard rest.count == 3 else { break }
        let language = EncodedText.latin(rest[0])
        found.add(
          .png, EncodedText.latin(parts[0]), text: String(decoding: rest[2], as: UTF8.self),
          language: language.isEmpty ? nil : language)
      case "zTXt": found.note("Compressed text is left out.")
      case "IEND": return
      default: break
      }
      offset += 12 + size
    }
  }
}
