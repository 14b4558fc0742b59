// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreVideo
public import MediaTime
import Synchronization

/// A time that an application controls over that of a clock, or of another timebase (`CMTimebase`).
///
/// ```
///  time
///   │             ╱ rate 1
///   │      ______╱            time = anchor + rate · (source's time − source's time at the anchor)
///   │     ╱  rate 0
///   └────┴───────────► source
/// ```
///
/// It stands at 0 until it is set, with a rate of 0. Timers and other timebases that depend on it follow its changes.
/// Threads: any. No two timebases' locks are held at a time.
public final class CMTimebase: CMSyncProtocol, Hashable {
  /// The source of its time.
  private enum Source: Sendable {
    case clock(CMClock)
    case timebase(CMTimebase)

    var sync: any CMSyncProtocol {
      switch self {
      case .clock(let clock): clock
      case .timebase(let timebase): timebase
      }
    }
  }

  private struct State {
    var origin: Source
    /// The timebases that stand on it.
    var followers: [Follower] = []
    var timers: [TimebaseTimer] = []
    var rate = 0.0
    var anchor = CMTime.zero
    /// The source's time at the anchor.
    var sourceAnchor: CMTime

    /// The time when the source shows `source`.
    ///
    /// Where it stands it is the very time that was set: a sum of units of two kinds may have none that hold it.
    func time(at source: CMTime) -> CMTime {
      rate == 0 ? anchor : anchor + CMTimeMultiplyByFloat64(source - sourceAnchor, multiplier: rate)
    }

    /// Begins a new line at `source`, where the one before ends.
    mutating func anchor(at source: CMTime) { (anchor, sourceAnchor) = (time(at: source), source) }
  }

  /// A timebase that stands on another one, as long as there is one.
  private struct Follower: Sendable {
    weak let timebase: CMTimebase?
  }

  private let state: Mutex<State>
  private var origin: Source { state.withLock(\.origin) }

  private init(_ origin: Source) {
    state = Mutex(State(origin: origin, sourceAnchor: origin.sync.time))
    follow(origin)
  }

  private func follow(_ origin: Source) {
    guard case .timebase(let timebase) = origin else { return }
    timebase.state.withLock { state in
      state.followers.removeAll { $0.timebase == nil || $0.timebase === self }
      state.followers.append(Follower(timebase: self))
    }
  }

  /// One over `sourceClock`.
  public convenience init(sourceClock: CMClock) { self.init(.clock(sourceClock)) }
  /// One over `sourceTimebase`.
  public convenience init(sourceTimebase: CMTimebase) { self.init(.timebase(sourceTimebase)) }

  // MARK: Its source

  /// The clock or timebase that it stands on.
  public var source: any CMSyncProtocol { origin.sync }
  /// The clock that it stands on; nil where it stands on a timebase.
  public var sourceClock: CMClock? { if case .clock(let clock) = origin { clock } else { nil } }
  /// The timebase that it stands on; nil where it stands on a clock.
  public var sourceTimebase: CMTimebase? { if case .timebase(let timebase) = origin { timebase } else { nil } }
  /// The clock at the end of its sources.
  public var ultimateSourceClock: CMClock { origin.sync.ultimateSourceClock }

  /// Has it stand on `sourceClock` from now on; it is the same time.
  func setSource(_ sourceClock: CMClock) { move(to: .clock(sourceClock)) }

  /// Has it stand on `sourceTimebase` from now on; it is the same time.
  ///
  /// - Returns: `kCMTimebaseError_InvalidParameter` where that one stands on this.
  func setSource(_ sourceTimebase: CMTimebase) -> OSStatus {
    var next: CMTimebase? = sourceTimebase
    while let timebase = next {
      guard timebase !== self else { return kCMTimebaseError_InvalidParameter }
      next = timebase.sourceTimebase
    }
    move(to: .timebase(sourceTimebase))
    return noErr
  }

  private func move(to origin: Source) {
    let earlier = self.origin
    let (now, then) = (earlier.sync.time, origin.sync.time)
    state.withLock { state in
      state.anchor(at: now)
      (state.origin, state.sourceAnchor) = (origin, then)
    }
    if case .timebase(let timebase) = earlier {
      timebase.state.withLock { $0.followers.removeAll { $0.timebase === self } }
    }
    follow(origin)
    post(Self.effectiveRateChanged)
  }

  // MARK: Its time

  /// The present time.
  public var time: CMTime { read { $0.time(at: $1) } }
  /// The present time, in units of `timescale`.
  public func time(withTimeScale timescale: CMTimeScale, rounding method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(timescale, method: method)
  }
  /// The rate by its source.
  public var rate: Double { state.withLock(\.rate) }
  /// The rate by the clock at the end of its sources.
  public var effectiveRate: Double { ultimateRate }
  /// The rate by the clock at the end of its sources.
  public var ultimateRate: Double { rate * origin.sync.ultimateRate }

  /// Has it be `time` now; it goes on as fast as before.
  public func setTime(_ time: CMTime) {
    read { ($0.anchor, $0.sourceAnchor) = (time, $1) }
    post(Self.timeJumped)
  }
  /// Has it go on at `rate`, from where it is.
  public func setRate(_ rate: Double) {
    let isOther = read { state, now in
      defer { state.rate = rate }
      state.anchor(at: now)
      return state.rate != rate
    }
    if isOther { post(Self.effectiveRateChanged) }
  }
  /// Has it be `anchorTime` when its source shows `immediateSourceTime`, and go on at `rate`.
  public func setRate(_ rate: Double, anchorTime: CMTime, immediateSourceTime: CMTime) {
    let isOther = state.withLock { state in
      defer { state.rate = rate }
      (state.anchor, state.sourceAnchor) = (anchorTime, immediateSourceTime)
      return state.rate != rate
    }
    if isOther { post(Self.effectiveRateChanged) }
    post(Self.timeJumped)
  }
  /// Has it be `anchorTime` when its source shows `immediateSourceTime`; it goes on as fast as before.
  public func setAnchorTime(_ anchorTime: CMTime, immediateSourceTime: CMTime) {
    state.withLock { ($0.anchor, $0.sourceAnchor) = (anchorTime, immediateSourceTime) }
    post(Self.timeJumped)
  }
  /// The present time and the rate.
  public var timeAndRate: (time: CMTime, rate: Double) { read { ($0.time(at: $1), $0.rate) } }

  /// Calls `body` with its state, and the time of the source that it stands on then.
  private func read<Result: Sendable>(_ body: (inout State, CMTime) -> Result) -> Result {
    while true {
      let sync = origin.sync
      let now = sync.time
      let result = state.withLock { state -> Result? in state.origin.sync === sync ? body(&state, now) : nil }
      if let result { return result }
    }
  }

  // MARK: Who follows

  /// Tells who observes it and what follows it that it goes otherwise than before.
  private func post(_ name: NSNotification.Name) {
    NotificationCenter.default.post(
      name: name, object: self, userInfo: [NotificationKey.eventTime.rawValue: NSValue(time: time)])
    reschedule()
    let followers = state.withLock { $0.followers.compactMap(\.timebase) }
    // One that stands does not notice.
    for follower in followers where follower.rate != 0 { follower.post(name) }
  }

  /// Changes the timers that go by it, and has each fire when it is its time.
  func changeTimers<Result: Sendable>(_ change: (inout [TimebaseTimer]) -> Result) -> Result {
    defer { reschedule() }
    return state.withLock { change(&$0.timers) }
  }

  private func reschedule() {
    let times = state.withLock { $0.timers.map(\.fireTime) }
    guard !times.isEmpty else { return }
    let deadlines = times.map { $0.map { clockTime(at: $0) } }
    state.withLock { state in
      for index in state.timers.indices where index < times.count && state.timers[index].fireTime == times[index] {
        state.timers[index].schedule(deadlines[index])
      }
    }
  }

  /// The time of its ultimate clock at which it is `time`; invalid where it stands still.
  public func clockTime(at time: CMTime) -> CMTime {
    let state = state.withLock { $0 }
    guard state.rate != 0 else { return .invalid }
    let source = state.sourceAnchor + CMTimeMultiplyByFloat64(time - state.anchor, multiplier: 1 / state.rate)
    return state.origin.sync.clockTime(at: source)
  }
  /// The time at which its ultimate clock shows `clockTime`.
  public func time(atClockTime clockTime: CMTime) -> CMTime {
    let source = origin.sync.time(atClockTime: clockTime)
    return source.isValid ? state.withLock { $0.time(at: source) } : .invalid
  }

  /// Whether it is the same one.
  public static func == (a: CMTimebase, b: CMTimebase) -> Bool { a === b }
  /// Of the same timebase, the same.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
