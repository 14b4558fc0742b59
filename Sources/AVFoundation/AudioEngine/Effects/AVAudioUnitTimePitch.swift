import Foundation
import MediaTime
import Synchronization

/// Plays faster or slower, and higher or lower, one independent of the other (`AVAudioUnitTimePitch`). With neither, what comes in goes on bit
/// for bit.
///
/// ```
///  in ──▶ tempo, at `rate` / s ──▶ speed, at s ──▶ out       s = 2^(`pitch` / 1200)
/// ```
///
/// Threads: any. Lock order: only `values`.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let values = Mutex(Values())
  private var stages: (tempo: TempoStage, speed: SpeedStage)?

  private struct Values: Sendable {
    var rate: Float = 1
    var pitch: Float = 0
    var overlap: Float = 8
  }

  /// A node that leaves what comes in as it is.
  public override init() { super.init() }

  /// A node that leaves what comes in as it is, for any of Apple's units of tempo and pitch; others end the process, as an exception of
  /// AVFAudio's does where there is no such unit.
  public init(audioComponentDescription: AudioComponentDescription) {
    let kinds = [
      kAudioUnitSubType_NewTimePitch, kAudioUnitSubType_TimePitch, kAudioUnitSubType_AUiPodTime,
      kAudioUnitSubType_AUiPodTimeOther,
    ]
    Misuse.require(
      audioComponentDescription.componentType == kAudioUnitType_FormatConverter
        && kinds.contains(audioComponentDescription.componentSubType)
        && audioComponentDescription.componentManufacturer == kAudioUnitManufacturer_Apple, "component != NULL")
    super.init()
  }

  open override var audioComponentDescription: AudioComponentDescription {
    .init("nutp", type: kAudioUnitType_FormatConverter)
  }
  open override var name: String { "AUNewTimePitch" }

  /// Rate, from 1/32 to 32; 1 unless set. Values beyond are brought to the end. Holds from the next block on.
  open var rate: Float {
    get { values.withLock(\.rate) }
    set { values.withLock { $0.rate = newValue.within(1 / 32...32) } }
  }

  /// The shift of pitch in cents (1,200 are an octave), from -2,400 to 2,400, clamped; 0 unless set. Holds from the
  /// next block on.
  open var pitch: Float {
    get { values.withLock(\.pitch) }
    set { values.withLock { $0.pitch = newValue.within(-2_400...2_400) } }
  }

  /// Overlap of pieces of sound, from 3 to 32; 8 unless set. There is one way to stretch here, and it is the same whatever this is.
  open var overlap: Float {
    get { values.withLock(\.overlap) }
    set { values.withLock { $0.overlap = newValue.within(3...32) } }
  }

  override var unitParameters: [UnitParameter] {
    [
      UnitParameter(kNewTimePitchParam_Rate, "0", "rate", .rate, 1 / 32...32, 1),
      UnitParameter(kNewTimePitchParam_Pitch, "1", "pitch", .cents, -2_400...2_400, 0),
      UnitParameter(kNewTimePitchParam_Overlap, "4", "overlap", .generic, 3...32, 8),
    ]
  }

  override func unitValue(_ address: AUParameterAddress) -> Float {
    switch AudioUnitParameterID(address) {
    case kNewTimePitchParam_Rate: rate
    case kNewTimePitchParam_Pitch: pitch
    default: overlap
    }
  }

  override func setUnitValue(_ address: AUParameterAddress, _ value: Float) {
    switch AudioUnitParameterID(address) {
    case kNewTimePitchParam_Rate: rate = value
    case kNewTimePitchParam_Pitch: pitch = value
    default: overlap = value
    }
  }

  override func stretch(_ request: RenderRequest, from source: (Int) -> SoundBlock) -> SoundBlock {
    let values = values.withLock { $0 }
    let speed = Rational(speed: exp2(Double(values.pitch) / 1_200))
    let tempo = (try? Rational(speed: Double(values.rate)) / speed) ?? .one
    if stages?.tempo.channels != request.channels || stages?.tempo.sampleRate != Int(request.rate) {
      stages = (
        TempoStage(rate: tempo, sampleRate: Int(request.rate), channels: request.channels),
        SpeedStage(rate: speed, channels: request.channels)
      )
    }
    guard let stages else { return source(request.count) }
    stages.tempo.change(to: tempo)
    stages.speed.change(to: speed)
    return stages.speed.samples(request.count) { stages.tempo.samples($0, from: source) }
  }

  override func clear() { stages = nil }
}
