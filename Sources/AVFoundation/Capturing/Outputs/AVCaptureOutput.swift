import Capture
import EditServices
public import Foundation
import MediaFormats
import Rendering
import Synchronization

/// Destination of a session's media (`AVCaptureOutput`): a film, a program's delegate, a still. Threads: any. Lock order: only `state`.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// The engine's output.
  let engine: any CaptureOutput
  private let state = Mutex(State())

  private struct State: Sendable {
    weak var session: AVCaptureSession?
    var connections: [AVCaptureConnection] = []
  }

  /// Reason for which a buffer was left out (`AVCaptureOutput.DataDroppedReason`).
  public enum DataDroppedReason: Int, Sendable {
    /// Nothing was left out.
    case none
    /// It came while others waited.
    case lateData
    /// There was no memory for it.
    case outOfBuffers
    /// Something else.
    case discontinuity
  }

  init(_ engine: any CaptureOutput) {
    self.engine = engine
    super.init()
  }

  /// The ways from the session's inputs to it; none where it is in no session.
  open var connections: [AVCaptureConnection] { state.withLock(\.connections) }

  /// The way on which media of `mediaType` come; nil where none do.
  open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
    connections.first { $0.mediaType == mediaType }
  }

  /// The object of a picture in the plane of `connection`'s pictures: nil, as none is found (`AVCaptureMetadataOutput`).
  open func transformedMetadataObject(for metadataObject: AVMetadataObject, connection: AVCaptureConnection)
    -> AVMetadataObject?
  { nil }

  /// The session that it is in.
  var session: AVCaptureSession? { state.withLock { $0.session } }

  /// Has it be in `session`, and get media by `connections`.
  func belong(to session: AVCaptureSession?, _ connections: [AVCaptureConnection]) {
    state.withLock { ($0.session, $0.connections) = (session, connections) }
  }
}

/// The engine's side of an output that a program's code is called for: hands on what comes while media flow.
///
/// Threads: as `CaptureOutput` says.
final class CaptureTap: CaptureOutput {
  let mediaTypes: Set<MediaType>
  private let handler = Mutex(Handler())

  /// Function that is called. A function that stood in the lock by itself would be wrapped once more at each look.
  private struct Handler: Sendable {
    var call: (@Sendable (SampleBuffer) -> Void)?
  }

  init(_ mediaType: MediaType) { mediaTypes = [mediaType] }

  /// Has `body` be called with everything that comes, on the device's thread.
  func onBuffer(_ body: @escaping @Sendable (SampleBuffer) -> Void) { handler.withLock { $0.call = body } }

  func take(_ buffer: SampleBuffer, from connection: CaptureConnection) {
    guard connection.isActive else { return }
    handler.withLock(\.call)?(buffer)
  }

  func connectionEnded(_ connection: CaptureConnection, error: RenderError?) {}
}
