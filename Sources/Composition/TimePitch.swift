/// What a change of speed does to the pitch (`AVAudioTimePitchAlgorithm`).
public enum TimePitch: String, Hashable, Sendable, Codable, CaseIterable {
  /// The pitch stays; only the tempo changes.
  case preserve
  /// The pitch follows the speed, as tape does.
  case varispeed
}
