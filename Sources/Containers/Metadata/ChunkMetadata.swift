import MediaFormats

/// The metadata of WAVE, RF64, BW64, AVI and AIFF files, in chunks (Multimedia Programming Interface 1.0 §2; EBU Tech 3285 and
/// 3306; ITU-R BS.2088; Audio Interchange File Format §8). Their named places are chapters (``CuePoints``), unless a tag has others.
package struct ChunkMetadata {
  package let isLittleEndian: Bool

  /// Limit of the chunks that are passed: AVI's media are one.
  private static let most = 10_000

  /// Adds all metadata to `found`.
  package func collect(from file: FileBytes, into found: inout MetadataCollection) throws {
    guard file.count > 12 else { return }
    var cues = CuePoints()
    try collect(12..<file.count, of: file, depth: 2, into: &found, &cues)
    guard found.found.chapters.isEmpty else { return }
    for chapter in cues.chapters { found.add(chapter) }
  }

  private func collect(
    _ range: Range<UInt64>, of file: FileBytes, depth: Int, into found: inout MetadataCollection,
    _ cues: inout CuePoints
  ) throws {
    var offset = range.lowerBound
    // The length of the samples where 32 bits have no room for it.
    var longSize: UInt64?
    for _ in 0..<Self.most where offset + 8 <= range.upperBound {
      let head = try file.read(at: offset, 12)
      guard head.count >= 8 else { return }
      var size = isLittleEndian ? head.littleEndian(at: 4, 4) : head.bigEndian(at: 4, 4)
      if isLittleEndian, head.starts(with: "ds64".utf8) {
        longSize = try file.read(at: offset + 16, 8).littleEndian(at: 0, 8)
      }
      if isLittleEndian, size == UInt32.max, head.starts(with: "data".utf8), let longSize {
        // A length beyond the file's end ends the search.
        size = min(longSize, file.count)
      }
      let (body, end) = (offset + 8, min(range.upperBound, offset + 8 + size))
      switch EncodedText.latin(head.prefix(4)) {
      case "LIST" where depth > 0 && head.dropFirst(8).elementsEqual("INFO".utf8) && end > body + 4:
        try collectInfo((body + 4)..<end, of: file, into: &found)
      case "LIST" where depth > 0 && head.dropFirst(8).elementsEqual("hdrl".utf8) && end > body + 4:
        try collect((body + 4)..<end, of: file, depth: depth - 1, into: &found, &cues)
      case "LIST" where depth > 0 && head.dropFirst(8).elementsEqual("adtl".utf8) && end > body + 4:
        try cues.note(wave: "adtl", (body + 4)..<end, of: file)
      case "bext" where isLittleEndian: try collectBroadcast(at: body, size: size, of: file, into: &found)
      case "id3 ", "ID3 ": try ID3Tag(in: file, at: body)?.collect(from: file, into: &found)
      case let key where !isLittleEndian && ["NAME", "AUTH", "(c) ", "ANNO"].contains(key):
        found.add(.aiff, key, text: try text(at: body, size: end - body, of: file))
      case let key where end > body && (isLittleEndian ? ["fmt ", "cue "] : ["COMM", "MARK", "INST"]).contains(key):
        try isLittleEndian ? cues.note(wave: key, body..<end, of: file) : cues.note(aiff: key, body..<end, of: file)
      default: break
      }
      offset += 8 + size + size % 2
    }
  }

  private func text(at offset: UInt64, size: UInt64, of file: FileBytes) throws -> String {
    EncodedText.probable(
      Array(try file.read(at: offset, Int(min(size, UInt64(MetadataCollection.longestText)))).prefix { $0 != 0 }))
  }

  private func collectInfo(_ range: Range<UInt64>, of file: FileBytes, into found: inout MetadataCollection) throws {
    var offset = range.lowerBound
    for _ in 0..<Self.most where offset + 8 <= range.upperBound {
      let head = try file.read(at: offset, 8)
      let size = head.littleEndian(at: 4, 4)
      guard head.count == 8, offset + 8 + size <= range.upperBound else {
        return found.note("The list of information ends before the last of its texts.")
      }
      found.add(
        .riff, EncodedText.latin(head.prefix(4)), text: try text(at: offset + 8, size: size, of: file))
      offset += 8 + size + size % 2
    }
  }

  private func collectBroadcast(
    at body: UInt64, size: UInt64, of file: FileBytes, into found: inout MetadataCollection
  ) throws {
    guard size >= 338 else { return }
    let bytes = try file.read(at: body, 346)
    func field(_ range: Range<Int>) -> String {
      EncodedText.probable(Array(bytes.prefix(range.upperBound).dropFirst(range.lowerBound).prefix { $0 != 0 }))
    }
    found.add(.riff, "bext.Description", text: field(0..<256))
    found.add(.riff, "bext.Originator", text: field(256..<288))
    found.add(.riff, "bext.OriginatorReference", text: field(288..<320))
    let (day, time) = (field(320..<330), field(330..<338))
    found.add(.riff, "bext.OriginationDate", text: time.isEmpty ? day : "\(day)T\(time)")
    found.add(.riff, "bext.TimeReference", .integer(Int64(bitPattern: bytes.littleEndian(at: 338, 8))))
  }
}
