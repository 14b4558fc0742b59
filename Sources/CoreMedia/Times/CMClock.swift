// swift-format-ignore-file: AlwaysUseLowerCamelCase, DontRepeatTypeInStaticProperties

import Dispatch
public import MediaTime

/// What tells a time: a clock, or a timebase over one (`CMSyncProtocol`).
public protocol CMSyncProtocol: AnyObject, Sendable {
  /// What time it is.
  var time: CMTime { get }
  /// The clock at the end of its sources.
  var ultimateSourceClock: CMClock { get }
  /// The time of its ultimate clock at which it is `time`; invalid where it stands still.
  func clockTime(at time: CMTime) -> CMTime
  /// What time it is when its ultimate clock shows `clockTime`.
  func time(atClockTime clockTime: CMTime) -> CMTime
  /// How fast it is, counted by its ultimate clock.
  var ultimateRate: Double { get }
}

extension CMSyncProtocol {
  /// The time of `clockOrTimebase` at which it is `time` here; invalid where it cannot be told (`CMSyncConvertTime`).
  public func convertTime(_ time: CMTime, to clockOrTimebase: any CMSyncProtocol) -> CMTime {
    if clockOrTimebase === self { return time }
    let shared = clockTime(at: time)
    return shared.isValid ? clockOrTimebase.time(atClockTime: shared) : .invalid
  }

  /// How fast it is, counted by `other`; 0 where that stands still.
  public func rate(relativeTo other: any CMSyncProtocol) -> Double {
    other.ultimateRate == 0 ? 0 : ultimateRate / other.ultimateRate
  }

  /// Whether the two may drift apart: never, as all follow the machine's one clock.
  public func mightDrift(relativeTo other: any CMSyncProtocol) -> Bool { false }
}

/// The machine's clock, which counts from when it was started and is never set (`CMClock`); times of what devices capture are its times.
/// Threads: any.
public final class CMClock: CMSyncProtocol, Hashable {
  /// The one there is.
  public static let hostTimeClock = CMClock()

  private init() {}

  /// Nanoseconds since the machine was started.
  public var time: CMTime { CMTime(hostNanoseconds: DispatchTime.now().uptimeNanoseconds) }
  /// Itself.
  public var ultimateSourceClock: CMClock { self }
  /// The same time.
  public func clockTime(at time: CMTime) -> CMTime { time }
  /// The same time.
  public func time(atClockTime clockTime: CMTime) -> CMTime { clockTime }
  /// 1.
  public var ultimateRate: Double { 1 }
  /// Its time, and that of what it follows: the same.
  public var anchorTime: (time: CMTime, referenceTime: CMTime) {
    let now = time
    return (now, now)
  }

  /// Whether it is the same one.
  public static func == (a: CMClock, b: CMClock) -> Bool { a === b }
  /// Of the same clock, the same.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The clock's time when the machine's counter shows `hostTime`, in nanoseconds.
  public static func convertHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime { CMTime(hostNanoseconds: hostTime) }
  /// What the machine's counter shows at `hostTime`, in nanoseconds; 0 before its start.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    UInt64(clamping: hostTime.convertScale(1_000_000_000, method: .roundTowardZero).value)
  }
}

extension CMTime {
  fileprivate init(hostNanoseconds: UInt64) {
    self.init(value: Int64(clamping: hostNanoseconds), timescale: 1_000_000_000)
  }
}

/// A clock or a timebase.
public typealias CMClockOrTimebase = any CMSyncProtocol

/// The machine's clock.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }
/// What time it is by `clock`.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }
/// The clock's time when the machine's counter shows `hostTime`, in nanoseconds.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  CMClock.convertHostTimeFromSystemUnits(hostTime)
}
/// What the machine's counter shows at `hostTime`, in nanoseconds.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  CMClock.convertHostTimeToSystemUnits(hostTime)
}
/// Whether the two may drift apart: never.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool { false }
/// Does nothing: the machine's clock is always there.
public func CMClockInvalidate(_ clock: CMClock) {}

/// What time it is by `clockOrTimebase`.
public func CMSyncGetTime(_ clockOrTimebase: any CMSyncProtocol) -> CMTime { clockOrTimebase.time }
/// The time of `toClockOrTimebase` at which it is `time` by `fromClockOrTimebase`; invalid where it cannot be told.
public func CMSyncConvertTime(
  _ time: CMTime, from fromClockOrTimebase: any CMSyncProtocol, to toClockOrTimebase: any CMSyncProtocol
) -> CMTime { fromClockOrTimebase.convertTime(time, to: toClockOrTimebase) }
/// How fast `ofClockOrTimebase` is, counted by `relativeToClockOrTimebase`.
public func CMSyncGetRelativeRate(
  _ ofClockOrTimebase: any CMSyncProtocol, relativeTo relativeToClockOrTimebase: any CMSyncProtocol
) -> Double { ofClockOrTimebase.rate(relativeTo: relativeToClockOrTimebase) }
/// Whether the two may drift apart: never.
public func CMSyncMightDrift(_ clockOrTimebase1: any CMSyncProtocol, _ clockOrTimebase2: any CMSyncProtocol) -> Bool {
  false
}
