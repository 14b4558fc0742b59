import Rendering
import Synchronization

/// The object of its compositor class that a service shows (`customVideoCompositor`), also before it works: its
/// sessions use it before any other instance, so that the program's settings of the object hold for the frames.
/// Threads: any. Lock order: innermost.
final class ShownCompositor: Sendable {
  private let state = Mutex<(object: CompositorSource.Idle?, isBorrowed: Bool)>((nil, false))

  /// The object, made of `type` where there is none yet; nil where none can be made.
  func object(of type: (any AVVideoCompositing.Type)?) -> (any AVVideoCompositing)? {
    guard let type else { return nil }
    return (try? made(type))?.compositor
  }

  /// The object for a session; nil where another session has it.
  ///
  /// - Throws: `RenderError` where none can be made.
  func borrow(_ type: any AVVideoCompositing.Type) throws(RenderError) -> CompositorSource.Idle? {
    let object = try made(type)
    return state.withLock { state in
      defer { state.isBorrowed = true }
      return state.isBorrowed ? nil : object
    }
  }

  /// Takes `object` back from a session; false where it is not the shown one.
  func giveBack(_ object: CompositorSource.Idle) -> Bool {
    state.withLock { state in
      guard state.object?.compositor === object.compositor else { return false }
      state.isBorrowed = false
      return true
    }
  }

  private func made(_ type: any AVVideoCompositing.Type) throws(RenderError) -> CompositorSource.Idle {
    if let object = state.withLock(\.object) { return object }
    // A program's own `init()` is called without the lock.
    let new = try CompositorSource.Idle(type)
    return state.withLock { state in
      let object = state.object ?? new
      state.object = object
      return object
    }
  }
}

extension AVVideoComposition {
  /// The object of its compositor class with which the service that holds it works.
  var customVideoCompositor: (any AVVideoCompositing)? { shownCompositor.object(of: customVideoCompositorClass) }
}
