import FoundationEssentials
public import MediaTime
import Rendering
import Subtitles

/// Subtitles of a presentation that a person can choose: segments of WebVTT for HLS, and one file of all cues for other
/// players.
public struct PackagedText: Hashable, Sendable, Codable {
  /// Their folder, and their name in manifests.
  public var name: String
  /// The language, a BCP 47 tag; nil where it is not known.
  public var languageTag: String?
  /// The title by which people choose them; nil where unknown.
  public var title: String?
  /// Whether they are shown by default.
  public var isDefault: Bool
  /// Whether they are shown whatever a person chooses, as of signs.
  public var isForced: Bool
  /// The segments, in order.
  public var segments: [Segment]

  /// One segment.
  public struct Segment: Hashable, Sendable, Codable {
    /// Its file, in the subtitles' folder.
    public var name: String
    /// Its duration, in seconds.
    public var duration: Rational
  }

  /// The file of all cues, in the subtitles' folder.
  public static let wholeName = "subtitles.vtt"
}

/// The cues of one track of text, cut at the times at which the pictures' segments begin: a cue that goes on behind one stands in both
/// (RFC 8216 §3.5).
struct TextSegments {
  /// The text that is written.
  let text: PackagedText
  /// The files and what stands in them.
  let files: [(name: String, content: String)]

  /// Ticks a second of the clock of transport streams (RFC 8216 §3.5).
  private static let clock: Int64 = 90_000

  /// The cues of `track`, called `name`, in segments that begin at `starts`, of a film of `duration` seconds whose moment 0 is at
  /// `clockOffset` seconds of the media's clock.
  init(
    _ track: SubtitleTrack, _ name: String, startingAt starts: [Rational], lasting duration: Rational,
    clockOffset: Rational
  ) throws {
    var (segments, files): ([PackagedText.Segment], [(String, String)]) = ([], [])
    let offset = try clockOffset.rounded(scaledBy: Self.clock)
    for (number, times) in zip(starts, starts.dropFirst() + [max(duration, starts.last ?? .zero)]).enumerated() {
      var part = track.document
      part.cues = part.cues.filter { $0.start < times.1 && $0.end > times.0 }
      let digits = MediaSegmentFormat.fragmentedMP4.fileName(number + 1).prefix { $0 != "." }
      let file = "\(digits).vtt"
      files.append((file, Self.timed(part.text(as: .vtt), offset)))
      segments.append(.init(name: file, duration: try times.1 - times.0))
    }
    files.append((PackagedText.wholeName, track.document.text(as: .vtt)))
    self.files = files
    text = PackagedText(
      name: name, languageTag: track.languageTag, title: track.name, isDefault: track.isDefault,
      isForced: track.isForced, segments: segments)
  }

  /// `text` with where its time 0 is on the media's clock, in the header.
  private static func timed(_ text: String, _ offset: Int64) -> String {
    let head = text.prefix { $0 != "\n" }
    return head + "\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:\(offset)" + text[head.endIndex...]
  }
}

/// The playlist of a track of text (RFC 8216 §3.5, §4.3.3).
struct TextPlaylist {
  /// The track.
  let text: PackagedText

  /// The playlist's text. Its target duration may be another one than that of pictures (§6.2.4).
  var content: String {
    let longest = max(1, text.segments.map { Int($0.duration.rounded()) }.max() ?? 1)
    var lines = MediaPlaylist.head(version: 3, longest)
    for segment in text.segments { lines += ["#EXTINF:\(segment.duration.decimals(6)),", segment.name] }
    return (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n") + "\n"
  }
}
