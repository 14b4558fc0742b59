import Containers
import MediaDecoding
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
      let all = try MatroskaTrack.all(in: file)
      tracks = all.compactMap { Self.track($0, of: all, unread: unread) }
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

  private static func track(_ track: MatroskaTrack, of all: [MatroskaTrack], unread: Set<Int32>) -> AncillaryTrack? {
    let kinds: [UInt64: AncillaryTrack.Kind] = [1: .picture, 2: .sound, 17: .subtitle, 33: .metadata]
    let number = track.number.flatMap(Int32.init(exactly:))
    guard let type = track.type, track.kind == nil || number.map(unread.contains) == true else { return nil }
    return AncillaryTrack(
      number: number, kind: kinds[type] ?? .other, codecType: track.codec,
      languageTag: track.languageTag == "und" ? nil : track.languageTag, name: track.name, isEnabled: all.plays(track),
      isForced: track.isForced)
  }
}
