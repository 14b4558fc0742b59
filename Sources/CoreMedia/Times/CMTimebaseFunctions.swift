// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
public import MediaTime

// SAFETY: a timebase is written where the caller says, once.

/// Makes a timebase over `sourceClock`.
public func CMTimebaseCreateWithSourceClock(
  allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  unsafe timebaseOut.pointee = CMTimebase(sourceClock: sourceClock)
  return noErr
}
/// Makes a timebase over `sourceTimebase`.
public func CMTimebaseCreateWithSourceTimebase(
  allocator: CFAllocator?, sourceTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  unsafe timebaseOut.pointee = CMTimebase(sourceTimebase: sourceTimebase)
  return noErr
}
/// The older name of ``CMTimebaseCreateWithSourceClock(allocator:sourceClock:timebaseOut:)``.
public func CMTimebaseCreateWithMasterClock(
  allocator: CFAllocator?, masterClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  unsafe CMTimebaseCreateWithSourceClock(allocator: allocator, sourceClock: masterClock, timebaseOut: timebaseOut)
}
/// The present time of `timebase`.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }
/// The present time of `timebase`, in units of `timescale`.
public func CMTimebaseGetTimeWithTimeScale(
  _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime { timebase.time(withTimeScale: timescale, rounding: method) }
/// The rate of `timebase` by its source.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Double { timebase.rate }
/// The rate of `timebase` by the clock at the end of its sources.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Double { timebase.effectiveRate }
/// Has it be `time` now by `timebase`.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
  timebase.setTime(time)
  return noErr
}
/// Has `timebase` go on at `rate`.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Double) -> OSStatus {
  timebase.setRate(rate)
  return noErr
}
/// Has it be `anchorTime` by `timebase` when its source shows `immediateSourceTime`, and go on at `rate`.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
  _ timebase: CMTimebase, rate: Double, anchorTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  timebase.setRate(rate, anchorTime: anchorTime, immediateSourceTime: immediateSourceTime)
  return noErr
}
/// Has it be `anchorTime` by `timebase` when its source shows `immediateSourceTime`.
@discardableResult
public func CMTimebaseSetAnchorTime(
  _ timebase: CMTimebase, timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  timebase.setAnchorTime(timebaseTime, immediateSourceTime: immediateSourceTime)
  return noErr
}
/// The clock that `timebase` stands on; nil where it stands on a timebase.
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }
/// The timebase that `timebase` stands on; nil where it stands on a clock.
public func CMTimebaseCopySourceTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }
/// The clock at the end of the sources of `timebase`.
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }

/// The clock or the timebase that `timebase` stands on.
public func CMTimebaseCopySource(_ timebase: CMTimebase) -> any CMSyncProtocol { timebase.source }
/// Has `timebase` stand on `newSourceClock`; it is the same time.
@discardableResult
public func CMTimebaseSetSourceClock(_ timebase: CMTimebase, newSourceClock: CMClock) -> OSStatus {
  timebase.setSource(newSourceClock)
  return noErr
}
/// Has `timebase` stand on `newSourceTimebase`; it is the same time.
///
/// - Returns: `kCMTimebaseError_InvalidParameter` where that one stands on this.
@discardableResult
public func CMTimebaseSetSourceTimebase(_ timebase: CMTimebase, newSourceTimebase: CMTimebase) -> OSStatus {
  timebase.setSource(newSourceTimebase)
}
/// Stores what time it is by `timebase`, and how fast it is.
@discardableResult
public func CMTimebaseGetTimeAndRate(
  _ timebase: CMTimebase, timeOut: UnsafeMutablePointer<CMTime>?, rateOut: UnsafeMutablePointer<Double>?
) -> OSStatus {
  let (time, rate) = timebase.timeAndRate
  unsafe timeOut?.pointee = time
  unsafe rateOut?.pointee = rate
  return noErr
}
/// Returns when the notifications of earlier changes were delivered: at once, as they are delivered during the change.
@discardableResult
public func CMTimebaseNotificationBarrier(_ timebase: CMTimebase) -> OSStatus { noErr }
/// The number of the class of timebases.
public func CMTimebaseGetTypeID() -> CFTypeID { CMTimebase.typeID }
