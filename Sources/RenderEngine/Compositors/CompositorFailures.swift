import Compositing
import Rendering
import Synchronization

/// What went wrong with custom compositors in one render, and what becomes of it.
///
/// Threads: any.
final class CompositorFailures: Sendable {
  private let policy: VideoCompositorFailurePolicy
  private let state = Mutex(State())

  private struct State {
    /// Failures that a thread which could not throw has found.
    var complaints: [RenderError] = []
    /// Failures in spite of which the film went on.
    var reported: [RenderError] = []
  }

  /// How many failures are kept; a film of which every frame fails has one for each.
  private static let capacity = 100

  /// No failures yet.
  init(_ policy: VideoCompositorFailurePolicy) {
    self.policy = policy
  }

  /// Failures in spite of which the film went on, at most a hundred.
  var reported: [RenderError] { state.withLock(\.reported) }

  /// Takes `error` up for whoever calls `check` next.
  func complain(_ error: RenderError) {
    state.withLock { state in
      if state.complaints.count < Self.capacity { state.complaints.append(error) }
    }
  }

  /// Throws the first complaint, or reports all of them, as the policy has it.
  func check() throws(RenderError) {
    for complaint in state.withLock({ state in
      defer { state.complaints = [] }
      return state.complaints
    }) {
      try meet(complaint)
    }
  }

  /// Throws `error`, or reports it, as the policy has it.
  func meet(_ error: RenderError) throws(RenderError) {
    guard policy == .showLastFrame else { throw error }
    state.withLock { state in
      if state.reported.count < Self.capacity { state.reported.append(error) }
    }
  }
}
