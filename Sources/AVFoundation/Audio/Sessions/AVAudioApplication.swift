// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import Synchronization

/// The program's permission to record and its muting (`AVAudioApplication`).
///
/// The user is not asked for permission: the access rights of the device's file decide when it is opened. Nothing here
/// mutes a microphone: a program that can do so itself says how (``setInputMuteStateChangeHandler(_:)``), as on macOS.
/// Threads: any. Lock order: only `state`; the handler is called under none.
open class AVAudioApplication: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let state = Mutex(State())

  private struct State: Sendable {
    var isMuted = false
    var handler: Handler?
  }

  private struct Handler: @unchecked Sendable {
    // @unchecked: it is the program's, which sets it and mutes by it.
    let mute: (Bool) -> Bool
  }

  private override init() { super.init() }

  /// The one of the process.
  open class var shared: AVAudioApplication { one }
  private static let one = AVAudioApplication()

  /// Notification that muting has changed; `userInfo` has ``muteStateKey``.
  public class var inputMuteStateChangeNotification: Notification.Name {
    Notification.Name("AVAudioApplicationInputMuteStateChangeNotification")
  }
  /// Key in a notification's `userInfo`: whether the program is muted, a Boolean value.
  public class var muteStateKey: String { AVAudioApplicationMuteStateKey }

  // MARK: Permission

  /// Whether a program may record (`AVAudioApplicationRecordPermission`).
  public enum recordPermission: Int, Sendable {
    /// The user was not asked.
    case undetermined = 0x756E_6474
    /// It may not.
    case denied = 0x6465_6E79
    /// It may.
    case granted = 0x6772_6E74
  }

  /// Whether the program may record: no user is asked, so it may.
  open var recordPermission: AVAudioApplication.recordPermission { .granted }

  /// Calls `response` with true, on any thread: no user is asked.
  open class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
    deliver(to: { granted, _ in response(granted == true) }, { true })
  }
  /// True: no user is asked.
  open class func requestRecordPermission() async -> Bool { true }

  /// Whether a program may add sound to calls (`AVAudioApplicationMicrophoneInjectionPermission`).
  public enum MicrophoneInjectionPermission: Int, Sendable {
    /// The system has no such calls.
    case serviceDisabled = 0x7372_6473
    /// The user was not asked.
    case undetermined = 0x756E_6474
    /// It may not.
    case denied = 0x6465_6E79
    /// It may.
    case granted = 0x6772_6E74
  }

  /// Whether the program may add sound to calls: there are none here.
  open var microphoneInjectionPermission: MicrophoneInjectionPermission { .serviceDisabled }
  /// Calls `response` with ``MicrophoneInjectionPermission/serviceDisabled``, on any thread.
  open class func requestMicrophoneInjectionPermission(
    completionHandler response: @escaping @Sendable (MicrophoneInjectionPermission) -> Void
  ) {
    deliver(to: { permission, _ in response(permission ?? .serviceDisabled) }, { .serviceDisabled })
  }
  /// ``MicrophoneInjectionPermission/serviceDisabled``.
  open class func requestMicrophoneInjectionPermission() async -> MicrophoneInjectionPermission { .serviceDisabled }

  // MARK: Muting

  /// Whether the program is muted; false unless set.
  open var isInputMuted: Bool { state.withLock(\.isMuted) }

  /// Has `inputMuteHandler` mute what the program records, or no longer, when that is set; it returns whether it did. Nil takes it away.
  ///
  /// - Throws: Nothing.
  open func setInputMuteStateChangeHandler(_ inputMuteHandler: ((Bool) -> Bool)?) throws {
    let handler = inputMuteHandler.map(Handler.init)
    state.withLock { $0.handler = handler }
  }

  /// Has the program's handler mute or unmute its recording, and posts ``inputMuteStateChangeNotification``; without a
  /// change, nothing happens.
  ///
  /// - Throws: `NSError` -50 of `com.apple.coreaudio.avfaudio` where there is no handler, or it returned false.
  open func setInputMuted(_ muted: Bool) throws {
    let (isMuted, handler) = state.withLock { ($0.isMuted, $0.handler) }
    guard muted != isMuted else { return }
    guard handler?.mute(muted) == true else { throw AudioUnitError.parameter.error }
    state.withLock { $0.isMuted = muted }
    NotificationCenter.default.post(
      name: Self.inputMuteStateChangeNotification, object: self, userInfo: [Self.muteStateKey: muted])
  }
}

/// Key in a notification's `userInfo`: whether the program is muted, a Boolean value.
public let AVAudioApplicationMuteStateKey = "AVAudioApplicationMuteStateKey"
