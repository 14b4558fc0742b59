// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Apple's C name of ``CMTimeRange/zero``.
public let kCMTimeRangeZero = CMTimeRange.zero

/// Apple's C name of ``CMTimeRange/invalid``.
public let kCMTimeRangeInvalid = CMTimeRange.invalid

/// ``CMTimeRange/init(start:duration:)``.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// ``CMTimeRange/init(start:end:)``.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}

/// ``CMTimeRange/end``.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime {
  range.end
}

/// ``CMTimeRange/union(_:)``.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}

/// ``CMTimeRange/intersection(_:)``.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.intersection(otherRange)
}

/// Whether start and duration of both ranges are equal.
public func CMTimeRangeEqual(_ first: CMTimeRange, _ second: CMTimeRange) -> Bool {
  first == second
}

/// ``CMTimeRange/containsTime(_:)``.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.containsTime(time)
}

/// ``CMTimeRange/containsTimeRange(_:)``.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.containsTimeRange(otherRange)
}

/// ``CMTimeRange/isValid``.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }

/// The contrary of ``CMTimeRange/isValid``.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }

/// ``CMTimeRange/isIndefinite``.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }

/// ``CMTimeRange/isEmpty``.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }
