public import Foundation

/// What came over the network for an item (`AVPlayerItemAccessLog`). Items of files, which all are here, have none. Threads: any.
public final class AVPlayerItemAccessLog: NSObject, NSCopying, Sendable {
  /// What came, in its order.
  public let events: [AVPlayerItemAccessLogEvent] = []
  private override init() { super.init() }

  /// All of it in W3C's extended format of logs; nil, as nothing came.
  public func extendedLogData() -> Data? { nil }
  /// How the text of ``extendedLogData()`` is encoded: as UTF-8.
  public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }
  /// Itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What came over the network in one stretch of time (`AVPlayerItemAccessLogEvent`). Numbers below zero are not known. Threads: any.
public final class AVPlayerItemAccessLogEvent: NSObject, NSCopying, Sendable {
  /// The address.
  public let uri: String? = nil
  /// The server's address, which may be that of a machine between.
  public let serverAddress: String? = nil
  /// How often that changed.
  public let numberOfServerAddressChanges: Int = -1
  /// What playing is called in all events of it.
  public let playbackSessionID: String? = nil
  /// How the media came: live, on demand, or from a file.
  public let playbackType: String? = nil
  /// When playing began.
  public let playbackStartDate: Date? = nil
  /// Where playing began, in seconds of the film.
  public let playbackStartOffset: TimeInterval = -1
  /// How many seconds passed until the film could be played.
  public let startupTime: TimeInterval = -1
  /// How many seconds were played.
  public let durationWatched: TimeInterval = -1

  /// How often media were asked for.
  public let numberOfMediaRequests: Int = -1
  /// How many of that over a network of mobile telephones.
  public let mediaRequestsWWAN: Int = -1
  /// How many segments came.
  @available(*, deprecated, renamed: "numberOfMediaRequests")
  public var numberOfSegmentsDownloaded: Int { numberOfMediaRequests }
  /// How many seconds of the film came.
  public let segmentsDownloadedDuration: TimeInterval = -1
  /// Bytes that came.
  public let numberOfBytesTransferred: Int64 = -1
  /// How many seconds they took.
  public let transferDuration: TimeInterval = -1
  /// How often media came later than they should.
  public let downloadOverdue: Int = -1
  /// How often playing stalled.
  public let numberOfStalls: Int = -1
  /// Pictures that were left out.
  public let numberOfDroppedVideoFrames: Int = -1

  /// Bits a second that the presentation needs at most.
  public let indicatedBitrate: Double = -1
  /// Bits a second that the presentation needs, on the average.
  public let indicatedAverageBitrate: Double = -1
  /// Bits a second of its pictures, on the average.
  public let averageVideoBitrate: Double = -1
  /// Bits a second of its sound, on the average.
  public let averageAudioBitrate: Double = -1
  /// Bits a second that came, on the average.
  public let observedBitrate: Double = -1
  /// The most bits a second that came.
  public let observedMaxBitrate: Double = -1
  /// The fewest bits a second that came.
  public let observedMinBitrate: Double = -1
  /// How far bits a second differed from their average.
  public let observedBitrateStandardDeviation: Double = -1
  /// Bits a second at which another form of the film was gone over to.
  public let switchBitrate: Double = -1

  private override init() { super.init() }

  /// Itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What went wrong on the network for an item (`AVPlayerItemErrorLog`). Items of files, which all are here, have none. Threads: any.
public final class AVPlayerItemErrorLog: NSObject, NSCopying, Sendable {
  /// What went wrong, in its order.
  public let events: [AVPlayerItemErrorLogEvent] = []
  private override init() { super.init() }

  /// All of it in W3C's extended format of logs; nil, as nothing went wrong.
  public func extendedLogData() -> Data? { nil }
  /// How the text of ``extendedLogData()`` is encoded: as UTF-8.
  public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }
  /// Itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What went wrong on the network once (`AVPlayerItemErrorLogEvent`). Threads: any.
public final class AVPlayerItemErrorLogEvent: NSObject, NSCopying, Sendable {
  /// When it went wrong.
  public let date: Date? = nil
  /// The address.
  public let uri: String? = nil
  /// The server's address.
  public let serverAddress: String? = nil
  /// What playing is called in all events of it.
  public let playbackSessionID: String? = nil
  /// The error's number.
  public let errorStatusCode: Int = 0
  /// The error's domain.
  public let errorDomain: String = ""
  /// What the server said.
  public let errorComment: String? = nil
  /// The fields of the server's answer.
  public let allHTTPResponseHeaderFields: [String: String]? = nil

  private override init() { super.init() }

  /// Itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
