import Foundation
import Synchronization

/// A kind of distortion (`AVAudioUnitDistortionPreset`), by what is done one after another.
public enum AVAudioUnitDistortionPreset: Int, Sendable {
  /// Samples held, 6,000 a second, of 5 bits.
  case drumsBitBrush = 0
  /// Echoes after 60 ms; samples held, 11,025 a second.
  case drumsBufferBeats = 1
  /// Samples held, 8,000 a second, of 8 bits; clipped.
  case drumsLoFi = 2
  /// Multiplied with tones of 60 and 97 Hz, bent by a square and a cube, clipped.
  case multiBrokenSpeaker = 3
  /// Samples held, 8,000 a second, of 8 bits; bent by a cube, clipped.
  case multiCellphoneConcert = 4
  /// Samples held, 12,000 a second.
  case multiDecimated1 = 5
  /// Samples held, 8,000 a second.
  case multiDecimated2 = 6
  /// Samples held, 4,000 a second.
  case multiDecimated3 = 7
  /// Samples held, 2,000 a second.
  case multiDecimated4 = 8
  /// Bent by a square and a cube, clipped.
  case multiDistortedFunk = 9
  /// The cube of each sample.
  case multiDistortedCubed = 10
  /// The square of each sample, without its mean.
  case multiDistortedSquared = 11
  /// Echoes after 250 ms, each 0.4 of the one before.
  case multiEcho1 = 12
  /// Echoes after 400 ms, each 0.5 of the one before.
  case multiEcho2 = 13
  /// Echoes after 60 ms, each 0.3 of the one before.
  case multiEchoTight1 = 14
  /// Echoes after 90 ms, each 0.4 of the one before.
  case multiEchoTight2 = 15
  /// All of it.
  case multiEverythingIsBroken = 16
  /// Multiplied with tones of 180 and 540 Hz; samples held, 11,025 a second.
  case speechAlienChatter = 17
  /// Echoes after 120 ms, multiplied with tones of 800 and 1,250 Hz.
  case speechCosmicInterference = 18
  /// Multiplied with tones of 314 and 508 Hz, which stand as the golden section's parts.
  case speechGoldenPi = 19
  /// Multiplied with a tone of 50 Hz; samples held, 6,000 a second, of 8 bits; clipped.
  case speechRadioTower = 20
  /// Echoes after 30 ms, louder and softer with tones of 3 and 5 Hz.
  case speechWaves = 21

  var settings: DistortionSettings {
    var settings = DistortionSettings()
    switch self {
    case .drumsBitBrush: settings.hold = .init(rate: 6_000, bits: 5, mix: 1)
    case .drumsBufferBeats:
      settings.echo = .init(seconds: 0.06, decay: 0.6, mix: 0.6)
      settings.hold = .init(rate: 11_025, bits: 8, mix: 0.3)
    case .drumsLoFi:
      settings.hold = .init(rate: 8_000, bits: 8, mix: 0.9)
      settings.drive = 6
    case .multiBrokenSpeaker:
      settings.ring = .init(first: 60, second: 97, mix: 0.2)
      settings.curve = .init(linear: 0.5, squared: 0.9, cubed: 0.6, mix: 0.8)
      settings.drive = 12
    case .multiCellphoneConcert:
      settings.hold = .init(rate: 8_000, bits: 8, mix: 0.8)
      settings.curve = .init(linear: 1, squared: 0, cubed: 0.6, mix: 0.5)
      settings.drive = 9
    case .multiDecimated1: settings.hold = .init(rate: 12_000, bits: 24, mix: 1)
    case .multiDecimated2: settings.hold = .init(rate: 8_000, bits: 24, mix: 1)
    case .multiDecimated3: settings.hold = .init(rate: 4_000, bits: 24, mix: 1)
    case .multiDecimated4: settings.hold = .init(rate: 2_000, bits: 24, mix: 1)
    case .multiDistortedFunk:
      settings.curve = .init(linear: 1, squared: 0.6, cubed: 0.4, mix: 0.7)
      settings.drive = 9
    case .multiDistortedCubed: settings.curve = .init(linear: 0, squared: 0, cubed: 1, mix: 1)
    case .multiDistortedSquared: settings.curve = .init(linear: 0, squared: 1, cubed: 0, mix: 1)
    case .multiEcho1: settings.echo = .init(seconds: 0.25, decay: 0.4, mix: 1)
    case .multiEcho2: settings.echo = .init(seconds: 0.4, decay: 0.5, mix: 1)
    case .multiEchoTight1: settings.echo = .init(seconds: 0.06, decay: 0.3, mix: 1)
    case .multiEchoTight2: settings.echo = .init(seconds: 0.09, decay: 0.4, mix: 1)
    case .multiEverythingIsBroken:
      settings.echo = .init(seconds: 0.08, decay: 0.5, mix: 0.5)
      settings.ring = .init(first: 90, second: 211, mix: 0.4)
      settings.hold = .init(rate: 5_000, bits: 6, mix: 0.7)
      settings.curve = .init(linear: 0.6, squared: 0.7, cubed: 0.7, mix: 0.8)
      settings.drive = 15
    case .speechAlienChatter:
      settings.ring = .init(first: 180, second: 540, mix: 0.8)
      settings.hold = .init(rate: 11_025, bits: 24, mix: 0.5)
    case .speechCosmicInterference:
      settings.echo = .init(seconds: 0.12, decay: 0.5, mix: 0.5)
      settings.ring = .init(first: 800, second: 1_250, mix: 0.9)
    case .speechGoldenPi: settings.ring = .init(first: 314, second: 508, mix: 0.7)
    case .speechRadioTower:
      settings.ring = .init(first: 50, second: 50, mix: 0.1)
      settings.hold = .init(rate: 6_000, bits: 8, mix: 0.8)
      settings.drive = 12
    case .speechWaves:
      settings.echo = .init(seconds: 0.03, decay: 0.3, mix: 0.4)
      settings.ring = .init(first: 3, second: 5, mix: 0.9)
    }
    return settings
  }
}

/// Distorts what comes in (`AVAudioUnitDistortion`).
///
/// ```
///  in ─▶ `preGain` ─▶ echoes ─▶ tones ─▶ held samples ─▶ curve ─▶ clipping ─▶ wet
/// ```
///
/// The stages are those of Apple's unit, with the settings listed at ``AVAudioUnitDistortionPreset``, which differ from
/// Apple's. Changes hold from the next block on. Threads: any. Lock order: only `values`.
open class AVAudioUnitDistortion: AVAudioUnitEffect, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let values = Mutex(Values())
  private var stages: (settings: DistortionSettings, rate: Double, channels: [DistortionStages])?

  private struct Values: Sendable {
    var preset = AVAudioUnitDistortionPreset.drumsBitBrush
    var preGain: Float = -6
    var wetDryMix: Float = 50
  }

  /// The distortion of ``AVAudioUnitDistortionPreset/drumsBitBrush``.
  public override init() { super.init() }

  open override var audioComponentDescription: AudioComponentDescription { .init(effect: "dist") }
  open override var name: String { "AUDistortion" }

  /// Has it distort as `preset` says.
  open func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) { values.withLock { $0.preset = preset } }

  /// Gain of the input before it is distorted, in dB, from -80 to 20; -6 unless set.
  open var preGain: Float {
    get { values.withLock(\.preGain) }
    set { values.withLock { $0.preGain = newValue.within(-80...20) } }
  }

  /// Part of distorted sound in the output, in percent from 0 to 100; the rest is the input. 50 unless set.
  open var wetDryMix: Float {
    get { values.withLock(\.wetDryMix) }
    set { values.withLock { $0.wetDryMix = newValue.within(0...100) } }
  }

  override var presetNames: [String] {
    [
      "Drums Bit Brush", "Drums Buffer Beats", "Drums LoFi", "Multi Broken Speaker", "Multi Cellphone Concert",
      "Multi Decimated 1", "Multi Decimated 2", "Multi Decimated 3", "Multi Decimated 4", "Multi Distorted Funk",
      "Multi Distorted Cubed", "Multi Distorted Squared", "Multi Echo 1", "Multi Echo 2", "Multi Echo Tight 1",
      "Multi Echo Tight 2", "Multi Everything Is Broken", "Speech Alien Chatter", "Speech Cosmic Interference",
      "Speech Golden Pi", "Speech Radio Tower", "Speech Waves",
    ]
  }
  override var presetNumber: Int? { values.withLock(\.preset.rawValue) }
  override func loadPreset(numbered number: Int) {
    if let preset = AVAudioUnitDistortionPreset(rawValue: number) { loadFactoryPreset(preset) }
  }

  override var unitParameters: [UnitParameter] {
    [UnitParameter(kDistortionParam_FinalMix, "15", "mix", .equalPowerCrossfade, 0...100, 50)]
  }
  override func unitValue(_ address: AUParameterAddress) -> Float { wetDryMix }
  override func setUnitValue(_ address: AUParameterAddress, _ value: Float) { wetDryMix = value }

  override func process(_ block: inout SoundBlock, rate: Double) {
    let values = values.withLock { $0 }
    let settings = values.preset.settings
    if stages?.settings != settings || stages?.rate != rate || stages?.channels.count != block.channels.count {
      stages = (settings, rate, block.channels.map { _ in DistortionStages(settings, rate: rate) })
    }
    let (gain, wet) = (pow(10, Double(values.preGain) / 20), Double(values.wetDryMix) / 100)
    block.change { samples, channel in stages?.channels[channel].run(&samples, gain: gain, wet: wet) }
  }

  override func clear() { stages = nil }
}
