// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import Foundation
import Synchronization

// SAFETY: values are read and written at the caller's addresses, within the sizes that it gives, while it waits;
// structures of functions and units are read as what they are, by their size.

extension UnitStage {
  /// A property's value, or why there is none.
  fileprivate func value(
    of property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement
  ) -> Result<PropertyValue, StatusError> {
    state.withLock { state in
      func format() -> AudioStreamBasicDescription? {
        if scope == kAudioUnitScope_Input {
          return Int(element) < state.inputs.count ? state.inputs[Int(element)].format : nil
        }
        return element == 0 ? state.output : nil
      }
      let none = Result<PropertyValue, StatusError>.failure(StatusError(status: kAudioUnitErr_InvalidElement))
      switch property {
      case kAudioUnitProperty_StreamFormat: return format().map { .success(PropertyValue($0)) } ?? none
      case kAudioUnitProperty_SampleRate: return format().map { .success(PropertyValue($0.mSampleRate)) } ?? none
      case kAudioUnitProperty_ElementCount:
        return .success(PropertyValue(UInt32(scope == kAudioUnitScope_Input ? state.inputs.count : 1)))
      case kAudioUnitProperty_Latency: return .success(PropertyValue(0.0))
      case kAudioUnitProperty_MaximumFramesPerSlice: return .success(PropertyValue(state.maximum))
      case kAudioUnitProperty_LastRenderError:
        defer { state.lastError = noErr }
        return .success(PropertyValue(state.lastError))
      case kAudioUnitProperty_BypassEffect where effect != nil:
        return .success(PropertyValue(UInt32(effect?.bypass == true ? 1 : 0)))
      case kAudioUnitProperty_ShouldAllocateBuffer, kAudioUnitProperty_OfflineRender:
        return .success(PropertyValue(UInt32(1)))
      case kAudioOutputUnitProperty_IsRunning where isOutput:
        return .success(PropertyValue(UInt32(state.thread == nil ? 0 : 1)))
      case kAudioOutputUnitProperty_EnableIO where isOutput, kAudioOutputUnitProperty_HasIO where isOutput:
        return .success(PropertyValue(UInt32(scope == kAudioUnitScope_Output && element == 0 ? 1 : 0)))
      default: return .failure(StatusError(status: kAudioUnitErr_InvalidProperty))
      }
    }
  }

  fileprivate func set(
    _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: PropertyValue
  ) -> OSStatus {
    switch property {
    case kAudioUnitProperty_StreamFormat:
      guard let format = value.format else { return kAudioUnitErr_InvalidPropertyValue }
      guard PCMBytes(format) != nil, format.mSampleRate >= 1, format.mSampleRate < 1e7 else {
        return kAudioUnitErr_FormatNotSupported
      }
      return change(scope, element) { $0 = format }
    case kAudioUnitProperty_SampleRate:
      guard let rate = value.value(as: Double.self), rate >= 1, rate < 1e7 else {
        return kAudioUnitErr_InvalidPropertyValue
      }
      return change(scope, element) { $0.mSampleRate = rate }
    default: break
    }
    guard let number = value.value(as: UInt32.self) else { return kAudioUnitErr_InvalidPropertyValue }
    switch property {
    case kAudioUnitProperty_ElementCount where isMixer && scope == kAudioUnitScope_Input:
      guard number <= 1_024 else { return kAudioUnitErr_InvalidPropertyValue }
      state.withLock { state in
        while state.inputs.count < Int(number) { state.inputs.append(Input()) }
        state.inputs.removeLast(state.inputs.count - Int(number))
      }
    case kAudioUnitProperty_MaximumFramesPerSlice:
      guard (1...1 << 20).contains(number) else { return kAudioUnitErr_InvalidPropertyValue }
      state.withLock { $0.maximum = number }
    case kAudioUnitProperty_BypassEffect where effect != nil: effect?.bypass = number != 0
    case kAudioUnitProperty_ShouldAllocateBuffer, kAudioUnitProperty_OfflineRender: break
    case kAudioOutputUnitProperty_EnableIO where isOutput:
      // What comes out is used, and there is no device that would give something.
      let isThere = scope == kAudioUnitScope_Output && element == 0
      return (number != 0) == isThere ? noErr : kAudioUnitErr_PropertyNotWritable
    default: return kAudioUnitErr_InvalidProperty
    }
    return noErr
  }

  private func change(
    _ scope: AudioUnitScope, _ element: AudioUnitElement, _ body: (inout AudioStreamBasicDescription) -> Void
  ) -> OSStatus {
    state.withLock { state in
      switch scope {
      case kAudioUnitScope_Input:
        guard Int(element) < state.inputs.count else { return kAudioUnitErr_InvalidElement }
        body(&state.inputs[Int(element)].format)
      case kAudioUnitScope_Output, kAudioUnitScope_Global:
        guard element == 0 else { return kAudioUnitErr_InvalidElement }
        body(&state.output)
      default: return kAudioUnitErr_InvalidScope
      }
      return noErr
    }
  }

  /// Has input `element` come from `source`.
  func connect(_ element: AudioUnitElement, to source: Source) -> OSStatus {
    state.withLock { state in
      guard Int(element) < state.inputs.count else { return kAudioUnitErr_InvalidElement }
      state.inputs[Int(element)].source = source
      return noErr
    }
  }
}

extension PropertyValue {
  /// The format that the bytes are; nil where they are none.
  fileprivate var format: AudioStreamBasicDescription? { value(as: AudioStreamBasicDescription.self) }
}

extension AURenderCallbackStruct {
  /// Origin of the sound by it.
  var source: UnitStage.Source {
    guard let call = unsafe inputProc else { return .none }
    return unsafe .function(call, user: UInt(bitPattern: inputProcRefCon))
  }
}

/// Sets a property of a unit to the value whose `inDataSize` bytes are at `inData` (`AudioUnitSetProperty`): formats, numbers of inputs, functions
/// and units that inputs come from.
///
/// - Returns: ``kAudioUnitErr_PropertyNotWritable`` where a device would be needed; ``kAudioUnitErr_InvalidPropertyValue`` where sound would go in
///   a circle; ``kAudioUnitErr_InvalidProperty`` of a node of an engine, which has its own.
@discardableResult public func AudioUnitSetProperty(
  _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
  _ inData: UnsafeRawPointer?, _ inDataSize: UInt32
) -> OSStatus {
  inUnit.tell(inID, inScope, inElement, unsafe set(inID, of: inUnit, inScope, inElement, inData, inDataSize))
}

private func set(
  _ inID: AudioUnitPropertyID, of inUnit: AudioUnit, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
  _ inData: UnsafeRawPointer?, _ inDataSize: UInt32
) -> OSStatus {
  guard let stage = inUnit.stage else { return kAudioUnitErr_InvalidProperty }
  switch inID {
  case kAudioUnitProperty_SetRenderCallback:
    guard let data = unsafe inData, unsafe Int(inDataSize) == MemoryLayout<AURenderCallbackStruct>.size else {
      return kAudioUnitErr_InvalidPropertyValue
    }
    let function = unsafe data.assumingMemoryBound(to: AURenderCallbackStruct.self).pointee
    return stage.connect(inElement, to: unsafe function.source)
  case kAudioUnitProperty_MakeConnection:
    guard let data = unsafe inData, Int(inDataSize) == MemoryLayout<AudioUnitConnection>.size else {
      return kAudioUnitErr_InvalidPropertyValue
    }
    let connection = unsafe data.assumingMemoryBound(to: AudioUnitConnection.self).pointee
    guard let source = connection.sourceAudioUnit else { return stage.connect(connection.destInputNumber, to: .none) }
    guard let other = source.stage, !other.comes(from: stage), connection.sourceOutputNumber == 0 else {
      return kAudioUnitErr_InvalidPropertyValue
    }
    return stage.connect(connection.destInputNumber, to: .unit(other))
  case kAudioOutputUnitProperty_CurrentDevice, kAudioOutputUnitProperty_SetInputCallback:
    return stage.isOutput ? kAudioUnitErr_PropertyNotWritable : kAudioUnitErr_InvalidProperty
  default:
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: inData, count: inData == nil ? 0 : Int(inDataSize)))
    return stage.set(inID, inScope, inElement, PropertyValue(bytes: bytes))
  }
}

/// Writes a property's value where `outData` says there is room for `ioDataSize` bytes (`AudioUnitGetProperty`).
@discardableResult public func AudioUnitGetProperty(
  _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
  _ outData: UnsafeMutableRawPointer, _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  switch inUnit.value(of: inID, inScope, inElement) {
  case .failure(let failure): return failure.status
  case .success(let value):
    return unsafe value.write(to: outData, &ioDataSize.pointee) ? noErr : kAudioUnitErr_InvalidPropertyValue
  }
}

/// Returns the size of a property's value in bytes, and whether it may be one that can be set
/// (`AudioUnitGetPropertyInfo`).
@discardableResult public func AudioUnitGetPropertyInfo(
  _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
  _ outDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  let written = [
    kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate, kAudioUnitProperty_ElementCount,
    kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitProperty_BypassEffect,
  ]
  unsafe outWritable?.pointee = DarwinBoolean(inUnit.stage != nil && written.contains(inID))
  switch inUnit.value(of: inID, inScope, inElement) {
  case .failure(let failure): return failure.status
  case .success(let value):
    unsafe outDataSize?.pointee = UInt32(clamping: value.bytes.count)
    return noErr
  }
}

extension OpaqueAudioComponentInstance {
  fileprivate func value(
    of property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement
  ) -> Result<PropertyValue, StatusError> {
    if property == kAudioUnitProperty_ParameterList { return .success(PropertyValue(all: parameterNumbers)) }
    return stage?.value(of: property, scope, element) ?? .failure(.init(status: kAudioUnitErr_InvalidProperty))
  }
}
