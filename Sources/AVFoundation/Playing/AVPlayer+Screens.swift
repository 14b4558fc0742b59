import Foundation

/// What counts for screens, other devices and languages, which a player here does not choose: it is kept as it is set, and changes nothing.
struct ScreenChoices: Sendable {
  var allowsExternalPlayback = true
  var usesExternalPlayback = false
  var preventsDisplaySleep = true
  var appliesMediaSelection = true
  var backgroundPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic
}

/// What becomes of pictures when a program leaves the screen (`AVPlayerAudiovisualBackgroundPlaybackPolicy`).
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
  /// The system decides.
  case automatic = 1
  /// It pauses.
  case pauses
  /// It goes on where it may.
  case continuesIfPossible
}

extension AVPlayer {
  /// Whether pictures may be shown by another device. There is none.
  public var allowsExternalPlayback: Bool {
    get { screens.allowsExternalPlayback }
    set { screens.allowsExternalPlayback = newValue }
  }
  /// Whether pictures are shown by another device: never.
  public var isExternalPlaybackActive: Bool { false }
  /// Whether another screen is used as long as it shows something else. There is none.
  public var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
    get { screens.usesExternalPlayback }
    set { screens.usesExternalPlayback = newValue }
  }
  /// Whether the screen stays on. There is none.
  public var preventsDisplaySleepDuringVideoPlayback: Bool {
    get { screens.preventsDisplaySleep }
    set { screens.preventsDisplaySleep = newValue }
  }
  /// Whether tracks are chosen by a person's languages. Nobody's are known: what the file enables is played.
  public var appliesMediaSelectionCriteriaAutomatically: Bool {
    get { screens.appliesMediaSelection }
    set { screens.appliesMediaSelection = newValue }
  }
  /// What becomes of pictures when a program leaves the screen. None is on one.
  public var audiovisualBackgroundPlaybackPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy {
    get { screens.backgroundPolicy }
    set { screens.backgroundPolicy = newValue }
  }
  /// Whether pictures are hidden as the screen is not protected enough: never.
  public var outputObscuredDueToInsufficientExternalProtection: Bool { false }
  /// Whether the machine shows more than standard dynamic range: there is no screen.
  public class var eligibleForHDRPlayback: Bool { false }
}
