import Foundation
public import Rendering

/// The level of one channel (`AVCaptureAudioChannel`).
public struct AudioLevel: Hashable, Sendable {
  /// The root of the mean square, in decibels below full scale: a sine at full scale has −3.01. At least ``AudioMeter/silence``
  /// (`averagePowerLevel`).
  public var averagePower: Double
  /// The largest sample, likewise: full scale is 0, and what lies beyond is above (`peakHoldLevel`).
  public var peakPower: Double

  /// A channel without a sound.
  public static let silent = AudioLevel(averagePower: AudioMeter.silence, peakPower: AudioMeter.silence)

  /// A level of these powers.
  public init(averagePower: Double, peakPower: Double) {
    (self.averagePower, self.peakPower) = (averagePower, peakPower)
  }
}

/// Measures samples: the levels of each channel since it was read last (`AVAudioRecorder.updateMeters()`).
///
/// ```swift
/// var meter = AudioMeter()
/// meter.add(block)
/// print(meter.takeLevels().map(\.peakPower))
/// ```
///
/// A value. Samples that are no number count as silence.
public struct AudioMeter: Hashable, Sendable {
  /// The least level there is, in decibels: AVFoundation's −160.
  public static let silence = -160.0

  /// The sums of each channel so far.
  private struct Channel: Hashable, Sendable {
    /// The sum of the squares.
    var squares = 0.0
    /// The largest sample, without its sign.
    var peak = 0.0
  }

  private var channels: [Channel] = []
  private var count = 0

  /// A meter that has heard nothing.
  public init() {}

  /// Counts the samples of `block`. One of another number of channels begins anew.
  public mutating func add(_ block: SampleBlock) {
    guard block.channels > 0 else { return }
    if channels.count != block.channels {
      channels = Array(repeating: Channel(), count: block.channels)
      count = 0
    }
    for (index, sample) in block.interleaved.enumerated() where sample.isFinite {
      let channel = index % block.channels
      channels[channel].squares += sample * sample
      channels[channel].peak = max(channels[channel].peak, abs(sample))
    }
    count += block.count
  }

  /// The levels of all channels since they were taken last; nothing is counted twice. Empty where nothing came.
  public mutating func takeLevels() -> [AudioLevel] {
    defer {
      channels = []
      count = 0
    }
    guard count > 0 else { return [] }
    return channels.map { channel in
      AudioLevel(
        averagePower: Self.decibels((channel.squares / Double(count)).squareRoot()),
        peakPower: Self.decibels(channel.peak))
    }
  }

  /// `amplitude`, 1 being full scale, in decibels.
  static func decibels(_ amplitude: Double) -> Double {
    amplitude > 0 ? max(silence, 20 * log10(amplitude)) : silence
  }
}
