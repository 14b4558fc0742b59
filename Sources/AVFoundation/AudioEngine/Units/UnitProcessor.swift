import Foundation
import Synchronization

/// The processing of a unit that has no class in AVFAudio.
protocol UnitProcessor {
  /// Its name, as Apple's unit has it.
  var name: String { get }
  /// Its parameters, in the order of their numbers.
  var parameters: [UnitParameter] { get }
  /// Processes `block`, which has `rate` samples a second, with the parameters `values`; writes measurements to
  /// `meters`.
  mutating func run(
    _ block: inout SoundBlock, rate: Double, _ values: [AUParameterAddress: Float],
    _ meters: inout [AUParameterAddress: Float])
  /// Forgets what it remembers.
  mutating func clear()
}

/// A filter of the second order. A value.
struct FilterProcessor: UnitProcessor {
  /// Kind of the filter.
  enum Kind: Sendable { case lowPass, highPass, bandPass, lowShelf, highShelf, peak }

  private let kind: Kind
  private var filter: (settings: [Double], filter: BiquadFilter)?
  private var memories: [BiquadFilter.Memory] = []

  init(_ kind: Kind) { self.kind = kind }

  var name: String {
    switch kind {
    case .lowPass: "AULowpass"
    case .highPass: "AUHipass"
    case .bandPass: "AUBandpass"
    case .lowShelf: "AULowShelfFilter"
    case .highShelf: "AUHighShelfFilter"
    case .peak: "AUParametricEQ"
    }
  }

  var parameters: [UnitParameter] {
    let resonance = UnitParameter(1, "1", "resonance", .decibels, -20...40, 0)
    let gain = UnitParameter(1, "1", "gain", .decibels, -40...40, 0)
    return switch kind {
    case .lowPass: [UnitParameter(0, "0", "cutoff frequency", .hertz, 10...22_050, 6_900), resonance]
    case .highPass: [UnitParameter(0, "0", "cutoff frequency", .hertz, 10...22_050, 6_900), resonance]
    case .bandPass:
      [
        UnitParameter(0, "0", "center frequency", .hertz, 20...22_050, 5_000),
        UnitParameter(1, "1", "bandwidth", .cents, 100...12_000, 600),
      ]
    case .lowShelf: [UnitParameter(0, "0", "cutoff frequency", .hertz, 10...200, 80), gain]
    case .highShelf: [UnitParameter(0, "0", "cut off frequency", .hertz, 10_000...22_050, 10_000), gain]
    case .peak:
      [
        UnitParameter(0, "0", "center frequency", .hertz, 20...22_050, 2_000),
        UnitParameter(1, "1", "Q", .hertz, 0.1...20, 1), UnitParameter(2, "2", "gain", .decibels, -20...20, 0),
      ]
    }
  }

  mutating func run(
    _ block: inout SoundBlock, rate: Double, _ values: [AUParameterAddress: Float],
    _ meters: inout [AUParameterAddress: Float]
  ) {
    let settings = [rate] + (0..<3).map { Double(values[$0] ?? 0) }
    if filter?.settings != settings { filter = (settings, made(settings)) }
    if memories.count != block.channels.count { memories = block.channels.map { _ in .init() } }
    block.change { samples, channel in filter?.filter.filter(&samples, &memories[channel]) }
  }

  mutating func clear() { (filter, memories) = (nil, []) }

  private func made(_ settings: [Double]) -> BiquadFilter {
    let (rate, frequency, second) = (settings[0], settings[1], settings[2])
    func filter(_ type: AVAudioUnitEQFilterType, bandwidth: Double = 1, gain: Double = 0) -> BiquadFilter {
      BiquadFilter(type, frequency: frequency, bandwidth: bandwidth, gain: gain, rate: rate)
    }
    // The quality that has the gain of the resonance at the cutoff.
    func octaves(quality: Double) -> Double {
      let angle = 2 * Double.pi * min(frequency, rate * 0.499) / rate
      return 2 / log(2) * sin(angle) / angle * asinh(1 / (2 * quality))
    }
    return switch kind {
    case .lowPass: filter(.resonantLowPass, bandwidth: octaves(quality: pow(10, second / 20)))
    case .highPass: filter(.resonantHighPass, bandwidth: octaves(quality: pow(10, second / 20)))
    case .bandPass: filter(.bandPass, bandwidth: second / 1_200)
    case .lowShelf: filter(.lowShelf, gain: second)
    case .highShelf: filter(.highShelf, gain: second)
    case .peak: filter(.parametric, bandwidth: octaves(quality: second), gain: settings[3])
    }
  }
}
