// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreMedia
public import Foundation
import Playing

/// Times of an item.
extension AVPlayerItem {
  /// Goes to `time`, or wherever near it is shown soonest; true when the picture is shown.
  @discardableResult
  public func seek(to time: CMTime) async -> Bool {
    await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  }

  /// Goes to a time from `time` − `toleranceBefore` to `time` + `toleranceAfter`; true when the picture is shown.
  @discardableResult
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
    SeekTime.demand(time)
    player?.noteSeek(in: self)
    return await engine.seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter)
  }
}

/// The times that can be sought.
enum SeekTime {
  /// Ends the process where `time` is none that can be sought, as AVFoundation's exception does.
  static func demand(_ time: CMTime) {
    guard !time.isNumeric else { return }
    let name =
      time.isIndefinite
      ? "INDEFINITE" : time.isPositiveInfinity ? "+INFINITY" : time.isNegativeInfinity ? "-INFINITY" : "INVALID"
    Misuse.raise("Seeking is not possible to time {\(name)}")
  }
}

/// The key of the error of an item that failed.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

/// What happens to an item, as notifications of the default center, whose object is the item. They come on a thread of the player's.
extension AVPlayerItem {
  /// It was played to its end, or backwards to its beginning.
  public static let didPlayToEndTimeNotification = Notification.Name("AVPlayerItemDidPlayToEndTimeNotification")
  /// It could not be played to its end.
  public static let failedToPlayToEndTimeNotification = Notification.Name(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
  /// Its time jumped.
  public static let timeJumpedNotification = Notification.Name("AVPlayerItemTimeJumpedNotification")
  /// Sound was not ready in time, and playing waits for it.
  public static let playbackStalledNotification = Notification.Name("AVPlayerItemPlaybackStalledNotification")
}

extension Notification.Name {
  /// ``AVPlayerItem/didPlayToEndTimeNotification``.
  public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
  /// ``AVPlayerItem/failedToPlayToEndTimeNotification``.
  public static let AVPlayerItemFailedToPlayToEndTime = AVPlayerItem.failedToPlayToEndTimeNotification
  /// ``AVPlayerItem/timeJumpedNotification``.
  public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
  /// ``AVPlayerItem/playbackStalledNotification``.
  public static let AVPlayerItemPlaybackStalled = AVPlayerItem.playbackStalledNotification
}
