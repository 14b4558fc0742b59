import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// Tracks of timed text as they are put into a finished movie.
///
/// Text that nothing is read in is an empty sample, so that the samples of a track follow each other from the beginning.
struct MovieTextInsertion {
  private let subtitles: [SubtitleTrack]
  /// The language of each track, by its code of three letters (ISO 639-2/T); nil of one that is not known.
  private let languages: [String?]
  private let size: (width: Int, height: Int)
  /// The duration of the film, where it is known beforehand.
  private let duration: Rational?

  /// The tracks of text of `settings`, in `languages`, a code of three letters for each.
  init(_ settings: WriterSettings, languages: [String?]) {
    self.languages = languages
    subtitles = settings.subtitles
    size = settings.textSize
    duration = settings.pictures?.expectedDuration
  }

  /// The tracks.
  var tracks: [MovieTrackInsertion.Track] {
    get throws { try zip(subtitles, languages).map { try track($0, language: $1) } }
  }

  private typealias Track = MovieTrackInsertion.Track

  private func track(_ subtitles: SubtitleTrack, language: String?) throws -> Track {
    let writer = SubtitleTrackWriter(subtitles.document, as: .movieText, width: size.width, height: size.height)
    let packets = writer.packets
    let scale = Track.timescale(of: packets.flatMap { [$0.start, $0.end] }, from: 1_000)
    var entry = writer.header
    if subtitles.isForced { entry.setBigEndian(0xC000_0000, at: 0, 4) }
    // All texts are alternatives to one another.
    var track = Track(
      handler: "sbtl", name: subtitles.name ?? "Subtitles", isEnabled: subtitles.isDefault, alternateGroup: 2,
      language: language, extendedLanguage: subtitles.languageTag?.exactLanguage, size: size,
      description: ("tx3g", entry), mediaHeader: Track.box("nmhd", Track.big(0, 4)), timescale: scale,
      samples: try samples(of: packets, scale: scale))
    // The track's role in DASH, which ffmpeg reads.
    let role = Track.big(0, 4) + Array("urn:mpeg:dash:role:2011".utf8) + [0] + Array("forced-subtitle".utf8) + [0]
    if subtitles.isForced { track.userData = Track.box("kind", role) }
    return track
  }

  /// The samples of a track, with empty ones where there is nothing to read.
  private func samples(of packets: [SubtitlePacket], scale: Int64) throws -> [Track.Sample] {
    var samples: [Track.Sample] = []
    var time: Int64 = 0
    for packet in packets {
      let start = try packet.start.rounded(scaledBy: scale)
      let end = try packet.end.rounded(scaledBy: scale)
      guard end > max(start, time) else { continue }
      if start > time { samples.append(Track.Sample(duration: start - time, bytes: [0, 0])) }
      samples.append(Track.Sample(duration: end - max(start, time), bytes: packet.bytes))
      time = end
    }
    // Players take the last text for one that stays unless something follows it.
    let end = try duration?.rounded(scaledBy: scale) ?? 0
    if end > time || samples.isEmpty {
      samples.append(Track.Sample(duration: max(1, end - time), bytes: [0, 0]))
    }
    return samples
  }
}
