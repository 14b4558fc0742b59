public import Compositing
public import EditServices
public import MediaFormats
public import MediaTime
public import Rendering
import Synchronization

/// The current picture of a session (`AVCaptureVideoPreviewLayer`'s part), for a window or another view.
///
/// ```swift
/// let preview = CaptureVideoPreview()
/// session.addOutput(preview)
/// for await picture in preview.pictures { window.show(picture.pixelBuffer) }
/// ```
///
/// It never delays the device: a slow reader gets the newest picture, and skips those between. Threads: any; each
/// sequence by one task. Lock order: only `state`.
public final class CaptureVideoPreview: CaptureOutput {
  /// A picture and when it was taken.
  public struct Picture: Sendable {
    /// The picture.
    public let pixelBuffer: PixelBuffer
    /// The time of its taking, on the session's clock.
    public let presentationTime: CMTime
  }

  /// Pictures.
  public let mediaTypes: Set<MediaType> = [.video]
  private let state = Mutex(State())

  private struct State {
    var latest: Picture?
    var listeners: [Int: AsyncStream<Picture>.Continuation] = [:]
    var nextNumber = 0
  }

  /// A preview of nothing yet.
  public init() {}

  /// The newest picture; nil before the first.
  public var latestPicture: Picture? { state.withLock(\.latest) }

  /// The newest pictures, from now on, until the session stops or the device goes.
  public var pictures: AsyncStream<Picture> {
    let (stream, continuation) = AsyncStream<Picture>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.nextNumber += 1
      state.listeners[state.nextNumber] = continuation
      return state.nextNumber
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// As `CaptureOutput` says.
  public func take(_ buffer: SampleBuffer, from connection: CaptureConnection) {
    guard let pixelBuffer = buffer.pixelBuffer else { return }
    let picture = Picture(pixelBuffer: pixelBuffer, presentationTime: buffer.presentationTime)
    let listeners = state.withLock { state in
      state.latest = picture
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(picture) }
  }

  /// As `CaptureOutput` says.
  public func connectionEnded(_ connection: CaptureConnection, error: RenderError?) {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
