import Synchronization

/// Compositors that are loaded when one of them is first asked for, and then kept, or why they cannot be.
///
/// Threads: any; a second caller waits for the first one's loading.
final class DeferredCompositors: Sendable {
  private let load: @Sendable () throws(CompositingError) -> CompositorRegistry
  private let outcome = Mutex<Result<CompositorRegistry, CompositingError>?>(nil)

  init(_ load: @escaping @Sendable () throws(CompositingError) -> CompositorRegistry) {
    self.load = load
  }

  /// The compositors.
  ///
  /// - Throws: What their loading threw.
  func get() throws(CompositingError) -> CompositorRegistry {
    try outcome.withLock { outcome -> Result<CompositorRegistry, CompositingError> in
      if let outcome { return outcome }
      let loaded: Result<CompositorRegistry, CompositingError>
      do throws(CompositingError) {
        loaded = .success(try load())
      } catch {
        loaded = .failure(error)
      }
      outcome = loaded
      return loaded
    }.get()
  }
}
