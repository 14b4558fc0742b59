import Foundation

/// Changes how loud sound is by how loud it has been: all channels by the same gain, which follows the loudest of them.
///
/// ```
///  level, dB ─▶ curve ─▶ wanted gain, dB ─▶ falls within the attack time, rises within the release time ─▶ × sound
/// ```
///
/// The gain covers 63 % of a step within its time. A limiter's curve ends at full scale, to which what is over it within the attack is cut; a
/// dynamics processor's comes nearer to `threshold + head room` the louder sound is, and lowers what is below the other threshold further. A
/// value.
struct LevelProcessor: UnitProcessor {
  /// Kind of the processor.
  enum Kind: Sendable { case limiter, dynamics }

  private let kind: Kind
  /// The gain that is reached, in dB.
  private var gain = 0.0

  init(_ kind: Kind) { self.kind = kind }

  var name: String { kind == .limiter ? "AUPeakLimiter" : "AUDynamicsProcessor" }

  var parameters: [UnitParameter] {
    switch kind {
    case .limiter:
      [
        UnitParameter(kLimiterParam_AttackTime, "0", "attack time", .seconds, 0.001...0.03, 0.012),
        UnitParameter(kLimiterParam_DecayTime, "1", "decay time", .seconds, 0.001...0.06, 0.024),
        UnitParameter(kLimiterParam_PreGain, "2", "pre-gain", .decibels, -40...40, 0),
      ]
    case .dynamics:
      [
        UnitParameter(kDynamicsProcessorParam_Threshold, "0", "compression threshold", .decibels, -40...20, -20),
        UnitParameter(kDynamicsProcessorParam_HeadRoom, "1", "head room", .decibels, 0.1...40, 5),
        UnitParameter(kDynamicsProcessorParam_ExpansionRatio, "2", "expansion ratio", .rate, 1...50, 2),
        UnitParameter(
          kDynamicsProcessorParam_ExpansionThreshold, "3", "expansion threshold", .decibels, -120...0, -120),
        UnitParameter(kDynamicsProcessorParam_AttackTime, "4", "attack time", .seconds, 0.000_1...0.2, 0.001),
        UnitParameter(kDynamicsProcessorParam_ReleaseTime, "5", "release time", .seconds, 0.01...3, 0.05),
        UnitParameter(kDynamicsProcessorParam_OverallGain, "6", "overall gain", .decibels, -40...40, 0),
        UnitParameter(
          kDynamicsProcessorParam_CompressionAmount, "1000", "compression amount", .decibels, -40...40, 0,
          isWritable: false),
        UnitParameter(
          kDynamicsProcessorParam_InputAmplitude, "2000", "input amplitude", .decibels, -120...40, -120,
          isWritable: false),
        UnitParameter(
          kDynamicsProcessorParam_OutputAmplitude, "3000", "output amplitude", .decibels, -120...40, -120,
          isWritable: false),
      ]
    }
  }

  mutating func run(
    _ block: inout SoundBlock, rate: Double, _ values: [AUParameterAddress: Float],
    _ meters: inout [AUParameterAddress: Float]
  ) {
    func value(_ id: AudioUnitParameterID) -> Double { Double(values[AUParameterAddress(id)] ?? 0) }
    let isLimiter = kind == .limiter
    let before = isLimiter ? amplitude(value(kLimiterParam_PreGain)) : 1
    let attack = value(isLimiter ? kLimiterParam_AttackTime : kDynamicsProcessorParam_AttackTime)
    let release = value(isLimiter ? kLimiterParam_DecayTime : kDynamicsProcessorParam_ReleaseTime)
    let (fall, rise) = (1 - exp(-1 / (attack * rate)), 1 - exp(-1 / (release * rate)))
    let behind = isLimiter ? 1 : amplitude(value(kDynamicsProcessorParam_OverallGain))
    let curve = Curve(
      threshold: value(kDynamicsProcessorParam_Threshold), headRoom: value(kDynamicsProcessorParam_HeadRoom),
      ratio: value(kDynamicsProcessorParam_ExpansionRatio),
      lower: value(kDynamicsProcessorParam_ExpansionThreshold))
    let channels = block.channels
    var gains = [Float](repeating: 1, count: block.count)
    var (loudest, result) = (0.0, 0.0)
    for index in 0..<block.count {
      let peak = channels.reduce(0.0) { max($0, abs(Double($1[index]))) } * before
      let level = peak.isFinite ? max(-120, 20 * log10(max(peak, 1e-6))) : 0
      let wanted = isLimiter ? min(0, -level) : curve.gain(at: level)
      gain += (wanted - gain) * (wanted < gain ? fall : rise)
      let now = before * amplitude(gain) * behind
      gains[index] = Float(now)
      (loudest, result) = (max(loudest, peak), max(result, peak / before * now))
    }
    block.change { samples, _ in
      for index in samples.indices {
        samples[index] *= gains[index]
        if isLimiter { samples[index] = min(max(samples[index], -1), 1) }
      }
    }
    guard !isLimiter, block.count > 0 else { return }
    meters[AUParameterAddress(kDynamicsProcessorParam_CompressionAmount)] = Float(-gain)
    meters[AUParameterAddress(kDynamicsProcessorParam_InputAmplitude)] = Float(20 * log10(max(loudest, 1e-6)))
    meters[AUParameterAddress(kDynamicsProcessorParam_OutputAmplitude)] = Float(20 * log10(max(result, 1e-6)))
  }

  mutating func clear() { gain = 0 }

  private func amplitude(_ decibels: Double) -> Double { pow(10, decibels / 20) }

  /// The gain by how loud sound is, both in dB.
  private struct Curve {
    let threshold: Double
    let headRoom: Double
    let ratio: Double
    let lower: Double

    func gain(at level: Double) -> Double {
      if level > threshold {
        let over = level - threshold
        return headRoom * (1 - exp(-over / headRoom)) - over
      }
      return level < lower ? (level - lower) * (ratio - 1) : 0
    }
  }
}
