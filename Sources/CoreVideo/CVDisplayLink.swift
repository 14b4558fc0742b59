// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Dispatch
import Synchronization

// SAFETY: time stamps are handed to callbacks by address, and are valid until they return; contexts are handed to them and not looked into.

/// The number of a display.
public typealias CGDirectDisplayID = UInt32

/// A display link's callback before each picture: given the current time, the time at which the display shows a picture
/// drawn now, and the context.
public typealias CVDisplayLinkOutputCallback = (
  CVDisplayLink, UnsafePointer<CVTimeStamp>, UnsafePointer<CVTimeStamp>, CVOptionFlags,
  UnsafeMutablePointer<CVOptionFlags>, UnsafeMutableRawPointer?
) -> CVReturn
/// The same, without a context.
public typealias CVDisplayLinkOutputHandler = (
  CVDisplayLink, UnsafePointer<CVTimeStamp>, UnsafePointer<CVTimeStamp>, CVOptionFlags,
  UnsafeMutablePointer<CVOptionFlags>
) -> CVReturn

/// There is no such display.
public let kCVReturnInvalidDisplay: CVReturn = -6_670
/// It is running already.
public let kCVReturnDisplayLinkAlreadyRunning: CVReturn = -6_671
/// It is not running.
public let kCVReturnDisplayLinkNotRunning: CVReturn = -6_672
/// No callback is set.
public let kCVReturnDisplayLinkCallbacksNotSet: CVReturn = -6_673

/// Calls a callback sixty times a second, on a thread of its own, as a display of that rate would (`CVDisplayLink`).
/// There is no display here whose rate could be read; every display number stands for such a display.
///
/// It runs from ``CVDisplayLinkStart(_:)`` to ``CVDisplayLinkStop(_:)``, or until its last reference goes; a call that
/// takes longer than a picture skips the pictures that it misses. Threads: any.
public final class CVDisplayLink: @unchecked Sendable, Hashable {
  // @unchecked: the callback is kept and called as it is; what it shares with others is the caller's business.
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "CVDisplayLink", qos: .userInteractive)

  @safe private struct State: @unchecked Sendable {
    // @unchecked: as above.
    var display: CGDirectDisplayID
    var callback: CVDisplayLinkOutputHandler?
    var timer: (any DispatchSourceTimer)?
    /// When it was started, in nanoseconds.
    var start: UInt64 = 0
  }

  /// Pictures a second.
  static let rate: UInt64 = 60
  /// Units of a display's time a second, and how many of them a picture stands.
  static let (scale, period): (Int32, Int64) = (60_000, 1_000)

  init(display: CGDirectDisplayID) { state = Mutex(unsafe State(display: display)) }

  deinit { state.withLock(\.timer)?.cancel() }

  var display: CGDirectDisplayID {
    get { state.withLock(\.display) }
    set { state.withLock { $0.display = newValue } }
  }

  var isRunning: Bool { state.withLock { $0.timer != nil } }

  func call(_ callback: CVDisplayLinkOutputHandler?) {
    // Objects of the earlier callback may stop the link as they go, which happens behind the lock.
    let earlier = unsafe state.withLock { unsafe $0.callback }
    unsafe withExtendedLifetime(earlier) { state.withLock { unsafe $0.callback = callback } }
  }

  func start() -> CVReturn {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.tick() }
    let now = DispatchTime.now()
    let status = state.withLock { state -> CVReturn in
      guard unsafe state.callback != nil else { return kCVReturnDisplayLinkCallbacksNotSet }
      guard state.timer == nil else { return kCVReturnDisplayLinkAlreadyRunning }
      (state.timer, state.start) = (timer, now.uptimeNanoseconds)
      return kCVReturnSuccess
    }
    timer.schedule(deadline: now, repeating: .nanoseconds(Int(1_000_000_000 / Self.rate)), leeway: .nanoseconds(0))
    // A dispatch source that was never activated must not be released.
    if status != kCVReturnSuccess { timer.cancel() }
    timer.activate()
    return status
  }

  func stop() -> CVReturn {
    let timer = state.withLock { state in
      defer { state.timer = nil }
      return state.timer
    }
    timer?.cancel()
    return timer == nil ? kCVReturnDisplayLinkNotRunning : kCVReturnSuccess
  }

  private func tick() {
    let (callback, start) = unsafe state.withLock { unsafe ($0.timer == nil ? nil : $0.callback, $0.start) }
    guard let callback = unsafe callback else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    let number = (now - min(now, start)) * Self.rate / 1_000_000_000
    var present = Self.stamp(at: now, since: start)
    var output = Self.stamp(at: start + (number + 1) * 1_000_000_000 / Self.rate, since: start)
    output.videoTime = Int64(number + 1) * Self.period
    var flags: CVOptionFlags = 0
    _ = unsafe callback(self, &present, &output, 0, &flags)
  }

  /// The present time; nil while it does not run.
  var now: CVTimeStamp? {
    let start = state.withLock { $0.timer == nil ? nil : $0.start }
    return start.map { Self.stamp(at: DispatchTime.now().uptimeNanoseconds, since: $0) }
  }

  /// The moment that `stamp` means by one of its times, by all of them; nil where it has neither.
  func translate(_ stamp: CVTimeStamp) -> CVTimeStamp? {
    let (start, flags) = (state.withLock(\.start), CVTimeStampFlags(rawValue: stamp.flags))
    if flags.contains(.hostTimeValid) { return Self.stamp(at: stamp.hostTime, since: start) }
    guard flags.contains(.videoTimeValid), stamp.videoTimeScale > 0 else { return nil }
    let nanoseconds = Double(stamp.videoTime) / Double(stamp.videoTimeScale) * 1e9 + Double(start)
    guard nanoseconds >= 0, nanoseconds < 9e18 else { return nil }
    return Self.stamp(at: UInt64(nanoseconds), since: start)
  }

  /// The moment at which the machine's counter shows `time`, of a display that began at `start`.
  private static func stamp(at time: UInt64, since start: UInt64) -> CVTimeStamp {
    var stamp = CVTimeStamp()
    (stamp.hostTime, stamp.videoTimeScale, stamp.videoRefreshPeriod, stamp.rateScalar) = (time, scale, period, 1)
    let distance = Double(time) - Double(start)
    stamp.videoTime = Int64((distance * Double(scale) / 1e9).rounded(.down))
    let flags: CVTimeStampFlags = [.videoHostTimeValid, .videoRefreshPeriodValid, .rateScalarValid]
    stamp.flags = flags.rawValue
    return stamp
  }

  /// One equals itself alone.
  public static func == (left: CVDisplayLink, right: CVDisplayLink) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The number of the class of display links.
public func CVDisplayLinkGetTypeID() -> CFTypeID { CFTypeID(of: CVDisplayLink.self) }

/// Stores one of the display `displayID`, which does not run yet.
@discardableResult
public func CVDisplayLinkCreateWithCGDisplay(
  _ displayID: CGDirectDisplayID, _ displayLinkOut: UnsafeMutablePointer<CVDisplayLink?>
) -> CVReturn {
  unsafe displayLinkOut.pointee = CVDisplayLink(display: displayID)
  return kCVReturnSuccess
}

/// Stores one of the first of `count` displays.
///
/// - Returns: `kCVReturnInvalidArgument` where there is none.
@discardableResult
public func CVDisplayLinkCreateWithCGDisplays(
  _ displayArray: UnsafeMutablePointer<CGDirectDisplayID>, _ count: CFIndex,
  _ displayLinkOut: UnsafeMutablePointer<CVDisplayLink?>
) -> CVReturn {
  guard count > 0 else { return kCVReturnInvalidArgument }
  return unsafe CVDisplayLinkCreateWithCGDisplay(displayArray.pointee, displayLinkOut)
}

/// Stores one that goes with every display.
@discardableResult
public func CVDisplayLinkCreateWithActiveCGDisplays(
  _ displayLinkOut: UnsafeMutablePointer<CVDisplayLink?>
) -> CVReturn { unsafe CVDisplayLinkCreateWithCGDisplay(0, displayLinkOut) }

/// Has it go with the display `displayID`, which is as fast as any other here.
@discardableResult
public func CVDisplayLinkSetCurrentCGDisplay(
  _ displayLink: CVDisplayLink, _ displayID: CGDirectDisplayID
) -> CVReturn {
  displayLink.display = displayID
  return kCVReturnSuccess
}

/// The display that it goes with; 0 where it goes with all.
public func CVDisplayLinkGetCurrentCGDisplay(_ displayLink: CVDisplayLink) -> CGDirectDisplayID { displayLink.display }

/// Sets the callback for each picture, with the context `userInfo`; nil removes it.
@discardableResult
public func CVDisplayLinkSetOutputCallback(
  _ displayLink: CVDisplayLink, _ callback: CVDisplayLinkOutputCallback?, _ userInfo: UnsafeMutableRawPointer?
) -> CVReturn {
  unsafe displayLink.call(callback.map { call in { unsafe call($0, $1, $2, $3, $4, userInfo) } })
  return kCVReturnSuccess
}

/// Has `handler` be called for each picture.
@discardableResult
public func CVDisplayLinkSetOutputHandler(
  _ displayLink: CVDisplayLink, _ handler: @escaping CVDisplayLinkOutputHandler
) -> CVReturn {
  unsafe displayLink.call(handler)
  return kCVReturnSuccess
}

/// Begins to call the callback.
///
/// - Returns: `kCVReturnDisplayLinkCallbacksNotSet` without a callback, `kCVReturnDisplayLinkAlreadyRunning`.
@discardableResult
public func CVDisplayLinkStart(_ displayLink: CVDisplayLink) -> CVReturn { displayLink.start() }

/// Begins no more calls; one may be under way.
///
/// - Returns: `kCVReturnDisplayLinkNotRunning` where it does not run.
@discardableResult
public func CVDisplayLinkStop(_ displayLink: CVDisplayLink) -> CVReturn { displayLink.stop() }

/// Whether it runs.
public func CVDisplayLinkIsRunning(_ displayLink: CVDisplayLink) -> Bool { displayLink.isRunning }

/// The duration that a picture should have.
public func CVDisplayLinkGetNominalOutputVideoRefreshPeriod(_ displayLink: CVDisplayLink) -> CVTime {
  CVTime(timeValue: CVDisplayLink.period, timeScale: CVDisplayLink.scale, flags: 0)
}

/// The duration of a picture, in seconds; 0 while it does not run.
public func CVDisplayLinkGetActualOutputVideoRefreshPeriod(_ displayLink: CVDisplayLink) -> Double {
  displayLink.isRunning ? 1 / Double(CVDisplayLink.rate) : 0
}

/// The latency until a picture is seen: it is not known.
public func CVDisplayLinkGetOutputVideoLatency(_ displayLink: CVDisplayLink) -> CVTime { kCVIndefiniteTime }

/// Stores what time it is.
///
/// - Returns: `kCVReturnDisplayLinkNotRunning` while it does not run.
@discardableResult
public func CVDisplayLinkGetCurrentTime(
  _ displayLink: CVDisplayLink, _ outTime: UnsafeMutablePointer<CVTimeStamp>
) -> CVReturn {
  guard let now = displayLink.now else { return kCVReturnDisplayLinkNotRunning }
  unsafe outTime.pointee = now
  return kCVReturnSuccess
}

/// Stores the moment that `inTime` means by one of its times, by all of them.
///
/// - Returns: `kCVReturnInvalidArgument` where it has none.
@discardableResult
public func CVDisplayLinkTranslateTime(
  _ displayLink: CVDisplayLink, _ inTime: UnsafePointer<CVTimeStamp>, _ outTime: UnsafeMutablePointer<CVTimeStamp>
) -> CVReturn {
  guard let moment = unsafe displayLink.translate(inTime.pointee) else { return kCVReturnInvalidArgument }
  unsafe outTime.pointee = moment
  return kCVReturnSuccess
}
