// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import Synchronization

// SAFETY: values, times and lists are read and written where the caller says, while it waits.

/// A unit of version 2 (`AudioUnit`): one of its own, or the parameters of a node.
public typealias AudioUnit = OpaqueAudioComponentInstance

/// A unit by functions: one of its own, which is rendered when it is asked, or a node of an engine, which that renders.
public final class OpaqueAudioComponentInstance: Sendable {
  /// The unit's parameters, as they are of a node; nil of an output, a mixer and a converter.
  private let unit: AUAudioUnit?
  /// Stage that renders; nil of a node of an engine.
  let stage: UnitStage?
  /// Listeners that are called when a property was set.
  let listeners = Mutex<[PropertyListener]>([])

  init(_ unit: AUAudioUnit) { (self.unit, stage) = (unit, nil) }

  /// A unit of its own; nil where it cannot be made.
  init?(_ component: OpaqueAudioComponent) {
    switch component.description.componentType {
    case kAudioUnitType_Output: (unit, stage) = (nil, UnitStage(.output))
    case kAudioUnitType_Mixer: (unit, stage) = (nil, UnitStage(.mixer))
    case kAudioUnitType_FormatConverter: (unit, stage) = (nil, UnitStage(.converter))
    default:
      guard let node = try? AVAudioUnit.made(component.description) as? AVAudioUnitEffect else { return nil }
      (unit, stage) = (node.auAudioUnit, UnitStage(.effect(node)))
    }
  }

  /// The numbers of the parameters.
  var parameterNumbers: [AudioUnitParameterID] {
    if stage?.isMixer == true {
      return [kMultiChannelMixerParam_Volume, kMultiChannelMixerParam_Enable, kMultiChannelMixerParam_Pan]
    }
    return (unit?.parameterTree?.allParameters ?? []).map { AudioUnitParameterID(clamping: $0.address) }
  }

  fileprivate func parameter(
    _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
  ) -> AUParameter? { unit?.parameterTree?.parameter(withID: id, scope: scope, element: element) }

  fileprivate func reset() {
    unit?.reset()
    stage?.reset()
  }
}

// MARK: Parameters

/// Sets a parameter (`AudioUnitSetParameter`); from the next block on, whatever `inBufferOffsetInFrames` says.
///
/// - Returns: ``kAudioUnitErr_InvalidParameter`` where there is none of this number.
@discardableResult public func AudioUnitSetParameter(
  _ inUnit: AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
  _ inValue: AudioUnitParameterValue, _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
  if let stage = inUnit.stage, stage.isMixer { return stage.set(inID, inScope, inElement, inValue) }
  guard let parameter = inUnit.parameter(inID, inScope, inElement), parameter.flags.contains(.flag_IsWritable) else {
    return kAudioUnitErr_InvalidParameter
  }
  parameter.value = inValue
  return noErr
}

/// Returns a parameter's value (`AudioUnitGetParameter`).
///
/// - Returns: ``kAudioUnitErr_InvalidParameter`` where there is none of this number.
@discardableResult public func AudioUnitGetParameter(
  _ inUnit: AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
  _ outValue: UnsafeMutablePointer<AudioUnitParameterValue>
) -> OSStatus {
  let value =
    inUnit.stage?.isMixer == true
    ? inUnit.stage?.parameter(inID, inScope, inElement) : inUnit.parameter(inID, inScope, inElement)?.value
  guard let value else { return kAudioUnitErr_InvalidParameter }
  unsafe outValue.pointee = value
  return noErr
}

extension UnitStage {
  /// Value of a mixer's parameter; nil where there is none.
  fileprivate func parameter(
    _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
  ) -> AudioUnitParameterValue? {
    state.withLock { state in
      if scope == kAudioUnitScope_Output, element == 0, id == kMultiChannelMixerParam_Volume { return state.volume }
      guard scope == kAudioUnitScope_Input, Int(element) < state.inputs.count else { return nil }
      let input = state.inputs[Int(element)]
      return switch id {
      case kMultiChannelMixerParam_Volume: input.mix.volume
      case kMultiChannelMixerParam_Enable: input.isEnabled ? 1 : 0
      case kMultiChannelMixerParam_Pan: input.mix.pan
      default: nil
      }
    }
  }

  fileprivate func set(
    _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: AudioUnitParameterValue
  ) -> OSStatus {
    state.withLock { state in
      guard !value.isNaN else { return kAudioUnitErr_InvalidPropertyValue }
      if scope == kAudioUnitScope_Output, element == 0, id == kMultiChannelMixerParam_Volume {
        state.volume = value.within(0...1)
        return noErr
      }
      guard scope == kAudioUnitScope_Input else { return kAudioUnitErr_InvalidParameter }
      guard Int(element) < state.inputs.count else { return kAudioUnitErr_InvalidElement }
      switch id {
      case kMultiChannelMixerParam_Volume: state.inputs[Int(element)].mix.volume = value.within(0...1)
      case kMultiChannelMixerParam_Enable: state.inputs[Int(element)].isEnabled = value >= 0.5
      case kMultiChannelMixerParam_Pan: state.inputs[Int(element)].mix.pan = value.within(-1...1)
      default: return kAudioUnitErr_InvalidParameter
      }
      return noErr
    }
  }
}

// MARK: Rendering

/// Makes ready to render (`AudioUnitInitialize`).
///
/// - Returns: ``kAudioUnitErr_FormatNotSupported`` of an effect that has other rates or channels before it than behind it.
@discardableResult public func AudioUnitInitialize(_ inUnit: AudioUnit) -> OSStatus {
  inUnit.stage?.initialize() ?? noErr
}

/// Has it render no more (`AudioUnitUninitialize`).
@discardableResult public func AudioUnitUninitialize(_ inUnit: AudioUnit) -> OSStatus {
  inUnit.stage?.uninitialize()
  return noErr
}

/// Renders `inNumberFrames` samples for `inTimeStamp` into `ioData` (`AudioUnitRender`). Buffers without memory point
/// to the unit's own, valid until the next rendering.
///
/// - Returns: ``kAudioUnitErr_CannotDoInCurrentContext`` of a node, which its engine renders; the status of a render
///   callback that failed.
@discardableResult public func AudioUnitRender(
  _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
  _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inOutputBusNumber: UInt32, _ inNumberFrames: UInt32,
  _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  guard let stage = inUnit.stage else { return kAudioUnitErr_CannotDoInCurrentContext }
  // What a device would give comes out of another output than the first: there is no device.
  guard inOutputBusNumber == 0 else { return kAudioUnitErr_InvalidElement }
  var flags = unsafe ioActionFlags?.pointee ?? []
  defer { unsafe ioActionFlags?.pointee = flags }
  return unsafe stage.render(inNumberFrames, inTimeStamp.pointee, &flags, UnsafeMutableAudioBufferListPointer(ioData))
}

/// Forgets what was rendered (`AudioUnitReset`).
@discardableResult public func AudioUnitReset(
  _ inUnit: AudioUnit, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement
) -> OSStatus {
  inUnit.reset()
  return noErr
}

/// Has `inProc` be called with `inProcUserData` before each rendering and behind it (`AudioUnitAddRenderNotify`).
@discardableResult public func AudioUnitAddRenderNotify(
  _ inUnit: AudioUnit, _ inProc: @escaping AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  guard let stage = inUnit.stage else { return kAudioUnitErr_CannotDoInCurrentContext }
  let watcher = unsafe UnitStage.Watcher(call: inProc, user: UInt(bitPattern: inProcUserData))
  stage.state.withLock { $0.watchers.append(watcher) }
  return noErr
}

/// Removes the callback that was added with `inProcUserData` (`AudioUnitRemoveRenderNotify`); functions are not
/// compared here.
@discardableResult public func AudioUnitRemoveRenderNotify(
  _ inUnit: AudioUnit, _ inProc: AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  let user = UInt(bitPattern: inProcUserData)
  inUnit.stage?.state.withLock { state in
    guard let place = state.watchers.firstIndex(where: { $0.user == user }) else { return }
    state.watchers.remove(at: place)
  }
  return noErr
}

/// Starts an output unit by the machine's clock (`AudioOutputUnitStart`): its callbacks are called as with a device,
/// and the sound is discarded.
@discardableResult public func AudioOutputUnitStart(_ ci: AudioUnit) -> OSStatus {
  ci.stage?.start() ?? kAudio_ParamError
}

/// Ends that (`AudioOutputUnitStop`).
@discardableResult public func AudioOutputUnitStop(_ ci: AudioUnit) -> OSStatus {
  guard let stage = ci.stage, stage.isOutput else { return kAudio_ParamError }
  stage.stop()
  return noErr
}
