import MediaFormats
package import MediaTime
import Rendering

/// The manifest of DASH over segments of fragmented MP4: a static media presentation description of one period
/// (ISO/IEC 23009-1 §5, profile `isoff-live`). It has no text: FFmpeg opens no manifest that names a file of WebVTT.
///
/// ```
/// MPD
/// └ Period
///   ├ AdaptationSet video ─ SegmentTemplate, SegmentTimeline    the same for all sizes: their segments are aligned
///   │                     └ Representation 1080p, 720p, …
///   └ AdaptationSet audio ─ SegmentTemplate, Representation      one for each sound
/// ```
package struct PresentationDescription {
  /// The tracks: pictures, the largest first, then sounds.
  package let tracks: [PackagedTrack]
  /// The duration of the film, in seconds.
  package let duration: Rational
  /// The target duration of the playlists, by which bandwidths are measured.
  package let targetDuration: Int

  /// The manifest of `tracks`, a film of `duration` seconds.
  package init(tracks: [PackagedTrack], duration: Rational, targetDuration: Int) {
    (self.tracks, self.duration, self.targetDuration) = (tracks, duration, targetDuration)
  }

  /// The manifest's text.
  package var text: String {
    let pictures = tracks.filter { $0.pictures != nil }
    let sounds = tracks.filter { $0.sound != nil }
    let longest = tracks.flatMap(\.parts).map(\.duration).max() ?? .one
    var lines = [
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
      "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" profiles=\"urn:mpeg:dash:profile:isoff-live:2011\" type=\"static\" "
        + "mediaPresentationDuration=\"PT\(duration.decimals(6))S\" maxSegmentDuration=\"PT\(longest.ceil())S\" "
        + "minBufferTime=\"PT\(longest.ceil())S\">",
      "  <Period id=\"0\" start=\"PT0S\">",
    ]
    if !pictures.isEmpty { lines += adaptationSet(of: pictures, number: 0) }
    for (number, sound) in sounds.enumerated() { lines += adaptationSet(ofSound: sound, number: number + 1) }
    return (lines + ["  </Period>", "</MPD>"]).joined(separator: "\n") + "\n"
  }

  private func adaptationSet(of tracks: [PackagedTrack], number: Int) -> [String] {
    guard let first = tracks.first, let largest = first.pictures else { return [] }
    var lines = [
      "    <AdaptationSet id=\"\(number)\" contentType=\"video\" mimeType=\"video/mp4\" segmentAlignment=\"true\" "
        + "startWithSAP=\"1\" maxWidth=\"\(largest.size.width)\" maxHeight=\"\(largest.size.height)\" "
        + "maxFrameRate=\"\(Self.rate(largest.frameRate))\">"
    ]
    lines += template(of: first)
    for track in tracks {
      guard let pictures = track.pictures else { continue }
      lines.append(
        "      <Representation id=\"\(track.name)\" codecs=\"\(track.media.codec)\" bandwidth=\"\(bandwidth(of: track))\" "
          + "width=\"\(pictures.size.width)\" height=\"\(pictures.size.height)\" "
          + "frameRate=\"\(Self.rate(pictures.frameRate))\" sar=\"1:1\"/>")
    }
    return lines + ["    </AdaptationSet>"]
  }

  private func adaptationSet(ofSound track: PackagedTrack, number: Int) -> [String] {
    guard let sound = track.sound else { return [] }
    let language = sound.languageTag.map { " lang=\"\(Self.escaped($0))\"" } ?? ""
    var lines = [
      "    <AdaptationSet id=\"\(number)\" contentType=\"audio\" mimeType=\"audio/mp4\" segmentAlignment=\"true\" "
        + "startWithSAP=\"1\"\(language)>"
    ]
    if let title = sound.title { lines.append("      <Label>\(Self.escaped(title))</Label>") }
    lines.append(
      "      <Role schemeIdUri=\"urn:mpeg:dash:role:2011\" value=\"\(number == 1 ? "main" : "alternate")\"/>")
    lines += template(of: track)
    lines += [
      "      <Representation id=\"\(track.name)\" codecs=\"\(track.media.codec)\" bandwidth=\"\(bandwidth(of: track))\" "
        + "audioSamplingRate=\"\(sound.sampleRate)\">",
      "        <AudioChannelConfiguration schemeIdUri=\"urn:mpeg:dash:23003:3:audio_channel_configuration:2011\" "
        + "value=\"\(sound.channels)\"/>",
      "      </Representation>",
    ]
    return lines + ["    </AdaptationSet>"]
  }

  /// The places and times of the segments of `track` (§5.3.9.4, §5.3.9.6): those that last as long as the one before
  /// are counted.
  private func template(of track: PackagedTrack) -> [String] {
    let digits = MediaSegmentFormat.digitCount
    var lines = [
      "      <SegmentTemplate timescale=\"\(track.media.timescale)\" startNumber=\"1\" "
        + "initialization=\"$RepresentationID$/\(MediaSegmentFormat.initializationName)\" "
        + "media=\"$RepresentationID$/$Number%0\(digits)d$.\(track.media.format.pathExtension)\">",
      "        <SegmentTimeline>",
    ]
    var runs: [(start: Int64, duration: Int, count: Int)] = []
    for segment in track.media.segments {
      if let last = runs.last, last.duration == segment.ticks.count {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((segment.ticks.lowerBound, segment.ticks.count, 1))
      }
    }
    for run in runs {
      let repeats = run.count > 1 ? " r=\"\(run.count - 1)\"" : ""
      lines.append("          <S t=\"\(run.start)\" d=\"\(run.duration)\"\(repeats)/>")
    }
    return lines + ["        </SegmentTimeline>", "      </SegmentTemplate>"]
  }

  private func bandwidth(of track: PackagedTrack) -> Int {
    max(1, MeasuredBandwidth(of: track.parts, target: targetDuration).peak)
  }

  private static func rate(_ rate: Rational) -> String {
    rate.denominator == 1 ? "\(rate.numerator)" : "\(rate.numerator)/\(rate.denominator)"
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }
}
