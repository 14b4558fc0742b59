import Containers
import MediaFormats
import Rendering

/// The tracks of a file that are neither picture nor sound, by the header of a movie or of Matroska.
struct AncillaryTracks {
  /// The tracks, in the file's order.
  let tracks: [AncillaryTrack]

  /// The tracks of `file`, which is `movie` if it is one.
  init(of file: FileBytes, movie: MovieTracks?, in container: MediaContainer) throws {
    if let movie {
      tracks = try movie.tracks.compactMap { try Self.track($0, in: file) }
    } else if container.isMatroska {
      tracks = try MatroskaMetadata.trackEntries(in: file).compactMap { try Self.track($0, in: file) }
    } else {
      tracks = []
    }
  }

  private static func track(_ track: MovieTracks.Track, in file: FileBytes) throws -> AncillaryTrack? {
    let kinds: [String: AncillaryTrack.Kind] = [
      "text": .text, "sbtl": .subtitle, "subt": .subtitle, "clcp": .closedCaption, "tmcd": .timecode, "meta": .metadata,
      "subp": .subtitle,
    ]
    guard track.handler != "vide", track.handler != "soun", track.handler != "pict" else { return nil }
    return AncillaryTrack(
      number: track.number, kind: kinds[track.handler] ?? .other, codecType: try track.codecType(in: file),
      languageTag: track.identity.extendedLanguageTag, isEnabled: track.isEnabled,
      isForced: try track.isForced(in: file))
  }

  private static func track(_ entry: MatroskaNode, in file: FileBytes) throws -> AncillaryTrack? {
    let parts = try entry.children(of: file)
    func part(_ id: UInt32) -> MatroskaNode? { parts.first { $0.id == id } }
    let kinds: [UInt64: AncillaryTrack.Kind] = [17: .subtitle, 33: .metadata]
    guard let type = try part(0x83)?.number(of: file), type != 1, type != 2 else { return nil }
    let language: String? = try (part(0x22B59D) ?? part(0x22B59C))?.text(of: file)
    return AncillaryTrack(
      number: try part(MatroskaID.trackNumber).flatMap { Int32(exactly: try $0.number(of: file)) },
      kind: kinds[type] ?? .other,
      codecType: try part(0x86)?.text(of: file) ?? "", languageTag: language == "und" ? nil : language,
      name: try part(MatroskaID.trackName)?.text(of: file),
      isEnabled: try part(MatroskaID.flagDefault)?.number(of: file) != 0,
      isForced: try part(MatroskaID.flagForced)?.number(of: file) == 1)
  }
}
