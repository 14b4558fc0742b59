public import AVFoundation

/// Shows a player's pictures in a small window above others (`AVPictureInPictureController`), which there is not here:
/// ``isPictureInPictureSupported()`` is false, and starting it tells the delegate that it failed. Threads: one at a time.
open class AVPictureInPictureController: NSObject {
  /// Whether there are such windows: no.
  open class func isPictureInPictureSupported() -> Bool { false }

  /// The content that is shown (`AVPictureInPictureController.ContentSource`).
  open class ContentSource: NSObject {
    /// The layer of a player; nil of one of samples.
    public private(set) weak var playerLayer: AVPlayerLayer?
    /// The layer of samples; nil of one of a player.
    public private(set) weak var sampleBufferDisplayLayer: AVSampleBufferDisplayLayer?
    /// Who plays the samples.
    public private(set) weak var sampleBufferPlaybackDelegate: (any AVPictureInPictureSampleBufferPlaybackDelegate)?

    /// The content of `playerLayer`.
    public init(playerLayer: AVPlayerLayer) {
      self.playerLayer = playerLayer
      super.init()
    }

    /// The content of `sampleBufferDisplayLayer`, which `playbackDelegate` plays.
    public init(
      sampleBufferDisplayLayer: AVSampleBufferDisplayLayer,
      playbackDelegate: any AVPictureInPictureSampleBufferPlaybackDelegate
    ) {
      (self.sampleBufferDisplayLayer, sampleBufferPlaybackDelegate) = (sampleBufferDisplayLayer, playbackDelegate)
      super.init()
    }
  }

  /// The content that is shown.
  open var contentSource: ContentSource?
  /// The delegate.
  open weak var delegate: (any AVPictureInPictureControllerDelegate)?
  /// Whether it is to start when the program goes out of sight; false unless set.
  open var canStartPictureInPictureAutomaticallyFromInline = false
  /// Whether a person may neither pass over nor skip; false unless set.
  open var requiresLinearPlayback = false

  /// Nil, as where ``isPictureInPictureSupported()`` is false.
  public convenience init?(playerLayer: AVPlayerLayer) { return nil }

  /// A controller of `contentSource`, for which ``isPictureInPicturePossible`` stays false.
  public init(contentSource: ContentSource) {
    self.contentSource = contentSource
    super.init()
  }

  /// The layer of the player; nil of one of samples.
  open var playerLayer: AVPlayerLayer? { contentSource?.playerLayer }
  /// Whether it can be started: no.
  open var isPictureInPicturePossible: Bool { false }
  /// Whether it is shown: no.
  open var isPictureInPictureActive: Bool { false }
  /// Whether it is hidden for now: no.
  open var isPictureInPictureSuspended: Bool { false }

  /// Calls the delegate: picture in picture cannot be started.
  open func startPictureInPicture() {
    let error = AVKitError(.pictureInPictureStartFailed, "There is no picture in picture on this system.")
    delegate?.pictureInPictureController(self, failedToStartPictureInPictureWithError: error)
  }

  /// Does nothing, since nothing is shown.
  open func stopPictureInPicture() {}
  /// Does nothing, since nothing is shown.
  open func invalidatePlaybackState() {}
}

/// Delegate of picture in picture (`AVPictureInPictureControllerDelegate`).
public protocol AVPictureInPictureControllerDelegate: NSObjectProtocol {
  /// It is about to start.
  func pictureInPictureControllerWillStartPictureInPicture(_ controller: AVPictureInPictureController)
  /// It has started.
  func pictureInPictureControllerDidStartPictureInPicture(_ controller: AVPictureInPictureController)
  /// It could not start.
  func pictureInPictureController(
    _ controller: AVPictureInPictureController, failedToStartPictureInPictureWithError error: any Error)
  /// It is about to stop.
  func pictureInPictureControllerWillStopPictureInPicture(_ controller: AVPictureInPictureController)
  /// It has stopped.
  func pictureInPictureControllerDidStopPictureInPicture(_ controller: AVPictureInPictureController)
  /// The program is to show its own interface again, and report by `completionHandler`.
  func pictureInPictureController(
    _ controller: AVPictureInPictureController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void)
}

extension AVPictureInPictureControllerDelegate {
  /// Does nothing.
  public func pictureInPictureControllerWillStartPictureInPicture(_ controller: AVPictureInPictureController) {}
  /// Does nothing.
  public func pictureInPictureControllerDidStartPictureInPicture(_ controller: AVPictureInPictureController) {}
  /// Does nothing.
  public func pictureInPictureController(
    _ controller: AVPictureInPictureController, failedToStartPictureInPictureWithError error: any Error
  ) {}
  /// Does nothing.
  public func pictureInPictureControllerWillStopPictureInPicture(_ controller: AVPictureInPictureController) {}
  /// Does nothing.
  public func pictureInPictureControllerDidStopPictureInPicture(_ controller: AVPictureInPictureController) {}
  /// Says that it did not.
  public func pictureInPictureController(
    _ controller: AVPictureInPictureController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(false) }
}

/// Plays the samples that are shown (`AVPictureInPictureSampleBufferPlaybackDelegate`).
public protocol AVPictureInPictureSampleBufferPlaybackDelegate: NSObjectProtocol {
  /// A person plays or pauses.
  func pictureInPictureController(_ controller: AVPictureInPictureController, setPlaying playing: Bool)
  /// The time range that can be played now.
  func pictureInPictureControllerTimeRangeForPlayback(_ controller: AVPictureInPictureController) -> CMTimeRange
  /// Whether it is paused.
  func pictureInPictureControllerIsPlaybackPaused(_ controller: AVPictureInPictureController) -> Bool
  /// The window has another size, in pixels.
  func pictureInPictureController(
    _ controller: AVPictureInPictureController, didTransitionToRenderSize newRenderSize: CMVideoDimensions)
  /// A person skips.
  func pictureInPictureController(
    _ controller: AVPictureInPictureController, skipByInterval skipInterval: CMTime,
    completion completionHandler: @escaping @Sendable () -> Void)
}

/// Why something of AVKit's failed (`AVKitError`).
public struct AVKitError: CustomNSError, LocalizedError, Sendable {
  /// The kind of failure.
  public enum Code: Int, Sendable {
    /// An unknown failure.
    case unknown = -1_000
    /// Picture in picture could not start.
    case pictureInPictureStartFailed = -1_001
  }

  /// The kind of failure.
  public let code: Code
  /// In words.
  public let errorDescription: String?

  init(_ code: Code, _ sentence: String) { (self.code, errorDescription) = (code, sentence) }

  /// `AVKitErrorDomain`.
  public static var errorDomain: String { "AVKitErrorDomain" }
  /// The code, as a number.
  public var errorCode: Int { code.rawValue }
}
