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

  /// What is said about track `trackID`; nil where nothing is, and it plays at 1.
  public func parameters(for trackID: TrackID) -> AudioMixInputParameters? {
    inputParameters.first { $0.trackID == trackID }
  }
}
