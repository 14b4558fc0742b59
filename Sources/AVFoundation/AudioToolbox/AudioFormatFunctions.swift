// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import MediaFormats

// SAFETY: values are read and written at the caller's addresses, within the sizes that it gives, while it waits.

/// Property of formats of sound, four letters (`AudioFormatPropertyID`).
public typealias AudioFormatPropertyID = UInt32
/// Fields that a format lacks, filled into the value itself: an `AudioStreamBasicDescription` with a format, a rate and channels (`'fmti'`).
public let kAudioFormatProperty_FormatInfo: AudioFormatPropertyID = 0x666D_7469
/// The formats that are encoded: `AudioFormatID` each (`'acof'`).
public let kAudioFormatProperty_EncodeFormatIDs: AudioFormatPropertyID = 0x6163_6F66
/// The formats that are decoded: `AudioFormatID` each (`'acif'`).
public let kAudioFormatProperty_DecodeFormatIDs: AudioFormatPropertyID = 0x6163_6966

/// There is no such property (`'prop'`).
public let kAudioFormatUnsupportedPropertyError: OSStatus = 0x7072_6F70
/// The value has another size, or there is no room for it (`'!siz'`).
public let kAudioFormatBadPropertySizeError: OSStatus = 0x2173_697A
/// Sound of this format is neither encoded nor decoded (`'fmt?'`).
public let kAudioFormatUnsupportedDataFormatError: OSStatus = 0x666D_743F

private func formats(_ property: AudioFormatPropertyID) -> PropertyValue? {
  switch property {
  case kAudioFormatProperty_EncodeFormatIDs: return PropertyValue(all: AudioCodec.encodedFormats)
  case kAudioFormatProperty_DecodeFormatIDs:
    return PropertyValue(all: AudioCodec.encodedFormats + [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2])
  default: return nil
  }
}

/// Returns the size of an answer about formats in bytes (`AudioFormatGetPropertyInfo`).
@discardableResult public func AudioFormatGetPropertyInfo(
  _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
  _ outPropertyDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  if inPropertyID == kAudioFormatProperty_FormatInfo {
    unsafe outPropertyDataSize.pointee = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    return noErr
  }
  guard let value = formats(inPropertyID) else { return kAudioFormatUnsupportedPropertyError }
  unsafe outPropertyDataSize.pointee = UInt32(clamping: value.bytes.count)
  return noErr
}

/// Writes an answer about formats where `outPropertyData` says there is room for `ioPropertyDataSize` bytes (`AudioFormatGetProperty`).
@discardableResult public func AudioFormatGetProperty(
  _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
  guard let size = unsafe ioPropertyDataSize, let data = unsafe outPropertyData else { return kAudio_ParamError }
  if inPropertyID == kAudioFormatProperty_FormatInfo {
    guard unsafe Int(size.pointee) >= MemoryLayout<AudioStreamBasicDescription>.size else {
      return kAudioFormatBadPropertySizeError
    }
    let stated = unsafe data.loadUnaligned(as: AudioStreamBasicDescription.self)
    guard let whole = stated.completed else { return kAudioFormatUnsupportedDataFormatError }
    return unsafe PropertyValue(whole).write(to: data, &size.pointee) ? noErr : kAudioFormatBadPropertySizeError
  }
  guard let value = formats(inPropertyID) else { return kAudioFormatUnsupportedPropertyError }
  return unsafe value.write(to: data, &size.pointee) ? noErr : kAudioFormatBadPropertySizeError
}

extension AudioStreamBasicDescription {
  /// The format with what it does not say; nil of what is neither encoded nor decoded.
  fileprivate var completed: AudioStreamBasicDescription? {
    var whole = self
    guard mFormatID != kAudioFormatLinearPCM else {
      whole.mFramesPerPacket = 1
      let channels = mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 ? mChannelsPerFrame : 1
      whole.mBytesPerFrame = mBitsPerChannel / 8 &* channels
      whole.mBytesPerPacket = whole.mBytesPerFrame
      return PCMBytes(whole) == nil ? nil : whole
    }
    guard AudioCodec(mFormatID) != nil else { return nil }
    if mFramesPerPacket == 0 {
      whole.mFramesPerPacket =
        AudioStreamBasicDescription(packetsOf: mFormatID, mSampleRate, mChannelsPerFrame, bits: nil).mFramesPerPacket
    }
    return whole
  }
}
