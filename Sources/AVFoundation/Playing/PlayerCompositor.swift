import Compositing
import EditingModel
import GstEdit
import ModelValues
import Rendering
import Synchronization

/// A compositor class of a player item's video composition, found by a number: a player has one renderer for all that it plays.
///
/// Kept by its item. Threads: any. Lock order: only `known`.
final class PlayerCompositor: Sendable {
  private struct Weak: Sendable { weak var value: PlayerCompositor? }
  private static let known = Mutex<(count: Int, all: [Int: Weak])>((0, [:]))

  private let source: CompositorSource
  private let number: Int

  /// The compositor of `videoComposition`, a snapshot.
  init(_ videoComposition: AVVideoComposition) {
    source = CompositorSource(videoComposition)
    number = Self.known.withLock { known in
      known.count += 1
      return known.count
    }
    Self.known.withLock { $0.all[number] = Weak(value: self) }
  }

  deinit { Self.known.withLock { _ = $0.all.removeValue(forKey: number) } }

  /// Reference by which a film names the compositor.
  var reference: CompositorReference {
    CompositorReference(name: CompositorSource.name, parameters: .number("\(number)"))
  }

  /// A renderer that finds every item's compositor.
  static func renderer() -> any Renderer {
    var compositors = CompositorRegistry()
    compositors.register(CompositorSource.name) { parameters in
      guard case .number(let digits)? = parameters, let number = Int(digits),
        let found = known.withLock({ $0.all[number]?.value })
      else { throw RenderError(.unsupported, "The item whose compositor is asked for is gone.") }
      return try CompositorAdapter(found.source)
    }
    return Engine.renderer(compositing: VideoCompositingSettings(compositors: compositors))
  }
}
