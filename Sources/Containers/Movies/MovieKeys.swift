package import MediaFormats
import Rendering

/// Statements of a movie by keys that are written out, which its lists of four letters have no place for (QuickTime File
/// Format, Metadata; ISO/IEC 14496-12 §8.11).
///
/// ```
///  moov ─ meta ─ hdlr mdta
///              ├ keys      com.example.scene, com.apple.quicktime.make …
///              └ ilst      1: type, language, value; 2: …
/// ```
package struct MovieKeys {
  /// A key and its values, each with its type.
  private struct Entry {
    var key: String
    var values: [[UInt8]]
  }

  private var entries: [Entry] = []
  private let isQuickTime: Bool

  /// `items` in a movie of `fileType`; those without a key or a value that can be written are left out.
  package init(_ items: [MetadataItem], in fileType: FileType) {
    isQuickTime = fileType == .mov
    for item in items {
      guard let key = Self.key(of: item), let value = Self.value(of: item) else { continue }
      if let known = entries.firstIndex(where: { $0.key == key }) {
        entries[known].values.append(value)
      } else {
        entries.append(Entry(key: key, values: [value]))
      }
    }
  }

  /// The key under which `item` is written; nil where it means nothing there.
  package static func key(of item: MetadataItem) -> String? {
    if item.identifier.keySpace == .quickTimeMetadata { return item.identifier.key.isEmpty ? nil : item.identifier.key }
    return item.commonKey.flatMap { names[$0] }.map { "com.apple.quicktime.\($0)" }
  }

  /// Whether `item` can be written.
  package static func holds(_ item: MetadataItem) -> Bool { key(of: item) != nil && value(of: item) != nil }

  /// Apple's words for what is stated in many kinds of file.
  private static let names: [CommonMetadataKey: String] = [
    .title: "title", .artist: "artist", .author: "author", .albumName: "album", .description: "description",
    .creationDate: "creationdate", .copyrights: "copyright", .type: "genre", .software: "software",
    .publisher: "publisher", .location: "location.ISO6709", .make: "make", .model: "model", .subject: "keywords",
    .contributor: "producer",
  ]

  /// The content of a box `data`: the type of the value, its language, and itself; nil of data that was not read.
  private static func value(of item: MetadataItem) -> [UInt8]? {
    func typed(_ type: UInt64, _ bytes: [UInt8]) -> [UInt8] {
      [UInt8](bigEndian: type, 4) + [UInt8](bigEndian: packed(item.languageTag), 4) + bytes
    }
    switch item.value {
    case .text(let text): return typed(1, Array(text.utf8))
    case .integer(let number):
      guard let small = Int32(exactly: number) else { return typed(1, Array("\(number)".utf8)) }
      return typed(21, [UInt8](bigEndian: small, 4))
    case .real(let number): return typed(24, [UInt8](bigEndian: number.bitPattern, 8))
    case .data(let data):
      let types: [String: UInt64] = ["image/jpeg": 13, "image/png": 14, "image/bmp": 27]
      return data.bytes.map { typed(data.mediaType.flatMap { types[$0] } ?? 0, $0) }
    }
  }

  /// Three letters of five bits each (ISO/IEC 14496-12 §8.4.2); 0 for no language, or one that has no such code.
  static func packed(_ language: String?) -> UInt64 {
    guard let letters = language.map({ Array($0.utf8) }), letters.count == 3,
      letters.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return 0 }
    return letters.reduce(0) { $0 << 5 | UInt64($1 - 0x60) }
  }

  /// `movie`, the bytes of a movie's header, with these; it is longer.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where the header cannot be read.
  package func inserted(in movie: [UInt8]) throws -> [UInt8] {
    guard !entries.isEmpty else { return movie }
    guard let whole = MovieBoxes(movie)["moov"] else {
      throw RenderError(.engineFailed, "The finished file has no movie header.")
    }
    var movie = movie
    movie.insert(box, at: whole.end, growing: [whole])
    return movie
  }

  /// Puts them into the header of `file`, which is its last box.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where the file has no such header.
  package func insert(into file: FileBytes) throws {
    guard !entries.isEmpty else { return }
    try file.changeMovieHeader(toSay: "metadata") { movie, _ in try inserted(in: movie) }
  }

  /// The box `meta` of a movie or of a track that says them; empty for nothing.
  var bytes: [UInt8] { entries.isEmpty ? [] : box }

  private var box: [UInt8] {
    // Version, flags, what it belongs to, what it is, three reserved numbers, and an empty name.
    let handler: [UInt8] = [UInt8](repeating: 0, count: 8) + Array("mdta".utf8) + [UInt8](repeating: 0, count: 13)
    var keys = [UInt8](bigEndian: entries.count, 8)
    var list: [UInt8] = []
    for (number, entry) in entries.enumerated() {
      keys += MovieBoxes.Box.bytes("mdta", Array(entry.key.utf8))
      var item = MovieBoxes.Box.bytes("item", entry.values.flatMap { MovieBoxes.Box.bytes("data", $0) })
      // The type of an item is the number of its key, from 1.
      item.setBigEndian(UInt64(number + 1), at: 4, 4)
      list += item
    }
    // In QuickTime the box has no version.
    return MovieBoxes.Box.bytes(
      "meta",
      (isQuickTime ? [] : [0, 0, 0, 0]) + MovieBoxes.Box.bytes("hdlr", handler) + MovieBoxes.Box.bytes("keys", keys)
        + MovieBoxes.Box.bytes("ilst", list))
  }
}
