// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
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
/// It stands at 0 until it is set, with a rate of 0. Threads: any. Lock order: its own, then that of its source.
public final class CMTimebase: CMSyncProtocol, Hashable {
  /// Where its time comes from.
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
    var rate = 0.0
    var anchor = CMTime.zero
    /// The source's time at the anchor.
    var sourceAnchor: CMTime

    func time(at source: CMTime) -> CMTime {
      anchor + CMTimeMultiplyByFloat64(source - sourceAnchor, multiplier: rate)
    }

    /// Begins a new line at `source`, where the one before ends.
    mutating func anchor(at source: CMTime) { (anchor, sourceAnchor) = (time(at: source), source) }
  }

  private let origin: Source
  private let state: Mutex<State>

  private init(_ origin: Source) {
    self.origin = origin
    state = Mutex(State(sourceAnchor: origin.sync.time))
  }

  /// One over `sourceClock`.
  public convenience init(sourceClock: CMClock) { self.init(.clock(sourceClock)) }
  /// One over `sourceTimebase`.
  public convenience init(sourceTimebase: CMTimebase) { self.init(.timebase(sourceTimebase)) }

  // MARK: Its source

  /// What it stands on.
  public var source: any CMSyncProtocol { origin.sync }
  /// The clock that it stands on; nil where it stands on a timebase.
  public var sourceClock: CMClock? { if case .clock(let clock) = origin { clock } else { nil } }
  /// The timebase that it stands on; nil where it stands on a clock.
  public var sourceTimebase: CMTimebase? { if case .timebase(let timebase) = origin { timebase } else { nil } }
  /// The clock at the end of its sources.
  public var ultimateSourceClock: CMClock { origin.sync.ultimateSourceClock }

  // MARK: Its time

  /// What time it is.
  public var time: CMTime {
    let now = origin.sync.time
    return state.withLock { $0.time(at: now) }
  }
  /// What time it is, in units of `timescale`.
  public func time(withTimeScale timescale: CMTimeScale, rounding method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(timescale, method: method)
  }
  /// How fast it is, counted by its source.
  public var rate: Double { state.withLock(\.rate) }
  /// How fast it is, counted by the clock at the end of its sources.
  public var effectiveRate: Double { ultimateRate }
  /// How fast it is, counted by the clock at the end of its sources.
  public var ultimateRate: Double { rate * origin.sync.ultimateRate }

  /// Has it be `time` now; it goes on as fast as before.
  public func setTime(_ time: CMTime) {
    let now = origin.sync.time
    state.withLock { ($0.anchor, $0.sourceAnchor) = (time, now) }
  }
  /// Has it go on at `rate`, from where it is.
  public func setRate(_ rate: Double) {
    let now = origin.sync.time
    state.withLock { state in
      state.anchor(at: now)
      state.rate = rate
    }
  }
  /// Has it be `anchorTime` when its source shows `immediateSourceTime`, and go on at `rate`.
  public func setRate(_ rate: Double, anchorTime: CMTime, immediateSourceTime: CMTime) {
    state.withLock { $0 = State(rate: rate, anchor: anchorTime, sourceAnchor: immediateSourceTime) }
  }
  /// Has it be `anchorTime` when its source shows `immediateSourceTime`; it goes on as fast as before.
  public func setAnchorTime(_ anchorTime: CMTime, immediateSourceTime: CMTime) {
    state.withLock { ($0.anchor, $0.sourceAnchor) = (anchorTime, immediateSourceTime) }
  }

  /// The time of its ultimate clock at which it is `time`; invalid where it stands still.
  public func clockTime(at time: CMTime) -> CMTime {
    let state = state.withLock { $0 }
    guard state.rate != 0 else { return .invalid }
    let source = state.sourceAnchor + CMTimeMultiplyByFloat64(time - state.anchor, multiplier: 1 / state.rate)
    return origin.sync.clockTime(at: source)
  }
  /// What time it is when its ultimate clock shows `clockTime`.
  public func time(atClockTime clockTime: CMTime) -> CMTime {
    let source = origin.sync.time(atClockTime: clockTime)
    return source.isValid ? state.withLock { $0.time(at: source) } : .invalid
  }

  /// Whether it is the same one.
  public static func == (a: CMTimebase, b: CMTimebase) -> Bool { a === b }
  /// Of the same timebase, the same.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// SAFETY: a timebase is written where the caller says, once.

/// Makes a timebase over `sourceClock`.
public func CMTimebaseCreateWithSourceClock(
  allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  unsafe timebaseOut.pointee = CMTimebase(sourceClock: sourceClock)
  return 0
}
/// Makes a timebase over `sourceTimebase`.
public func CMTimebaseCreateWithSourceTimebase(
  allocator: CFAllocator?, sourceTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  unsafe timebaseOut.pointee = CMTimebase(sourceTimebase: sourceTimebase)
  return 0
}
/// The older name of ``CMTimebaseCreateWithSourceClock(allocator:sourceClock:timebaseOut:)``.
public func CMTimebaseCreateWithMasterClock(
  allocator: CFAllocator?, masterClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  unsafe CMTimebaseCreateWithSourceClock(allocator: allocator, sourceClock: masterClock, timebaseOut: timebaseOut)
}
/// What time it is by `timebase`.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }
/// What time it is by `timebase`, in units of `timescale`.
public func CMTimebaseGetTimeWithTimeScale(
  _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime { timebase.time(withTimeScale: timescale, rounding: method) }
/// How fast `timebase` is, counted by its source.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Double { timebase.rate }
/// How fast `timebase` is, counted by the clock at the end of its sources.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Double { timebase.effectiveRate }
/// Has it be `time` now by `timebase`.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
  timebase.setTime(time)
  return 0
}
/// Has `timebase` go on at `rate`.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Double) -> OSStatus {
  timebase.setRate(rate)
  return 0
}
/// Has it be `anchorTime` by `timebase` when its source shows `immediateSourceTime`, and go on at `rate`.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
  _ timebase: CMTimebase, rate: Double, anchorTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  timebase.setRate(rate, anchorTime: anchorTime, immediateSourceTime: immediateSourceTime)
  return 0
}
/// Has it be `anchorTime` by `timebase` when its source shows `immediateSourceTime`.
@discardableResult
public func CMTimebaseSetAnchorTime(
  _ timebase: CMTimebase, timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  timebase.setAnchorTime(timebaseTime, immediateSourceTime: immediateSourceTime)
  return 0
}
/// The clock that `timebase` stands on; nil where it stands on a timebase.
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }
/// The timebase that `timebase` stands on; nil where it stands on a clock.
public func CMTimebaseCopySourceTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }
/// The clock at the end of the sources of `timebase`.
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }
