import CoreMedia
import CoreVideo
import Synchronization

/// A unit that changes sound and has no class in AVFAudio: its parameters, and its processor.
///
/// Threads: any; ``process(_:rate:)`` and ``clear()`` on the rendering thread. Lock order: only `values`.
final class EffectUnit: @unchecked Sendable {
  // @unchecked: the processor is used by the one thread that renders.
  /// Kind, subtype and manufacturer of the unit.
  let description: AudioComponentDescription
  /// Name of the unit.
  let name: String
  /// Its parameters.
  let parameters: [UnitParameter]
  private let values: Mutex<[AUParameterAddress: Float]>
  private var processor: any UnitProcessor

  /// The unit that `description` names; nil where there is none, or AVFAudio has a class of it.
  init?(_ description: AudioComponentDescription) {
    guard description.componentType == kAudioUnitType_Effect,
      description.componentManufacturer == kAudioUnitManufacturer_Apple
    else { return nil }
    switch description.componentSubType {
    case kAudioUnitSubType_LowPassFilter: processor = FilterProcessor(.lowPass)
    case kAudioUnitSubType_HighPassFilter: processor = FilterProcessor(.highPass)
    case kAudioUnitSubType_BandPassFilter: processor = FilterProcessor(.bandPass)
    case kAudioUnitSubType_LowShelfFilter: processor = FilterProcessor(.lowShelf)
    case kAudioUnitSubType_HighShelfFilter: processor = FilterProcessor(.highShelf)
    case kAudioUnitSubType_ParametricEQ: processor = FilterProcessor(.peak)
    case kAudioUnitSubType_PeakLimiter: processor = LevelProcessor(.limiter)
    case kAudioUnitSubType_DynamicsProcessor: processor = LevelProcessor(.dynamics)
    default: return nil
    }
    (self.description, name, parameters) = (description, processor.name, processor.parameters)
    values = Mutex(Dictionary(uniqueKeysWithValues: processor.parameters.map { ($0.address, $0.initial) }))
  }

  /// Value of parameter `address`, set or measured.
  func value(_ address: AUParameterAddress) -> Float { values.withLock { $0[address] ?? 0 } }

  /// Sets parameter `address`, from the next block on; what is beyond its range is brought to its end, and what is no number is not taken.
  func set(_ address: AUParameterAddress, _ value: Float) {
    guard let parameter = parameters.first(where: { $0.address == address }), !value.isNaN else { return }
    values.withLock { $0[address] = value.within(parameter.range) }
  }

  func process(_ block: inout SoundBlock, rate: Double) {
    let current = values.withLock { $0 }
    var meters: [AUParameterAddress: Float] = [:]
    processor.run(&block, rate: rate, current, &meters)
    guard !meters.isEmpty else { return }
    values.withLock { $0.merge(meters) { $1 } }
  }

  func clear() { processor.clear() }
}

extension AudioComponentDescription {
  /// Its kind, which one it is, and whose, in letters.
  var letters: String {
    [componentType, componentSubType, componentManufacturer].map { CoreVideo.letters($0) }.joined(separator: " ")
  }
}
