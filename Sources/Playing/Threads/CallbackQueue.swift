import Foundation
import Rendering
import Synchronization
import Waiting

/// The thread on which a player calls observers and completions: one after another, in order.
///
/// A slow observer so delays later calls, but neither pictures nor sound: sinks and outputs are called on the player's
/// own threads (``perform(_:)``). Lock order: `state` and `running`, never one under the other.
final class CallbackQueue: Sendable {
  private struct State {
    var calls: [(call: @Sendable () -> Void, runsAfterEnd: Bool)] = []
    var isClosed = false
  }

  /// The threads that are in a call: this queue's or the player's own.
  private struct Running {
    var threads: Set<ObjectIdentifier> = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let running = Monitor(Running())
  private let alarm: any PlaybackAlarm

  /// Limit of the time for which closing waits for a call under way.
  private static let patience = Duration.seconds(5)

  /// The queue of a player that goes by `clock`.
  init(clock: any PlaybackClock) {
    alarm = clock.makeAlarm()
    DedicatedThread.start(named: "player calls") { [self] in run() }
  }

  /// Has `call` be called after all others; after the queue is closed only if `runsAfterEnd`, as to a waiting caller.
  func enqueue(runsAfterEnd: Bool = false, _ call: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.calls.append((call, runsAfterEnd)) }
      return !state.isClosed
    }
    if isOpen {
      alarm.ring()
    } else if runsAfterEnd {
      DedicatedThread.start(named: "player calls", call)
    }
  }

  /// Calls `call` at once, on the calling thread, unless the queue is closed.
  func perform(_ call: () -> Void) {
    let thread = ObjectIdentifier(Thread.current)
    let isOpen = running.change { running in
      if !running.isClosed { running.threads.insert(thread) }
      return !running.isClosed
    }
    guard isOpen else { return }
    call()
    running.change { _ = $0.threads.remove(thread) }
  }

  /// Ends the thread when the calls are made that are owed. Others are dropped: when this has returned none begins, and none is under way
  /// but one that this comes from itself, or that takes longer than five seconds.
  func close() {
    state.withLock { $0.isClosed = true }
    alarm.ring()
    let thread = ObjectIdentifier(Thread.current)
    running.change { $0.isClosed = true }
    running.wait(upTo: Self.patience) { $0.threads.subtracting([thread]).isEmpty ? true : nil }
  }

  private func run() {
    while true {
      let (calls, isClosed) = state.withLock { state in
        defer { state.calls = [] }
        return (state.calls, state.isClosed)
      }
      for (call, runsAfterEnd) in calls { runsAfterEnd ? call() : perform(call) }
      if isClosed { break }
      if calls.isEmpty { alarm.wait(until: nil) }
    }
    alarm.retire()
  }
}
