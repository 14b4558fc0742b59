import MediaTime
import Rendering

/// The playlist of one track's segments (RFC 8216 §4.3.3), of a film that is there as a whole.
///
/// ```
/// #EXTM3U
/// #EXT-X-VERSION:6
/// #EXT-X-TARGETDURATION:6
/// #EXT-X-MEDIA-SEQUENCE:1
/// #EXT-X-PLAYLIST-TYPE:VOD
/// #EXT-X-INDEPENDENT-SEGMENTS
/// #EXT-X-MAP:URI="init.mp4"
/// #EXTINF:6.006000,
/// 00001.m4s
/// #EXT-X-ENDLIST
/// ```
package struct MediaPlaylist {
  /// The track.
  package let track: PackagedTrack
  /// Longest duration of a segment, rounded to the nearest second, and the same in all playlists of a presentation
  /// (§6.2.4).
  package let targetDuration: Int

  /// The playlist's name in the track's folder.
  package static let name = "index.m3u8"

  /// The playlist of `track`, with `targetDuration`.
  package init(track: PackagedTrack, targetDuration: Int) {
    (self.track, self.targetDuration) = (track, targetDuration)
  }

  /// The playlist's text.
  package var text: String {
    // §7: EXT-X-MAP beside whole segments asks for 6, durations with decimals for 3.
    var lines = Self.head(version: track.media.initializationByteCount == nil ? 3 : 6, targetDuration)
    lines.append("#EXT-X-INDEPENDENT-SEGMENTS")
    if let map = track.media.map { lines.append(map) }
    for (segment, part) in zip(track.media.segments, track.parts) {
      lines.append("#EXTINF:\(part.duration.decimals(6)),")
      lines.append(segment.name)
    }
    return (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n") + "\n"
  }

  /// The target duration of `tracks`: the longest segment's, rounded to the nearest second (§4.3.3.1); 1 at least.
  package static func targetDuration(of tracks: [PackagedTrack]) -> Int {
    max(1, tracks.flatMap(\.parts).map { Int($0.duration.rounded()) }.max() ?? 1)
  }

  /// The first lines of all playlists.
  static func head(version: Int, _ targetDuration: Int) -> [String] {
    [
      "#EXTM3U", "#EXT-X-VERSION:\(version)", "#EXT-X-TARGETDURATION:\(targetDuration)", "#EXT-X-MEDIA-SEQUENCE:1",
      "#EXT-X-PLAYLIST-TYPE:VOD",
    ]
  }
}

/// The playlist of a track's key frames alone (RFC 8216 §4.3.3.6), for fast playing and for pictures beside a time line: parts of the
/// segments' files.
package struct KeyFramePlaylist {
  /// The track.
  package let track: PackagedTrack

  /// The playlist's name in the track's folder.
  package static let name = "iframes.m3u8"

  /// The playlist of the key frames of `track`.
  package init(track: PackagedTrack) { self.track = track }

  /// The longest time from a key frame to the next, rounded to the nearest second; 1 at least.
  package var targetDuration: Int { max(1, track.keyFrames.map { Int($0.part.duration.rounded()) }.max() ?? 1) }

  /// The playlist's text.
  package var text: String {
    // §7: EXT-X-I-FRAMES-ONLY asks for 4, and with EXT-X-MAP for 5.
    var lines = MediaPlaylist.head(
      version: track.media.initializationByteCount == nil ? 4 : 5, targetDuration)
    lines.append("#EXT-X-I-FRAMES-ONLY")
    if let map = track.media.map { lines.append(map) }
    for (segment, bytes, part) in track.keyFrames {
      lines.append("#EXTINF:\(part.duration.decimals(6)),")
      lines.append("#EXT-X-BYTERANGE:\(bytes.count)@\(bytes.lowerBound)")
      lines.append(segment.name)
    }
    return (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n") + "\n"
  }
}

extension MediaSegments {
  /// The tag of the initialization section (§4.3.2.5); nil where there is none.
  fileprivate var map: String? {
    initializationByteCount == nil ? nil : "#EXT-X-MAP:URI=\"\(MediaSegmentFormat.initializationName)\""
  }
}
