public import Foundation

/// Log of the media that came over the network for an item (`AVPlayerItemAccessLog`). Items of files, which all are here, have none. Threads: any.
public final class AVPlayerItemAccessLog: NSObject, NSCopying, Sendable {
  /// Events of the log, in their order.
  public let events: [AVPlayerItemAccessLogEvent] = []
  private override init() { super.init() }

  /// All of it in W3C's extended format of logs; nil, as nothing came.
  public func extendedLogData() -> Data? { nil }
  /// Encoding of the text of ``extendedLogData()``: UTF-8.
  public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }
  /// Itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Media that came over the network in one stretch of time (`AVPlayerItemAccessLogEvent`). Numbers below zero are not known. Threads: any.
public final class AVPlayerItemAccessLogEvent: NSObject, NSCopying, Sendable {
  /// The address.
  public let uri: String? = nil
  /// The server's address, which may be that of a machine between.
  public let serverAddress: String? = nil
  /// Number of times that it changed.
  public let numberOfServerAddressChanges: Int = -1
  /// Identifier of the playing, in all events of it.
  public let playbackSessionID: String? = nil
  /// Kind of playing: live, on demand, or from a file.
  public let playbackType: String? = nil
  /// Date at which playing began.
  public let playbackStartDate: Date? = nil
  /// Time at which playing began, in seconds of the film.
  public let playbackStartOffset: TimeInterval = -1
  /// Time until the film could be played, in seconds.
  public let startupTime: TimeInterval = -1
  /// Time that was played, in seconds.
  public let durationWatched: TimeInterval = -1

  /// Number of requests for media.
  public let numberOfMediaRequests: Int = -1
  /// Number of them over a network of mobile telephones.
  public let mediaRequestsWWAN: Int = -1
  /// Number of segments that came.
  @available(*, deprecated, renamed: "numberOfMediaRequests")
  public var numberOfSegmentsDownloaded: Int { numberOfMediaRequests }
  /// Duration of the film's part that came, in seconds.
  public let segmentsDownloadedDuration: TimeInterval = -1
  /// Bytes that came.
  public let numberOfBytesTransferred: Int64 = -1
  /// Time that they took, in seconds.
  public let transferDuration: TimeInterval = -1
  /// Number of times that media came later than they should.
  public let downloadOverdue: Int = -1
  /// Number of times that playing stalled.
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
  /// Standard deviation of the bits a second that came.
  public let observedBitrateStandardDeviation: Double = -1
  /// Bits a second at which another form of the film was gone over to.
  public let switchBitrate: Double = -1

  private override init() { super.init() }

  /// Itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Log of the network's errors for an item (`AVPlayerItemErrorLog`). Items of files, which all are here, have none. Threads: any.
public final class AVPlayerItemErrorLog: NSObject, NSCopying, Sendable {
  /// Errors of the log, in their order.
  public let events: [AVPlayerItemErrorLogEvent] = []
  private override init() { super.init() }

  /// All of it in W3C's extended format of logs; nil, as nothing went wrong.
  public func extendedLogData() -> Data? { nil }
  /// Encoding of the text of ``extendedLogData()``: UTF-8.
  public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }
  /// Itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// One error of the network (`AVPlayerItemErrorLogEvent`). Threads: any.
public final class AVPlayerItemErrorLogEvent: NSObject, NSCopying, Sendable {
  /// Date of the error.
  public let date: Date? = nil
  /// The address.
  public let uri: String? = nil
  /// The server's address.
  public let serverAddress: String? = nil
  /// Identifier of the playing, in all events of it.
  public let playbackSessionID: String? = nil
  /// The error's number.
  public let errorStatusCode: Int = 0
  /// The error's domain.
  public let errorDomain: String = ""
  /// Comment of the server.
  public let errorComment: String? = nil
  /// The fields of the server's answer.
  public let allHTTPResponseHeaderFields: [String: String]? = nil

  private override init() { super.init() }

  /// Itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
