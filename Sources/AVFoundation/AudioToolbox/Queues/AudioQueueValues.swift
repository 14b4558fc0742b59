// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import Foundation
import Synchronization

// SAFETY: values are read and written at the caller's addresses, within the sizes that it gives, while it waits.

extension OpaqueAudioQueue {
  /// A property's value; nil where there is no such property.
  fileprivate func value(of property: AudioQueuePropertyID) -> PropertyValue? {
    switch property {
    case kAudioQueueProperty_IsRunning: return PropertyValue(UInt32(state.withLock { $0.phase == .stopped } ? 0 : 1))
    case kAudioQueueDeviceProperty_SampleRate: return PropertyValue(format.mSampleRate)
    case kAudioQueueDeviceProperty_NumberChannels: return PropertyValue(format.mChannelsPerFrame)
    case kAudioQueueProperty_StreamDescription: return PropertyValue(format)
    case kAudioQueueProperty_MagicCookie:
      if isOutput { return state.withLock(\.cookie).map { PropertyValue(bytes: $0) } }
      return encoder?.magicCookie.map { PropertyValue(bytes: [UInt8]($0)) }
    case kAudioQueueProperty_MaximumOutputPacketSize where !isOutput:
      return PropertyValue(
        format.mBytesPerPacket > 0 ? format.mBytesPerPacket : UInt32(clamping: encoder?.maximumOutputPacketSize ?? 0))
    case kAudioQueueProperty_EnableLevelMetering: return PropertyValue(UInt32(state.withLock(\.levels) == nil ? 0 : 1))
    case kAudioQueueProperty_CurrentLevelMeter: return state.withLock(\.levels).map { PropertyValue(all: $0) }
    case kAudioQueueProperty_CurrentLevelMeterDB:
      return state.withLock(\.levels).map { levels in
        PropertyValue(
          all: levels.map {
            AudioQueueLevelMeterState(
              mAveragePower: Self.decibels($0.mAveragePower), mPeakPower: Self.decibels($0.mPeakPower))
          })
      }
    case kAudioQueueProperty_ConverterError: return PropertyValue(UInt32(bitPattern: state.withLock(\.converterStatus)))
    case kAudioQueueProperty_EnableTimePitch: return PropertyValue(UInt32(0))
    default: return nil
    }
  }

  private static func decibels(_ level: Float) -> Float { level > 1e-8 ? 20 * log10(level) : -160 }

  /// An encoder with the settings of the recording one.
  private var encoder: AVAudioConverter? {
    format.mFormatID == kAudioFormatLinearPCM
      ? nil : OpaqueAudioConverter(AudioQueueRenderer.samples(format), format)?.converter
  }

  fileprivate func set(_ property: AudioQueuePropertyID, _ data: UnsafeRawPointer, _ size: UInt32) -> OSStatus {
    let value = unsafe PropertyValue(bytes: [UInt8](UnsafeRawBufferPointer(start: data, count: Int(size))))
    switch property {
    case kAudioQueueProperty_MagicCookie where isOutput:
      guard format.mFormatID != kAudioFormatLinearPCM else { return kAudioQueueErr_InvalidCodecAccess }
      state.withLock { $0.cookie = value.bytes }
    case kAudioQueueProperty_EnableLevelMetering where isOutput:
      guard let isOn = value.value(as: UInt32.self) else { return kAudioQueueErr_InvalidPropertySize }
      let none = [AudioQueueLevelMeterState](repeating: .init(), count: Int(clamping: format.mChannelsPerFrame))
      state.withLock { $0.levels = isOn == 0 ? nil : $0.levels ?? none }
    case kAudioQueueProperty_CurrentDevice where !isOutput:
      guard Int(size) == MemoryLayout<String>.size else { return kAudioQueueErr_InvalidPropertySize }
      let name = unsafe data.assumingMemoryBound(to: String.self).pointee
      guard AVCaptureDevice(uniqueID: name)?.hasMediaType(.audio) == true else {
        return kAudioQueueErr_InvalidPropertyValue
      }
      return state.withLock { state in
        guard state.phase == .stopped else { return kAudioQueueErr_InvalidRunState }
        state.device = name
        return noErr
      }
    default: return kAudioQueueErr_InvalidProperty
    }
    return noErr
  }
}

/// Returns the size of a property's value in bytes (`AudioQueueGetPropertySize`).
@discardableResult public func AudioQueueGetPropertySize(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard let value = inAQ.value(of: inID) else { return kAudioQueueErr_InvalidProperty }
  unsafe outDataSize.pointee = UInt32(clamping: value.bytes.count)
  return noErr
}

/// Writes a property's value where `outData` says there is room for `ioDataSize` bytes (`AudioQueueGetProperty`).
@discardableResult public func AudioQueueGetProperty(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outData: UnsafeMutableRawPointer,
  _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard let value = inAQ.value(of: inID) else { return kAudioQueueErr_InvalidProperty }
  return unsafe value.write(to: outData, &ioDataSize.pointee) ? noErr : kAudioQueueErr_InvalidPropertySize
}

/// Sets a property to the value whose `inDataSize` bytes are at `inData` (`AudioQueueSetProperty`): what a decoder begins with, whether levels
/// are measured, the device that is recorded from.
@discardableResult public func AudioQueueSetProperty(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inData: UnsafeRawPointer, _ inDataSize: UInt32
) -> OSStatus { unsafe inAQ.set(inID, inData, inDataSize) }

/// Adds a listener, called with `inUserData` for changes of a property (`AudioQueueAddPropertyListener`): only
/// ``kAudioQueueProperty_IsRunning`` calls listeners.
@discardableResult public func AudioQueueAddPropertyListener(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: @escaping AudioQueuePropertyListenerProc,
  _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  let listener = unsafe OpaqueAudioQueue.Listener(property: inID, call: inProc, user: UInt(bitPattern: inUserData))
  inAQ.state.withLock { $0.listeners.append(listener) }
  return noErr
}

/// Removes the listener that was added with `inUserData` (`AudioQueueRemovePropertyListener`); functions are not
/// compared here.
@discardableResult public func AudioQueueRemovePropertyListener(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: AudioQueuePropertyListenerProc,
  _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  let user = UInt(bitPattern: inUserData)
  inAQ.state.withLock { state in
    guard let place = state.listeners.firstIndex(where: { $0.property == inID && $0.user == user }) else { return }
    state.listeners.remove(at: place)
  }
  return noErr
}

/// Sets a parameter (`AudioQueueSetParameter`): the volume, in how many seconds it is reached, and the pan.
///
/// - Returns: ``kAudioQueueErr_InvalidParameter`` for another tempo or pitch, which queues do not have here.
@discardableResult public func AudioQueueSetParameter(
  _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID, _ inValue: AudioQueueParameterValue
) -> OSStatus {
  let rate = inAQ.format.mSampleRate
  return inAQ.state.withLock { $0.volume.set(inParamID, inValue, rate: rate) } ? noErr : kAudioQueueErr_InvalidParameter
}

/// Returns a parameter's value (`AudioQueueGetParameter`).
@discardableResult public func AudioQueueGetParameter(
  _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID, _ outValue: UnsafeMutablePointer<AudioQueueParameterValue>
) -> OSStatus {
  guard let value = inAQ.state.withLock({ $0.volume.values[inParamID] }) else { return kAudioQueueErr_InvalidParameter }
  unsafe outValue.pointee = value
  return noErr
}
