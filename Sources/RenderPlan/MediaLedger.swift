import Composition
import FoundationEssentials
import MediaTime

/// The media facts as the planner asks for them: by clip, checked against what the clip wants.
struct MediaLedger {
  /// What is known, by file.
  let facts: [AssetReference: MediaFacts]

  /// What the video track that `clip` shows holds.
  func video(of clip: Clip) throws(RenderError) -> VideoTrackFacts {
    try track(of: clip, among: media(of: clip).videoTracks, called: "video")
  }

  /// What the audio track that `clip` plays holds.
  func audio(of clip: Clip) throws(RenderError) -> AudioTrackFacts {
    try track(of: clip, among: media(of: clip).audioTracks, called: "audio")
  }

  /// Checks that every segment of `track` finds its media, of the track's kind and long enough.
  func check(_ track: CompositionTrack) throws(RenderError) {
    for clip in track.clips { try check(clip, in: track) }
  }

  /// Checks that `clip` of `track` finds its media, of the track's kind and long enough.
  func check(_ clip: Clip, in track: CompositionTrack) throws(RenderError) {
    let wanted = try clip.media()
    let tolerance: Rational
    switch track.mediaType {
    case .video:
      // A frame that begins within the media is shown to its end, whatever the container says the duration is.
      guard let frameDuration = try video(of: clip).timing.nominalFrameDuration else { return }
      tolerance = frameDuration
    case .audio:
      let rate = try Int64(max(1, audio(of: clip).sampleRate))
      // Containers that count milliseconds, and codecs whose last packet is padded with up to 2048 samples.
      tolerance = try exactly(clip: clip.reference) { () throws(RationalError) in
        try Rational(1, 1_000) + Rational(2_048, rate)
      }
    }
    let held = try media(of: clip).duration
    let limit = try exactly(clip: clip.reference) { () throws(RationalError) in try held + tolerance }
    guard wanted.start >= .zero, wanted.end <= limit else {
      throw RenderError(
        .sourceRangeBeyondMedia,
        "It asks for \(wanted.start.timecode) … \(wanted.end.timecode) of its media, which lasts \(held.timecode).",
        remedy: "Shorten the segment or start it earlier.", clip: clip.reference,
        time: clip.targetStart.rational)
    }
  }

  private func media(of clip: Clip) throws(RenderError) -> MediaFacts {
    guard let media = facts[clip.source.asset] else {
      throw RenderError(
        .mediaMissing, "Nothing is known about its file \(clip.source.asset.url.path).",
        remedy: "Look whether the file is there.", clip: clip.reference)
    }
    return media
  }

  private func track<Facts>(
    of clip: Clip, among tracks: [Facts], called kind: String
  ) throws(RenderError) -> Facts {
    let index = clip.source.trackIndex
    guard tracks.indices.contains(index) else {
      let found =
        switch tracks.count {
        case 0: "no \(kind) track"
        case 1: "one \(kind) track"
        default: "\(tracks.count) \(kind) tracks"
        }
      throw RenderError(
        .invalidModel,
        tracks.isEmpty
          ? "Its file has \(found), and it stands in a track of that kind."
          : "Its file has \(found), and it asks for track \(index), counted from 0.",
        remedy: tracks.isEmpty
          ? "Use a file that has one, or move the segment to another track." : "Ask for a track that the file has.",
        clip: clip.reference)
    }
    return tracks[index]
  }
}
