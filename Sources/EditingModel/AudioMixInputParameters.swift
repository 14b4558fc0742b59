/// How one audio track sounds over time (`AVAudioMixInputParameters`).
public struct AudioMixInputParameters: Hashable, Sendable, Codable {
  /// The composition's audio track.
  public var trackID: TrackID
  /// Linear gain, 0…10, over composition time; 1 before the first entry, and the last value holds.
  public var volume: Ramps<Double>
  /// What a change of speed does to the pitch of all of the track's segments; if nil, each segment says it itself
  /// (`audioTimePitchAlgorithm`).
  public var audioTimePitchAlgorithm: TimePitch?

  /// Plays track `trackID` at `volume`.
  public init(
    trackID: TrackID, volume: Ramps<Double> = Ramps(), audioTimePitchAlgorithm: TimePitch? = nil
  ) {
    self.trackID = trackID
    self.volume = volume
    self.audioTimePitchAlgorithm = audioTimePitchAlgorithm
  }

  /// Plays `track` as it is, until something is set (`init(track:)`).
  public init(track: CompositionTrack) {
    self.init(trackID: track.id)
  }
}
