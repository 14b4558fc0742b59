public import MediaTime
import Rendering
import Synchronization

/// Events at given times of a player item, for timed media other than pictures and sound: texts, metadata.
///
/// ``times`` are the times at which something begins or ends; an event is sent when the player reaches each.
///
/// ```swift
/// let output = PlayerItemTimedOutput()
/// let observation = output.onEvent { event in if case .passes(let time, _) = event { change(to: time) } }
/// output.times = cues.flatMap { [$0.start, $0.end] }
/// item.add(output)
/// ```
///
/// A sequence begins where the player comes to the item, where its time jumps, and where it turns round. Threads: any. Lock order: only
/// `state`, after a player's and an item's.
public final class PlayerItemTimedOutput: PlayerItemOutput {
  /// An event, sent in order on the player's thread of calls.
  public enum Event: Hashable, Sendable {
    /// The player has come to the item, and needs ``times``. Events that pass until then follow afterwards.
    case needsTimes
    /// Former events are void: a new sequence begins.
    case flushed
    /// A sequence begins at this time, or the times are other ones: what holds there is what counts.
    case begins(CMTime, isForward: Bool)
    /// The item comes to one of the times.
    case passes(CMTime, isForward: Bool)
  }

  private struct State {
    /// The times, in order; nil as long as they are not set.
    var times: [Rational]?
    /// The lead of events, in seconds of the player's clock.
    var advance = Rational.zero
    /// The time up to which events were sent; nil before a sequence begins.
    var position: Rational?
    /// Whether the event of the sequence's beginning is still to be sent.
    var isBeginning = false
    /// Whether the times were asked for.
    var hasRequestedTimes = false
    var isForward = true
    var timeline = OutputTimeline()
    /// Has the player look again.
    var alarm: (any PlaybackAlarm)?
  }

  private let state = Mutex(State())
  private let broadcast = Broadcast<Event>()

  /// An output whose times are not said yet.
  public init() {}

  /// The times of the item at which something begins or ends, in any order; those that are not numeric are left out.
  /// Nil as long as they are unknown. They may be changed at any time.
  public var times: [CMTime]? {
    get { state.withLock { $0.times?.map { CMTime(notAfter: $0) } } }
    set {
      let sorted = newValue.map { Set($0.compactMap { Rational($0) }).sorted() }
      let alarm = state.withLock { state in
        (state.times, state.hasRequestedTimes) = (sorted, sorted != nil)
        state.isBeginning = state.position != nil
        return state.alarm
      }
      alarm?.ring()
    }
  }

  /// The largest lead of events, in seconds: decades.
  private static let mostAdvance = 1e9

  /// The lead of events before their times while the item plays, in seconds of the player's clock, from 0 on; 0 unless
  /// set, and for NaN.
  public var advanceInterval: Double {
    get { state.withLock(\.advance).seconds }
    set {
      let alarm = state.withLock { state in
        state.advance = newValue.isFinite ? max(.zero, Rational(nanosecondsOf: min(newValue, Self.mostAdvance))) : .zero
        return state.alarm
      }
      alarm?.ring()
    }
  }

  /// Has `call` be called with each event, until the observation is cancelled.
  public func onEvent(_ call: @escaping @Sendable (Event) -> Void) -> PlayerObservation { broadcast.observe(call) }

  /// The item's time when the player's clock shows `hostTime`, if nothing changes until then; where it stands, the time there. Invalid for
  /// a time that is not numeric.
  public func itemTime(forHostTime hostTime: CMTime) -> CMTime {
    state.withLock(\.timeline).itemTime(forHostTime: hostTime)
  }

  // MARK: The player

  /// Ends the sequence, if one has begun.
  func flush() -> [Event] {
    state.withLock { state in
      guard state.position != nil else { return [] }
      (state.position, state.isBeginning) = (nil, false)
      return [.flushed]
    }
  }

  /// Begins anew with whatever item it is added to next.
  func leave() {
    state.withLock { ($0.position, $0.isBeginning, $0.alarm, $0.timeline) = (nil, false, nil, OutputTimeline()) }
  }

  /// The events up to `time`, at which the item stands, or runs at `rate` until `end`. `alarm` is rung when settings
  /// change that.
  func advance(to time: Rational, rate: Rational, until end: Rational?, ringing alarm: any PlaybackAlarm) -> [Event] {
    state.withLock { state in
      state.alarm = alarm
      var events: [Event] = []
      if !state.hasRequestedTimes, state.times == nil {
        state.hasRequestedTimes = true
        events.append(.needsTimes)
      }
      let isForward = rate == .zero ? state.isForward : rate > .zero
      if isForward != state.isForward, state.position != nil {
        events.append(.flushed)
        (state.position, state.isBeginning) = (time, true)
      }
      state.isForward = isForward
      if state.position == nil { (state.position, state.isBeginning) = (time, true) }
      guard let times = state.times, var position = state.position else { return events }
      if state.isBeginning {
        events.append(.begins(CMTime(notAfter: position), isForward: isForward))
        state.isBeginning = false
      }
      let target = Self.target(time, rate: rate, advance: state.advance, until: end)
      while let next = Self.next(of: times, after: position, isForward: isForward),
        isForward ? next <= target : next >= target
      {
        events.append(.passes(CMTime(notAfter: next), isForward: isForward))
        position = next
      }
      state.position = isForward ? max(position, target) : min(position, target)
      return events
    }
  }

  /// The next time of the player's clock with an event for an item that runs by `timebase` until `end`; nil for none.
  func deadline(by timebase: Timebase, until end: Rational) -> Rational? {
    state.withLock { state in
      let isForward = timebase.rate > .zero
      guard let times = state.times, let position = state.position,
        let next = Self.next(of: times, after: position, isForward: isForward), isForward ? next <= end : next >= end
      else { return nil }
      let host = timebase.host(of: next)
      return (try? host - state.advance) ?? host
    }
  }

  /// Sends `events` on `queue`.
  func deliver(_ events: [Event], on queue: CallbackQueue) { for event in events { broadcast.send(event, on: queue) } }

  /// The time up to which events are sent.
  private static func target(
    _ time: Rational, rate: Rational, advance: Rational, until end: Rational?
  ) -> Rational {
    guard rate != .zero, advance > .zero else { return time }
    let target = time.plus((try? advance * rate) ?? Rational(nanosecondsOf: advance.seconds * rate.seconds))
    guard let end else { return target }
    return rate > .zero ? max(time, min(target, end)) : min(time, max(target, end))
  }

  /// The first of `times` behind `position` in the direction of playing.
  private static func next(of times: [Rational], after position: Rational, isForward: Bool) -> Rational? {
    let index =
      isForward
      ? times.partitioningIndex { $0 > position } : times.partitioningIndex { $0 >= position } - 1
    return times.indices.contains(index) ? times[index] : nil
  }
}

extension PlayerItemTimedOutput: TimelineOutput {
  func follow(_ timeline: OutputTimeline) { state.withLock { $0.timeline = timeline } }
}
