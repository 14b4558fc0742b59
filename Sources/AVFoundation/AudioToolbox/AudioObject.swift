// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
public import Dispatch

// SAFETY: addresses are read, and results written, at the caller's addresses, within the sizes that it gives, while it
// waits.

/// The number of a device of sound, or of what has devices (`AudioObjectID`).
public typealias AudioObjectID = UInt32
/// The number of a device.
public typealias AudioDeviceID = AudioObjectID
/// Property of a device, four letters.
public typealias AudioObjectPropertySelector = UInt32
/// Side of a device.
public typealias AudioObjectPropertyScope = UInt32
/// Channel of a device.
public typealias AudioObjectPropertyElement = UInt32

/// No device.
public let kAudioObjectUnknown: AudioObjectID = 0
/// The object that has the devices.
public let kAudioObjectSystemObject: AudioObjectID = 1
/// A device as a whole (`'glob'`).
public let kAudioObjectPropertyScopeGlobal: AudioObjectPropertyScope = 0x676C_6F62
/// Side of a device that gives sound (`'inpt'`).
public let kAudioObjectPropertyScopeInput: AudioObjectPropertyScope = 0x696E_7074
/// Side of a device that is given sound (`'outp'`).
public let kAudioObjectPropertyScopeOutput: AudioObjectPropertyScope = 0x6F75_7470
/// All channels.
public let kAudioObjectPropertyElementMain: AudioObjectPropertyElement = 0
/// All channels.
public let kAudioObjectPropertyElementMaster: AudioObjectPropertyElement = 0
/// The devices: an ``AudioObjectID`` each (`'dev#'`).
public let kAudioHardwarePropertyDevices: AudioObjectPropertySelector = 0x6465_7623
/// The device that is recorded from: an ``AudioObjectID`` (`'dIn '`).
public let kAudioHardwarePropertyDefaultInputDevice: AudioObjectPropertySelector = 0x6449_6E20
/// The device that is heard: an ``AudioObjectID`` (`'dOut'`).
public let kAudioHardwarePropertyDefaultOutputDevice: AudioObjectPropertySelector = 0x644F_7574
/// The device for the system's own sounds (`'sOut'`).
public let kAudioHardwarePropertyDefaultSystemOutputDevice: AudioObjectPropertySelector = 0x734F_7574
/// Whether something is plugged in (`'jack'`).
public let kAudioDevicePropertyJackIsConnected: AudioObjectPropertySelector = 0x6A61_636B
/// Samples a second of a device: a `Double` (`'nsrt'`).
public let kAudioDevicePropertyNominalSampleRate: AudioObjectPropertySelector = 0x6E73_7274
/// Number of samples that a device is given at once: a `UInt32` (`'fsiz'`).
public let kAudioDevicePropertyBufferFrameSize: AudioObjectPropertySelector = 0x6673_697A

/// There is no such property (`'who?'`).
public let kAudioHardwareUnknownPropertyError: OSStatus = 0x7768_6F3F
/// There is no room for the value (`'!siz'`).
public let kAudioHardwareBadPropertySizeError: OSStatus = 0x2173_697A
/// There is no such device (`'!obj'`).
public let kAudioHardwareBadObjectError: OSStatus = 0x216F_626A

/// Something else went wrong (`'what'`).
public let kAudioHardwareUnspecifiedError: OSStatus = 0x7768_6174

/// The address of a property of a device or one of its parts (`AudioObjectPropertyAddress`).
public struct AudioObjectPropertyAddress: Hashable, Sendable {
  /// The property.
  public var mSelector: AudioObjectPropertySelector
  /// The side: input or output.
  public var mScope: AudioObjectPropertyScope
  /// The channel.
  public var mElement: AudioObjectPropertyElement

  /// Nothing.
  public init() { self.init(mSelector: 0, mScope: 0, mElement: 0) }
  /// The fields as they are.
  public init(
    mSelector: AudioObjectPropertySelector, mScope: AudioObjectPropertyScope, mElement: AudioObjectPropertyElement
  ) { (self.mSelector, self.mScope, self.mElement) = (mSelector, mScope, mElement) }
}

/// The answer to what is asked at `address` of `object`: there are no devices of Core Audio's, so that the usual ones are none.
private func answer(_ object: AudioObjectID, _ address: AudioObjectPropertyAddress) -> Result<
  PropertyValue, StatusError
> {
  guard object == kAudioObjectSystemObject else { return .failure(.init(status: kAudioHardwareBadObjectError)) }
  switch address.mSelector {
  case kAudioHardwarePropertyDefaultInputDevice, kAudioHardwarePropertyDefaultOutputDevice,
    kAudioHardwarePropertyDefaultSystemOutputDevice:
    return .success(PropertyValue(kAudioObjectUnknown))
  case kAudioHardwarePropertyDevices: return .success(PropertyValue(bytes: []))
  default: return .failure(.init(status: kAudioHardwareUnknownPropertyError))
  }
}

/// Returns the size of a device's property in bytes (`AudioObjectGetPropertyDataSize`). There are no devices:
/// microphones are found by ``AVCaptureDevice``.
@discardableResult public func AudioObjectGetPropertyDataSize(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>, _ inQualifierDataSize: UInt32,
  _ inQualifierData: UnsafeRawPointer?, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  switch unsafe answer(inObjectID, inAddress.pointee) {
  case .failure(let failure): return failure.status
  case .success(let value):
    unsafe outDataSize.pointee = UInt32(value.bytes.count)
    return noErr
  }
}

/// Writes a property of a device where `outData` says there is room for `ioDataSize` bytes (`AudioObjectGetPropertyData`). The usual devices are
/// ``kAudioObjectUnknown``, and of that nothing is known.
@discardableResult public func AudioObjectGetPropertyData(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>, _ inQualifierDataSize: UInt32,
  _ inQualifierData: UnsafeRawPointer?, _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outData: UnsafeMutableRawPointer
) -> OSStatus {
  switch unsafe answer(inObjectID, inAddress.pointee) {
  case .failure(let failure): return failure.status
  case .success(let value):
    return unsafe value.write(to: outData, &ioDataSize.pointee) ? noErr : kAudioHardwareBadPropertySizeError
  }
}

/// Would set a property of a device (`AudioObjectSetPropertyData`): there are none.
@discardableResult public func AudioObjectSetPropertyData(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>, _ inQualifierDataSize: UInt32,
  _ inQualifierData: UnsafeRawPointer?, _ inDataSize: UInt32, _ inData: UnsafeRawPointer
) -> OSStatus {
  guard inObjectID == kAudioObjectSystemObject else { return kAudioHardwareBadObjectError }
  return kAudioHardwareUnknownPropertyError
}

/// Whether a device has a property (`AudioObjectHasProperty`).
public func AudioObjectHasProperty(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>
) -> Bool {
  if case .success = unsafe answer(inObjectID, inAddress.pointee) { true } else { false }
}

/// Whether a property of a device can be set (`AudioObjectIsPropertySettable`): none can.
@discardableResult public func AudioObjectIsPropertySettable(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ outIsSettable: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  switch unsafe answer(inObjectID, inAddress.pointee) {
  case .failure(let failure): return failure.status
  case .success:
    unsafe outIsSettable.pointee = false
    return noErr
  }
}

/// Called when properties have changed (`AudioObjectPropertyListenerBlock`).
public typealias AudioObjectPropertyListenerBlock = (
  _ inNumberAddresses: UInt32, _ inAddresses: UnsafePointer<AudioObjectPropertyAddress>
) -> Void

/// Adds a listener for changes (`AudioObjectAddPropertyListenerBlock`). It is never called: there are no devices whose
/// properties could change.
@discardableResult public func AudioObjectAddPropertyListenerBlock(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inDispatchQueue: DispatchQueue?, _ inListener: @escaping AudioObjectPropertyListenerBlock
) -> OSStatus { unsafe listened(inObjectID, inAddress.pointee) }

/// Ends what ``AudioObjectAddPropertyListenerBlock(_:_:_:_:)`` began.
@discardableResult public func AudioObjectRemovePropertyListenerBlock(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inDispatchQueue: DispatchQueue?, _ inListener: @escaping AudioObjectPropertyListenerBlock
) -> OSStatus { unsafe listened(inObjectID, inAddress.pointee) }

private func listened(_ object: AudioObjectID, _ address: AudioObjectPropertyAddress) -> OSStatus {
  if case .failure(let failure) = answer(object, address) { failure.status } else { noErr }
}

/// Name of a device: a text (`'lnam'`).
public let kAudioObjectPropertyName: AudioObjectPropertySelector = 0x6C6E_616D
/// Name of a device: a text, by an older name (`'lnam'`).
public let kAudioDevicePropertyDeviceNameCFString: AudioObjectPropertySelector = 0x6C6E_616D
/// Identifier by which a device is known again: a text (`'uid '`).
public let kAudioDevicePropertyDeviceUID: AudioObjectPropertySelector = 0x7569_6420
/// The channels of a device: an `AudioBufferList` (`'slay'`).
public let kAudioDevicePropertyStreamConfiguration: AudioObjectPropertySelector = 0x736C_6179
/// The streams of a device (`'stm#'`).
public let kAudioDevicePropertyStreams: AudioObjectPropertySelector = 0x7374_6D23
/// Connection of a device to the machine (`'tran'`).
public let kAudioDevicePropertyTransportType: AudioObjectPropertySelector = 0x7472_616E
/// Whether a device is silent (`'mute'`).
public let kAudioDevicePropertyMute: AudioObjectPropertySelector = 0x6D75_7465
/// Volume of a device (`'volm'`).
public let kAudioDevicePropertyVolumeScalar: AudioObjectPropertySelector = 0x766F_6C6D
/// Side of a device that gives sound (`'inpt'`).
public let kAudioDevicePropertyScopeInput: AudioObjectPropertyScope = 0x696E_7074
/// Side of a device that is given sound (`'outp'`).
public let kAudioDevicePropertyScopeOutput: AudioObjectPropertyScope = 0x6F75_7470
/// Whether a device is still there (`'livn'`).
public let kAudioDevicePropertyDeviceIsAlive: AudioObjectPropertySelector = 0x6C69_766E
/// Whether a device is in use (`'gone'`).
public let kAudioDevicePropertyDeviceIsRunningSomewhere: AudioObjectPropertySelector = 0x676F_6E65
/// The device of an identifier (`'uidd'`).
public let kAudioHardwarePropertyTranslateUIDToDevice: AudioObjectPropertySelector = 0x7569_6464
