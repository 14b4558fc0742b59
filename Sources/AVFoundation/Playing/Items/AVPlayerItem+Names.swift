// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import Playing

/// The key of the error of an item that failed.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

/// States of an item, and what happens to it: notifications of the default center, whose object is the item. They come on a thread of the player's.
extension AVPlayerItem {
  /// Whether an item can be played.
  public enum Status: Int, Sendable {
    /// It is in no player, or is being looked at.
    case unknown
    /// It can be played.
    case readyToPlay
    /// It cannot; its error says why.
    case failed
  }

  /// It was played to its end, or backwards to its beginning.
  public static let didPlayToEndTimeNotification = Notification.Name("AVPlayerItemDidPlayToEndTimeNotification")
  /// It could not be played to its end.
  public static let failedToPlayToEndTimeNotification = Notification.Name(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
  /// Its time jumped.
  public static let timeJumpedNotification = Notification.Name("AVPlayerItemTimeJumpedNotification")
  /// Sound was not ready in time, and playing waits for it.
  public static let playbackStalledNotification = Notification.Name("AVPlayerItemPlaybackStalledNotification")

  /// Posts the notification of `notice`, and notifies observers.
  func post(_ notice: PlayerItemNotification) {
    var userInfo: [AnyHashable: Any]?
    let name: Notification.Name
    switch notice {
    case .didPlayToEndTime: name = Self.didPlayToEndTimeNotification
    case .failedToPlayToEndTime(let error):
      name = Self.failedToPlayToEndTimeNotification
      userInfo = [
        AVPlayerItemFailedToPlayToEndTimeErrorKey: avError(error, hasVideoComposition: videoComposition != nil)
      ]
    case .timeJumped: name = Self.timeJumpedNotification
    case .playbackStalled: name = Self.playbackStalledNotification
    }
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
    lookForChanges()
  }
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
