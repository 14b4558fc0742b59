public import MediaTime
public import Rendering

/// A notification of an item that is played.
public enum PlayerItemNotification: Hashable, Sendable {
  /// It was played to its end, or backwards to its beginning (`didPlayToEndTimeNotification`).
  case didPlayToEndTime(CMTime)
  /// It could not be played to its end (`failedToPlayToEndTimeNotification`).
  case failedToPlayToEndTime(RenderError)
  /// Its time jumped, to here (`timeJumpedNotification`).
  case timeJumped(CMTime)
  /// Sound was not ready in time, and playing waits for it (`playbackStalledNotification`).
  case playbackStalled(CMTime)
}

extension PlayerItem {
  /// The notifications from now on, in order.
  public func notifications() -> some AsyncSequence<PlayerItemNotification, Never> & Sendable { notices.stream() }

  /// Has `call` be called with what happens, in order, on the player's thread of calls, until the observation is cancelled.
  public func onNotification(
    _ call: @escaping @Sendable (PlayerItemNotification) -> Void
  ) -> PlayerObservation {
    notices.observe(call)
  }
}
