package import Rendering

/// Writes into a finished movie which of its tracks have to do with which others (ISO/IEC 14496-12 §8.3.3).
///
/// ```
///  moov ─ trak ─ tref ─ chap, folw, …      the numbers of the other tracks, by what they are to this one
/// ```
package struct MovieAssociations {
  private let associations: [TrackAssociation]

  /// What tracks are to each other.
  package init(associations: [TrackAssociation]) {
    self.associations = associations
  }

  /// Inserts them, where there are any, into `file`, whose header stands at its end.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if it does not, or tracks are missing.
  package func insert(into file: FileBytes) throws {
    guard !associations.isEmpty else { return }
    guard let header = try MovieBoxes(file).first(where: { $0.type == "moov" }), header.end == file.count,
      header.size < 1 << 30
    else { throw Self.strange }
    var movie = try file.read(at: header.offset, Int(header.size))
    guard let whole = MovieBoxes(movie).first(where: { $0.type == "moov" }) else { throw Self.strange }
    let tracks = MovieBoxes(movie, inside: whole).all { $0.type == "trak" }
    let numbers = try tracks.map { track in
      guard let head = MovieBoxes(movie, inside: track).first(where: { $0.type == "tkhd" }) else { throw Self.strange }
      return movie.bigEndian(at: head.content + (head.isLong(in: movie) ? 20 : 12), 4)
    }
    // From the last to the first, so that the offsets of those that are left stay right.
    for (index, track) in tracks.enumerated().reversed() {
      let own = associations.filter { $0.track == index }
      guard !own.isEmpty else { continue }
      var content: [UInt8] = []
      for kind in TrackAssociation.Kind.allCases {
        let others = own.filter { $0.kind == kind }.map(\.other)
        guard !others.isEmpty else { continue }
        guard others.allSatisfy(numbers.indices.contains) else { throw Self.strange }
        content += MovieBoxes.Box.bytes(
          kind.boxType,
          others.flatMap { other in
            var bytes = [UInt8](repeating: 0, count: 4)
            bytes.setBigEndian(numbers[other], at: 0, 4)
            return bytes
          })
      }
      movie.insert(MovieBoxes.Box.bytes("tref", content), at: track.end, growing: [track, whole])
    }
    try file.write(movie, at: header.offset)
  }

  private static let strange = RenderError(
    .engineFailed, "The finished movie's header is not where associations of tracks can be put into it.")
}

extension TrackAssociation.Kind {
  /// What movies call it.
  fileprivate var boxType: String {
    switch self {
    case .audioFallback: "fall"
    case .chapterList: "chap"
    case .forcedSubtitlesOnly: "forc"
    case .selectionFollower: "folw"
    case .timecode: "tmcd"
    case .metadataReferent: "cdsc"
    }
  }
}
