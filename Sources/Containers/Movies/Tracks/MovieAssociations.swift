package import Rendering

/// Writes into a finished movie which of its tracks have to do with which others (ISO/IEC 14496-12 §8.3.3).
///
/// ```
///  moov ─ trak ─ tref ─ chap, folw, …      the numbers of the other tracks, by what they are to this one
/// ```
package struct MovieAssociations {
  private let associations: [TrackAssociation]

  /// A movie's associations of tracks.
  package init(associations: [TrackAssociation]) {
    self.associations = associations
  }

  /// Inserts them, where there are any, into `file`, whose header stands at its end.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if it does not, or tracks are missing.
  package func insert(into file: FileBytes) throws {
    guard !associations.isEmpty else { return }
    try file.changeMovieHeader(toSay: "associations of tracks") { movie, _ in try inserted(in: movie) }
  }

  private func inserted(in movie: [UInt8]) throws -> [UInt8] {
    var movie = movie
    guard let whole = MovieBoxes(movie)["moov"] else { throw Self.strange }
    let tracks = MovieBoxes(movie, inside: whole).all("trak")
    let numbers = try tracks.map { track in
      guard let head = MovieBoxes(movie, inside: track)["tkhd"] else { throw Self.strange }
      return movie.bigEndian(at: TrackHeaderFields(of: head, in: movie).number, 4)
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
        content += MovieBoxes.Box.bytes(kind.boxType, others.flatMap { [UInt8](bigEndian: numbers[$0], 4) })
      }
      movie.insert(MovieBoxes.Box.bytes("tref", content), at: track.end, growing: [track, whole])
    }
    return movie
  }

  private static let strange = RenderError(
    .engineFailed, "The finished movie's header is not where associations of tracks can be put into it.")
}

extension TrackAssociation.Kind {
  /// The type of the box inside `tref`.
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
