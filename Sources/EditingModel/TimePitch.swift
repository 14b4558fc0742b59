/// What a change of speed does to the pitch (`AVAudioTimePitchAlgorithm`).
public enum TimePitch: String, Hashable, Sendable, Codable, CaseIterable {
  /// The pitch stays; only the tempo changes.
  case preserve
  /// The pitch follows the speed, as tape does.
  case varispeed
}

/// Apple's name, with the names of its algorithms that keep the pitch; there is one of them here.
public typealias AudioTimePitchAlgorithm = TimePitch

extension TimePitch {
  /// The pitch stays.
  public static let timeDomain = TimePitch.preserve
  /// The pitch stays.
  public static let spectral = TimePitch.preserve
}
