// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import Synchronization

/// The slowest rate of an utterance (`AVSpeechUtteranceMinimumSpeechRate`): 0.
public let AVSpeechUtteranceMinimumSpeechRate: Float = 0
/// The fastest rate of an utterance (`AVSpeechUtteranceMaximumSpeechRate`): 1.
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1
/// The rate of an utterance unless set (`AVSpeechUtteranceDefaultSpeechRate`): 0.5.
public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5

/// A text that is to be spoken (`AVSpeechUtterance`). Settings are kept; there is no voice here that speaks it. Threads: any. Lock order: only
/// `state`.
open class AVSpeechUtterance: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock, and the text is handed out as it is.
  /// The text.
  public let speechString: String
  /// The text with its attributes.
  public let attributedSpeechString: NSAttributedString
  private let state = Mutex(State())

  private struct State: Sendable {
    var voice: AVSpeechSynthesisVoice?
    var (rate, volume, pitch): (Float, Float, Float) = (AVSpeechUtteranceDefaultSpeechRate, 1, 1)
    var (before, after): (TimeInterval, TimeInterval) = (0, 0)
    var prefersSettings = false
  }

  /// `string`, to be spoken.
  public init(string: String) {
    (speechString, attributedSpeechString) = (string, NSAttributedString(string: string))
    super.init()
  }

  /// `string`, to be spoken.
  public init(attributedString string: NSAttributedString) {
    (speechString, attributedSpeechString) = (string.string, string)
    super.init()
  }

  /// The voice; nil unless set, for the usual one.
  open var voice: AVSpeechSynthesisVoice? {
    get { state.withLock(\.voice) }
    set { state.withLock { $0.voice = newValue } }
  }
  /// Rate of speaking, 0…1; ``AVSpeechUtteranceDefaultSpeechRate`` unless set.
  open var rate: Float {
    get { state.withLock(\.rate) }
    set { state.withLock { $0.rate = newValue.within(0...1) } }
  }
  /// Volume of the speech, 0…1; 1 unless set.
  open var volume: Float {
    get { state.withLock(\.volume) }
    set { state.withLock { $0.volume = newValue.within(0...1) } }
  }
  /// Factor of the voice's pitch, 0.5…2; 1 unless set.
  open var pitchMultiplier: Float {
    get { state.withLock(\.pitch) }
    set { state.withLock { $0.pitch = newValue.within(0.5...2) } }
  }
  /// Silence before it, in seconds; 0 unless set.
  open var preUtteranceDelay: TimeInterval {
    get { state.withLock(\.before) }
    set { state.withLock { $0.before = newValue } }
  }
  /// Silence behind it, in seconds; 0 unless set.
  open var postUtteranceDelay: TimeInterval {
    get { state.withLock(\.after) }
    set { state.withLock { $0.after = newValue } }
  }
  /// Whether the user's settings count for more than these; false unless set.
  open var prefersAssistiveTechnologySettings: Bool {
    get { state.withLock(\.prefersSettings) }
    set { state.withLock { $0.prefersSettings = newValue } }
  }
}

/// Quality of a voice (`AVSpeechSynthesisVoiceQuality`).
public enum AVSpeechSynthesisVoiceQuality: Int, Sendable {
  /// As it comes with a system.
  case `default` = 1
  /// Better.
  case enhanced
  /// Best.
  case premium
}

/// Gender of a voice (`AVSpeechSynthesisVoiceGender`).
public enum AVSpeechSynthesisVoiceGender: Int, Sendable {
  /// Not said.
  case unspecified
  /// A man's.
  case male
  /// A woman's.
  case female
}

/// A voice (`AVSpeechSynthesisVoice`). There is none here: ``speechVoices()`` is empty, and initializers give nil.
open class AVSpeechSynthesisVoice: NSObject, @unchecked Sendable {
  // @unchecked: its values do not change.
  /// Its language, as BCP 47 has it.
  public let language: String
  /// Identifier of the voice.
  public let identifier: String
  /// Name of the voice.
  public let name: String
  /// Quality of the voice.
  public let quality: AVSpeechSynthesisVoiceQuality
  /// Gender of the voice.
  public let gender: AVSpeechSynthesisVoiceGender

  /// The voice of `languageCode`: nil, as there is none.
  public init?(language languageCode: String?) { nil }
  /// The voice called `identifier`: nil, as there is none.
  public init?(identifier: String) { nil }

  /// The voices of this machine: none.
  open class func speechVoices() -> [AVSpeechSynthesisVoice] { [] }
  /// The language of the user, as BCP 47 has it.
  open class func currentLanguageCode() -> String { Locale.current.identifier(.bcp47) }
}
