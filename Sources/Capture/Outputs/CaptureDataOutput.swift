public import EditServices
public import MediaFormats
public import Rendering
import Synchronization

/// The pictures of a session, one by one (`AVCaptureVideoDataOutput`).
///
/// ```swift
/// let output = CaptureVideoDataOutput()
/// session.addOutput(output)
/// try await session.startRunning()
/// for await buffer in output.sampleBuffers { look(at: buffer.pixelBuffer) }
/// ```
///
/// The sequence ends when the session stops or the device goes. One task takes from it. Threads: any.
public final class CaptureVideoDataOutput: CaptureOutput {
  /// Pictures.
  public let mediaTypes: Set<MediaType> = [.video]
  private let queue = DeliveryQueue<SampleBuffer>(capacity: 2)
  private let discardsLate: Mutex<Bool>
  private let counts = Mutex((delivered: 0, dropped: 0))

  /// An output that discards pictures which come while others wait, unless `alwaysDiscardsLateVideoFrames` is false.
  public init(alwaysDiscardsLateVideoFrames: Bool = true) {
    discardsLate = Mutex(alwaysDiscardsLateVideoFrames)
  }

  /// Whether a picture that comes while others still wait to be taken is left out and counted; true unless set. If false, the
  /// device's thread waits, and the device itself loses what it cannot keep (`alwaysDiscardsLateVideoFrames`).
  public var alwaysDiscardsLateVideoFrames: Bool {
    get { discardsLate.withLock { $0 } }
    set { discardsLate.withLock { $0 = newValue } }
  }

  /// The number of pictures that were left out because they came while others waited
  /// (`captureOutput(_:didDrop:from:)`).
  public var droppedFrameCount: Int { counts.withLock(\.dropped) }

  /// The pictures, as they come.
  public var sampleBuffers: AsyncStream<SampleBuffer> {
    AsyncStream { [queue] in await queue.next() }
  }

  /// As `CaptureOutput` says.
  public func take(_ buffer: SampleBuffer, from connection: CaptureConnection) {
    // A late buffer of a connection that has ended begins no other sequence.
    guard connection.isActive else { return }
    queue.restart()
    let isTaken =
      alwaysDiscardsLateVideoFrames
      ? queue.offer(buffer) : queue.put(buffer) { connection.isActive && !alwaysDiscardsLateVideoFrames }
    counts.withLock { counts in
      if isTaken { counts.delivered += 1 } else { counts.dropped += 1 }
    }
  }

  /// As `CaptureOutput` says.
  public func connectionEnded(_ connection: CaptureConnection, error: RenderError?) { queue.end() }
}

/// The samples of a session, block by block (`AVCaptureAudioDataOutput`).
///
/// ```swift
/// for await buffer in output.sampleBuffers { meter.add(buffer.samples) }
/// ```
///
/// The sequence ends when the session stops or the device goes. Nothing is left out while some seconds of sound can wait; then
/// blocks are, and counted. One task takes from it. Threads: any.
public final class CaptureAudioDataOutput: CaptureOutput {
  /// Sound.
  public let mediaTypes: Set<MediaType> = [.audio]
  private let queue = DeliveryQueue<SampleBuffer>(capacity: 256)
  private let dropped = Mutex(0)

  /// An output to which nothing has come.
  public init() {}

  /// The number of a device's blocks that were left out because the queue was full.
  public var droppedBufferCount: Int { dropped.withLock { $0 } }

  /// The samples, as they come.
  public var sampleBuffers: AsyncStream<SampleBuffer> {
    AsyncStream { [queue] in await queue.next() }
  }

  /// As `CaptureOutput` says.
  public func take(_ buffer: SampleBuffer, from connection: CaptureConnection) {
    // A late buffer of a connection that has ended begins no other sequence.
    guard connection.isActive else { return }
    queue.restart()
    let isTaken =
      connection.isLive ? queue.offer(buffer) : queue.put(buffer) { connection.isActive }
    if !isTaken { dropped.withLock { $0 += 1 } }
  }

  /// As `CaptureOutput` says.
  public func connectionEnded(_ connection: CaptureConnection, error: RenderError?) { queue.end() }
}
