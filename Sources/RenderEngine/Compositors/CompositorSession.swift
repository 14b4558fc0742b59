import Compositing
import EditingModel
import GStreamer
import Rendering

/// The custom compositors of one render: each is made once, and goes on from span to span.
///
/// Threads: one at a time.
final class CompositorSession {
  /// What the renderer was told about compositors.
  let settings: VideoCompositingSettings
  /// What went wrong.
  let failures: CompositorFailures
  /// The last frame that a compositor made as it should; what is shown where the next one does not come.
  var lastFrame: Buffer?

  private var compositors: [CompositorReference: CustomCompositor] = [:]

  /// A stage for the compositors of `settings`, whose failures go to `failures`.
  init(_ settings: VideoCompositingSettings, failures: CompositorFailures) {
    self.settings = settings
    self.failures = failures
  }

  /// The compositor that `reference` names.
  ///
  /// - Throws: `RenderError` where there is none, or it cannot be made.
  func compositor(_ reference: CompositorReference) throws -> CustomCompositor {
    if let compositor = compositors[reference] { return compositor }
    let compositor = try CustomCompositor(reference, from: settings.compositors)
    compositors[reference] = compositor
    return compositor
  }
}
