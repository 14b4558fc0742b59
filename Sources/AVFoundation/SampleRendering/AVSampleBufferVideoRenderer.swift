import CoreMedia
import CoreVideo
public import Foundation
import Synchronization
import Waiting

/// Presents sample buffers with pictures, or with packets of pictures, at their times (`AVSampleBufferVideoRenderer`).
///
/// There is no window here: what is shown is asked for, by ``displayedPixelBuffer()``, or as the contents of a display layer, and is decoded
/// when it is due. It goes by the machine's time unless a synchronizer, or its layer's control timebase, says another. Threads: any. Lock
/// order: only `state`.
open class AVSampleBufferVideoRenderer: NSObject, SynchronizedRendering, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// The pictures.
  let pictures = VideoSampleQueue()
  private let request = MediaDataRequest()
  private let observers = KeyValueObservers()
  private let state = Mutex(State())

  private struct State: Sendable {
    weak var layer: LayerNotices?
    var hasFailed = false
    var isReadyForDisplay = false
    var expectation = PresentationTimeExpectation.none
  }

  /// The expected order of presentation times (`AVSampleBufferVideoRenderer.PresentationTimeExpectation`).
  public enum PresentationTimeExpectation: Hashable, Sendable {
    /// Nothing.
    case none
    /// Everything is shown after what came before.
    case monotonicallyIncreasing
    /// Nothing is shown before a time.
    case minimumUpcoming(CMTime)
  }

  /// Decoding failed; ``didFailToDecodeNotificationErrorKey`` says why.
  public class var didFailToDecodeNotification: Notification.Name {
    Notification.Name("AVSampleBufferVideoRendererDidFailToDecodeNotification")
  }
  /// The key of the error of ``didFailToDecodeNotification``.
  public class var didFailToDecodeNotificationErrorKey: String {
    "AVSampleBufferVideoRendererDidFailToDecodeNotificationErrorKey"
  }
  /// ``requiresFlushToResumeDecoding`` changed.
  public class var requiresFlushToResumeDecodingDidChangeNotification: Notification.Name {
    Notification.Name("AVSampleBufferVideoRendererRequiresFlushToResumeDecodingDidChangeNotification")
  }

  /// One that has nothing.
  public override init() { super.init() }

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { observers }

  /// Clock that it goes by.
  var clock: RenderingClock { pictures.clock }
  /// Has `layer` hear of what happens.
  func tell(_ layer: LayerNotices) { state.withLock { $0.layer = layer } }

  // MARK: What it is given

  /// The timebase that times refer to.
  open var timebase: CMTimebase { clock.timebase }

  /// Takes `sampleBuffer`, to be shown at its output presentation time, or as soon as it can be where it is to be displayed immediately. What
  /// comes after a failure is left out until it is flushed.
  open func enqueue(_ sampleBuffer: CMSampleBuffer) {
    guard pictures.enqueue(sampleBuffer) else { return }
    pictures.wake { [weak self] in self?.update() }
    clock.noteMedia()
    observers.look()
  }

  /// Forgets what is not shown yet; the picture that is shown stays. Ends a failure.
  open func flush() { flush(isEmptied: false) }

  /// Forgets what is not shown yet and, where `removeDisplayedImage` is set, the picture that is shown; calls `handler` once that is done.
  open func flush(
    removingDisplayedImage removeDisplayedImage: Bool, completionHandler handler: (@Sendable () -> Void)? = nil
  ) {
    flush(isEmptied: removeDisplayedImage)
    guard let handler else { return }
    Task.detached(executorPreference: WorkerThreads.shared) { handler() }
  }

  /// Forgets what is not shown yet and, where `removeDisplayedImage` is set, the picture that is shown.
  public func flush(removingDisplayedImage removeDisplayedImage: Bool) async {
    flush(isEmptied: removeDisplayedImage)
  }

  private func flush(isEmptied: Bool) {
    pictures.flush(isEmptied: isEmptied)
    look()
  }

  /// Whether it has room for more: for thirty pictures in all that are not shown yet.
  open var isReadyForMoreMediaData: Bool {
    update()
    return pictures.hasRoom
  }

  /// Calls `block` on `queue` whenever there is room, until ``stopRequestingMediaData()``.
  open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    request.start(on: queue, using: block) { [weak self] in self?.isReadyForMoreMediaData ?? false }
  }

  /// Ends what ``requestMediaDataWhenReady(on:using:)`` began.
  open func stopRequestingMediaData() { request.stop() }

  /// Whether it has a picture, or a packet of one.
  open var hasSufficientMediaDataForReliablePlaybackStart: Bool { pictures.hasMedia }

  // MARK: What it does

  /// Whether it shows what it is given.
  open var status: AVQueuedSampleBufferRenderingStatus {
    pictures.error != nil ? .failed : pictures.hasBegun ? .rendering : .unknown
  }
  /// Error for which it shows nothing more; nil while nothing has failed.
  open var error: (any Error)? { pictures.error }
  /// Whether it takes nothing more until it is flushed: after a failure.
  open var requiresFlushToResumeDecoding: Bool { pictures.error != nil }

  /// The picture that is shown, to be read only; nil before the first. Blocks while what is due is decoded.
  open func displayedPixelBuffer() -> CVPixelBuffer? { shown?.buffer }
  /// The picture that is shown: ``displayedPixelBuffer()``.
  open func copyDisplayedPixelBuffer() -> CVPixelBuffer? { displayedPixelBuffer() }

  /// The picture that is shown. Blocks while what is due is decoded.
  var shown: RenderedPicture? {
    update()
    return pictures.shown
  }

  /// The expected order of presentation times: a hint, stored without effect.
  open var presentationTimeExpectation: PresentationTimeExpectation {
    get { state.withLock(\.expectation) }
    set { state.withLock { $0.expectation = newValue } }
  }
  /// Says that nothing comes that is shown before `minimumUpcomingPresentationTime`: ``presentationTimeExpectation``.
  open func expectMinimumUpcomingSampleBufferPresentationTime(_ minimumUpcomingPresentationTime: CMTime) {
    presentationTimeExpectation = .minimumUpcoming(minimumUpcomingPresentationTime)
  }
  /// Says that everything that comes is shown after what came before: ``presentationTimeExpectation``.
  open func expectMonotonicallyIncreasingUpcomingSampleBufferPresentationTimes() {
    presentationTimeExpectation = .monotonicallyIncreasing
  }
  /// Takes back what was said of times: ``presentationTimeExpectation``.
  open func resetUpcomingSampleBufferPresentationTimeExpectations() { presentationTimeExpectation = .none }

  /// Gives `completionHandler` how many pictures there were; nil before the first.
  open func loadVideoPerformanceMetrics(
    completionHandler: @escaping @Sendable (AVVideoPerformanceMetrics?) -> Void
  ) {
    let metrics = metrics
    Task.detached(executorPreference: WorkerThreads.shared) { completionHandler(metrics) }
  }
  /// Numbers of pictures so far; nil before the first.
  public var videoPerformanceMetrics: AVVideoPerformanceMetrics? { get async { metrics } }

  private var metrics: AVVideoPerformanceMetrics? {
    update()
    let counts = pictures.counts
    return pictures.hasBegun
      ? AVVideoPerformanceMetrics(count: counts.all, lateCount: counts.late, lostCount: counts.lost) : nil
  }

  // MARK: What happens

  /// Shows what is due by now.
  private func update() { if pictures.update() { look() } }

  /// Notifies observers and failure handlers of changes.
  private func look() {
    let (error, isReady) = (pictures.error, pictures.shown != nil)
    let (layer, changes) = state.withLock { state in
      let changes = (failing: state.hasFailed != (error != nil), ready: state.isReadyForDisplay != isReady)
      (state.hasFailed, state.isReadyForDisplay) = (error != nil, isReady)
      return (state.layer, changes)
    }
    observers.look()
    layer?.observers.look()
    if changes.failing {
      if let error {
        post(Self.didFailToDecodeNotification, [Self.didFailToDecodeNotificationErrorKey: error])
        layer?.post(
          .AVSampleBufferDisplayLayerFailedToDecode,
          [AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey: error])
      }
      post(Self.requiresFlushToResumeDecodingDidChangeNotification)
      layer?.post(.AVSampleBufferDisplayLayerRequiresFlushToResumeDecodingDidChange)
    }
    if changes.ready { layer?.post(AVSampleBufferDisplayLayer.readyForDisplayDidChangeNotification) }
  }

  private func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }
}

/// Numbers of a renderer's pictures (`AVVideoPerformanceMetrics`).
open class AVVideoPerformanceMetrics: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// Number of pictures that were shown, or were too late, or could not be decoded.
  public let totalNumberOfFrames: Int
  /// Number of pictures that came after their time, when one that follows was shown already.
  public let numberOfDroppedFrames: Int
  /// Number of pictures that could not be decoded.
  public let numberOfCorruptedFrames: Int
  /// Number of pictures that a display showed in a way of its own: none, as there is none.
  public var numberOfFramesDisplayedUsingOptimizedCompositing: Int { 0 }
  /// Delay of late pictures in all, in seconds: 0, as pictures are shown when they are asked for.
  public var totalAccumulatedFrameDelay: TimeInterval { 0 }

  init(count: Int, lateCount: Int, lostCount: Int) {
    (totalNumberOfFrames, numberOfDroppedFrames, numberOfCorruptedFrames) = (count, lateCount, lostCount)
    super.init()
  }
}
