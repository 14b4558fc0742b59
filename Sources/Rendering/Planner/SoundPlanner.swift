import EditingModel
import MediaFormats
import MediaTime

/// Makes the sound's strips: one for each audio track that can be heard.
struct SoundPlanner {
  private let tracks: [CompositionTrack]
  private let parameters: [TrackID: AudioMixInputParameters]
  private let window: RenderWindow
  private let lookup: FactsLookup

  /// A planner for the enabled audio tracks of `composition` in `window`; nil where none of them holds any media.
  init?(
    _ composition: Composition, audioMix: AudioMix?, in window: RenderWindow, lookup: FactsLookup
  ) throws(RenderError) {
    self.tracks = composition.tracks(withMediaType: .audio).filter(\.isEnabled)
    guard tracks.contains(where: { $0.segments.contains { !$0.isEmpty } }) else { return nil }
    for track in tracks { try lookup.check(track) }
    self.parameters = Dictionary(audioMix?.inputParameters.map { ($0.trackID, $0) } ?? []) { $1 }
    self.window = window
    self.lookup = lookup
  }

  /// The sound, at the rate and with the channels that `settings` ask for, or else those the sources agree on; `part` of it
  /// is rendered.
  func plan(_ part: RationalRange, _ settings: RenderSettings) throws(RenderError) -> SoundPlan {
    var sources: [AudioTrackFacts] = []
    for clip in tracks.flatMap(\.clips) { sources.append(try lookup.audio(of: clip)) }
    let rate = settings.sampleRate ?? settings.possibleRate(for: Self.common(sources.map(\.sampleRate)) ?? 48_000)
    let common = Self.common(sources.map(\.layout)) ?? .standard(Self.common(sources.map(\.channels)) ?? 2)
    let layout = settings.channels.map { $0 == common.channels ? common : .standard($0) } ?? common
    guard rate > 0, (1...64).contains(layout.channels) else {
      throw RenderError(
        .unsupported, "A sound of \(layout.channels) channels at \(rate) samples a second cannot be made.",
        remedy: "Ask for 1 to 64 channels and a rate above 0.")
    }
    let grid = try exactly { () throws(RationalError) in try SampleGrid(rate: rate) }
    let (sampleCount, range) = try exactly { () throws(RationalError) in
      let first = try window.sample(nearest: part.start, on: grid)
      let range = first..<(first + (try grid.nearestSample(to: part.duration)))
      // Rounding may take the range a sample past the end of the whole.
      return (max(try grid.nearestSample(to: window.range.duration), range.upperBound), range)
    }
    var strips: [Strip] = []
    for track in tracks {
      if let strip = try strip(of: track, on: grid, sampleCount: sampleCount) { strips.append(strip) }
    }
    let formats = strips.flatMap(\.pieces).compactMap(\.sound).map(\.facts.losslessFormat)
    return SoundPlan(
      grid: grid, layout: layout, sampleCount: sampleCount, range: range,
      losslessFormat: formats.contains(nil) ? nil : formats.compactMap(\.self).max { $0.width < $1.width },
      strips: strips)
  }

  /// The value that all of `values` are, if they agree.
  private static func common<Value: Hashable>(_ values: [Value]) -> Value? {
    Set(values).count == 1 ? values.first : nil
  }

  /// The strip of `track`; nil where it cannot be heard.
  private func strip(
    of track: CompositionTrack, on grid: SampleGrid, sampleCount: Int64
  ) throws(RenderError) -> Strip? {
    let volume = try exactly { () throws(RationalError) in
      try (parameters[track.id]?.volume ?? Ramps()).volume(
        times: track.preferredVolume, in: window, on: grid, sampleCount: sampleCount)
    }
    guard volume.constant != 0 else { return nil }
    var pieces: [StripPiece] = []
    var filled: Int64 = 0
    var beginning: Beginning?
    for clip in track.clips {
      let target = try clip.target()
      guard target.overlaps(window.range) else { continue }
      let borders = try exactly(clip: clip.reference, time: target.start) { () throws(RationalError) in
        (
          start: try window.sample(nearest: target.start, on: grid),
          end: try window.sample(nearest: target.end, on: grid)
        )
      }
      let found = try Beginning(
        of: clip, at: borders.start, from: window.range.start, behind: beginning, on: grid)
      beginning = found
      let samples = max(borders.start, filled)..<max(borders.start, filled, min(borders.end, sampleCount))
      guard !samples.isEmpty, let sound = try sound(of: clip, from: samples.lowerBound, found, on: grid) else {
        continue
      }
      if filled < samples.lowerBound { pieces.append(StripPiece(samples: filled..<samples.lowerBound, sound: nil)) }
      filled = samples.upperBound
      pieces.append(StripPiece(samples: samples, sound: sound))
    }
    guard !pieces.isEmpty else { return nil }
    if filled < sampleCount { pieces.append(StripPiece(samples: filled..<sampleCount, sound: nil)) }
    return Strip(trackID: track.id, pieces: pieces, volume: volume)
  }

  /// The sound of `clip` from output sample `first` on, which has `beginning`; nil for a freeze, which is silent.
  private func sound(
    of clip: Clip, from first: Int64, _ beginning: Beginning, on grid: SampleGrid
  ) throws(RenderError) -> StripSound? {
    let media = try clip.media()
    let target = try clip.target()
    let facts = try lookup.audio(of: clip)
    let pitch = parameters[clip.reference.trackID]?.audioTimePitchAlgorithm ?? clip.timePitch
    return try exactly(clip: clip.reference, time: target.start) { () throws(RationalError) in
      // Whole samples all through: as far behind the first of the media as behind the first of the clip.
      var sound = StripSound(
        clip: clip.reference, source: clip.source, firstSample: beginning.mediaSample + first - beginning.sample,
        facts: facts)
      let rate = try media.duration / target.duration
      guard rate != .one else { return sound }
      guard rate >= (try StripSound.Speed.slowest) else { return nil }
      let passed = try window.range.start + grid.time(of: first) - target.start
      let place = try (media.start + passed * rate) * Rational(Int64(grid.rate))
      sound.firstSample = place.floor()
      sound.speed = StripSound.Speed(rate: rate, offset: try place - Rational(sound.firstSample), pitch: pitch)
      return sound
    }
  }
}

/// The beginning of a clip's sound: in the film at the nearest sample, and in its media at the sample that is nearest
/// to what is heard at the time of that one. So a sound is rounded once: it is half a sample early or late at most,
/// wherever it is cut and put.
///
/// ```
///  film    ├── clip ──┼── clip ──┤      media at the same speed that goes on at a cut, as where nothing was taken out:
///  media   ├──────────┴──────────┤      it has begun with the first clip, and no sample is left out or repeated
/// ```
private struct Beginning {
  /// The output sample.
  let sample: Int64
  /// The media's sample, on the asset's count.
  let mediaSample: Int64
  private let source: CompositionTrackSegment.Source
  private let media: RationalRange
  private let target: RationalRange

  /// The beginning of `clip`, whose first output sample is `sample` of a film that begins at `start`, behind a clip with the beginning
  /// `last`.
  init(
    of clip: Clip, at sample: Int64, from start: Rational, behind last: Beginning?, on grid: SampleGrid
  ) throws(RenderError) {
    let (media, target) = (try clip.media(), try clip.target())
    (source, self.media, self.target) = (clip.source, media, target)
    if let last, last.source == clip.source, last.media.end == media.start, last.target.end == target.start,
      last.media.duration == last.target.duration, media.duration == target.duration
    {
      (self.sample, mediaSample) = (last.sample, last.mediaSample)
    } else {
      self.sample = sample
      mediaSample = try exactly(clip: clip.reference, time: target.start) { () throws(RationalError) in
        let early = try target.start - start - grid.time(of: sample)
        let place = try (media.start - early) * Rational(Int64(grid.rate))
        let half = try Rational(1, 2)
        // Of two that are equally near, the one nearer to the media's start: nothing of it is left out that is wanted.
        return try min(max(grid.nearestSample(to: media.start), (place - half).ceil()), (place + half).floor())
      }
    }
  }
}

extension AudioTrackFacts.LosslessFormat {
  /// The width of the format, to compare by.
  fileprivate var width: Int {
    switch self {
    case .integer16: 16
    case .integer24: 24
    case .integer32: 32
    case .float: 64
    }
  }
}

extension RenderSettings {
  /// The rate of sound of `rate` where no rate is asked for.
  fileprivate func possibleRate(for rate: Int) -> Int {
    possibleSampleRates.first { $0 >= rate } ?? possibleSampleRates.last ?? rate
  }
}
