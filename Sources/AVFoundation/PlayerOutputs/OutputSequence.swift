import CoreMedia
import Dispatch
import Foundation
import Playing
import Synchronization
import Waiting

/// An output's connection to its item's times.
protocol ItemMoments: Sendable {
  /// The engine's output of events.
  var engine: PlayerItemTimedOutput { get }
  /// Belongs to `item` from now on; false where it belongs to another one.
  func attach(to item: AVPlayerItem) -> Bool
  /// Belongs to no item any more, and forgets what it has of it.
  func detach()
  /// The item's time when the machine's clock, in seconds, shows `hostTime`.
  func itemTime(forHostTime hostTime: CFTimeInterval) -> CMTime
}

/// A push output's timed values of its item, and its delegate.
///
/// The values are read once the player comes to the item. Threads: any. Lock order: only `state`; no callback runs
/// while it is held.
final class OutputSequence<Value: Sendable>: ItemMoments {
  let engine = PlayerItemTimedOutput()
  /// The delegate.
  let calls = DelegateCalls()
  private let state = Mutex(State())

  private struct State: Sendable {
    /// The queue that was given; nil for the main one.
    var queue: DispatchQueue?
    weak var item: AVPlayerItem?
    var entries = TimedEntries<Value>()
    /// Number of times that reading has begun: only what the last gives counts.
    var readings = 0
    /// Whether something of the item was read, or is.
    var hasBegun = false
    /// Whether the last call of the delegate had contents.
    var isHolding = false
    var watching: PlayerObservation?
  }

  deinit { state.withLock(\.watching)?.cancel() }

  /// The item; nil where there is none.
  var item: AVPlayerItem? { state.withLock { $0.item } }
  /// Values, and when they hold.
  var entries: TimedEntries<Value> { state.withLock(\.entries) }
  /// Queue on which the delegate hears of it; nil for the main queue.
  var queue: DispatchQueue? { state.withLock(\.queue) }

  /// Has `delegate` hear of it on `queue`, or on the main queue.
  func setDelegate(_ delegate: AnyObject?, on queue: DispatchQueue?) {
    state.withLock { $0.queue = queue }
    calls.set(delegate, on: queue ?? .main)
  }

  /// Has `call` be called with the player's events.
  func watch(_ call: @escaping @Sendable (PlayerItemTimedOutput.Event) -> Void) {
    let observation = engine.onEvent(call)
    state.withLock { $0.watching = observation }
  }

  func attach(to item: AVPlayerItem) -> Bool {
    let (isTaken, isNew) = state.withLock { state in
      if state.item === item { return (true, false) }
      guard state.item == nil else { return (false, false) }
      // What it has is of an item that is gone.
      (state.item, state.entries, state.hasBegun) = (item, TimedEntries(), false)
      state.readings += 1
      return (true, true)
    }
    if isNew { engine.times = nil }
    return isTaken
  }

  func detach() {
    state.withLock { state in
      state.item = nil
      state.entries = TimedEntries()
      state.readings += 1
      state.hasBegun = false
    }
    engine.times = nil
  }

  /// Whether something of the item was read, or is.
  var hasBegun: Bool { state.withLock(\.hasBegun) }

  /// Reads what holds when by `read`, on a thread that may block; what is under way is given up.
  func read(_ read: @escaping @Sendable (AVPlayerItem) async -> TimedEntries<Value>) {
    let (item, number) = state.withLock { state in
      state.readings += 1
      state.hasBegun = true
      return (state.item, state.readings)
    }
    guard let item else { return }
    Task.detached(executorPreference: WorkerThreads.shared) { [self] in
      let entries = await read(item)
      let isTaken = state.withLock { state in
        guard state.readings == number else { return false }
        state.entries = entries
        return true
      }
      if isTaken { engine.times = entries.times }
    }
  }

  /// Whether the delegate is to be called: with contents always, without contents once.
  func isNews(_ isHolding: Bool) -> Bool {
    state.withLock { state in
      defer { state.isHolding = isHolding }
      return state.isHolding || isHolding
    }
  }

  /// Notes that the delegate's contents are void.
  func flush() { state.withLock { $0.isHolding = false } }

  func itemTime(forHostTime hostTime: CFTimeInterval) -> CMTime {
    engine.itemTime(forHostTime: CMTime(seconds: hostTime, preferredTimescale: 1_000_000_000)).inMovieUnits
  }
}
