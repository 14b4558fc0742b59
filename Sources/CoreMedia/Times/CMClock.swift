// swift-format-ignore-file: AlwaysUseLowerCamelCase, DontRepeatTypeInStaticProperties

public import CoreVideo
import Dispatch
public import MediaTime

// SAFETY: out parameters are written once.

/// A source of time: a clock, or a timebase over one (`CMSyncProtocol`).
public protocol CMSyncProtocol: AnyObject, Sendable {
  /// The present time.
  var time: CMTime { get }
  /// The clock at the end of its sources.
  var ultimateSourceClock: CMClock { get }
  /// The time of its ultimate clock at which it is `time`; invalid where it stands still.
  func clockTime(at time: CMTime) -> CMTime
  /// The time at which its ultimate clock shows `clockTime`.
  func time(atClockTime clockTime: CMTime) -> CMTime
  /// The rate by its ultimate clock.
  var ultimateRate: Double { get }
}

extension CMSyncProtocol {
  /// The time of `clockOrTimebase` at which it is `time` here; invalid where the two share no clock
  /// (`CMSyncConvertTime`).
  public func convertTime(_ time: CMTime, to clockOrTimebase: any CMSyncProtocol) -> CMTime {
    if clockOrTimebase === self { return time }
    let shared = clockTime(at: time)
    return shared.isValid ? clockOrTimebase.time(atClockTime: shared) : .invalid
  }

  /// The rate by `other`; 0 where that stands still.
  public func rate(relativeTo other: any CMSyncProtocol) -> Double {
    other.ultimateRate == 0 ? 0 : ultimateRate / other.ultimateRate
  }

  /// The rate by `clockOrTimebase`, and a moment of both.
  ///
  /// - Throws: `rateMustBeNonZero` where that one stands still.
  public func rateAndAnchorTime(
    relativeTo clockOrTimebase: any CMSyncProtocol
  ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) {
    guard clockOrTimebase.ultimateRate != 0 else { throw CMSync.Error.rateMustBeNonZero }
    let now = CMClock.hostTimeClock.time
    return (rate(relativeTo: clockOrTimebase), time(atClockTime: now), clockOrTimebase.time(atClockTime: now))
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
  public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
    let now = time
    return (now, now)
  }
  /// Whether the two may drift apart: never.
  public func mightDrift(relativeTo otherClock: CMClock) -> Bool { false }
  /// Does nothing: the machine's clock is always there.
  public func invalidate() {}
  /// The number of the class.
  public static var typeID: CFTypeID { CFTypeID(of: CMClock.self) }

  /// The errors of its verbs, in the domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// Something that is needed is missing.
    public static let missingRequiredParameter = NSError(kCMClockError_MissingRequiredParameter)
    /// Something is not possible.
    public static let invalidParameter = NSError(kCMClockError_InvalidParameter)
    /// There is no memory.
    public static let allocationFailed = NSError(kCMClockError_AllocationFailed)
    /// It cannot do that.
    public static let unsupportedOperation = NSError(kCMClockError_UnsupportedOperation)
  }

  /// Whether it is the same one.
  public static func == (a: CMClock, b: CMClock) -> Bool { a === b }
  /// Of the same clock, the same.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The clock's time when the machine's counter shows `hostTime`, in nanoseconds.
  public static func convertHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime { CMTime(hostNanoseconds: hostTime) }
  /// The clock's time when the machine's counter shows `systemUnits`, in nanoseconds.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    CMTime(hostNanoseconds: systemUnits)
  }
  /// The reading of the machine's counter at `hostTime`, in nanoseconds; 0 before its start.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    UInt64(clamping: hostTime.convertScale(1_000_000_000, method: .roundTowardZero).value)
  }
}

extension CMTime {
  fileprivate init(hostNanoseconds: UInt64) {
    self.init(value: Int64(clamping: hostNanoseconds), timescale: 1_000_000_000)
  }
}

/// Something that is needed is missing.
public let kCMClockError_MissingRequiredParameter: OSStatus = -12_745
/// Something is not possible.
public let kCMClockError_InvalidParameter: OSStatus = -12_746
/// There is no memory.
public let kCMClockError_AllocationFailed: OSStatus = -12_747
/// A clock cannot do that.
public let kCMClockError_UnsupportedOperation: OSStatus = -12_756

/// Clocks and timebases together (`CMSync`).
public struct CMSync {
  /// The errors of their verbs, in the domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// Something that is needed is missing.
    public static let missingRequiredParameter = NSError(kCMSyncError_MissingRequiredParameter)
    /// Something is not possible.
    public static let invalidParameter = NSError(kCMSyncError_InvalidParameter)
    /// There is no memory.
    public static let allocationFailed = NSError(kCMSyncError_AllocationFailed)
    /// One of them stands still.
    public static let rateMustBeNonZero = NSError(kCMSyncError_RateMustBeNonZero)
  }
}

/// Something that is needed is missing.
public let kCMSyncError_MissingRequiredParameter: OSStatus = -12_752
/// Something is not possible.
public let kCMSyncError_InvalidParameter: OSStatus = -12_753
/// There is no memory.
public let kCMSyncError_AllocationFailed: OSStatus = -12_754
/// One of them stands still.
public let kCMSyncError_RateMustBeNonZero: OSStatus = -12_755

/// A clock or a timebase.
public typealias CMClockOrTimebase = any CMSyncProtocol

/// The machine's clock.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }
/// The present time of `clock`.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }
/// The clock's time when the machine's counter shows `hostTime`, in nanoseconds.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  CMClock.convertHostTimeFromSystemUnits(hostTime)
}
/// The reading of the machine's counter at `hostTime`, in nanoseconds.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  CMClock.convertHostTimeToSystemUnits(hostTime)
}
/// Whether the two may drift apart: never.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool { false }
/// Does nothing: the machine's clock is always there.
public func CMClockInvalidate(_ clock: CMClock) {}

/// The present time of `clockOrTimebase`.
public func CMSyncGetTime(_ clockOrTimebase: any CMSyncProtocol) -> CMTime { clockOrTimebase.time }
/// The time of `toClockOrTimebase` at which it is `time` by `fromClockOrTimebase`; invalid where the two share no
/// clock.
public func CMSyncConvertTime(
  _ time: CMTime, from fromClockOrTimebase: any CMSyncProtocol, to toClockOrTimebase: any CMSyncProtocol
) -> CMTime { fromClockOrTimebase.convertTime(time, to: toClockOrTimebase) }
/// The rate of `ofClockOrTimebase` by `relativeToClockOrTimebase`.
public func CMSyncGetRelativeRate(
  _ ofClockOrTimebase: any CMSyncProtocol, relativeTo relativeToClockOrTimebase: any CMSyncProtocol
) -> Double { ofClockOrTimebase.rate(relativeTo: relativeToClockOrTimebase) }
/// Whether the two may drift apart: never.
public func CMSyncMightDrift(_ clockOrTimebase1: any CMSyncProtocol, _ clockOrTimebase2: any CMSyncProtocol) -> Bool {
  false
}

/// Stores how fast `ofClockOrTimebase` is, counted by `relativeToClockOrTimebase`, and a moment of both.
///
/// - Returns: `kCMSyncError_RateMustBeNonZero` where that one stands still.
@discardableResult
public func CMSyncGetRelativeRateAndAnchorTime(
  _ ofClockOrTimebase: any CMSyncProtocol, relativeTo relativeToClockOrTimebase: any CMSyncProtocol,
  relativeRateOut: UnsafeMutablePointer<Double>?, ofClockOrTimebaseAnchorTimeOut: UnsafeMutablePointer<CMTime>?,
  relativeToClockOrTimebaseAnchorTimeOut: UnsafeMutablePointer<CMTime>?
) -> OSStatus {
  guard let found = try? ofClockOrTimebase.rateAndAnchorTime(relativeTo: relativeToClockOrTimebase) else {
    return kCMSyncError_RateMustBeNonZero
  }
  unsafe relativeRateOut?.pointee = found.rate
  unsafe ofClockOrTimebaseAnchorTimeOut?.pointee = found.anchorTime
  unsafe relativeToClockOrTimebaseAnchorTimeOut?.pointee = found.referenceTime
  return noErr
}

/// Stores the time of `clock`, and that of what it follows: the same.
@discardableResult
public func CMClockGetAnchorTime(
  _ clock: CMClock, clockTimeOut: UnsafeMutablePointer<CMTime>, referenceClockTimeOut: UnsafeMutablePointer<CMTime>
) -> OSStatus {
  let now = clock.time
  unsafe clockTimeOut.pointee = now
  unsafe referenceClockTimeOut.pointee = now
  return noErr
}

/// The number of the class of clocks.
public func CMClockGetTypeID() -> CFTypeID { CMClock.typeID }

/// Stores the clock that sound is played by: the machine's, which every device is kept in step with (`CMAudioClockCreate`).
@discardableResult
public func CMAudioClockCreate(allocator: CFAllocator?, clockOut: UnsafeMutablePointer<CMClock?>) -> OSStatus {
  unsafe clockOut.pointee = .hostTimeClock
  return noErr
}
