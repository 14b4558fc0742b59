import Containers
import MediaFormats
import MediaTime
import Rendering

/// The tracks of a file that are neither picture nor sound, or whose codec nothing reads, by the header of a movie or of Matroska.
struct AncillaryTracks {
  /// The tracks, in the file's order.
  let tracks: [AncillaryTrack]

  /// The tracks of `file`, which is `movie` if it is one; of pictures and sound those whose numbers are in `unread`.
  init(of file: FileBytes, movie: MovieTracks?, in container: MediaContainer, unread: Set<Int32>) throws {
    if let movie {
      tracks = try movie.tracks.compactMap { try Self.track($0, in: file, of: movie, unread: unread) }
    } else if container.isMatroska {
      tracks = try MatroskaMetadata.trackEntries(in: file).compactMap { try Self.track($0, in: file, unread: unread) }
    } else {
      tracks = []
    }
  }

  private static func track(
    _ track: MovieTracks.Track, in file: FileBytes, of movie: MovieTracks, unread: Set<Int32>
  ) throws -> AncillaryTrack? {
    let kinds: [String: AncillaryTrack.Kind] = [
      "vide": .picture, "soun": .sound,
      "text": .text, "sbtl": .subtitle, "subt": .subtitle, "clcp": .closedCaption, "tmcd": .timecode, "meta": .metadata,
      "subp": .subtitle,
    ]
    let isMedia = ["vide", "soun"].contains(track.handler)
    guard track.handler != "pict", !isMedia || unread.contains(track.number) else { return nil }
    var found = AncillaryTrack(
      number: track.number, kind: kinds[track.handler] ?? .other, codecType: try track.codecType(in: file),
      languageTag: track.identity.extendedLanguageTag, isEnabled: track.isEnabled,
      isForced: try track.isForced(in: file))
    if track.dataKind != nil { found.dataFormat = try track.dataFormat(in: file) }
    found.timescale = CMTimeScale(exactly: track.timescale).flatMap { $0 > 0 ? $0 : nil }
    found.timeRange = track.presentedRange(in: movie)
    found.size = track.size
    return found
  }

  private static func track(
    _ entry: MatroskaNode, in file: FileBytes, unread: Set<Int32>
  ) throws -> AncillaryTrack? {
    let parts = try entry.children(of: file)
    func part(_ id: UInt32) -> MatroskaNode? { parts.first { $0.id == id } }
    let kinds: [UInt64: AncillaryTrack.Kind] = [1: .picture, 2: .sound, 17: .subtitle, 33: .metadata]
    let number = try part(MatroskaID.trackNumber).flatMap { Int32(exactly: try $0.number(of: file)) }
    guard let type = try part(0x83)?.number(of: file) else { return nil }
    if type == 1 || type == 2, number.map(unread.contains) != true { return nil }
    let language: String? = try (part(0x22B59D) ?? part(0x22B59C))?.text(of: file)
    return AncillaryTrack(
      number: number, kind: kinds[type] ?? .other,
      codecType: try part(0x86)?.text(of: file) ?? "", languageTag: language == "und" ? nil : language,
      name: try part(MatroskaID.trackName)?.text(of: file),
      isEnabled: try part(MatroskaID.flagDefault)?.number(of: file) != 0,
      isForced: try part(MatroskaID.flagForced)?.number(of: file) == 1)
  }
}
