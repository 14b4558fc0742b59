import Dispatch
import Rendering
import Synchronization

/// The buffers of one input of a writer, from whoever appends them to the thread that writes them.
///
/// ```
///  append ─► │ 1 │ 2 │ 3 │   │   │ ─► thread "input"      full: who appends waits
/// ```
///
/// Threads: any. Lock order: only `state`; waiters are woken outside of it.
final class BufferQueue: Sendable {
  private struct State {
    var buffers: [SampleBuffer] = []
    var capacity: Int
    /// Whether no more come.
    var isFinished = false
    /// Whether what is left is not wanted any more.
    var isClosed = false
    /// How many were taken out.
    var takenCount = 0
    /// What to call when anything changes.
    var waiters: [@Sendable () -> Void] = []

    /// Whether there is room, or never will be.
    var hasRoomOrIsOver: Bool { buffers.count < capacity || isFinished || isClosed }
  }

  private let state: Mutex<State>

  /// A queue for `capacity` buffers.
  init(capacity: Int) {
    state = Mutex(State(capacity: capacity))
  }

  /// Whether a buffer can be appended without waiting.
  var hasRoom: Bool { state.withLock { !$0.isFinished && !$0.isClosed && $0.buffers.count < $0.capacity } }
  /// Whether no more buffers come.
  var isFinished: Bool { state.withLock { $0.isFinished || $0.isClosed } }
  /// The first buffer that is waiting.
  var first: SampleBuffer? { state.withLock(\.buffers.first) }

  /// Has the queue hold `capacity` buffers.
  func set(capacity: Int) { change { $0.capacity = capacity } }

  /// Appends `buffer` where there is room; false where there is none.
  func append(_ buffer: SampleBuffer) -> Bool {
    var isAppended = false
    change { state in
      guard !state.isFinished, !state.isClosed, state.buffers.count < state.capacity else { return }
      state.buffers.append(buffer)
      isAppended = true
    }
    return isAppended
  }

  /// No more buffers come.
  func finish() { change { $0.isFinished = true } }

  /// Nobody takes any more buffers.
  func close() {
    change { state in
      state.isClosed = true
      state.buffers = []
    }
  }

  /// The next buffer; nil after the last, and once the queue is closed. Blocks.
  func next() -> SampleBuffer? {
    while true {
      var found: SampleBuffer?
      var isOver = false
      change { state in
        if !state.buffers.isEmpty {
          found = state.buffers.removeFirst()
          state.takenCount += 1
        }
        isOver = state.isFinished || state.isClosed
      }
      if found != nil || isOver { return found }
      wait { !$0.buffers.isEmpty || $0.isFinished || $0.isClosed }
    }
  }

  /// Waits until there is room, or never will be. Blocks.
  func waitForRoom() { wait { $0.hasRoomOrIsOver } }

  /// Waits until there is room, or never will be, but no longer than `limit`. Blocks.
  func waitForRoom(atMost limit: Duration) {
    let done = DispatchSemaphore(value: 0)
    notify(when: \.hasRoomOrIsOver) { done.signal() }
    _ = done.wait(timeout: .now() + limit.seconds)
  }

  /// Waits until there is a buffer, or never will be. Blocks.
  func waitForFirst() { wait { !$0.buffers.isEmpty || $0.isFinished || $0.isClosed } }

  /// Waits until another buffer was taken out than when `body` began, or nothing will be any more. Blocks.
  func waitForChange(after takenCount: Int) {
    wait { $0.takenCount != takenCount || $0.isFinished || $0.isClosed }
  }

  /// How many buffers were taken out.
  var takenCount: Int { state.withLock(\.takenCount) }

  /// Waits until there is room, or never will be, but no longer than `limit`; the task is not held up on a thread.
  func awaitRoom(atMost limit: Duration) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let pending = Pending(continuation)
      notify(when: \.hasRoomOrIsOver) { pending.resume() }
      DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds) { pending.resume() }
    }
  }

  /// A task that waits, and goes on once. Threads: any. Lock order: innermost.
  private final class Pending: Sendable {
    private let continuation: Mutex<CheckedContinuation<Void, Never>?>

    init(_ continuation: CheckedContinuation<Void, Never>) {
      self.continuation = Mutex(continuation)
    }

    func resume() {
      let waiting = continuation.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }
      waiting?.resume()
    }
  }

  // MARK: Waiting

  private func wait(until holds: @escaping @Sendable (State) -> Bool) {
    let done = DispatchSemaphore(value: 0)
    notify(when: holds) { done.signal() }
    done.wait()
  }

  /// Calls `body` once, as soon as the state `holds`.
  private func notify(when holds: @escaping @Sendable (State) -> Bool, _ body: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      guard !holds(state) else { return true }
      state.waiters.append { [weak self] in
        if let self { notify(when: holds, body) } else { body() }
      }
      return false
    }
    if isNow { body() }
  }

  private func change(_ body: (inout State) -> Void) {
    let waiters = state.withLock { state in
      body(&state)
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter() }
  }
}

extension Duration {
  /// In seconds, as Dispatch counts.
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
