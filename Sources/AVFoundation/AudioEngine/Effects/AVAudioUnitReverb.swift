import Foundation
import Synchronization

/// A room (`AVAudioUnitReverbPreset`), by the seconds in which low tones lose 60 dB, and those in which tones of 5,000 Hz do.
public enum AVAudioUnitReverbPreset: Int, Sendable {
  /// 0.4 s, and 0.25 s.
  case smallRoom = 0
  /// 0.7 s, and 0.4 s.
  case mediumRoom = 1
  /// 1.1 s, and 0.6 s.
  case largeRoom = 2
  /// 1.6 s, and 0.9 s.
  case mediumHall = 3
  /// 2.4 s, and 1.3 s.
  case largeHall = 4
  /// A plate of metal: 1.4 s, and 1.2 s.
  case plate = 5
  /// 0.9 s, and 0.6 s.
  case mediumChamber = 6
  /// 1.3 s, and 0.9 s.
  case largeChamber = 7
  /// 4 s, and 1.8 s.
  case cathedral = 8
  /// 1.4 s, and 0.8 s.
  case largeRoom2 = 9
  /// 1.9 s, and 1 s.
  case mediumHall2 = 10
  /// 2.1 s, and 1 s.
  case mediumHall3 = 11
  /// 2.9 s, and 1.4 s.
  case largeHall2 = 12

  var room: ReverbRoom {
    switch self {
    case .smallRoom: ReverbRoom(0.4, 0.25, size: 11, delay: 2)
    case .mediumRoom: ReverbRoom(0.7, 0.4, size: 17, delay: 5)
    case .largeRoom: ReverbRoom(1.1, 0.6, size: 23, delay: 9)
    case .mediumHall: ReverbRoom(1.6, 0.9, size: 31, delay: 15)
    case .largeHall: ReverbRoom(2.4, 1.3, size: 41, delay: 22)
    case .plate: ReverbRoom(1.4, 1.2, size: 9, delay: 0)
    case .mediumChamber: ReverbRoom(0.9, 0.6, size: 21, delay: 8)
    case .largeChamber: ReverbRoom(1.3, 0.9, size: 29, delay: 12)
    case .cathedral: ReverbRoom(4, 1.8, size: 57, delay: 30)
    case .largeRoom2: ReverbRoom(1.4, 0.8, size: 26, delay: 10)
    case .mediumHall2: ReverbRoom(1.9, 1, size: 34, delay: 18)
    case .mediumHall3: ReverbRoom(2.1, 1, size: 37, delay: 20)
    case .largeHall2: ReverbRoom(2.9, 1.4, size: 47, delay: 25)
    }
  }
}

/// Adds the answer of a room (`AVAudioUnitReverb`): a network of delays, whose times are those that ``AVAudioUnitReverbPreset`` says. It is not
/// the room that Apple's presets are; their names are kept in order, from the smaller to the larger.
///
/// Settings hold from the next block on; where another room is loaded, the rest of the former one's answer is not heard any more. Threads: any. Lock
/// order: only `values`.
open class AVAudioUnitReverb: AVAudioUnitEffect, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let values = Mutex(Values())
  private var network: (room: ReverbRoom, rate: Double, channels: Int, network: ReverbNetwork)?

  private struct Values: Sendable {
    var preset = AVAudioUnitReverbPreset.mediumHall
    var wetDryMix: Float = 100
  }

  /// A medium hall.
  public override init() { super.init() }

  open override var audioComponentDescription: AudioComponentDescription { .init(effect: "rvb2") }
  open override var name: String { "AUReverb2" }

  /// Has it answer as the room `preset` does.
  open func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) { values.withLock { $0.preset = preset } }

  /// Part of the answer in the output, in percent from 0 to 100; the rest is the input. 100 unless set.
  open var wetDryMix: Float {
    get { values.withLock(\.wetDryMix) }
    set { values.withLock { $0.wetDryMix = newValue.within(0...100) } }
  }

  override var presetNames: [String] {
    [
      "Small Room", "Medium Room", "Large Room", "Medium Hall", "Large Hall", "Plate", "Medium Chamber",
      "Large Chamber", "Cathedral", "Large Room 2", "Medium Hall 2", "Medium Hall 3", "Large Hall 2",
    ]
  }
  override var presetNumber: Int? { values.withLock(\.preset.rawValue) }
  override func loadPreset(numbered number: Int) {
    if let preset = AVAudioUnitReverbPreset(rawValue: number) { loadFactoryPreset(preset) }
  }

  override var unitParameters: [UnitParameter] {
    [UnitParameter(kReverb2Param_DryWetMix, "0", "dry/wet mix", .equalPowerCrossfade, 0...100, 100)]
  }
  override func unitValue(_ address: AUParameterAddress) -> Float { wetDryMix }
  override func setUnitValue(_ address: AUParameterAddress, _ value: Float) { wetDryMix = value }

  override func process(_ block: inout SoundBlock, rate: Double) {
    let values = values.withLock { $0 }
    let (room, channels) = (values.preset.room, block.channels.count)
    if network?.room != room || network?.rate != rate || network?.channels != channels {
      network = (room, rate, channels, ReverbNetwork(room, rate: rate, channels: channels))
    }
    guard var answer = network?.network.answer(to: block) else { return }
    answer.multiply(by: values.wetDryMix / 100)
    block.multiply(by: 1 - values.wetDryMix / 100)
    block.add(answer)
  }

  override func clear() { network = nil }
}
