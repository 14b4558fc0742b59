import Rendering
import Synchronization

/// Whether a render is still wanted: looked at wherever something waits.
///
/// Threads: any.
final class Cancellation: Sendable {
  private let isCancelled = Atomic(false)

  /// How long anything waits before it looks again, in nanoseconds: well under the second within which a cancelled
  /// render returns.
  static let patience: Int64 = 100_000_000

  /// Ends the render; cannot be taken back.
  func cancel() {
    isCancelled.store(true, ordering: .releasing)
  }

  /// Whether somebody cancelled.
  var wasCancelled: Bool { isCancelled.load(ordering: .acquiring) }

  /// - Throws: `RenderError` with `.cancelled` once somebody has.
  func check() throws(RenderError) {
    guard !wasCancelled else { throw RenderError(.cancelled, "The render was cancelled.") }
  }
}
