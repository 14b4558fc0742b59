/// States, actions and reasons for waiting of a player.
extension AVPlayer {
  /// Whether a player can play.
  public enum Status: Int, Sendable {
    /// No item was ready yet.
    case unknown
    /// It can play.
    case readyToPlay
    /// It cannot.
    case failed
  }

  /// Whether a player plays.
  public enum TimeControlStatus: Int, Sendable {
    /// Its rate is 0.
    case paused
    /// It is to play, and waits.
    case waitingToPlayAtSpecifiedRate
    /// It plays.
    case playing
  }

  /// Action of a player at an item's end.
  public enum ActionAtItemEnd: Int, Sendable {
    /// It plays the next one, of a queue.
    case advance
    /// It pauses.
    case pause
    /// It stands at the end.
    case none
  }

  /// Reason for which a player waits.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    /// A word.
    public var rawValue: String
    /// The reason of this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Sound was late, and some is made ahead.
    public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    /// The item is being looked at.
    public static let evaluatingBufferingRate = WaitingReason(
      rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    /// Something else is played in the midst of the item.
    public static let interstitialEvent = WaitingReason(rawValue: "AVPlayerWaitingDuringInterstitialEventReason")
    /// Others play the same at the same time: never.
    public static let waitingForCoordinatedPlayback = WaitingReason(
      rawValue: "AVPlayerWaitingForCoordinatedPlaybackReason")
    /// There is nothing to be played.
    public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
  }
}
