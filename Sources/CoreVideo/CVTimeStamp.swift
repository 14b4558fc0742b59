// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Dispatch

/// A time, or how long something lasts, in units of its own (`CVTime`).
public struct CVTime: Hashable, Sendable {
  /// The number of units.
  public var timeValue: Int64
  /// Units a second.
  public var timeScale: Int32
  /// Whether the time is not known: ``CVTimeFlags/isIndefinite``.
  public var flags: Int32

  /// No time, of no unit.
  public init() { self.init(timeValue: 0, timeScale: 0, flags: 0) }
  /// The fields as they are.
  public init(timeValue: Int64, timeScale: Int32, flags: Int32) {
    (self.timeValue, self.timeScale, self.flags) = (timeValue, timeScale, flags)
  }
}

/// The flags of a time (`CVTimeFlags`).
public struct CVTimeFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int32
  /// The flags of these bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// It is not known.
  public static let isIndefinite = CVTimeFlags(rawValue: 1)
}

/// No time.
public let kCVZeroTime = CVTime(timeValue: 0, timeScale: 0, flags: 0)
/// A time that is not known.
public let kCVIndefiniteTime = CVTime(timeValue: 0, timeScale: 0, flags: CVTimeFlags.isIndefinite.rawValue)

/// A timecode (`CVSMPTETime`).
public struct CVSMPTETime: Hashable, Sendable {
  /// Parts of a frame.
  public var subframes: Int16
  /// The number of parts in a frame.
  public var subframeDivisor: Int16
  /// Frames since the count began.
  public var counter: UInt32
  /// The form of counting.
  public var type: UInt32
  /// The fields that hold.
  public var flags: UInt32
  /// Hours.
  public var hours: Int16
  /// Minutes.
  public var minutes: Int16
  /// Seconds.
  public var seconds: Int16
  /// Frames.
  public var frames: Int16

  /// All zero.
  public init() {
    (subframes, subframeDivisor, counter, type, flags) = (0, 0, 0, 0, 0)
    (hours, minutes, seconds, frames) = (0, 0, 0, 0)
  }
  /// The fields as they are.
  public init(
    subframes: Int16, subframeDivisor: Int16, counter: UInt32, type: UInt32, flags: UInt32, hours: Int16,
    minutes: Int16, seconds: Int16, frames: Int16
  ) {
    (self.subframes, self.subframeDivisor, self.counter) = (subframes, subframeDivisor, counter)
    (self.type, self.flags) = (type, flags)
    (self.hours, self.minutes, self.seconds, self.frames) = (hours, minutes, seconds, frames)
  }
}

/// The fields of a time stamp that hold (`CVTimeStampFlags`).
public struct CVTimeStampFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// The flags of these bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// The display's time is valid.
  public static let videoTimeValid = CVTimeStampFlags(rawValue: 1 << 0)
  /// The machine's time is valid.
  public static let hostTimeValid = CVTimeStampFlags(rawValue: 1 << 1)
  /// The timecode.
  public static let smpteTimeValid = CVTimeStampFlags(rawValue: 1 << 2)
  /// The duration of a picture.
  public static let videoRefreshPeriodValid = CVTimeStampFlags(rawValue: 1 << 3)
  /// The speed of the display.
  public static let rateScalarValid = CVTimeStampFlags(rawValue: 1 << 4)
  /// The time is that of an upper field.
  public static let topField = CVTimeStampFlags(rawValue: 1 << 16)
  /// The time is that of a lower field.
  public static let bottomField = CVTimeStampFlags(rawValue: 1 << 17)
  /// The times of the display and of the machine.
  public static let videoHostTimeValid: CVTimeStampFlags = [.videoTimeValid, .hostTimeValid]
  /// The time is that of a field.
  public static let isInterlaced: CVTimeStampFlags = [.topField, .bottomField]
}

/// A moment by a display's time, and by the machine's (`CVTimeStamp`).
public struct CVTimeStamp: Hashable, Sendable {
  /// 0.
  public var version: UInt32
  /// Units of the display's time a second.
  public var videoTimeScale: Int32
  /// The display's time.
  public var videoTime: Int64
  /// The machine's time, in nanoseconds.
  public var hostTime: UInt64
  /// The speed of the display, where 1 is as fast as it should be.
  public var rateScalar: Double
  /// The duration of a picture, in units of the display's time.
  public var videoRefreshPeriod: Int64
  /// A timecode.
  public var smpteTime: CVSMPTETime
  /// The fields that hold: ``CVTimeStampFlags``.
  public var flags: UInt64
  /// 0.
  public var reserved: UInt64

  /// All zero.
  public init() {
    (version, videoTimeScale, videoTime, hostTime, rateScalar) = (0, 0, 0, 0, 0)
    (videoRefreshPeriod, smpteTime, flags, reserved) = (0, CVSMPTETime(), 0, 0)
  }
  /// The fields as they are.
  public init(
    version: UInt32, videoTimeScale: Int32, videoTime: Int64, hostTime: UInt64, rateScalar: Double,
    videoRefreshPeriod: Int64, smpteTime: CVSMPTETime, flags: UInt64, reserved: UInt64
  ) {
    (self.version, self.videoTimeScale, self.videoTime) = (version, videoTimeScale, videoTime)
    (self.hostTime, self.rateScalar, self.videoRefreshPeriod) = (hostTime, rateScalar, videoRefreshPeriod)
    (self.smpteTime, self.flags, self.reserved) = (smpteTime, flags, reserved)
  }
}

/// The machine's counter, in nanoseconds: the times of `CMClock`'s host time clock.
public func CVGetCurrentHostTime() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
/// The units of the machine's counter in a second.
public func CVGetHostClockFrequency() -> Double { 1_000_000_000 }
/// By how many units the machine's counter goes on at least.
public func CVGetHostClockMinimumTimeDelta() -> UInt32 { 1 }
