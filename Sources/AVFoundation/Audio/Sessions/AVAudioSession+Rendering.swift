public import Foundation

extension AVAudioSession {
  /// Rendering of sound (`AVAudioSession.RenderingMode`).
  public enum RenderingMode: Int, Sendable {
    /// Nothing is played.
    case notApplicable = 0
    /// In one channel, or two.
    case monoStereo = 1
    /// Around.
    case surround = 2
    /// In space.
    case spatialAudio = 3
    /// As Dolby Audio.
    case dolbyAudio = 4
    /// As Dolby Atmos.
    case dolbyAtmos = 5
  }

  /// Way in which a program adds sound to calls (`AVAudioSession.MicrophoneInjectionMode`).
  public enum MicrophoneInjectionMode: Int, Sendable {
    /// Not.
    case none = 0
    /// Speech.
    case spokenAudio = 1
  }

  /// Notification that sound is rendered in another mode; never posted here.
  public static let renderingModeChangeNotification = Notification.Name(
    "AVAudioSessionRenderingModeChangeNotification")
  /// Notification that other modes of rendering are possible; never posted here.
  public static let renderingCapabilitiesChangeNotification = Notification.Name(
    "AVAudioSessionRenderingCapabilitiesChangeNotification")
  /// Notification that sound can be added to calls, or no longer; never posted here.
  public static let microphoneInjectionCapabilitiesChangeNotification = Notification.Name(
    "AVAudioSessionMicrophoneInjectionCapabilitiesChangeNotification")

  /// Rendering of sound: there is no output, and it is not rendered.
  public var renderingMode: RenderingMode { .notApplicable }
  /// The layouts of channels that the output has: none, as there is none.
  public var supportedOutputChannelLayouts: [AVAudioChannelLayout] { [] }

  /// Whether the program may add sound to calls: there are none here.
  public var isMicrophoneInjectionAvailable: Bool { false }
  /// Way in which the program adds sound to calls: it adds none.
  public var preferredMicrophoneInjectionMode: MicrophoneInjectionMode { .none }
  /// Has the program add sound to calls; ``MicrophoneInjectionMode/none`` changes nothing.
  ///
  /// - Throws: An error with `badParam` for anything else.
  public func setPreferredMicrophoneInjectionMode(_ inValue: MicrophoneInjectionMode) throws {
    if inValue != .none { throw ErrorCode.badParam.error }
  }

  /// Whether an input can be freed of what goes out: not here.
  public var isEchoCancelledInputAvailable: Bool { false }
  /// Whether the input is freed of what goes out: not here.
  public var isEchoCancelledInputEnabled: Bool { false }
  /// Whether the input is to be freed of what goes out: false.
  public var prefersEchoCancelledInput: Bool { false }
  /// Has the input be freed of what goes out; false changes nothing.
  ///
  /// - Throws: An error with `badParam` for true.
  public func setPrefersEchoCancelledInput(_ value: Bool) throws {
    if value { throw ErrorCode.badParam.error }
  }
}
