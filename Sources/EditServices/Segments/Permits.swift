import Synchronization

/// A semaphore of tasks: a limited number of permits at a time. Threads: any. Lock order: only `state`.
final class Permits: Sendable {
  private struct State {
    var free: Int
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The number of permits.
  let count: Int
  private let state: Mutex<State>

  init(_ count: Int) {
    self.count = count
    state = Mutex(State(free: count))
  }

  /// One of them, once one is free.
  func take() async -> Permit {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0, !state.isClosed else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    return Permit(of: self)
  }

  /// Ends all waiting for permits.
  func close() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isClosed = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  fileprivate func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// One of some permits; given back at the latest when the last reference to it goes. Threads: any.
final class Permit: Sendable {
  private let all: Permits
  private let isGiven = Atomic(false)

  fileprivate init(of all: Permits) { self.all = all }

  deinit { giveBack() }

  /// Lets another one have it.
  func giveBack() {
    guard !isGiven.exchange(true, ordering: .relaxed) else { return }
    all.giveBack()
  }
}
