import Synchronization
import Waiting

/// Wakes the thread that reads a stream for some buffers at a time: to wake it for each costs as much as decoding sound.
///
/// ```
///  streaming thread   ▪▪▪▪▪▪▪▪ ▪▪▪▪▪▪▪▪ ▪▪▪ end
///                     ▲▲      ▲        ▲     ▲   wakes the reader
/// ```
///
/// Threads: any. Lock order: only `batches`.
final class BatchSignal: Sendable {
  /// The number of complete batches that the reader has not yet waited for.
  private let batches = Monitor(0)
  private let count = Atomic(0)
  private let isOver = Atomic(false)

  private let size: Int

  /// Wakes the reader for every `size` buffers, which is fewer than may wait for it.
  init(size: Int) {
    self.size = size
  }

  /// Whether the stream has ended: its last buffers are not waited for.
  var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  /// Notes a buffer. The first ones wake the reader at once, which may want no more.
  func noteBuffer() {
    let number = count.add(1, ordering: .relaxed).newValue
    if number <= 2 || number.isMultiple(of: size) { batches.change { $0 += 1 } }
  }

  /// Notes the end of the stream.
  func noteEnd() {
    isOver.store(true, ordering: .releasing)
    batches.change { $0 += 1 }
  }

  /// Waits for the next batch, for at most `nanoseconds`.
  func wait(nanoseconds: Int64) {
    batches.wait(upTo: .nanoseconds(nanoseconds)) { batches -> Void? in
      guard batches > 0 else { return nil }
      batches -= 1
      return ()
    }
  }
}
