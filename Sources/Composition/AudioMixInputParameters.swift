/// The volume of one track over time (`AVAudioMixInputParameters`).
public struct AudioMixInputParameters: Hashable, Sendable, Codable {
  /// The composition's audio track.
  public var trackID: TrackID
  /// Linear gain, 0…10, over composition time; 1 before the first entry, and the last value holds.
  public var volume: Ramps<Double>

  /// Plays track `trackID` at `volume`.
  public init(trackID: TrackID, volume: Ramps<Double> = Ramps()) {
    self.trackID = trackID
    self.volume = volume
  }
}
