import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime

/// The media facts as the planner asks for them: by clip, checked against what the clip wants.
struct FactsLookup {
  /// The known facts, by file.
  private let facts: [AssetReference: MediaFacts]
  /// The usual duration of a frame of each video track, by file; nil of a still.
  private let frameDurations: [AssetReference: [Rational?]]
  /// The rate around which the times of each video track jitter, by file; nil of one that does not.
  private let regularTimings: [AssetReference: [FrameTiming?]]

  /// The font families that are missing, with what is drawn instead.
  let fontSubstitutes: [String: String]

  /// A lookup in `facts`.
  init(facts: [AssetReference: MediaFacts], fontSubstitutes: [String: String] = [:]) {
    self.facts = facts
    self.fontSubstitutes = fontSubstitutes
    self.frameDurations = facts.mapValues { $0.videoTracks.map(\.timing.nominalFrameDuration) }
    self.regularTimings = facts.mapValues { $0.videoTracks.map(\.timing.regular) }
  }

  /// The rate around which the times of `source` jitter; nil where they do not, or where output frames that are `step` of its time apart
  /// are so near to each other that each finds the picture whose interval holds its time: two of them or more for each picture.
  func regularTiming(of source: CompositionTrackSegment.Source, inStepsOf step: Rational) -> FrameTiming? {
    guard let timings = regularTimings[source.asset], timings.indices.contains(source.trackIndex),
      let regular = timings[source.trackIndex], let usual = frameDurations[source.asset]?[source.trackIndex],
      let twoSteps = try? step * Rational(2), twoSteps > usual
    else { return nil }
    return regular
  }

  /// The facts about `asset`; nil where nothing is known.
  func media(of asset: AssetReference) -> MediaFacts? { facts[asset] }

  /// The facts of the video track that `clip` shows.
  func video(of clip: Clip) throws(RenderError) -> VideoTrackFacts {
    try track(of: clip, among: media(of: clip).videoTracks, called: "video")
  }

  /// The facts of the audio track that `clip` plays.
  func audio(of clip: Clip) throws(RenderError) -> AudioTrackFacts {
    try track(of: clip, among: media(of: clip).audioTracks, called: "audio")
  }

  /// Checks that every segment of `track` finds its media, of the track's kind and long enough.
  func check(_ track: CompositionTrack) throws(RenderError) {
    for clip in track.clips { try check(clip, in: track) }
  }

  /// Checks that `clip` of `track` finds its media, of the track's kind and long enough.
  func check(_ clip: Clip, in track: CompositionTrack) throws(RenderError) {
    guard let limit = try limit(of: clip, as: track.mediaType) else { return }
    let held = try media(of: clip).duration
    let wanted = try clip.media()
    guard wanted.start >= .zero, wanted.end <= limit else {
      throw RenderError(
        .sourceRangeBeyondMedia,
        "It asks for \(wanted.start.timecode) … \(wanted.end.timecode) of its media, which lasts \(held.timecode).",
        remedy: "Shorten the segment or start it earlier.", clip: clip.reference,
        time: clip.targetStart.rational)
    }
  }

  /// Up to where the media of `clip` may be asked for; nil of a still, which can be shown for any time.
  private func limit(of clip: Clip, as mediaType: MediaType) throws(RenderError) -> Rational? {
    let held = try media(of: clip).duration
    switch mediaType {
    case .video:
      _ = try video(of: clip)
      // A frame that begins within the media is shown to its end, whatever the container says the duration is.
      guard let frameDuration = frameDurations[clip.source.asset]?[clip.source.trackIndex] else { return nil }
      return try exactly(clip: clip.reference) { () throws(RationalError) in try held + frameDuration }
    case .audio:
      let rate = try Int64(max(1, audio(of: clip).sampleRate))
      // Containers that count milliseconds, and codecs whose last packet is padded with up to 2048 samples.
      return try exactly(clip: clip.reference) { () throws(RationalError) in
        try held + Rational(1, 1_000) + Rational(2_048, rate)
      }
    }
  }

  private func media(of clip: Clip) throws(RenderError) -> MediaFacts {
    guard let media = facts[clip.source.asset] else {
      throw RenderError(
        .mediaMissing, "Nothing is known about its file \(clip.source.asset.url.path).",
        remedy: "Look whether the file is there.", clip: clip.reference)
    }
    guard media.isPrecise else {
      throw RenderError(
        .invalidModel, "How long its media lasts is only estimated.", remedy: "Ask for precise facts.",
        clip: clip.reference)
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
