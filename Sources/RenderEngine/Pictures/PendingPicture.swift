import Containers
import Dispatch
import GStreamer
import Rendering
import Waiting

/// A picture that is ready, or is being made on another thread.
///
/// Threads: any. Lock order: only `outcome`.
final class PendingPicture: Sendable {
  private let outcome: Monitor<Result<Buffer, any Error>?>

  /// The picture `buffer`, which is ready.
  init(_ buffer: Buffer) {
    outcome = Monitor(.success(buffer))
  }

  /// The picture that `body` makes on one of the threads of `queue`. Pictures that `body` waits for must have started
  /// before.
  init(on queue: DispatchQueue, _ body: @escaping @Sendable () throws -> Buffer) {
    outcome = Monitor(nil)
    queue.async { [self] in
      let made = Result { try body() }
      outcome.change { $0 = made }
    }
  }

  /// Whether the picture is finished.
  var isReady: Bool { outcome.read { $0 != nil } }

  /// The picture; waits for it until `cancellation` is cancelled.
  ///
  /// - Throws: the error of making it; `RenderError` with `.cancelled`.
  func buffer(_ cancellation: Cancellation) throws -> Buffer {
    try outcome.wait(checking: cancellation.check, every: .nanoseconds(Cancellation.pollInterval)) { $0 }.get()
  }
}

/// The threads that convert and draw pictures in parallel: as many as there are cores, shared by all renders of the
/// process.
enum DrawingThreads {
  /// The queue on which pictures are made.
  static let queue = DispatchQueue(label: "pictures", attributes: .concurrent)
}
