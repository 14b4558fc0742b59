// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreMedia
public import Foundation
import Synchronization

/// A node of the engine as the unit that it stands for (`AUAudioUnit`): its parameters, and whether it is passed by.
///
/// Units are not rendered by themselves: ``AVAudioEngine`` renders nodes. Threads: any. Lock order: only `state`.
open class AUAudioUnit: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private weak let node: AVAudioNode?
  private let state: Mutex<State>

  private struct State: Sendable {
    var tree: AUParameterTree?
    var maximum: AUAudioFrameCount = 4_096
  }

  init(_ node: AVAudioNode) {
    self.node = node
    state = Mutex(State(tree: (node as? AVAudioUnit)?.parameterTree()))
    super.init()
  }

  /// The node, where it is one that changes sound.
  var unit: AVAudioUnit? { node as? AVAudioUnit }

  /// Description of AVFAudio's unit that it stands for; all zero where it is none.
  open var componentDescription: AudioComponentDescription {
    unit?.audioComponentDescription ?? AudioComponentDescription()
  }
  /// Name of the unit.
  open var audioUnitName: String? { unit?.name }
  /// The manufacturer and the unit's name.
  open var componentName: String? { unit.map { "\($0.manufacturerName): \($0.name)" } }
  /// The manufacturer: this package, whatever unit it stands for.
  open var manufacturerName: String? { unit?.manufacturerName }
  /// The version of the unit: 1.
  open var componentVersion: UInt32 { 1 }

  /// Its parameters; nil where it has none. Another tree takes the place of it, and changes nothing about the unit.
  open var parameterTree: AUParameterTree? {
    get { state.withLock(\.tree) }
    set { state.withLock { $0.tree = newValue } }
  }

  /// The numbers of the `count` parameters that matter most: the first ones.
  open func parametersForOverview(withCount count: Int) -> [NSNumber] {
    (parameterTree?.allParameters ?? []).prefix(max(0, count)).map { NSNumber(value: $0.address) }
  }

  /// Whether what comes in goes on as it is; false of what is no effect, and then it is not set.
  open var shouldBypassEffect: Bool {
    get { unit?.isPassedBy ?? false }
    set { unit?.isPassedBy = newValue }
  }

  /// The largest number of samples rendered at once; 4,096 unless set. The engine asks for no more than its own
  /// maximum.
  open var maximumFramesToRender: AUAudioFrameCount {
    get { state.withLock(\.maximum) }
    set { state.withLock { $0.maximum = newValue } }
  }

  /// Latency from the input to the output, in seconds: 0.
  open var latency: TimeInterval { node?.latency ?? 0 }

  /// Its inputs.
  open var inputBusses: AUAudioUnitBusArray { AUAudioUnitBusArray(self, node, .input) }
  /// Its outputs.
  open var outputBusses: AUAudioUnitBusArray { AUAudioUnitBusArray(self, node, .output) }

  /// Forgets what was rendered.
  open func reset() {
    unit?.schedule.withLock { $0.clear() }
    node?.reset()
  }
}

/// A time in samples of the unit (`AUEventSampleTime`).
public typealias AUEventSampleTime = Int64
/// With the next block (`AUEventSampleTimeImmediate`), to which a number of samples may be added.
public let AUEventSampleTimeImmediate: AUEventSampleTime = -4_294_967_296
/// Sets a parameter at a time, over a number of samples (`AUScheduleParameterBlock`).
public typealias AUScheduleParameterBlock = (
  _ eventSampleTime: AUEventSampleTime, _ rampDurationSampleFrames: AUAudioFrameCount,
  _ parameterAddress: AUParameterAddress, _ value: AUValue
) -> Void

extension AUAudioUnit {
  /// Sets parameters (`scheduleParameterBlock`, AUAudioUnit.h): at once with ``AUEventSampleTimeImmediate``, so many samples behind the beginning of
  /// the next block where a number is added to that, and else with a sample on the unit's own timeline
  /// (``AVAudioNode/lastRenderTime``). A ramp goes on a straight way from what the parameter has then, in steps of at most 32 samples; units
  /// of time change with blocks. An event takes the place of the one of the same parameter that is under way.
  public var scheduleParameterBlock: AUScheduleParameterBlock {
    { [weak self] time, ramp, address, value in
      guard let self, let parameter = parameterTree?.parameter(withAddress: address) else { return }
      guard ramp > 0 || time != AUEventSampleTimeImmediate, let unit, parameter.flags.contains(.flag_IsWritable) else {
        return parameter.value = value
      }
      // A tree of the program's own may name others.
      guard unit.unitParameters.contains(where: { $0.address == address }) else { return parameter.value = value }
      let offset = time.subtractingReportingOverflow(AUEventSampleTimeImmediate)
      // Numbers of blocks' samples are added to the least time.
      let isNext = !offset.overflow && (0...Int64(UInt32.max)).contains(offset.partialValue) && time < 0
      unit.schedule.withLock {
        $0.add(address, value, at: isNext ? .next(offset.partialValue) : .sample(time), over: Int64(ramp))
      }
    }
  }
}

/// Side of a unit that an input or output is on (`AUAudioUnitBusType`).
public enum AUAudioUnitBusType: Int, Sendable {
  /// The side that sound comes in at.
  case input = 1
  /// The side that it comes out at.
  case output = 2
}

/// The inputs or the outputs of a unit (`AUAudioUnitBusArray`).
open class AUAudioUnitBusArray: NSObject {
  /// Unit that they belong to.
  public let ownerAudioUnit: AUAudioUnit
  /// Side that they are on.
  public let busType: AUAudioUnitBusType
  private let busses: [AUAudioUnitBus]
  private let takesAny: Bool

  init(_ unit: AUAudioUnit, _ node: AVAudioNode?, _ type: AUAudioUnitBusType) {
    (ownerAudioUnit, busType) = (unit, type)
    takesAny = type == .input && node?.takesAnyInput == true
    let count = (type == .input ? node?.numberOfInputs : node?.numberOfOutputs) ?? 0
    busses = (0..<count).map { AUAudioUnitBus(unit, node, type, $0) }
    super.init()
  }

  /// Number of buses.
  open var count: Int { busses.count }
  /// Number `index`, which must be there.
  open subscript(index: Int) -> AUAudioUnitBus {
    Misuse.require(busses.indices.contains(index), "index < count")
    return busses[index]
  }
  /// Whether the number of buses can change: of mixers' inputs, which always number one more than are connected.
  open var isCountChangeable: Bool { takesAny }

  /// Asks for `count` of them. Nodes that take any number of inputs have them when they are connected.
  ///
  /// - Throws: `NSError` ``kAudioUnitErr_PropertyNotWritable`` where there is another number, which cannot be changed.
  open func setBusCount(_ count: Int) throws {
    guard count == self.count || (isCountChangeable && count >= 0) else {
      throw AudioUnitError.error(Int(kAudioUnitErr_PropertyNotWritable))
    }
  }
}

/// An input or an output of a unit (`AUAudioUnitBus`).
open class AUAudioUnitBus: NSObject {
  /// Unit that it belongs to.
  public let ownerAudioUnit: AUAudioUnit
  /// Side that it is on.
  public let busType: AUAudioUnitBusType
  /// Its number.
  public let index: Int
  private weak let node: AVAudioNode?

  init(_ unit: AUAudioUnit, _ node: AVAudioNode?, _ type: AUAudioUnitBusType, _ index: Int) {
    (ownerAudioUnit, self.node, busType, self.index) = (unit, node, type, index)
    super.init()
  }

  /// Format of the sound there, as the node has been connected.
  open var format: AVAudioFormat {
    switch busType {
    case .input: node?.inputFormat(forBus: index) ?? .none
    case .output: node?.outputFormat(forBus: index) ?? .none
    }
  }

  /// Would set the format, which is that of the node's connection.
  ///
  /// - Throws: `NSError` -10868 of `com.apple.coreaudio.avfaudio` for another format than ``format``.
  open func setFormat(_ format: AVAudioFormat) throws {
    guard format == self.format else { throw AudioUnitError.formatNotSupported.error }
  }
}
