public import CoreMedia
import Foundation

// SAFETY: a time is read where the caller says it is, while it waits.

/// Fields of a time that are set (`AudioTimeStampFlags`).
public struct AudioTimeStampFlags: OptionSet, Hashable, Sendable {
  /// Bits.
  public let rawValue: UInt32
  /// The flags whose bits are set in `rawValue`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The number of the sample.
  public static let sampleTimeValid = AudioTimeStampFlags(rawValue: 1 << 0)
  /// The time of the machine's clock.
  public static let hostTimeValid = AudioTimeStampFlags(rawValue: 1 << 1)
  /// The actual rate of samples over the nominal one.
  public static let rateScalarValid = AudioTimeStampFlags(rawValue: 1 << 2)
  /// The number of the sample, and the time of the machine's clock.
  public static let sampleHostTimeValid: AudioTimeStampFlags = [.sampleTimeValid, .hostTimeValid]
}

/// A moment of sound as callbacks get it (`AudioTimeStamp`). Word clocks and SMPTE time are not set here.
public struct AudioTimeStamp: Hashable, Sendable {
  /// The number of the sample.
  public var mSampleTime: Double
  /// The machine's clock, in nanoseconds.
  public var mHostTime: UInt64
  /// The actual rate of samples over the nominal one: 1 where they are equal.
  public var mRateScalar: Double
  /// Fields that are set.
  public var mFlags: AudioTimeStampFlags

  /// No time.
  public init() { self.init(mSampleTime: 0, mHostTime: 0, mRateScalar: 0, mFlags: []) }
  /// The fields as they are.
  public init(mSampleTime: Double, mHostTime: UInt64, mRateScalar: Double, mFlags: AudioTimeStampFlags) {
    (self.mSampleTime, self.mHostTime) = (mSampleTime, mHostTime)
    (self.mRateScalar, self.mFlags) = (mRateScalar, mFlags)
  }
}

extension AVAudioTime {
  /// The moment in `ts`, of sound with `sampleRate` samples a second.
  public convenience init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
    let time = unsafe ts.pointee
    self.init(
      host: time.mFlags.contains(.hostTimeValid) ? time.mHostTime : nil,
      sample: time.mFlags.contains(.sampleTimeValid) ? AVAudioFramePosition(exactly: time.mSampleTime.rounded()) : nil,
      rate: sampleRate)
  }

  /// The moment as callbacks are given it.
  public var audioTimeStamp: AudioTimeStamp {
    var flags: AudioTimeStampFlags = []
    if isSampleTimeValid { flags.insert(.sampleTimeValid) }
    if isHostTimeValid { flags.insert(.hostTimeValid) }
    return AudioTimeStamp(mSampleTime: Double(sampleTime), mHostTime: hostTime, mRateScalar: 0, mFlags: flags)
  }
}

extension UnsafeMutableBufferPointer {
  /// The samples of `buffer`.
  public init(_ buffer: AudioBuffer) {
    let count = unsafe Int(buffer.mDataByteSize) / Swift.max(1, MemoryLayout<Element>.stride)
    unsafe self.init(start: buffer.mData?.assumingMemoryBound(to: Element.self), count: count)
  }
}

extension UnsafeBufferPointer {
  /// The samples of `buffer`.
  public init(_ buffer: AudioBuffer) {
    let count = unsafe Int(buffer.mDataByteSize) / Swift.max(1, MemoryLayout<Element>.stride)
    unsafe self.init(start: UnsafePointer(buffer.mData?.assumingMemoryBound(to: Element.self)), count: count)
  }
}
