import Synchronization

/// How long the frames of a request may be touched: until it is finished. The host, which may then take them back, is told
/// so as soon as nobody is at their bytes.
///
/// Threads: any.
final class FrameLease: Sendable {
  private let ended: @Sendable () -> Void
  private let state = Mutex(State())

  private struct State {
    /// How many closures are at the bytes.
    var users = 0
    /// Whether the request is finished.
    var isOver = false
    /// What tells the host, as long as that has to wait.
    var ending: (@Sendable () -> Void)?
  }

  /// A lease from now on; `ended` is called when the host was told that it is over.
  init(ended: @escaping @Sendable () -> Void) {
    self.ended = ended
  }

  /// Runs `body` while the frames stay where they are.
  ///
  /// - Throws: `ExportFailure` once the request is finished, and what `body` throws.
  func hold<Result>(_ body: () throws -> Result) throws -> Result {
    try state.withLock { state throws(ExportFailure) in
      guard !state.isOver else {
        throw ExportFailure("a frame is touched whose request is finished; copy what is needed later")
      }
      state.users += 1
    }
    defer { release() }
    return try body()
  }

  /// Ends the lease, and runs `ending`, which tells the host, once nobody is at the bytes. Called once.
  func end(_ ending: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      state.isOver = true
      if state.users > 0 { state.ending = ending }
      return state.users == 0
    }
    if isFree { finish(ending) }
  }

  private func release() {
    let ending = state.withLock { state -> (@Sendable () -> Void)? in
      state.users -= 1
      return state.users == 0 ? state.ending.take() : nil
    }
    if let ending { finish(ending) }
  }

  private func finish(_ ending: @Sendable () -> Void) {
    ending()
    ended()
  }
}
