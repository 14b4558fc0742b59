// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
public import Dispatch
public import MediaTime

/// Something that is needed is missing.
public let kCMTimebaseError_MissingRequiredParameter: OSStatus = -12_748
/// Something is not possible.
public let kCMTimebaseError_InvalidParameter: OSStatus = -12_749
/// There is no memory.
public let kCMTimebaseError_AllocationFailed: OSStatus = -12_750
/// A timer would fire by itself too soon.
public let kCMTimebaseError_TimerIntervalTooShort: OSStatus = -12_751
/// It cannot be set.
public let kCMTimebaseError_ReadOnly: OSStatus = -12_757

/// Is posted by a timebase that goes faster or slower than before, by itself or as its source does.
public let kCMTimebaseNotification_EffectiveRateChanged: CFString = "EffectiveRateChanged"
/// Is posted by a timebase whose time was set, or that of its source.
public let kCMTimebaseNotification_TimeJumped: CFString = "TimeJumped"
/// The time of the event, in a box, by its key in the notification.
public let kCMTimebaseNotificationKey_EventTime: CFString = "EventTime"

/// Least interval of a run loop's timer, in seconds.
public let kCMTimebaseVeryLongCFTimeInterval: CFTimeInterval = 256 * 365 * 24 * 60 * 60
/// A moment that does not come, in seconds since the beginning of 2001.
public let kCMTimebaseFarFutureCFAbsoluteTime: CFAbsoluteTime = 256 * 365 * 24 * 60 * 60

/// A timer that goes by a timebase.
struct TimebaseTimer: @unchecked Sendable {
  // @unchecked: timers may be set on any thread.
  /// The timer, by its identity.
  let object: AnyObject
  /// Sets its next firing, in nanoseconds since the machine was started; nil for never.
  let set: (UInt64?) -> Void
  /// When it fires next; nil for never, or when it has fired.
  var fireTime: CMTime?
  /// When that is, by the machine's counter.
  private var deadline: UInt64?

  init(_ object: AnyObject, set: @escaping (UInt64?) -> Void) { (self.object, self.set) = (object, set) }

  /// Has it fire next at `time`.
  mutating func fire(at time: CMTime) { (fireTime, deadline) = (time, nil) }

  /// Has it fire at `clockTime` of the machine's clock, when it is its time; never where that is invalid, and not again where it has fired.
  mutating func schedule(_ clockTime: CMTime?) {
    guard let clockTime else { return }
    if let deadline, deadline <= DispatchTime.now().uptimeNanoseconds {
      (fireTime, self.deadline) = (nil, nil)
      return
    }
    deadline = clockTime.isNumeric ? CMClock.convertHostTimeToSystemUnits(clockTime) : nil
    set(deadline)
  }
}

extension CMTimebase {
  /// The errors of its verbs, in the domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// Something that is needed is missing.
    public static let missingRequiredParameter = NSError(kCMTimebaseError_MissingRequiredParameter)
    /// Something is not possible.
    public static let invalidParameter = NSError(kCMTimebaseError_InvalidParameter)
    /// There is no memory.
    public static let allocationFailed = NSError(kCMTimebaseError_AllocationFailed)
    /// A timer would fire by itself too soon.
    public static let timerIntervalTooShort = NSError(kCMTimebaseError_TimerIntervalTooShort)
    /// It cannot be set.
    public static let readOnly = NSError(kCMTimebaseError_ReadOnly)
  }

  /// Is posted by a timebase that goes faster or slower than before, on the thread on which that was set.
  public static let effectiveRateChanged = NSNotification.Name(kCMTimebaseNotification_EffectiveRateChanged)
  /// Is posted by a timebase whose time was set, likewise.
  public static let timeJumped = NSNotification.Name(kCMTimebaseNotification_TimeJumped)

  /// The keys of what notifications say.
  public struct NotificationKey: RawRepresentable, Hashable, Sendable {
    /// The string.
    public let rawValue: CFString
    /// The key of this string.
    public init(rawValue: CFString) { self.rawValue = rawValue }
    /// The time of the event, in a box.
    public static let eventTime = NotificationKey(rawValue: kCMTimebaseNotificationKey_EventTime)
  }

  /// The number of the class.
  public static var typeID: CFTypeID { CFTypeID(of: CMTimebase.self) }
  /// Least interval of a run loop's timer, in seconds.
  public static let veryLongTimeInterval = kCMTimebaseVeryLongCFTimeInterval
  /// A moment that does not come, in seconds since the beginning of 2001.
  public static let farFuture = kCMTimebaseFarFutureCFAbsoluteTime

  /// The present time, in units of `timescale`.
  public func time(withTimescale timescale: CMTimeScale, rounding: CMTimeRoundingMethod = .default) -> CMTime {
    time(withTimeScale: timescale, rounding: rounding)
  }
  /// As ``setRate(_:anchorTime:immediateSourceTime:)``.
  public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
    setRate(rate, anchorTime: anchorTime, immediateSourceTime: referenceTime)
  }
  /// As ``setAnchorTime(_:immediateSourceTime:)``.
  public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
    setAnchorTime(anchorTime, immediateSourceTime: referenceTime)
  }
  /// Returns when the notifications of earlier changes were delivered: at once.
  public func notificationBarrier() throws {}

  // MARK: Timers of Dispatch

  /// Has `timer` go by it: it does not fire until ``setTimerNextFireTime(_:fireTime:)`` says when.
  ///
  /// - Throws: `invalidParameter` where it does already.
  public func addTimer<Source: DispatchSourceTimer>(_ timer: Source) throws {
    try NSError.check(
      add(timer as AnyObject) { deadline in
        guard let deadline else { return timer.schedule(deadline: .distantFuture) }
        timer.schedule(deadline: max(.now(), DispatchTime(uptimeNanoseconds: max(1, deadline))))
      })
  }

  /// Has `timer` not go by it any more.
  ///
  /// - Throws: `invalidParameter` where it does not.
  public func removeTimer<Source: DispatchSourceTimer>(_ timer: Source) throws {
    try NSError.check(remove(timer as AnyObject))
  }

  /// Has `timer` fire when it is `fireTime`, however the timebase goes until then: at once where that is past, and not while it stands.
  ///
  /// - Throws: `invalidParameter` where it does not go by it.
  public func setTimerNextFireTime<Source: DispatchSourceTimer>(_ timer: Source, fireTime: CMTime) throws {
    try NSError.check(setNextFireTime(timer as AnyObject, fireTime))
  }

  /// Has `timer` fire at once.
  ///
  /// - Throws: `invalidParameter` where it does not go by it.
  public func setTimerToFireImmediately<Source: DispatchSourceTimer>(_ timer: Source) throws {
    try NSError.check(fireNow(timer as AnyObject))
  }

  // MARK: Timers of run loops

  /// Has `timer`, which repeats in ``veryLongTimeInterval`` or later, go by it, as a timer of Dispatch does.
  ///
  /// - Throws: `timerIntervalTooShort` where it repeats sooner; `invalidParameter` where it goes by it already.
  public func addTimer(_ timer: Timer, on runloop: RunLoop) throws {
    guard timer.timeInterval >= Self.veryLongTimeInterval else { throw Error.timerIntervalTooShort }
    try NSError.check(
      add(timer as AnyObject) { deadline in
        let now = DispatchTime.now().uptimeNanoseconds
        let seconds = deadline.map { Double(max($0, now) - now) / 1e9 }
        timer.fireDate = seconds.map { Date(timeIntervalSinceNow: $0) } ?? .distantFuture
      })
  }
  /// Has `timer` not go by it any more.
  public func removeTimer(_ timer: Timer) throws { try NSError.check(remove(timer as AnyObject)) }
  /// Has `timer` fire when it is `fireTime`.
  public func setTimerNextFireTime(_ timer: Timer, fireTime: CMTime) throws {
    try NSError.check(setNextFireTime(timer as AnyObject, fireTime))
  }
  /// Has `timer` fire at once.
  public func setTimerToFireImmediately(_ timer: Timer) throws { try NSError.check(fireNow(timer as AnyObject)) }

  private func add(_ timer: AnyObject, set: @escaping (UInt64?) -> Void) -> OSStatus {
    let added = TimebaseTimer(timer, set: set)
    let isNew = changeTimers { timers in
      guard !timers.contains(where: { $0.object === timer }) else { return false }
      timers.append(added)
      return true
    }
    if isNew { set(nil) }
    return isNew ? noErr : kCMTimebaseError_InvalidParameter
  }

  private func remove(_ timer: AnyObject) -> OSStatus {
    changeTimers { timers in
      guard let place = timers.firstIndex(where: { $0.object === timer }) else {
        return kCMTimebaseError_InvalidParameter
      }
      timers.remove(at: place)
      return noErr
    }
  }

  private func setNextFireTime(_ timer: AnyObject, _ time: CMTime) -> OSStatus {
    changeTimers { timers in
      guard let place = timers.firstIndex(where: { $0.object === timer }) else {
        return kCMTimebaseError_InvalidParameter
      }
      timers[place].fire(at: time)
      return noErr
    }
  }

  private func fireNow(_ timer: AnyObject) -> OSStatus {
    changeTimers { timers in
      guard let place = timers.firstIndex(where: { $0.object === timer }) else {
        return kCMTimebaseError_InvalidParameter
      }
      timers[place].fireTime = nil
      timers[place].set(DispatchTime.now().uptimeNanoseconds)
      return noErr
    }
  }
}

/// Has `timerSource` go by `timebase` (``CMTimebase/addTimer(_:)``).
@discardableResult
public func CMTimebaseAddTimerDispatchSource(
  _ timebase: CMTimebase, timerSource: any DispatchSourceTimer
) -> OSStatus { (try? timebase.addTimer(timerSource)) == nil ? kCMTimebaseError_InvalidParameter : noErr }

/// Has `timerSource` not go by `timebase` any more.
@discardableResult
public func CMTimebaseRemoveTimerDispatchSource(
  _ timebase: CMTimebase, timerSource: any DispatchSourceTimer
) -> OSStatus { (try? timebase.removeTimer(timerSource)) == nil ? kCMTimebaseError_InvalidParameter : noErr }

/// Has `timerSource` fire when it is `fireTime` by `timebase`.
@discardableResult
public func CMTimebaseSetTimerDispatchSourceNextFireTime(
  _ timebase: CMTimebase, timerSource: any DispatchSourceTimer, fireTime: CMTime, flags: UInt32
) -> OSStatus {
  (try? timebase.setTimerNextFireTime(timerSource, fireTime: fireTime)) == nil
    ? kCMTimebaseError_InvalidParameter : noErr
}

/// Has `timerSource` fire at once.
@discardableResult
public func CMTimebaseSetTimerDispatchSourceToFireImmediately(
  _ timebase: CMTimebase, timerSource: any DispatchSourceTimer
) -> OSStatus {
  (try? timebase.setTimerToFireImmediately(timerSource)) == nil ? kCMTimebaseError_InvalidParameter : noErr
}
