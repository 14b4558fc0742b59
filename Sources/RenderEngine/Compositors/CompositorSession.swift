import Compositing
import EditingModel
import GStreamer
import Rendering
import Synchronization

/// The custom compositors of one render: each is created once, and reused from span to span.
///
/// Threads: one at a time.
final class CompositorSession {
  /// The renderer's settings for compositors.
  let settings: VideoCompositingSettings
  /// The failures so far.
  let failures: CompositorFailures
  /// The last frame that a compositor finished without error; shown where the next one fails.
  var lastFrame: Buffer?

  private var compositors: [CompositorReference: CustomCompositor] = [:]

  /// A session with the compositors of `settings`, whose failures go to `failures`.
  init(_ settings: VideoCompositingSettings, failures: CompositorFailures) {
    self.settings = settings
    self.failures = failures
  }

  /// The compositor that `reference` names.
  ///
  /// - Throws: `RenderError` where there is none, or it cannot be created.
  func compositor(_ reference: CompositorReference) throws -> CustomCompositor {
    if let compositor = compositors[reference] { return compositor }
    let compositor = try CustomCompositor(reference, from: settings.compositors)
    compositors[reference] = compositor
    return compositor
  }
}

/// The failures of custom compositors in one render, and the policy for them.
///
/// Threads: any.
final class CompositorFailures: Sendable {
  private let policy: VideoCompositorFailurePolicy
  private let state = Mutex(State())

  private struct State {
    /// Errors that were reported on threads which cannot throw.
    var unhandled: [RenderError] = []
    /// Failures after which the render continued.
    var reported: [RenderError] = []
  }

  /// Limit of the failures that are kept; a movie with a failure in every frame has one for each.
  private static let capacity = 100

  /// No failures yet.
  init(_ policy: VideoCompositorFailurePolicy) {
    self.policy = policy
  }

  /// Failures after which the render continued, at most a hundred.
  var reported: [RenderError] { state.withLock(\.reported) }

  /// Keeps `error` for the next call of `check`.
  func report(_ error: RenderError) {
    state.withLock { state in
      if state.unhandled.count < Self.capacity { state.unhandled.append(error) }
    }
  }

  /// Throws the first reported error or records all of them, as the policy says.
  func check() throws(RenderError) {
    for error in state.withLock({ state in
      defer { state.unhandled = [] }
      return state.unhandled
    }) {
      try handle(error)
    }
  }

  /// Throws `error` or records it, as the policy says.
  func handle(_ error: RenderError) throws(RenderError) {
    guard policy == .showLastFrame else { throw error }
    state.withLock { state in
      if state.reported.count < Self.capacity { state.reported.append(error) }
    }
  }
}
