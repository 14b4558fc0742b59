import Synchronization

/// Compositors that are loaded at the first request for one of them, and then kept; a failure is kept as well.
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
  /// - Throws: The error of their loading.
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
