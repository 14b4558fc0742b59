import MediaFormats

/// Describes DNxHR in a QuickTime movie, for which GStreamer 1.22's muxer has no word: it is given the packets as ProRes, whose
/// description has the same form, and the finished header is corrected.
///
/// ```
///  as the muxer writes it   stsd › apcn │ …, "Apple ProRes 422" │ colr, …
///  as it is in the end      stsd › AVdh │ …, "DNxHR"            │ colr, …, ACLR     every box around them grows
/// ```
struct MovieDNxHR {
  /// Whether samples use all values.
  var isFullRange: Bool

  /// What the muxer is told that the packets are.
  static let standIn = "video/x-prores,variant=(string)standard"
  private static let standInType = "apcn"
  private static let type = "AVdh"
  private static let title = "DNxHR"

  /// `movie`, the bytes of a movie's header, with the descriptions of DNxHR; it is longer.
  func inserted(in movie: [UInt8]) -> [UInt8] {
    var movie = Self.renamed(movie)
    for path in MovieBoxes.descriptionsOfPictures(in: movie) where path.last?.type == Self.type {
      guard let entry = path.last else { continue }
      guard MovieBoxes(movie, inside: entry).first(where: { $0.type == "ACLR" }) == nil else { continue }
      // In QuickTime, four bytes of zero may end an entry.
      let end = MovieBoxes(movie, inside: entry).last { _ in true }?.end ?? entry.body
      // As the encoder's own programs write it: a version, the range, and nothing.
      let content = Array("ACLR0001".utf8) + [0, 0, 0, isFullRange ? 2 : 1, 0, 0, 0, 0]
      movie.insert(MovieBoxes.Box.bytes("ACLR", content), at: end, growing: path)
    }
    return movie
  }

  /// `movie` with the name of the codec alone, which is as long as it was.
  static func renamed(_ movie: [UInt8]) -> [UInt8] {
    var movie = movie
    for path in MovieBoxes.descriptionsOfPictures(in: movie) where path.last?.type == standInType {
      guard let entry = path.last else { continue }
      movie.replaceSubrange(Int(entry.offset) + 4..<Int(entry.offset) + 8, with: Array(type.utf8))
      // The name of the compressor: its length, and 31 bytes, before the depth and the color table.
      let place = Int(entry.body) - 36
      let name = [UInt8(title.utf8.count)] + Array(title.utf8)
      movie.replaceSubrange(place..<place + 32, with: name + [UInt8](repeating: 0, count: 32 - name.count))
    }
    return movie
  }
}
