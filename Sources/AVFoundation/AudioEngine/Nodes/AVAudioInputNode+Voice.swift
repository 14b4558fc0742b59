public import Foundation

/// Activity of a muted speaker's voice (`AVAudioVoiceProcessingSpeechActivityEvent`).
public enum AVAudioVoiceProcessingSpeechActivityEvent: Int, Sendable {
  /// The voice has begun.
  case started = 0
  /// The voice has ended.
  case ended = 1
}

/// Ducking of other sound while a voice is active (`AVAudioVoiceProcessingOtherAudioDuckingConfiguration`).
public struct AVAudioVoiceProcessingOtherAudioDuckingConfiguration: Sendable {
  /// Whether it follows the voice.
  public var enableAdvancedDucking: ObjCBool
  /// Level by which other sound becomes softer.
  public var duckingLevel: Level

  /// Level by which other sound becomes softer (`AVAudioVoiceProcessingOtherAudioDuckingLevel`).
  public enum Level: Int, Sendable {
    /// As usual.
    case `default` = 0
    /// A little.
    case min = 10
    /// Some.
    case mid = 20
    /// Much.
    case max = 30
  }

  /// As usual.
  public init() { self.init(enableAdvancedDucking: false, duckingLevel: .default) }
  /// The fields as they are.
  public init(enableAdvancedDucking: ObjCBool, duckingLevel: Level) {
    (self.enableAdvancedDucking, self.duckingLevel) = (enableAdvancedDucking, duckingLevel)
  }
}

// Voices are not worked on here (`isVoiceProcessingEnabled` is false), and setting how they would be changes nothing.

extension AVAudioInputNode {
  /// Whether a voice goes on as it comes in, although voices are worked on: false. Setting it changes nothing.
  public var isVoiceProcessingBypassed: Bool {
    get { false }
    set {}
  }

  /// Whether a voice is brought to one loudness: false. Setting it changes nothing.
  public var isVoiceProcessingAGCEnabled: Bool {
    get { false }
    set {}
  }

  /// Whether a voice that is worked on is muted: false. Setting it changes nothing.
  public var isVoiceProcessingInputMuted: Bool {
    get { false }
    set {}
  }

  /// Ducking of other sound: none, as voices are not worked on. Setting it changes nothing.
  public var voiceProcessingOtherAudioDuckingConfiguration: AVAudioVoiceProcessingOtherAudioDuckingConfiguration {
    get { AVAudioVoiceProcessingOtherAudioDuckingConfiguration() }
    set {}
  }

  /// A listener for the voice of a muted speaker: false, as voice processing is not available; it is not called.
  @discardableResult
  public func setMutedSpeechActivityEventListener(
    _ listenerBlock: ((AVAudioVoiceProcessingSpeechActivityEvent) -> Void)?
  ) -> Bool { false }
}
