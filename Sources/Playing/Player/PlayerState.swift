import MediaTime

/// A player's action at an item's end (`AVPlayer.ActionAtItemEnd`).
public enum ActionAtItemEnd: Int, Hashable, Sendable {
  /// It plays the next item, of a ``QueuePlayer``; backwards it pauses.
  case advance = 0
  /// It pauses.
  case pause = 1
  /// It stands at the end, at the rate that it has.
  case none = 2
}

/// Whether a player plays (`AVPlayer.TimeControlStatus`).
public enum TimeControlStatus: Int, Hashable, Sendable {
  /// Its rate is zero.
  case paused = 0
  /// It is to play, and waits: ``WaitingReason`` says what for.
  case waitingToPlayAtSpecifiedRate = 1
  /// It plays.
  case playing = 2
}

/// A player's reason for waiting (`AVPlayer.WaitingReason`).
public enum WaitingReason: String, Hashable, Sendable {
  /// There is nothing to be played.
  case noItemToPlay
  /// The item is being looked at, and its first picture and samples are being made (`evaluatingBufferingRate`).
  case evaluatingBufferingRate
  /// Sound was late, and some is being made ahead (`toMinimizeStalls`).
  case toMinimizeStalls
}

/// A player's state at one moment, as watchers receive it.
public struct PlayerState: Hashable, Sendable {
  /// Whether it plays.
  public var timeControlStatus: TimeControlStatus
  /// The reason for waiting, where it waits.
  public var reasonForWaitingToPlay: WaitingReason?
  /// The rate that was asked for; 0 where it is paused.
  public var rate: Float
  /// The identity of the item that it plays; nil for none.
  public var currentItem: ObjectIdentifier?

  init(_ state: PlaybackState) {
    (rate, currentItem) = (state.statedRate, state.item.map { ObjectIdentifier($0) })
    switch state.phase {
    case _ where state.rate == .zero: timeControlStatus = .paused
    case .running: timeControlStatus = .playing
    case .standing where state.isAtEnd: timeControlStatus = .playing
    case .standing, .waiting: timeControlStatus = .waitingToPlayAtSpecifiedRate
    }
    guard timeControlStatus == .waitingToPlayAtSpecifiedRate else { return }
    if state.item == nil {
      reasonForWaitingToPlay = .noItemToPlay
    } else if case .waiting(stalled: true) = state.phase {
      reasonForWaitingToPlay = .toMinimizeStalls
    } else {
      reasonForWaitingToPlay = .evaluatingBufferingRate
    }
  }
}
