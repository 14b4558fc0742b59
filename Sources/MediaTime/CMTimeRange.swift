// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A half-open range of time: it contains its start and not its end. Apple's `CMTimeRange`.
public struct CMTimeRange: Hashable, Sendable, Codable {
  /// The first time of the range.
  public var start: CMTime

  /// The duration of the range; of epoch 0 and not negative in a valid range.
  public var duration: CMTime

  /// Makes the invalid range.
  public init() {
    self.start = .invalid
    self.duration = .invalid
  }

  /// The range of a duration from a start; the invalid range when the duration's epoch is not 0.
  public init(start: CMTime, duration: CMTime) {
    let isRange = !duration.isNumeric || duration.epoch == 0
    self.start = isRange ? start : .invalid
    self.duration = isRange ? duration : .invalid
  }

  /// The range from `start` up to `end`. An end before the start gives a negative duration, thus an invalid range.
  /// Apple's `CMTimeRangeFromTimeToTime`.
  public init(start: CMTime, end: CMTime) {
    self.init(start: start, duration: end - start)
  }

  /// The empty range at zero.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)

  /// The invalid range, both times invalid.
  public static let invalid = CMTimeRange()

  /// The first time that is no longer in the range: start plus duration.
  public var end: CMTime { start + duration }

  /// Whether start and duration are valid and the duration, of epoch 0, has no negative value. The definition of
  /// Apple's `CMTIMERANGE_IS_VALID`.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0
  }

  /// Whether the range is valid and its start or duration is not known.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// Whether the range is valid and contains no time. An invalid range is not empty.
  public var isEmpty: Bool { isValid && duration == .zero }
}

extension CMTimeRange {
  /// The smallest range that contains both ranges and what lies between them. Apple's `CMTimeRangeGetUnion`.
  ///
  /// Invalid when a range is, and when the starts are of different epochs.
  public func union(_ other: CMTimeRange) -> CMTimeRange {
    guard isValid, other.isValid, start.epoch == other.start.epoch else { return .invalid }
    return CMTimeRange(start: CMTimeMinimum(start, other.start), end: CMTimeMaximum(end, other.end))
  }

  /// The times that both ranges contain; ``zero`` when there are none. Apple's `CMTimeRangeGetIntersection`.
  ///
  /// Invalid when a range is, and when the starts are of different epochs.
  public func intersection(_ other: CMTimeRange) -> CMTimeRange {
    guard isValid, other.isValid, start.epoch == other.start.epoch else { return .invalid }
    let common = CMTimeRange(start: CMTimeMaximum(start, other.start), end: CMTimeMinimum(end, other.end))
    return common.isValid && !common.isEmpty ? common : .zero
  }

  /// Whether a finite time lies in the range: not before its start, and before its end.
  public func containsTime(_ time: CMTime) -> Bool {
    isValid && time.isNumeric && start <= time && time < end
  }

  /// Whether the other range starts and ends within this one; the ends may coincide.
  public func containsTimeRange(_ other: CMTimeRange) -> Bool {
    isValid && other.isValid && start <= other.start && other.end <= end
  }
}

extension CMTimeRange: CustomStringConvertible, CustomDebugStringConvertible {
  /// `{{0/1 = 0.000}, {5/1 = 5.000}}`: start and duration. The text of Apple's `CMTimeRangeCopyDescription`.
  public var description: String { "{\(start), \(duration)}" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

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
