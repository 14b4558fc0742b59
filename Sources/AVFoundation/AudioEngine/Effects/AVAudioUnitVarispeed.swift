import Foundation
import MediaTime
import Synchronization

/// Plays faster and higher, or slower and lower, as a tape does (`AVAudioUnitVarispeed`). At rate 1 what comes in goes on bit for bit.
/// Threads: any. Lock order: only `speed`.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let speed = Mutex<Float>(1)
  private var conversion: (channels: Int, stage: SpeedStage)?

  /// A node that leaves what comes in as it is.
  public override init() { super.init() }

  open override var audioComponentDescription: AudioComponentDescription {
    .init("vari", type: kAudioUnitType_FormatConverter)
  }
  open override var name: String { "AUVarispeed" }

  /// Rate, from 0.25, two octaves lower, to 4, two octaves higher; 1 unless set, in steps of 1/65,536. Values beyond are brought to the end. Holds
  /// from the next block on.
  open var rate: Float {
    get { speed.withLock { $0 } }
    set { speed.withLock { $0 = newValue.within(0.25...4) } }
  }

  override var unitParameters: [UnitParameter] {
    [UnitParameter(kVarispeedParam_PlaybackRate, "0", "playback rate", .rate, 0.25...4, 1)]
  }
  override func unitValue(_ address: AUParameterAddress) -> Float { rate }
  override func setUnitValue(_ address: AUParameterAddress, _ value: Float) { rate = value }

  override func stretch(_ request: RenderRequest, from source: (Int) -> SoundBlock) -> SoundBlock {
    let rate = Rational(speed: Double(rate))
    if conversion?.channels != request.channels {
      conversion = (request.channels, SpeedStage(rate: rate, channels: request.channels))
    }
    conversion?.stage.change(to: rate)
    return conversion?.stage.samples(request.count, from: source) ?? source(request.count)
  }

  override func clear() { conversion = nil }
}

extension Rational {
  /// The fraction nearest to `speed`, greater than 0, in steps of 1/65,536: four thousandths of a cent at the first octave.
  init(speed: Double) {
    let steps = Int64((speed * 65_536).rounded())
    self = (try? Rational(Swift.max(1, steps), 65_536)) ?? .one
  }
}
