import Compositing
import Synchronization

/// The handles that plug-ins hold, and what they stand for. A number is never used twice, so that one that has ended is
/// known to have.
///
/// Threads: any.
final class PluginHandles: Sendable {
  /// The handles of the process: a plug-in calls back with nothing but a handle.
  static let shared = PluginHandles()

  private let state = Mutex(State())

  private struct State {
    var last: UInt64 = 0
    var open: [UInt64: PluginHandle] = [:]
    /// What to do when a handle is ended once more, for the last handles that ended.
    var ended: [(number: UInt64, complain: @Sendable () -> Void)] = []
  }

  /// How many handles that have ended are remembered.
  private static let memory = 256

  /// A number for `handle`.
  func open(_ handle: PluginHandle) -> UInt64 {
    state.withLock { state in
      state.last += 1
      state.open[state.last] = handle
      return state.last
    }
  }

  /// What `number` stands for; nil once it has ended.
  func handle(_ number: UInt64) -> PluginHandle? {
    state.withLock { $0.open[number] }
  }

  /// Ends `number`; what it stood for. One that has ended before is told of that.
  func end(_ number: UInt64) -> PluginHandle? {
    let (handle, complain) = state.withLock { state -> (PluginHandle?, (@Sendable () -> Void)?) in
      guard let handle = state.open.removeValue(forKey: number) else {
        return (nil, state.ended.first { $0.number == number }?.complain)
      }
      if let complain = handle.request?.complaint { state.ended.append((number, complain)) }
      if state.ended.count > Self.memory { state.ended.removeFirst() }
      return (handle, nil)
    }
    complain?()
    return handle
  }
}
