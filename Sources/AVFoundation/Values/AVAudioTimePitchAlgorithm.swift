import EditingModel

/// The treatment of the sound's pitch at another speed (`AVAudioTimePitchAlgorithm`).
///
/// All values that keep the pitch use the same algorithm here.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The algorithm of this word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The pitch stays.
  public static let lowQualityZeroLatency = Self(rawValue: "LowQualityZeroLatency")
  /// The pitch stays.
  public static let timeDomain = Self(rawValue: "TimeDomain")
  /// The pitch stays.
  public static let spectral = Self(rawValue: "Spectral")
  /// The pitch follows the speed.
  public static let varispeed = Self(rawValue: "Varispeed")

  /// The engine's.
  var timePitch: TimePitch { self == .varispeed ? .varispeed : .preserve }
}
