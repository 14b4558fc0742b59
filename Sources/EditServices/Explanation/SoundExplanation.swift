public import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// The sounds at one time, and their volumes.
public struct SoundExplanation: Hashable, Sendable {
  /// The output sample nearest to the time, from 0.
  public var sample: Int64
  /// The number of samples of each channel.
  public var sampleCount: Int64
  /// Samples a second.
  public var sampleRate: Int
  /// The audio tracks, in the composition's order, the ones that cannot be heard among them.
  public var tracks: [Track]

  /// A track at the sample.
  public struct Track: Hashable, Sendable {
    /// The composition's track.
    public var trackID: TrackID
    /// Its place in the model.
    public var location: ModelLocation
    /// Whether it can be heard, and if not, why.
    public var audibility: Audibility
    /// The clip that it plays; nil where it plays nothing.
    public var clip: ExplainedClip?
    /// The treatment of pitch at the clip's rate; nil at its own speed.
    public var pitch: TimePitch?
    /// Whether the audio mix sets the algorithm for the whole track, rather than the segment.
    public var isPitchOfMix: Bool
    /// The factor of the source's samples: `volume` times `trackVolume`.
    public var gain: Double
    /// The volume by the audio mix.
    public var volume: ExplainedValue<Double>
    /// The track's own volume.
    public var trackVolume: Double
  }

  /// Whether a track can be heard.
  public enum Audibility: String, Hashable, Sendable {
    /// It is part of the sum.
    case heard
    /// It takes no part.
    case trackDisabled
    /// It plays nothing at this time.
    case gap
    /// Its gain is zero.
    case silent
    /// It is slower than sound can be played.
    case frozen
  }
}

/// Reads off a plan what sounds at a sample, and looks up in the model what made it so.
struct SoundExplainer {
  let composition: Composition
  let audioMix: AudioMix?
  let plan: SoundPlan

  /// The explanation of the sound at composition time `time`.
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
      trackID: track.id, location: ModelLocation(.track(number)), audibility: .heard, isPitchOfMix: false, gain: 0,
      volume: volume, trackVolume: track.preferredVolume)
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
      explained.clip = ExplainedClip(
        sound.clip, of: composition, rate: sound.speed?.rate ?? .one, sourceTime: sourceTime)
      explained.pitch = sound.speed?.pitch
      explained.isPitchOfMix = audioMix?.parameters(for: track.id)?.audioTimePitchAlgorithm != nil
    }
    explained.audibility =
      if track.isEmpty(at: time) {
        .gap
      } else if explained.gain == 0 {
        .silent
      } else {
        explained.clip == nil ? .frozen : .heard
      }
    return explained
  }
}
