// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
import MediaTime

// SAFETY: a timebase is written where the caller says, once.

// The clocks and timebases that timebases stand on, by their older names.

extension CMTimebase {
  /// One over `masterClock`.
  public convenience init(masterClock: CMClock) { self.init(sourceClock: masterClock) }
  /// One over `masterTimebase`.
  public convenience init(masterTimebase: CMTimebase) { self.init(sourceTimebase: masterTimebase) }
  /// The clock or timebase that it stands on.
  public var master: any CMSyncProtocol { source }
  /// The clock that it stands on; nil where it stands on a timebase.
  public var masterClock: CMClock? { sourceClock }
  /// The timebase that it stands on; nil where it stands on a clock.
  public var masterTimebase: CMTimebase? { sourceTimebase }
  /// The clock at the end of its sources.
  public var ultimateMasterClock: CMClock { ultimateSourceClock }
}

/// Makes a timebase over `masterTimebase`.
@discardableResult
public func CMTimebaseCreateWithMasterTimebase(
  allocator: CFAllocator?, masterTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  unsafe CMTimebaseCreateWithSourceTimebase(
    allocator: allocator, sourceTimebase: masterTimebase, timebaseOut: timebaseOut)
}
/// The clock or the timebase that `timebase` stands on.
public func CMTimebaseCopyMaster(_ timebase: CMTimebase) -> any CMSyncProtocol { timebase.source }
/// The clock or the timebase that `timebase` stands on.
public func CMTimebaseGetMaster(_ timebase: CMTimebase) -> (any CMSyncProtocol)? { timebase.source }
/// The clock that `timebase` stands on; nil where it stands on a timebase.
public func CMTimebaseCopyMasterClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }
/// The clock that `timebase` stands on; nil where it stands on a timebase.
public func CMTimebaseGetMasterClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }
/// The timebase that `timebase` stands on; nil where it stands on a clock.
public func CMTimebaseCopyMasterTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }
/// The timebase that `timebase` stands on; nil where it stands on a clock.
public func CMTimebaseGetMasterTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }
/// The clock at the end of the sources of `timebase`.
public func CMTimebaseCopyUltimateMasterClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }
/// The clock at the end of the sources of `timebase`.
public func CMTimebaseGetUltimateMasterClock(_ timebase: CMTimebase) -> CMClock? { timebase.ultimateSourceClock }
/// Has `timebase` stand on `newMasterClock`; it is the same time.
@discardableResult
public func CMTimebaseSetMasterClock(_ timebase: CMTimebase, newMasterClock: CMClock) -> OSStatus {
  CMTimebaseSetSourceClock(timebase, newSourceClock: newMasterClock)
}
/// Has `timebase` stand on `newMasterTimebase`; it is the same time.
@discardableResult
public func CMTimebaseSetMasterTimebase(_ timebase: CMTimebase, newMasterTimebase: CMTimebase) -> OSStatus {
  CMTimebaseSetSourceTimebase(timebase, newSourceTimebase: newMasterTimebase)
}
