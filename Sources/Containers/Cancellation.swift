package import Rendering
import Synchronization

/// Whether some work is still wanted: checked wherever something waits.
///
/// Threads: any. Lock order: only `whole`.
package final class Cancellation: Sendable {
  private let isCancelled = Atomic(false)
  /// The larger work whose cancellation also cancels this one.
  private let whole: Mutex<Cancellation?>

  /// The interval between a wait's checks for cancellation, in nanoseconds: well under the second within which a
  /// cancelled render returns.
  package static let pollInterval: Int64 = 100_000_000

  /// Work that is wanted as long as `whole` is.
  package init(partOf whole: Cancellation? = nil) {
    self.whole = Mutex(whole)
  }

  /// Makes the work a part of `other` instead: what was open for one reader goes on for another.
  package func become(partOf other: Cancellation) {
    whole.withLock { $0 = other }
  }

  /// Cancels the work, for good.
  package func cancel() {
    isCancelled.store(true, ordering: .releasing)
  }

  /// Whether the work is cancelled.
  package var isOver: Bool { isCancelled.load(ordering: .acquiring) || whole.withLock(\.self)?.isOver == true }

  /// - Throws: `RenderError` with `.cancelled` once the work is.
  package func check() throws(RenderError) {
    if isOver { throw RenderError(.cancelled, "The render was cancelled.") }
  }
}
