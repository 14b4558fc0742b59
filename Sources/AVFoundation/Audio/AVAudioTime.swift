public import Foundation

/// A moment of sound: the number of a sample, a time of the machine's clock, or both (`AVAudioTime`). Immutable. Threads: any.
open class AVAudioTime: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes after it is made.
  /// The machine's clock, in nanoseconds; 0 where that is not said.
  public let hostTime: UInt64
  /// The number of the sample; 0 where that is not said.
  public let sampleTime: AVAudioFramePosition
  /// Samples a second; 0 without a sample time.
  public let sampleRate: Double
  /// Whether ``hostTime`` is valid.
  public let isHostTimeValid: Bool
  /// Whether ``sampleTime`` is valid.
  public let isSampleTimeValid: Bool

  init(host: UInt64?, sample: AVAudioFramePosition?, rate: Double) {
    (hostTime, isHostTimeValid) = (host ?? 0, host != nil)
    (sampleTime, isSampleTimeValid, sampleRate) = (sample ?? 0, sample != nil, rate)
    super.init()
  }

  /// A time of the machine's clock.
  public convenience init(hostTime: UInt64) { self.init(host: hostTime, sample: nil, rate: 0) }
  /// Sample `sampleTime` of `sampleRate` a second.
  public convenience init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    self.init(host: nil, sample: sampleTime, rate: sampleRate)
  }
  /// Sample `sampleTime` of `sampleRate` a second, at a time of the machine's clock.
  public convenience init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    self.init(host: hostTime, sample: sampleTime, rate: sampleRate)
  }

  /// A time of the machine's clock of `seconds`.
  public class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
    UInt64(exactly: (max(0, seconds) * 1_000_000_000).rounded()) ?? .max
  }
  /// The seconds of a time of the machine's clock.
  public class func seconds(forHostTime hostTime: UInt64) -> TimeInterval { Double(hostTime) / 1_000_000_000 }

  /// The same moment by sample and clock, where `anchor` says both; nil where one of them is not known.
  open func extrapolateTime(fromAnchor anchor: AVAudioTime) -> AVAudioTime? {
    guard anchor.isHostTimeValid, anchor.isSampleTimeValid, anchor.sampleRate > 0 else { return nil }
    if isSampleTimeValid, sampleRate == anchor.sampleRate {
      let seconds = Double(sampleTime - anchor.sampleTime) / sampleRate
      let host = Double(anchor.hostTime) + seconds * 1_000_000_000
      guard let host = UInt64(exactly: host.rounded()) else { return nil }
      return AVAudioTime(hostTime: host, sampleTime: sampleTime, atRate: sampleRate)
    }
    guard isHostTimeValid else { return nil }
    let seconds = (Double(hostTime) - Double(anchor.hostTime)) / 1_000_000_000
    guard let sample = AVAudioFramePosition(exactly: (seconds * anchor.sampleRate).rounded()) else { return nil }
    return AVAudioTime(hostTime: hostTime, sampleTime: anchor.sampleTime + sample, atRate: anchor.sampleRate)
  }
}

/// Quality of a treatment of sound, by the effort that it takes (`AVAudioQuality`).
public enum AVAudioQuality: Int, Sendable {
  /// The least.
  case min = 0
  /// Little.
  case low = 32
  /// Some.
  case medium = 64
  /// Much.
  case high = 96
  /// The most.
  case max = 127
}
