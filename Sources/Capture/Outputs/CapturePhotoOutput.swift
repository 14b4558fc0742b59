public import Compositing
public import EditServices
public import MediaFormats
public import MediaTime
public import Rendering
import Synchronization

/// A still out of a session (`AVCapturePhoto`).
public struct CapturedPhoto: Sendable {
  /// The picture (`pixelBuffer`).
  public let pixelBuffer: PixelBuffer
  /// The time of its taking, on the session's clock (`timestamp`).
  public let timestamp: CMTime
  private let renderer: any Renderer

  init(_ pixelBuffer: PixelBuffer, at timestamp: CMTime, _ renderer: any Renderer) {
    (self.pixelBuffer, self.timestamp, self.renderer) = (pixelBuffer, timestamp, renderer)
  }

  /// The picture as the bytes of an image file (`fileDataRepresentation()`).
  ///
  /// - Throws: As `Renderer.encodeImage(_:as:quality:)`.
  public func fileDataRepresentation(
    as type: ImageType = .jpeg, quality: Double = ImageType.usualQuality
  ) async throws(RenderError) -> [UInt8] {
    do {
      return try await renderer.imageData(of: pixelBuffer, as: type, quality: quality)
    } catch {
      throw RenderError(describing: error)
    }
  }
}

/// Takes stills out of what a session shows (`AVCapturePhotoOutput`, `AVCaptureStillImageOutput`).
///
/// ```swift
/// let photo = try await output.capturePhoto()
/// try Data(photo.fileDataRepresentation(as: .jpeg)).write(to: url)
/// ```
///
/// Threads: any. Lock order: only `state`.
public final class CapturePhotoOutput: CaptureOutput {
  /// Pictures.
  public let mediaTypes: Set<MediaType> = [.video]
  private let renderer: any Renderer
  private let state = Mutex(State())

  private struct State {
    var connection: CaptureConnection?
    /// Callers that wait for the next picture, by number.
    var waiting: [Int: CheckedContinuation<Result<CapturedPhoto, RenderError>, Never>] = [:]
    var nextNumber = 0
    /// Requests, by number, that were cancelled before they waited.
    var cancelled: Set<Int> = []
  }

  /// An output whose stills `renderer` encodes.
  public init(renderer: any Renderer) {
    self.renderer = renderer
  }

  /// The next picture of the session (`capturePhoto(with:delegate:)`).
  ///
  /// - Throws: `RenderError`: `.sessionNotRunning`; why the device gives no more; `.cancelled`.
  public func capturePhoto() async throws(RenderError) -> CapturedPhoto {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let refusal: RenderError? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return .cancelled() }
          guard state.connection?.isActive == true else { return .notRunning("A photo is asked for") }
          state.waiting[number] = continuation
          return nil
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        let waiting = state.waiting.removeValue(forKey: number)
        if waiting == nil { state.cancelled.insert(number) }
        return waiting
      }
      waiting?.resume(returning: .failure(.cancelled()))
    }
    state.withLock { _ = $0.cancelled.remove(number) }
    return try result.get()
  }

  /// As `CaptureOutput` says.
  public func connectionsChanged(to connections: [CaptureConnection]) {
    state.withLock { $0.connection = connections.first }
  }

  /// As `CaptureOutput` says.
  public func take(_ buffer: SampleBuffer, from connection: CaptureConnection) {
    guard let picture = buffer.pixelBuffer else { return }
    answer(.success(CapturedPhoto(picture, at: buffer.presentationTime, renderer)))
  }

  /// As `CaptureOutput` says.
  public func connectionEnded(_ connection: CaptureConnection, error: RenderError?) {
    answer(.failure(error ?? .notRunning("The session has stopped before a photo")))
  }

  private func answer(_ result: Result<CapturedPhoto, RenderError>) {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume(returning: result) }
  }
}

extension RenderError {
  /// Something that needs a session that runs.
  static func notRunning(_ what: String) -> RenderError {
    RenderError(
      .sessionNotRunning, "\(what), and the session does not run, or nothing of the kind comes out of it.",
      remedy: "Add an input and the output to a session, and start it first.")
  }
}
