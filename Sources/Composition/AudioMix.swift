/// How loud each audio track of a composition is (`AVAudioMix`).
///
/// A track without parameters plays at its own volume. Tracks that sound together are summed.
public struct AudioMix: Hashable, Sendable, Codable {
  /// At most one entry a track.
  public var inputParameters: [AudioMixInputParameters]

  /// A mix of `inputParameters`.
  public init(inputParameters: [AudioMixInputParameters] = []) {
    self.inputParameters = inputParameters
  }
}

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
