import Dispatch
import Rendering
import Synchronization
import Waiting

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
    /// Whether somebody is called who appends, whenever there is room.
    var isAskedFor = false

    /// Whether there is room, or never will be.
    var hasRoomOrIsOver: Bool { buffers.count < capacity || isFinished || isClosed }
    /// Whether there is a buffer, or never will be.
    var hasFirstOrIsOver: Bool { !buffers.isEmpty || isFinished || isClosed }
  }

  private let state: Monitor<State>

  /// A queue for `capacity` buffers.
  init(capacity: Int) {
    state = Monitor(State(capacity: capacity))
  }

  /// Whether a buffer can be appended without waiting.
  var hasRoom: Bool { state.read { !$0.isFinished && !$0.isClosed && $0.buffers.count < $0.capacity } }
  /// Whether no more buffers come.
  var isFinished: Bool { state.read { $0.isFinished || $0.isClosed } }
  /// Whether somebody is called who appends, whenever there is room.
  var isAskedFor: Bool {
    get { state.read(\.isAskedFor) }
    set { state.change { $0.isAskedFor = newValue } }
  }
  /// The first buffer that is waiting.
  var first: SampleBuffer? { state.read(\.buffers.first) }

  /// Has the queue hold `capacity` buffers.
  func set(capacity: Int) { state.change { $0.capacity = capacity } }

  /// Appends `buffer` where there is room; false where there is none.
  func append(_ buffer: SampleBuffer) -> Bool {
    state.change { state in
      guard !state.isFinished, !state.isClosed, state.buffers.count < state.capacity else { return false }
      state.buffers.append(buffer)
      return true
    }
  }

  /// No more buffers come.
  func finish() { state.change { $0.isFinished = true } }

  /// Nobody takes any more buffers.
  func close() {
    state.change { state in
      state.isClosed = true
      state.buffers = []
    }
  }

  /// The next buffer; nil after the last, and once the queue is closed. Blocks.
  func next() -> SampleBuffer? {
    state.wait { state -> SampleBuffer?? in
      guard state.hasFirstOrIsOver else { return nil }
      guard !state.buffers.isEmpty else { return .some(nil) }
      state.takenCount += 1
      return state.buffers.removeFirst()
    }
  }

  /// Waits until there is room, or never will be, but no longer than `limit`; false where it is none then. Blocks.
  @discardableResult
  func waitForRoom(atMost limit: Duration) -> Bool {
    state.wait(upTo: limit) { $0.hasRoomOrIsOver ? () : nil } != nil
  }

  /// Waits until there is a buffer, or never will be. Blocks.
  func waitForFirst() { state.wait { $0.hasFirstOrIsOver ? () : nil } }

  /// Waits until another buffer was taken out than when `body` began, or nothing will be any more. Blocks.
  func waitForChange(after takenCount: Int) {
    state.wait { $0.takenCount != takenCount || $0.isFinished || $0.isClosed ? () : nil }
  }

  /// How many buffers were taken out.
  var takenCount: Int { state.read(\.takenCount) }

  /// Waits until there is room, or never will be, but no longer than `limit`; the task is not held up on a thread.
  func awaitRoom(atMost limit: Duration) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let pending = Pending(continuation)
      state.notify(when: \.hasRoomOrIsOver) { pending.resume() }
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
}

extension Duration {
  /// In seconds, as Dispatch counts.
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
