import EditingModel
import MediaTime
import Rendering

/// Reads off a plan what sounds at a sample, and looks up in the model what made it so.
struct SoundExplainer {
  let composition: Composition
  let audioMix: AudioMix?
  let plan: SoundPlan

  /// What sounds at composition time `time`.
  func explanation(at time: Rational) throws(RationalError) -> SoundExplanation {
    let sample = min(try plan.grid.nearestSample(to: time), plan.sampleCount - 1)
    let sampleTime = try plan.grid.time(of: sample)
    var tracks: [SoundExplanation.Track] = []
    for (index, track) in composition.tracks.enumerated() where track.mediaType == .audio {
      tracks.append(try explain(track, number: index, at: sample, time: sampleTime))
    }
    return SoundExplanation(
      sample: sample, sampleCount: plan.sampleCount, sampleRate: plan.grid.rate, tracks: tracks)
  }

  private func explain(
    _ track: CompositionTrack, number: Int, at sample: Int64, time: Rational
  ) throws(RationalError) -> SoundExplanation.Track {
    let input = audioMix?.inputParameters.firstIndex { $0.trackID == track.id }
    let ramps = input.flatMap { audioMix?.inputParameters[$0].volume } ?? Ramps()
    let volume = ExplainedValue(ramps, at: time, initial: 1) { entry in
      input.map { .volumeEntry(input: $0, index: entry) }
    }
    var explained = SoundExplanation.Track(
      trackID: track.id, location: ModelLocation(.track(number)), audibility: .heard, gain: 0, volume: volume,
      trackVolume: track.preferredVolume)
    guard track.isEnabled else {
      explained.audibility = .trackDisabled
      return explained
    }
    // A track that is never heard has no strip; its gain is what the model says.
    let strip = plan.strips.first { $0.trackID == track.id }
    explained.gain = strip?.gain(at: sample) ?? volume.value * track.preferredVolume
    if let piece = strip?.piece(at: sample), let sound = piece.sound,
      let sourceTime = try piece.sourceTime(at: sample, on: plan.grid)
    {
      let place = composition.place(of: sound.clip)
      explained.clip = SoundExplanation.Clip(
        reference: sound.clip, location: place.location, timeMapping: place.mapping, rate: sound.speed?.rate ?? .one,
        pitch: sound.speed?.pitch, isPitchOfMix: audioMix?.parameters(for: track.id)?.audioTimePitchAlgorithm != nil,
        sourceTime: sourceTime)
    }
    explained.audibility =
      if track.segment(at: time)?.isEmpty ?? true { .gap } else if explained.gain == 0 {
        .silent
      } else if explained.clip == nil { .frozen } else { .heard }
    return explained
  }
}
