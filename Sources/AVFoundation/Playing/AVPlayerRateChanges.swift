/// Contents of the notification of a player's rate (``AVPlayer/rateDidChangeNotification``).
extension AVPlayer {
  /// Reason for a change of the rate (`AVPlayer.RateDidChangeReason`).
  public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
    /// A word.
    public var rawValue: String
    /// The reason of this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The program has set it.
    public static let setRateCalled = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
    /// The program has set it, and it could not be: never said.
    public static let setRateFailed = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
    /// Other sound has precedence: never said.
    public static let audioSessionInterrupted = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
    /// The program is not seen any more: never said.
    public static let appBackgrounded = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
  }

  /// The key of the reason, which is there where the program has set the rate.
  public static let rateDidChangeReasonKey = "AVPlayerRateDidChangeReasonKey"
  /// The key of the participant who has set the rate of a coordinated playback: never there.
  public static let rateDidChangeOriginatingParticipantKey = "AVPlayerRateDidChangeOriginatingParticipantKey"
}
