// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Settings for media that come over a network, which files do not: they are kept as they are set, and change nothing.
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

/// Preferences among the forms of a film (`AVVariantPreferences`).
public struct AVVariantPreferences: OptionSet, Hashable, Sendable {
  /// Bits.
  public let rawValue: UInt
  /// The preferences of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Forms whose sound goes up to lossless.
  public static let scalabilityToLosslessAudio = AVVariantPreferences(rawValue: 1)
}

extension AVPlayerItem {
  /// The same where a network costs money.
  public var preferredPeakBitRateForExpensiveNetworks: Double {
    get { network.preferredPeakBitRateForExpensiveNetworks }
    set { network.preferredPeakBitRateForExpensiveNetworks = newValue }
  }
  /// The same where a network costs money.
  public var preferredMaximumResolutionForExpensiveNetworks: CGSize {
    get { network.preferredMaximumResolutionForExpensiveNetworks }
    set { network.preferredMaximumResolutionForExpensiveNetworks = newValue }
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
  /// Distance from the present at which live media are played; invalid unless set.
  public var configuredTimeOffsetFromLive: CMTime {
    get { network.configuredOffsetFromLive }
    set { network.configuredOffsetFromLive = newValue }
  }
  /// Distance from the present at which live media should be played: invalid, as of every file.
  public var recommendedTimeOffsetFromLive: CMTime { .invalid }
  /// Whether it begins with the first form of the film that can be played. Files have one form.
  public var startsOnFirstEligibleVariant: Bool {
    get { network.startsOnFirstEligibleVariant }
    set { network.startsOnFirstEligibleVariant = newValue }
  }
  /// Preferences among several forms of the film; none unless set. Files have one form.
  public var variantPreferences: AVVariantPreferences {
    get { network.variantPreferences }
    set { network.variantPreferences = newValue }
  }
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
