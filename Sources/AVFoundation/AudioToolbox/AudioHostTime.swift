// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreVideo

// The machine's counter by Core Audio's names (HostTime.h). It counts nanoseconds here.

/// The machine's counter, as in `AudioTimeStamp.mHostTime` (`AudioGetCurrentHostTime`).
public func AudioGetCurrentHostTime() -> UInt64 { CVGetCurrentHostTime() }
/// Frequency of the counter, in units a second (`AudioGetHostClockFrequency`).
public func AudioGetHostClockFrequency() -> Float64 { CVGetHostClockFrequency() }
/// Least step of the counter, in units (`AudioGetHostClockMinimumTimeDelta`).
public func AudioGetHostClockMinimumTimeDelta() -> UInt32 { CVGetHostClockMinimumTimeDelta() }
/// The nanoseconds of `inHostTime` units (`AudioConvertHostTimeToNanos`).
public func AudioConvertHostTimeToNanos(_ inHostTime: UInt64) -> UInt64 { inHostTime }
/// The units of `inNanos` nanoseconds (`AudioConvertNanosToHostTime`).
public func AudioConvertNanosToHostTime(_ inNanos: UInt64) -> UInt64 { inNanos }
