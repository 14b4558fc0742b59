public import CoreMedia
public import Foundation

/// Renderers that take sample buffers and present each at its time, by a timebase (`AVQueuedSampleBufferRendering`): ``AVSampleBufferVideoRenderer``,
/// ``AVSampleBufferDisplayLayer`` and ``AVSampleBufferAudioRenderer``.
///
/// Threads: those of the class.
public protocol AVQueuedSampleBufferRendering: NSObjectProtocol {
  /// The timebase that times refer to. Read only: it is controlled by a synchronizer, or a layer's control timebase.
  var timebase: CMTimebase { get }
  /// Takes `sampleBuffer`, to be presented when its time has come.
  func enqueue(_ sampleBuffer: CMSampleBuffer)
  /// Forgets what was taken and was not presented yet.
  func flush()
  /// Whether it has room for more. Buffers that come although it has none are taken, too.
  var isReadyForMoreMediaData: Bool { get }
  /// Calls `block` on `queue` whenever there is room, until ``stopRequestingMediaData()``. Another request takes the place of this one.
  func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void)
  /// Ends what ``requestMediaDataWhenReady(on:using:)`` began.
  func stopRequestingMediaData()
  /// Whether it has enough to begin with.
  var hasSufficientMediaDataForReliablePlaybackStart: Bool { get }
}

extension AVQueuedSampleBufferRendering {
  /// Calls `block` on `queue`, which an actor can have, too, whenever there is room.
  public func requestMediaDataWhenReady(
    on queue: DispatchSerialQueue, using block: @escaping @Sendable () -> Void
  ) {
    requestMediaDataWhenReady(on: queue.queue, using: block)
  }
}

/// State of a renderer of sample buffers (`AVQueuedSampleBufferRenderingStatus`).
public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable {
  /// Nothing was given to it yet.
  case unknown
  /// It presents what it is given.
  case rendering
  /// It presents nothing more until it is flushed; its error says why.
  case failed
}

/// Demands of a synchronizer on the renderers that it can have.
protocol SynchronizedRendering: AVQueuedSampleBufferRendering {
  /// Clock that it goes by.
  var clock: RenderingClock { get }
}
