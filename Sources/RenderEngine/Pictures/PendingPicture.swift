import Dispatch
import GStreamer
import Rendering
import Synchronization

/// A picture that is ready, or is being made on another thread.
///
/// Threads: any.
final class PendingPicture: Sendable {
  private let outcome: Mutex<Result<Buffer, any Error>?>
  private let done = DispatchSemaphore(value: 0)

  /// The picture `buffer`, which is ready.
  init(_ buffer: Buffer) {
    outcome = Mutex(.success(buffer))
    done.signal()
  }

  /// The picture that `body` makes on one of the threads of `queue`. Pictures that `body` waits for must have started
  /// before.
  init(on queue: DispatchQueue, _ body: @escaping @Sendable () throws -> Buffer) {
    outcome = Mutex(nil)
    queue.async { [self] in
      let made = Result { try body() }
      outcome.withLock { $0 = made }
      done.signal()
    }
  }

  /// Whether the picture is finished.
  var isReady: Bool { outcome.withLock { $0 != nil } }

  /// The picture; waits for it until `cancellation` is cancelled.
  ///
  /// - Throws: the error of making it; `RenderError` with `.cancelled`.
  func buffer(_ cancellation: Cancellation) throws -> Buffer {
    while done.wait(timeout: .now() + .nanoseconds(Int(Cancellation.pollInterval))) == .timedOut {
      try cancellation.check()
    }
    done.signal()
    guard let made = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try made.get()
  }
}

/// The threads that convert and draw pictures in parallel: as many as there are cores, shared by all renders of the
/// process.
enum DrawingThreads {
  /// Where pictures are made.
  static let queue = DispatchQueue(label: "pictures", attributes: .concurrent)
}
