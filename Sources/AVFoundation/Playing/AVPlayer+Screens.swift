public import CoreMedia
import Foundation

/// Settings for screens and other devices, which are stored without effect as there are none; and whether the criteria
/// select options.
struct ScreenChoices: Sendable {
  var allowsExternalPlayback = true
  var usesExternalPlayback = false
  var preventsDisplaySleep = true
  var appliesMediaSelection = true
  var externalGravity = AVLayerVideoGravity.resizeAspect
  var showsClosedCaptions = false
  var soundDevice: String?
  var decoderDevice: UInt64 = 0
  var sourceClock: CMClock?
  var backgroundPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic
}

/// The treatment of pictures when a program leaves the screen (`AVPlayerAudiovisualBackgroundPlaybackPolicy`).
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
  /// The system decides.
  case automatic = 1
  /// It pauses.
  case pauses
  /// It goes on where it may.
  case continuesIfPossible
}

extension AVPlayer {
  /// The device on which sound is heard; nil for the machine's choice. No sound is heard here.
  public var audioOutputDeviceUniqueID: String? {
    get { screens.soundDevice }
    set { screens.soundDevice = newValue }
  }
  /// The device that decodes pictures, as Metal numbers them; 0 for the machine's choice, which it is in any case.
  public var preferredVideoDecoderGPURegistryID: UInt64 {
    get { screens.decoderDevice }
    set { screens.decoderDevice = newValue }
  }
  /// An older name of ``sourceClock``.
  @available(*, deprecated, renamed: "sourceClock")
  public var masterClock: CMClock? {
    get { sourceClock }
    set { sourceClock = newValue }
  }
  /// An older name of ``allowsExternalPlayback``.
  @available(*, deprecated, renamed: "allowsExternalPlayback")
  public var allowsAirPlayVideo: Bool {
    get { allowsExternalPlayback }
    set { allowsExternalPlayback = newValue }
  }
  /// An older name of ``isExternalPlaybackActive``.
  @available(*, deprecated, renamed: "isExternalPlaybackActive")
  public var isAirPlayVideoActive: Bool { isExternalPlaybackActive }
  /// An older name of ``usesExternalPlaybackWhileExternalScreenIsActive``.
  @available(*, deprecated, renamed: "usesExternalPlaybackWhileExternalScreenIsActive")
  public var usesAirPlayVideoWhileAirPlayScreenIsActive: Bool {
    get { usesExternalPlaybackWhileExternalScreenIsActive }
    set { usesExternalPlaybackWhileExternalScreenIsActive = newValue }
  }
  /// The kinds of high dynamic range that the machine shows: none, as there is no screen.
  public class var availableHDRModes: HDRMode { [] }
  /// Whether pictures are hidden as the screen is not protected enough: never.
  public var outputObscuredDueToInsufficientExternalProtection: Bool { false }
  /// Whether the machine shows more than standard dynamic range: there is no screen.
  public class var eligibleForHDRPlayback: Bool { false }
}

extension AVPlayer {
  /// Kinds of high dynamic range (`AVPlayer.HDRMode`).
  public struct HDRMode: OptionSet, Hashable, Sendable {
    /// Bits.
    public var rawValue: Int
    /// The kinds of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Hybrid log-gamma.
    public static let hlg = HDRMode(rawValue: 1)
    /// HDR10.
    public static let hdr10 = HDRMode(rawValue: 2)
    /// Dolby Vision.
    public static let dolbyVision = HDRMode(rawValue: 4)
  }
}
