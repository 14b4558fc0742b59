import Rendering
import Waiting

/// The buffers of one input of a writer, from the appending threads to the thread that writes them.
///
/// ```
///  append ─► │ 1 │ 2 │ 3 │   │   │ ─► thread "input"      full: appending waits
/// ```
///
/// Threads: any. Lock order: only `state`; waiters are woken outside of it.
final class BufferQueue: Sendable {
  private struct State {
    var buffers = FIFO<SampleBuffer>()
    var capacity: Int
    /// Whether no more come.
    var isFinished = false
    /// Whether what is left is not wanted any more.
    var isClosed = false
    /// The number of buffers that were taken out.
    var takenCount = 0

    init(capacity: Int) { self.capacity = capacity }

    /// Whether there is room.
    var hasRoom: Bool { buffers.count < capacity && !isFinished && !isClosed }
    /// Whether there is room, or never will be.
    var hasRoomOrEnded: Bool { hasRoom || isFinished || isClosed }
    /// Whether there is a buffer, or never will be.
    var hasFirstOrEnded: Bool { !buffers.isEmpty || isFinished || isClosed }

    /// Puts `buffer` behind the others; false where there is no room.
    mutating func append(_ buffer: SampleBuffer) -> Bool {
      guard hasRoom else { return false }
      buffers.append(buffer)
      return true
    }

    /// Takes the first buffer out; nil where there is none.
    mutating func removeFirst() -> SampleBuffer? {
      guard let buffer = buffers.removeFirst() else { return nil }
      takenCount += 1
      return buffer
    }
  }

  private let state: Monitor<State>

  /// A queue for `capacity` buffers.
  init(capacity: Int) {
    state = Monitor(State(capacity: capacity))
  }

  /// Whether a buffer can be appended without waiting.
  var hasRoom: Bool { state.read(\.hasRoom) }
  /// Whether no more buffers come.
  var isFinished: Bool { state.read { $0.isFinished || $0.isClosed } }
  /// The first buffer that is waiting.
  var first: SampleBuffer? { state.read(\.buffers.first) }

  /// Has the queue hold `capacity` buffers.
  func set(capacity: Int) { state.change { $0.capacity = capacity } }

  /// Appends `buffer` where there is room; false where there is none.
  func append(_ buffer: SampleBuffer) -> Bool {
    state.change { $0.append(buffer) }
  }

  /// No more buffers come.
  func finish() { state.change { $0.isFinished = true } }

  /// No more buffers are taken.
  func close() {
    state.change { state in
      state.isClosed = true
      state.buffers = FIFO()
    }
  }

  /// The next buffer; nil after the last, and once the queue is closed. Blocks.
  func next() -> SampleBuffer? {
    state.wait { state -> SampleBuffer?? in
      guard state.hasFirstOrEnded else { return nil }
      return .some(state.removeFirst())
    }
  }

  /// Waits until there is room, or never will be, but no longer than `limit`; false where it is none then. Blocks.
  @discardableResult
  func waitForRoom(atMost limit: Duration) -> Bool {
    state.wait(upTo: limit) { $0.hasRoomOrEnded ? () : nil } != nil
  }

  /// Calls `body` once, on any thread, when there is a buffer, or never will be.
  func onFirstBuffer(_ body: @escaping @Sendable () -> Void) {
    state.notify(when: \.hasFirstOrEnded, body)
  }

  /// Waits until there is a buffer, or never will be. Blocks.
  func waitForFirst() { state.wait { $0.hasFirstOrEnded ? () : nil } }

  /// Waits until another buffer was taken out than when `body` began, or nothing will be any more. Blocks.
  func waitForChange(after takenCount: Int) {
    state.wait { $0.takenCount != takenCount || $0.isFinished || $0.isClosed ? () : nil }
  }

  /// The number of buffers that were taken out.
  var takenCount: Int { state.read(\.takenCount) }

  /// Waits until there is room, or never will be, but no longer than `limit`, nor than its task is cancelled; the task is not held up on
  /// a thread.
  func awaitRoom(atMost limit: Duration) async {
    await state.suspend(upTo: limit, until: \.hasRoomOrEnded)
  }
}
