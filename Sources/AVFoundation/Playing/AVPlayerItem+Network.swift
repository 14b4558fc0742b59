// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// What counts for media that come over a network, which files do not: it is kept as it is set, and changes nothing.
struct NetworkChoices: Sendable {
  var preferredPeakBitRate = 0.0
  var preferredPeakBitRateForExpensiveNetworks = 0.0
  var preferredMaximumResolution = CGSize.zero
  var preferredMaximumResolutionForExpensiveNetworks = CGSize.zero
  var preferredForwardBufferDuration: TimeInterval = 0
  var usesNetworkWhilePaused = false
  var preservesOffsetFromLive = false
  var configuredOffsetFromLive = CMTime.invalid
  var startsOnFirstEligibleVariant = false
  var variantPreferences: AVVariantPreferences = []
}

/// Which forms of a film are preferred (`AVVariantPreferences`).
public struct AVVariantPreferences: OptionSet, Hashable, Sendable {
  /// Bits.
  public let rawValue: UInt
  /// The preferences of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Those whose sound goes up to lossless.
  public static let scalabilityToLosslessAudio = AVVariantPreferences(rawValue: 1)
}

extension AVPlayerItem {
  /// The most bits a second that are wanted; 0 for any number. Files have one rate.
  public var preferredPeakBitRate: Double {
    get { network.preferredPeakBitRate }
    set { network.preferredPeakBitRate = newValue }
  }
  /// The same where a network costs money.
  public var preferredPeakBitRateForExpensiveNetworks: Double {
    get { network.preferredPeakBitRateForExpensiveNetworks }
    set { network.preferredPeakBitRateForExpensiveNetworks = newValue }
  }
  /// The largest pictures that are wanted; zero for any size. Files have one size.
  public var preferredMaximumResolution: CGSize {
    get { network.preferredMaximumResolution }
    set { network.preferredMaximumResolution = newValue }
  }
  /// The same where a network costs money.
  public var preferredMaximumResolutionForExpensiveNetworks: CGSize {
    get { network.preferredMaximumResolutionForExpensiveNetworks }
    set { network.preferredMaximumResolutionForExpensiveNetworks = newValue }
  }
  /// How many seconds are to be loaded ahead; 0 leaves it to the player. All of a file is there.
  public var preferredForwardBufferDuration: TimeInterval {
    get { network.preferredForwardBufferDuration }
    set { network.preferredForwardBufferDuration = newValue }
  }
  /// Whether what is live is loaded while it is paused. Nothing is live here.
  public var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool {
    get { network.usesNetworkWhilePaused }
    set { network.usesNetworkWhilePaused = newValue }
  }
  /// Whether what is live is played as far from the present after a pause as before it. Nothing is live here.
  public var automaticallyPreservesTimeOffsetFromLive: Bool {
    get { network.preservesOffsetFromLive }
    set { network.preservesOffsetFromLive = newValue }
  }
  /// How far from the present what is live is played; invalid unless set.
  public var configuredTimeOffsetFromLive: CMTime {
    get { network.configuredOffsetFromLive }
    set { network.configuredOffsetFromLive = newValue }
  }
  /// How far from the present what is live should be played: invalid, as of every file.
  public var recommendedTimeOffsetFromLive: CMTime { .invalid }
  /// Whether it begins with the first form of the film that can be played. Files have one form.
  public var startsOnFirstEligibleVariant: Bool {
    get { network.startsOnFirstEligibleVariant }
    set { network.startsOnFirstEligibleVariant = newValue }
  }
  /// What came over the network: nil, as of every file.
  public func accessLog() -> AVPlayerItemAccessLog? { nil }
  /// What went wrong on the network: nil, as of every file.
  public func errorLog() -> AVPlayerItemErrorLog? { nil }
  /// What counts where there are several forms of the film; none unless set. Files have one form.
  public var variantPreferences: AVVariantPreferences {
    get { network.variantPreferences }
    set { network.variantPreferences = newValue }
  }
  /// Whether all of it is loaded: once it can be played.
  public var isPlaybackBufferFull: Bool { status == .readyToPlay }
}

extension AVPlayerItem {
  /// Something came over the network.
  public static let newAccessLogEntryNotification = Notification.Name("AVPlayerItemNewAccessLogEntryNotification")
  /// Something went wrong on the network.
  public static let newErrorLogEntryNotification = Notification.Name("AVPlayerItemNewErrorLogEntryNotification")
}

extension Notification.Name {
  /// ``AVPlayerItem/newAccessLogEntryNotification``.
  public static let AVPlayerItemNewAccessLogEntry = AVPlayerItem.newAccessLogEntryNotification
  /// ``AVPlayerItem/newErrorLogEntryNotification``.
  public static let AVPlayerItemNewErrorLogEntry = AVPlayerItem.newErrorLogEntryNotification
}
