public import Foundation
import Synchronization

/// Repeats what comes in (`AVAudioUnitDelay`).
///
/// ```
///  in ──┬──────────────────────────────── dry ──▶ out
///       ▼                                          ▲
///       + ─▶ line of `delayTime` ─▶ low-pass ─┬─ wet
///       ▲                                     │
///       └──────────── feedback ───────────────┘
/// ```
///
/// An echo is `delayTime` late, to the sample. Each passes a low-pass of the first order once more than the one before. Settings hold from the next
/// block on, and values beyond a range are brought to its end. Threads: any. Lock order: only `values`.
open class AVAudioUnitDelay: AVAudioUnitEffect, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let values = Mutex(Values())
  private var lines: [DelayLine] = []

  private struct Values: Sendable {
    var delayTime = 1.0
    var feedback: Float = 50
    var lowPassCutoff: Float = 15_000
    var wetDryMix: Float = 100
  }

  /// A delay of a second.
  public override init() { super.init() }

  open override var audioComponentDescription: AudioComponentDescription { .init(effect: "dely") }
  open override var name: String { "AUDelay" }

  /// Delay of an echo, in seconds from 0 to 2; 1 unless set.
  open var delayTime: TimeInterval {
    get { values.withLock(\.delayTime) }
    set { values.withLock { $0.delayTime = newValue.within(0...2) } }
  }

  /// Part of an echo that is heard again, in percent from -100 to 100; 50 unless set. None where echoes are not late at all.
  open var feedback: Float {
    get { values.withLock(\.feedback) }
    set { values.withLock { $0.feedback = newValue.within(-100...100) } }
  }

  /// Frequency at which echoes have lost 3 dB, in hertz from 10 to half of the rate, with which nothing is lost; 15,000 unless set.
  open var lowPassCutoff: Float {
    get { values.withLock(\.lowPassCutoff) }
    set { values.withLock { $0.lowPassCutoff = newValue.within(10...Float.greatestFiniteMagnitude) } }
  }

  /// Part of echoes in the output, in percent from 0 to 100; the rest is the input. 100 unless set.
  open var wetDryMix: Float {
    get { values.withLock(\.wetDryMix) }
    set { values.withLock { $0.wetDryMix = newValue.within(0...100) } }
  }

  override var unitParameters: [UnitParameter] {
    [
      UnitParameter(kDelayParam_WetDryMix, "0", "dry/wet mix", .equalPowerCrossfade, 0...100, 100),
      UnitParameter(kDelayParam_DelayTime, "1", "delay time", .seconds, 0...2, 1),
      UnitParameter(kDelayParam_Feedback, "2", "feedback", .percent, -100...100, 50),
      UnitParameter(kDelayParam_LopassCutoff, "3", "lowpass cutoff frequency", .hertz, 10...22_050, 15_000),
    ]
  }

  override func unitValue(_ address: AUParameterAddress) -> Float {
    [wetDryMix, Float(delayTime), feedback, lowPassCutoff][Int(address)]
  }

  override func setUnitValue(_ address: AUParameterAddress, _ value: Float) {
    switch AudioUnitParameterID(address) {
    case kDelayParam_WetDryMix: wetDryMix = value
    case kDelayParam_DelayTime: delayTime = Double(value)
    case kDelayParam_Feedback: feedback = value
    default: lowPassCutoff = value
    }
  }

  override func process(_ block: inout SoundBlock, rate: Double) {
    let values = values.withLock { $0 }
    let room = Int((rate * 2).rounded()) + 1
    if lines.count != block.channels.count || lines.first?.room != room {
      lines = block.channels.map { _ in DelayLine(room: room) }
    }
    let delay = Int((values.delayTime * rate).rounded())
    let smoothing = Self.smoothing(cutoff: Double(values.lowPassCutoff), rate: rate)
    let (feedback, wet) = (Double(values.feedback) / 100, Double(values.wetDryMix) / 100)
    block.change { samples, channel in
      lines[channel].run(&samples, delay: delay, feedback: feedback, wet: wet, smoothing: smoothing)
    }
  }

  override func clear() { lines = [] }

  /// Part of its last value that a low-pass of the first order keeps, so that it loses 3 dB at `cutoff`: nothing from half of the rate on.
  private static func smoothing(cutoff: Double, rate: Double) -> Double {
    guard cutoff < rate / 2 else { return 0 }
    let part = 2 - cos(2 * Double.pi * cutoff / rate)
    return part - (part * part - 1).squareRoot()
  }
}

/// The echoes of one channel.
private struct DelayLine {
  /// Number of samples that it holds.
  var room: Int { line.count }
  private var line: [Double]
  private var place = 0
  private var smoothed = 0.0

  init(room: Int) { line = [Double](repeating: 0, count: room) }

  mutating func run(_ samples: inout [Float], delay: Int, feedback: Double, wet: Double, smoothing: Double) {
    for index in samples.indices {
      let sample = Double(samples[index])
      let late = delay == 0 ? sample : line[(place + room - delay) % room]
      smoothed = late + smoothing * (smoothed - late)
      line[place] = delay == 0 ? sample : sample + feedback * smoothed
      place = (place + 1) % room
      samples[index] = Float((1 - wet) * sample + wet * smoothed)
    }
    if abs(smoothed) < 1e-30 { smoothed = 0 }
  }
}
