import Rendering
import Synchronization

/// Whether some work is still wanted: checked wherever something waits.
///
/// Threads: any.
final class Cancellation: Sendable {
  private let isCancelled = Atomic(false)
  /// The larger work whose cancellation also cancels this one.
  private let whole: Cancellation?

  /// How long a wait lasts before it checks for cancellation, in nanoseconds: well under the second within which a
  /// cancelled render returns.
  static let pollInterval: Int64 = 100_000_000

  /// Work that is wanted as long as `whole` is.
  init(partOf whole: Cancellation? = nil) {
    self.whole = whole
  }

  /// Cancels the work, for good.
  func cancel() {
    isCancelled.store(true, ordering: .releasing)
  }

  /// - Throws: `RenderError` with `.cancelled` once the work is.
  func check() throws(RenderError) {
    if isCancelled.load(ordering: .acquiring) { throw RenderError(.cancelled, "The render was cancelled.") }
    try whole?.check()
  }
}
