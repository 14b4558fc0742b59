import MediaFormats

/// A movie's statements of one of its tracks (QuickTime File Format, User Data and Metadata).
///
/// ```
///  trak ┬ udta ┬ name, tagc        what it is called, and what it is, in words
///       │      └ ©nam …            any number of a size, a language and a text
///       └ meta ─ keys ilst         by keys that are written out
/// ```
struct TrackStatements {
  /// The content of its user data; empty for nothing.
  let userData: [UInt8]
  /// The box of its metadata; empty for nothing.
  let metadata: [UInt8]

  /// `items`, in a movie of `fileType`; those that have no place there are left out.
  init(_ items: [MetadataItem], in fileType: FileType) {
    userData = items.flatMap { Self.userData($0) ?? [] }
    metadata = MovieKeys(items.filter { Self.userData($0) == nil }, in: fileType).bytes
  }

  /// The box that states `item` in user data; nil of other statements.
  private static func userData(_ item: MetadataItem) -> [UInt8]? {
    guard item.identifier.keySpace == .quickTimeUserData, case .text(let text) = item.value else { return nil }
    let (key, bytes) = (item.identifier.key, Array(text.utf8))
    if key == "name" || key == "tagc" { return MovieBoxes.Box.bytes(key, bytes) }
    guard key.hasPrefix("©"), key.dropFirst().utf8.count == 3, bytes.count <= Int(UInt16.max) else { return nil }
    // Three letters, of a language that is not known "und": a number below 0x400 would mean Macintosh's encoding.
    let language = MovieKeys.packed(item.languageTag)
    let content = [UInt8](bigEndian: bytes.count, 2) + [UInt8](bigEndian: language == 0 ? 0x55C4 : language, 2)
    var box = MovieBoxes.Box.bytes("    ", content + bytes)
    // Macintosh's byte for ©.
    box.replaceSubrange(4..<8, with: [0xA9] + Array(key.dropFirst().utf8))
    return box
  }

  /// Inserts `statements`, of each track in the file's order, into `movie`, the bytes of a movie's header.
  static func insert(_ statements: [TrackStatements], into movie: inout [UInt8]) {
    guard let whole = MovieBoxes(movie)["moov"] else { return }
    let tracks = MovieBoxes(movie, inside: whole).all("trak")
    // From the last to the first, so that the offsets of those that are left stay right.
    for (track, said) in zip(tracks, statements).reversed() {
      if !said.metadata.isEmpty { movie.insert(said.metadata, at: track.end, growing: [track, whole]) }
      guard !said.userData.isEmpty else { continue }
      if let known = MovieBoxes(movie, inside: track)["udta"] {
        movie.insert(said.userData, at: known.end, growing: [known, track, whole])
      } else {
        movie.insert(MovieBoxes.Box.bytes("udta", said.userData), at: track.end, growing: [track, whole])
      }
    }
  }
}
