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
  /// Whether all of it is loaded: once it can be played.
  public var isPlaybackBufferFull: Bool { status == .readyToPlay }
}

/// What came over the network for an item (`AVPlayerItemAccessLog`). Items of files, which all are here, have none. Threads: any.
public final class AVPlayerItemAccessLog: NSObject, Sendable {
  /// What came, in its order.
  public let events: [AVPlayerItemAccessLogEvent] = []
  private override init() { super.init() }
}

/// What came over the network in one stretch of time (`AVPlayerItemAccessLogEvent`). Threads: any.
public final class AVPlayerItemAccessLogEvent: NSObject, Sendable {
  /// The address.
  public let uri: String? = nil
  /// Bits a second that the presentation needs.
  public let indicatedBitrate: Double = 0
  /// Bits a second that came.
  public let observedBitrate: Double = 0
  /// Bytes that came.
  public let numberOfBytesTransferred: Int64 = 0
  /// Pictures that were left out.
  public let numberOfDroppedVideoFrames: Int = 0
  /// How often playing stalled.
  public let numberOfStalls: Int = 0
  /// How many seconds were played.
  public let durationWatched: TimeInterval = 0

  private override init() { super.init() }
}

/// What went wrong on the network for an item (`AVPlayerItemErrorLog`). Items of files, which all are here, have none. Threads: any.
public final class AVPlayerItemErrorLog: NSObject, Sendable {
  /// What went wrong, in its order.
  public let events: [AVPlayerItemErrorLogEvent] = []
  private override init() { super.init() }
}

/// What went wrong on the network once (`AVPlayerItemErrorLogEvent`). Threads: any.
public final class AVPlayerItemErrorLogEvent: NSObject, Sendable {
  /// The address.
  public let uri: String? = nil
  /// The error's number.
  public let errorStatusCode: Int = 0
  /// The error's domain.
  public let errorDomain: String = ""
  /// What the server said.
  public let errorComment: String? = nil

  private override init() { super.init() }
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
