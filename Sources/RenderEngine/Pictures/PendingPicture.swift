import Dispatch
import GStreamer
import Rendering
import Synchronization

/// A picture that is there, or is being made on another thread.
///
/// Threads: any.
final class PendingPicture: Sendable {
  private let outcome: Mutex<Result<Buffer, any Error>?>
  private let done = DispatchSemaphore(value: 0)

  /// The picture `buffer`, which is there.
  init(_ buffer: Buffer) {
    outcome = Mutex(.success(buffer))
    done.signal()
  }

  /// The picture that `body` makes on one of the threads of `queue`. Pictures that it waits for were begun before it.
  init(on queue: DispatchQueue, _ body: @escaping @Sendable () throws -> Buffer) {
    outcome = Mutex(nil)
    queue.async { [self] in
      let made = Result { try body() }
      outcome.withLock { $0 = made }
      done.signal()
    }
  }

  /// Whether nothing is left to be waited for.
  var isReady: Bool { outcome.withLock { $0 != nil } }

  /// The picture; waits for it as long as `cancellation` allows.
  ///
  /// - Throws: the error for which it cannot be made; `RenderError` with `.cancelled`.
  func buffer(_ cancellation: Cancellation) throws -> Buffer {
    while done.wait(timeout: .now() + .nanoseconds(Int(Cancellation.pollInterval))) == .timedOut {
      try cancellation.check()
    }
    done.signal()
    guard let made = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try made.get()
  }
}

/// The threads that convert and draw pictures beside each other: as many as there are cores, shared by all renders of the
/// process.
enum DrawingThreads {
  /// Where pictures are made.
  static let queue = DispatchQueue(label: "pictures", attributes: .concurrent)
}
