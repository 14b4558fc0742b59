// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// Names and keys of sessions' notifications; none is posted here.

extension AVAudioSession {
  /// The system has interrupted the session, or does no longer.
  public static let interruptionNotification = Notification.Name("AVAudioSessionInterruptionNotification")
  /// Sound comes from another device, or goes to another one.
  public static let routeChangeNotification = Notification.Name("AVAudioSessionRouteChangeNotification")
  /// The system's sound has gone.
  public static let mediaServicesWereLostNotification = Notification.Name(
    "AVAudioSessionMediaServicesWereLostNotification")
  /// The system's sound has begun anew.
  public static let mediaServicesWereResetNotification = Notification.Name(
    "AVAudioSessionMediaServicesWereResetNotification")
  /// Another program's sound has begun or ended.
  public static let silenceSecondaryAudioHintNotification = Notification.Name(
    "AVAudioSessionSilenceSecondaryAudioHintNotification")

  /// Whether an interruption has begun (`AVAudioSession.InterruptionType`).
  public enum InterruptionType: UInt, Sendable {
    /// It has ended.
    case ended = 0
    /// It has begun.
    case began = 1
  }

  /// Steps to take after an interruption (`AVAudioSession.InterruptionOptions`).
  public struct InterruptionOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Playing may go on.
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  /// Reason for an interruption (`AVAudioSession.InterruptionReason`).
  public enum InterruptionReason: UInt, Sendable {
    /// Another session was activated.
    case `default` = 0
    /// The program was suspended.
    case appWasSuspended = 1
    /// The microphone was muted.
    case builtInMicMuted = 2
    /// The device is gone.
    case routeDisconnected = 4
  }

  /// Reason for a change of the route (`AVAudioSession.RouteChangeReason`).
  public enum RouteChangeReason: UInt, Sendable {
    /// It is not known.
    case unknown = 0
    /// There is a new device.
    case newDeviceAvailable = 1
    /// A device is gone.
    case oldDeviceUnavailable = 2
    /// The category is another one.
    case categoryChange = 3
    /// The program has overridden the route.
    case `override` = 4
    /// The machine was asleep.
    case wakeFromSleep = 6
    /// There is none for the category.
    case noSuitableRouteForCategory = 7
    /// A device is set otherwise.
    case routeConfigurationChange = 8
  }

  /// Whether another program's sound has begun (`AVAudioSession.SilenceSecondaryAudioHintType`).
  public enum SilenceSecondaryAudioHintType: UInt, Sendable {
    /// It has ended.
    case end = 0
    /// It has begun.
    case begin = 1
  }
}

extension Notification.Name {
  /// ``AVAudioSession/interruptionNotification``.
  public static let AVAudioSessionInterruption = AVAudioSession.interruptionNotification
  /// ``AVAudioSession/routeChangeNotification``.
  public static let AVAudioSessionRouteChange = AVAudioSession.routeChangeNotification
  /// ``AVAudioSession/mediaServicesWereLostNotification``.
  public static let AVAudioSessionMediaServicesWereLost = AVAudioSession.mediaServicesWereLostNotification
  /// ``AVAudioSession/mediaServicesWereResetNotification``.
  public static let AVAudioSessionMediaServicesWereReset = AVAudioSession.mediaServicesWereResetNotification
  /// ``AVAudioSession/silenceSecondaryAudioHintNotification``.
  public static let AVAudioSessionSilenceSecondaryAudioHint = AVAudioSession.silenceSecondaryAudioHintNotification
}

/// Whether an interruption has begun: the number of an `AVAudioSession.InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// Steps to take after an interruption: the number of `AVAudioSession.InterruptionOptions`.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// Reason for an interruption: the number of an `AVAudioSession.InterruptionReason`.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Whether an interruption is of a program that was suspended.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// Reason for a change of the route: the number of an `AVAudioSession.RouteChangeReason`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The route until now: an `AVAudioSessionRouteDescription`.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// Whether another program's sound has begun: the number of an `AVAudioSession.SilenceSecondaryAudioHintType`.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
