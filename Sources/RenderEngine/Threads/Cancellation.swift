import Rendering
import Synchronization

/// Whether some work is still wanted: looked at wherever something waits.
///
/// Threads: any.
final class Cancellation: Sendable {
  private let isCancelled = Atomic(false)
  /// The work that this one is a part of, and ends with.
  private let whole: Cancellation?

  /// How long anything waits before it looks again, in nanoseconds: well under the second within which a cancelled
  /// render returns.
  static let pollInterval: Int64 = 100_000_000

  /// Work that is wanted, as long as `whole` is.
  init(partOf whole: Cancellation? = nil) {
    self.whole = whole
  }

  /// Ends the work; cannot be taken back.
  func cancel() {
    isCancelled.store(true, ordering: .releasing)
  }

  /// - Throws: `RenderError` with `.cancelled` once the work is.
  func check() throws(RenderError) {
    if isCancelled.load(ordering: .acquiring) { throw RenderError(.cancelled, "The render was cancelled.") }
    try whole?.check()
  }
}
