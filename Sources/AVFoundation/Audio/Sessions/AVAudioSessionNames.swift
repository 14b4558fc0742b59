import Foundation

extension AVAudioSession {
  /// Use that a program makes of sound (`AVAudioSession.Category`).
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// AVFoundation's name.
    public var rawValue: String
    /// The category of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ name: String) { self.init(rawValue: "AVAudioSessionCategory" + name) }

    /// It plays beside others.
    public static let ambient = Category("Ambient")
    /// It plays instead of others.
    public static let soloAmbient = Category("SoloAmbient")
    /// It plays what it is there for.
    public static let playback = Category("Playback")
    /// It records.
    public static let record = Category("Record")
    /// It does both.
    public static let playAndRecord = Category("PlayAndRecord")
    /// It works on sound.
    public static let audioProcessing = Category("AudioProcessing")
    /// It plays on several devices.
    public static let multiRoute = Category("MultiRoute")
  }

  /// Kind of a program's sound (`AVAudioSession.Mode`).
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// AVFoundation's name.
    public var rawValue: String
    /// The mode of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ name: String) { self.init(rawValue: "AVAudioSessionMode" + name) }

    /// Any.
    public static let `default` = Mode("Default")
    /// Calls.
    public static let voiceChat = Mode("VoiceChat")
    /// Calls within games.
    public static let gameChat = Mode("GameChat")
    /// The sound of films that are recorded.
    public static let videoRecording = Mode("VideoRecording")
    /// Sound that is measured.
    public static let measurement = Mode("Measurement")
    /// The sound of films that are played.
    public static let moviePlayback = Mode("MoviePlayback")
    /// Calls with pictures.
    public static let videoChat = Mode("VideoChat")
    /// Speech.
    public static let spokenAudio = Mode("SpokenAudio")
    /// Prompts of speech.
    public static let voicePrompt = Mode("VoicePrompt")
  }

  /// Options of a category: mixing with other programs' sound, and routes (`AVAudioSession.CategoryOptions`).
  public struct CategoryOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Beside others.
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    /// Beside others, which become quieter.
    public static let duckOthers = CategoryOptions(rawValue: 2)
    /// With hands-free devices over Bluetooth.
    public static let allowBluetooth = CategoryOptions(rawValue: 4)
    /// The newer name of ``allowBluetooth``.
    public static let allowBluetoothHFP = allowBluetooth
    /// By the speaker, not by the receiver.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    /// Beside others, except for speech, which pauses.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
    /// With devices that play over Bluetooth.
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
    /// With devices over AirPlay.
    public static let allowAirPlay = CategoryOptions(rawValue: 64)
    /// Without an interruption where the microphone is muted.
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 128)
  }

  /// The effect on other sessions of activating or deactivating (`AVAudioSession.SetActiveOptions`).
  public struct SetActiveOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Other sessions are notified of the deactivation.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// Policy of the route of longer sound (`AVAudioSession.RouteSharingPolicy`).
  public enum RouteSharingPolicy: UInt, Sendable {
    /// The route of all sound.
    case `default` = 0
    /// The route of music and speech.
    case longFormAudio = 1
    /// A route that the program sets.
    case independent = 2
    /// The route of films.
    case longFormVideo = 3

    /// The older name of ``longFormAudio``.
    public static var longForm: RouteSharingPolicy { .longFormAudio }
  }

  /// Whether a program may record (`AVAudioSession.RecordPermission`).
  public enum RecordPermission: UInt, Sendable {
    /// The user was not asked.
    case undetermined = 0x756E_6474
    /// It may not.
    case denied = 0x6465_6E79
    /// It may.
    case granted = 0x6772_6E74
  }

  /// Whether sound goes to the speaker (`AVAudioSession.PortOverride`).
  public enum PortOverride: UInt, Sendable {
    /// The output that the route says.
    case none = 0
    /// To the speaker.
    case speaker = 0x7370_6B72
  }

  /// Whether input and output come together (`AVAudioSession.IOType`).
  public enum IOType: UInt, Sendable {
    /// Not specified.
    case notSpecified
    /// They do.
    case aggregated
  }

  /// Prompts that may be spoken (`AVAudioSession.PromptStyle`).
  public enum PromptStyle: UInt, Sendable {
    /// None.
    case none = 0x6E6F_6E65
    /// Short ones.
    case short = 0x7368_7274
    /// Any.
    case normal = 0x6E72_6D6C
  }

  /// Orientation of a phone whose microphones record in stereo (`AVAudioSession.StereoOrientation`).
  public enum StereoOrientation: Int, Sendable {
    /// None.
    case none
    /// Upright.
    case portrait
    /// Upside down.
    case portraitUpsideDown
    /// With the button to the right.
    case landscapeRight
    /// With the button to the left.
    case landscapeLeft
  }

  /// Reason for which a session refuses a setting, as a code of `NSOSStatusErrorDomain` (`AVAudioSession.ErrorCode`).
  public enum ErrorCode: Int, Sendable {
    case none = 0, mediaServicesFailed = 0x6D73_7276, isBusy = 0x2161_6374, incompatibleCategory = 0x2163_6174
    case cannotInterruptOthers = 0x2169_6E74, missingEntitlement = 0x656E_743F, siriIsRecording = 0x7369_7269
    case cannotStartPlaying = 0x2170_6C61, cannotStartRecording = 0x2172_6563, badParam = -50
    case insufficientPriority = 0x2170_7269, resourceNotAvailable = 0x2172_6573, unspecified = 0x7768_6174
    case expiredSession = 0x2173_6573, sessionNotActive = 0x696E_6163

    /// An error with the code.
    var error: NSError { NSError(domain: NSOSStatusErrorDomain, code: rawValue) }
  }
}

/// Options of a session's activation (`AVAudioSessionActivationOptions`).
public struct AVAudioSessionActivationOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The options of these bits: there are none yet.
  public init(rawValue: UInt) { self.rawValue = rawValue }
}
