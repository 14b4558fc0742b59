// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The largest timescale, 2,147,483,647 units a second.
public let kCMTimeMaxTimescale = Int(CMTimeScale.max)

/// Apple's C name of ``CMTime/zero``.
public let kCMTimeZero = CMTime.zero

/// Apple's C name of ``CMTime/invalid``.
public let kCMTimeInvalid = CMTime.invalid

/// Apple's C name of ``CMTime/indefinite``.
public let kCMTimeIndefinite = CMTime.indefinite

/// Apple's C name of ``CMTime/positiveInfinity``.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity

/// Apple's C name of ``CMTime/negativeInfinity``.
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity

/// ``CMTime/init(value:timescale:)``.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// `value / timescale` seconds of an epoch; the invalid time when the timescale is not positive.
public func CMTimeMakeWithEpoch(value: CMTimeValue, timescale: CMTimeScale, epoch: CMTimeEpoch) -> CMTime {
  var time = CMTime(value: value, timescale: timescale)
  if time.isValid { time.epoch = epoch }
  return time
}

/// ``CMTime/init(seconds:preferredTimescale:)``.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// ``CMTime/seconds``.
public func CMTimeGetSeconds(_ time: CMTime) -> Double {
  time.seconds
}

/// ``CMTime/convertScale(_:method:)``.
public func CMTimeConvertScale(_ time: CMTime, timescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
  time.convertScale(timescale, method: method)
}

/// The sum, as the operator `+` of ``CMTime``.
public func CMTimeAdd(_ left: CMTime, _ right: CMTime) -> CMTime {
  left + right
}

/// The difference, as the operator `-` of ``CMTime``.
public func CMTimeSubtract(_ left: CMTime, _ right: CMTime) -> CMTime {
  left - right
}

/// -1, 0 or 1 as the first time is less than, equal to, or greater than the second, in the order of ``CMTime``.
public func CMTimeCompare(_ first: CMTime, _ second: CMTime) -> Int32 {
  Int32(first.order(relativeTo: second))
}

/// The lesser time; the second when they are equal, as Apple's systems answer.
public func CMTimeMinimum(_ first: CMTime, _ second: CMTime) -> CMTime {
  first < second ? first : second
}

/// The greater time; the first when they are equal, as Apple's systems answer.
public func CMTimeMaximum(_ first: CMTime, _ second: CMTime) -> CMTime {
  first < second ? second : first
}

/// The time without its sign. Negative infinity becomes positive; indefinite and invalid times stay as they are.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  guard time.order(relativeTo: CMTimeMakeWithEpoch(value: 0, timescale: 1, epoch: time.epoch)) < 0 else { return time }
  return CMTimeMultiply(time, multiplier: -1)
}

/// ``CMTime/isValid``.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

/// The contrary of ``CMTime/isValid``.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// ``CMTime/isNumeric``.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

/// ``CMTime/isIndefinite``.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }

/// ``CMTime/isPositiveInfinity``.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }

/// ``CMTime/isNegativeInfinity``.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }

/// ``CMTime/hasBeenRounded``.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

/// The key of ``CMTime/value`` in the dictionary of a time.
public let kCMTimeValueKey = "value"

/// The key of ``CMTime/timescale`` in the dictionary of a time.
public let kCMTimeScaleKey = "timescale"

/// The key of ``CMTime/epoch`` in the dictionary of a time.
public let kCMTimeEpochKey = "epoch"

/// The key of ``CMTime/flags`` in the dictionary of a time.
public let kCMTimeFlagsKey = "flags"

extension CMTime {
  /// The four fields by name, as Apple's `CMTimeCopyAsDictionary` puts a time into a property list.
  public var dictionaryRepresentation: [String: Int64] {
    [
      kCMTimeValueKey: value, kCMTimeScaleKey: Int64(timescale), kCMTimeEpochKey: epoch,
      kCMTimeFlagsKey: Int64(flags.rawValue),
    ]
  }

  /// The time of a dictionary of its fields; the invalid time when a field is missing or does not fit its type. Apple's
  /// `CMTimeMakeFromDictionary`.
  public init(dictionaryRepresentation fields: [String: Int64]) {
    guard let value = fields[kCMTimeValueKey], let epoch = fields[kCMTimeEpochKey],
      let timescale = fields[kCMTimeScaleKey].flatMap(CMTimeScale.init(exactly:)),
      let flags = fields[kCMTimeFlagsKey].flatMap(UInt32.init(exactly:))
    else {
      self.init()
      return
    }
    self.init(value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch)
  }
}
