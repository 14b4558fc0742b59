import Compositing
import EditingModel
import GStreamer
import Rendering

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
