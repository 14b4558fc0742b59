import Compositing
import MediaTime
import Rendering
import Synchronization

/// A player's implementation: one state, and a thread that performs each action at its time.
///
/// ```
///  calls ──► state ◄── player thread ──► sinks, outputs          (pictures, sound that was heard)
///              │  ▲         │
///      want    ▼  │ ring    ▼ enqueue
///        PictureFeed    CallbackQueue ──► observers, completions
///        SoundPump ──► SoundSink
/// ```
///
/// Calls change the state and ring the alarm; effects outside the lock are left to the player's thread, so that all
/// happen in one order. Lock order: `state`, then an item's, then a feed's, the pump's, an observation's, the queue's,
/// an alarm's. No callback runs while one is held.
final class PlayerCore: Sendable {
  let renderer: any Renderer
  let clock: any PlaybackClock
  let pictureSink: (any PictureSink)?
  let hasSoundSink: Bool
  /// The latency of the sound's sink: the lead of its taking a sample over its being heard.
  let soundLatency: Rational
  let alarm: any PlaybackAlarm
  let calls: CallbackQueue
  let pump: SoundPump
  let state = Mutex(PlaybackState())
  /// Sends states to watchers.
  let states = Broadcast<PlayerState>()

  /// A player that renders with `renderer`, shows and sounds through sinks, and goes by `clock`: by that of the sound's sink where it has
  /// one.
  init(
    renderer: any Renderer, clock: any PlaybackClock, pictureSink: (any PictureSink)?, soundSink: (any SoundSink)?
  ) {
    let clock = soundSink?.clock ?? clock
    (self.renderer, self.clock, self.pictureSink, hasSoundSink) = (renderer, clock, pictureSink, soundSink != nil)
    soundLatency = max(.zero, soundSink?.latency ?? .zero)
    alarm = clock.makeAlarm()
    calls = CallbackQueue(clock: clock)
    pump = SoundPump(sink: soundSink, clock: clock, owner: alarm)
    DedicatedThread.start(named: "player") { [self] in run() }
  }

  /// Ends the player: threads end, readers are closed, seeks complete with false, observers are called no more.
  func close() {
    let now = clock.now
    // The old state is released outside the lock.
    let last = state.withLock { state in
      leave(&state, at: state.latest(now))
      endWaiting(&state)
      for item in state.items { release(item, keeping: item === state.item ? state.time : nil) }
      let last = state
      state = PlaybackState()
      state.isClosed = true
      return last
    }
    for record in last.records.values { record.close() }
    calls.close()
    // Completions of waiting callers are owed to them.
    for effect in last.effects where effect.runsAfterEnd { effect.act() }
    pump.close()
    states.finish()
    alarm.ring()
  }

  /// Changes the state, and has the thread look at it.
  func change<Result: Sendable>(_ body: (inout PlaybackState, _ now: Rational) -> Result) -> Result {
    let now = clock.now
    let result = state.withLock { state in
      defer { notifyObservers(&state) }
      return body(&state, state.latest(now))
    }
    alarm.ring()
    return result
  }

  // MARK: The player's thread

  /// The thread's next step after a look at the state.
  private struct Step {
    var effects: [PlaybackState.Effect]
    var deadline: Rational?
    var isClosed: Bool
  }

  private func run() {
    while true {
      let now = clock.now
      let turn = state.withLock { state in nextStep(&state, at: state.latest(now)) }
      if turn.isClosed { break }
      for effect in turn.effects { effect.act() }
      if turn.effects.isEmpty { alarm.wait(until: turn.deadline) }
    }
    alarm.retire()
  }

  private func nextStep(_ state: inout PlaybackState, at now: Rational) -> Step {
    guard !state.isClosed else { return Step(effects: [], deadline: nil, isClosed: true) }
    process(&state, at: now)
    notifyObservers(&state)
    defer { state.effects = [] }
    let deadline = state.effects.isEmpty ? deadline(state, at: now) : nil
    return Step(effects: state.effects, deadline: deadline, isClosed: false)
  }

  /// Does what is due at `now`.
  private func process(_ state: inout PlaybackState, at now: Rational) {
    state.observers.removeAll { !$0.observer.isActive }
    if let scheduled = state.scheduled, isDue(scheduled, state, at: now) { start(scheduled, &state, at: now) }
    if let error = failure(of: state.record) { fail(&state, error, at: now) }
    if state.record?.media != nil {
      advance(&state, at: now)
      switchMedia(&state, at: now)
      if canPlace(state) { place(&state, at: now) }
      show(&state, at: now)
      startIfReady(&state, at: now)
      if state.timebase == nil { deliverTimedEvents(&state, upTo: state.time) }
    }
    // After that, as what was gone over to may have been changed meanwhile.
    for item in state.items.prefix(2) { openIfNeeded(item, &state) }
    makeNextReady(state)
  }

  /// Sends the state to watchers, if it differs from the last one sent.
  func notifyObservers(_ state: inout PlaybackState) {
    let now = PlayerState(state)
    guard now != state.lastReported else { return }
    state.lastReported = now
    states.send(now, on: calls)
  }

  private func failure(of record: ItemRecord?) -> RenderError? {
    record?.media?.pictures?.failure ?? record?.incoming?.pictures?.failure ?? pump.failure
  }
}
