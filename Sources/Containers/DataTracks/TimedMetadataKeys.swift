package import MediaFormats

/// The keys of a movie's track of metadata that holds for a while: what the values in its samples are, and what each is called there
/// (QuickTime File Format, boxed metadata sample description).
///
/// ```
///  mebx ─ keys ─┬─ 1 ─┬─ keyd   mdta│com.apple.quicktime.still-image-time
///               │     └─ dtyp   0│65, or 1│com.apple.metadata.datatype.int8
///               └─ 2 ─┬─ …
///                     └─ loca   de-CH
///  sample        [size│1│value] [size│2│value]
/// ```
package struct TimedMetadataKeys: Hashable, Sendable {
  /// The keys, in the file's order.
  package var keys: [Key] = []

  /// One of them.
  package struct Key: Hashable, Sendable {
    /// The key's number in samples; from 1 on.
    package var localID: UInt32
    /// Four letters of the space of the key ("mdta").
    package var space: String
    /// The key.
    package var name: String
    /// The type of its values, a uniform type identifier; nil where the file says none that is known.
    package var dataType: String?
    /// The language of its values, a BCP 47 tag; nil where unknown.
    package var languageTag: String?

    /// The key `name` in `space`, whose values are of `dataType`.
    package init(localID: UInt32, space: String, name: String, dataType: String?, languageTag: String? = nil) {
      (self.localID, self.space, self.name) = (localID, space, name)
      (self.dataType, self.languageTag) = (dataType, languageTag)
    }
  }

  /// These keys.
  package init(_ keys: [Key]) { self.keys = keys }

  /// The keys of `format`; nil of another format.
  package init?(_ format: DataFormat) {
    guard format.codecType == "mebx" else { return nil }
    let bytes = format.bytes
    guard let table = MovieBoxes(bytes)["keys"] else { return }
    for box in MovieBoxes(bytes, inside: table) {
      let parts = MovieBoxes(bytes, inside: box)
      func content(_ type: String) -> [UInt8]? {
        parts[type].map { Array(bytes[Int($0.body)..<Int($0.end)]) }
      }
      guard let declaration = content("keyd"), declaration.count >= 4,
        declaration.prefix(4).allSatisfy({ $0 < 0x80 })
      else { continue }
      keys.append(
        Key(
          localID: UInt32(bytes.bigEndian(at: Int(box.offset) + 4, 4)),
          space: String(decoding: declaration.prefix(4), as: UTF8.self),
          name: String(decoding: declaration.dropFirst(4).prefix { $0 != 0 }, as: UTF8.self),
          dataType: content("dtyp").flatMap(Self.dataType),
          languageTag: content("loca").map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }))
    }
  }

  /// The format of samples with these keys.
  package var format: DataFormat {
    let entries = keys.flatMap { key -> [UInt8] in
      var parts = MovieBoxes.Box.bytes("keyd", Array(key.space.utf8.prefix(4)) + Array(key.name.utf8))
      if let type = key.dataType {
        let known = Self.types.first { $0.value == type }?.key
        let said = known.map { Self.big(0) + Self.big($0) } ?? Self.big(1) + Array(type.utf8)
        parts += MovieBoxes.Box.bytes("dtyp", said)
      }
      if let tag = key.languageTag { parts += MovieBoxes.Box.bytes("loca", Array(tag.utf8) + [0]) }
      return Self.box(key.localID, parts)
    }
    return DataFormat(codecType: "mebx", bytes: MovieBoxes.Box.bytes("keys", entries))
  }

  /// The values in `sample`, with their keys; what no key is declared for is left out.
  package func values(in sample: [UInt8]) -> [(key: Key, bytes: [UInt8])] {
    var values: [(Key, [UInt8])] = []
    for box in MovieBoxes(sample) {
      let localID = UInt32(sample.bigEndian(at: Int(box.offset) + 4, 4))
      guard let key = keys.first(where: { $0.localID == localID }) else { continue }
      values.append((key, Array(sample[Int(box.body)..<Int(box.end)])))
    }
    return values
  }

  /// The sample of `values`, each with what the samples call its key.
  package static func sample(of values: [(localID: UInt32, bytes: [UInt8])]) -> [UInt8] {
    values.flatMap { box($0.localID, $0.bytes) }
  }

  private static func box(_ localID: UInt32, _ content: [UInt8]) -> [UInt8] {
    big(UInt32(8 + content.count)) + big(localID) + content
  }

  private static func big(_ number: UInt32) -> [UInt8] { MovieTrackInsertion.Track.big(Int(number), 4) }

  /// The type in a declaration: a number of QuickTime's well-known types, or a name.
  private static func dataType(_ declaration: [UInt8]) -> String? {
    guard declaration.count >= 4 else { return nil }
    if declaration.bigEndian(at: 0, 4) == 0 { return types[UInt32(declaration.bigEndian(at: 4, 4))] }
    return String(decoding: declaration.dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The names of QuickTime's well-known types.
  private static let types: [UInt32: String] = [
    0: "raw-data", 1: "UTF-8", 2: "UTF-16", 13: "JPEG", 14: "PNG", 23: "float32", 24: "float64", 27: "BMP", 65: "int8",
    66: "int16", 67: "int32", 70: "pointF32", 71: "dimensionsF32", 72: "rectF32", 74: "int64", 75: "uint8",
    76: "uint16", 77: "uint32", 78: "uint64", 79: "affine-transformF64",
  ].mapValues { "com.apple.metadata.datatype.\($0)" }
}
