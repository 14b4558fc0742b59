// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import Foundation

// SAFETY: values are read and written at the caller's addresses, within the sizes that it gives, while it waits; they
// are copied as the bytes that they are.

extension OpaqueAudioConverter {
  /// A property's value; nil where there is no such property.
  fileprivate func value(of property: AudioConverterPropertyID) -> PropertyValue? {
    switch property {
    case kAudioConverterCurrentInputStreamDescription: return PropertyValue(input)
    case kAudioConverterCurrentOutputStreamDescription: return PropertyValue(output)
    case kAudioConverterPropertyMaximumInputPacketSize where input.mBytesPerPacket > 0:
      return PropertyValue(input.mBytesPerPacket)
    case kAudioConverterPropertyMaximumOutputPacketSize:
      return PropertyValue(
        output.mBytesPerPacket > 0 ? output.mBytesPerPacket : UInt32(clamping: converter.maximumOutputPacketSize))
    case kAudioConverterSampleRateConverterQuality: return PropertyValue(quality)
    case kAudioConverterPrimeInfo:
      let info = converter.primeInfo
      return PropertyValue(
        AudioConverterPrimeInfo(leadingFrames: info.leadingFrames, trailingFrames: info.trailingFrames))
    case kAudioConverterChannelMap:
      return PropertyValue(bytes: converter.channelMap.flatMap { PropertyValue($0.int32Value).bytes })
    case kAudioConverterEncodeBitRate where converter.encoding != nil:
      return PropertyValue(UInt32(clamping: converter.bitRate))
    case kAudioConverterCompressionMagicCookie where converter.encoding != nil,
      kAudioConverterDecompressionMagicCookie where converter.decoding != nil:
      return converter.magicCookie.map { PropertyValue(bytes: [UInt8]($0)) }
    case kAudioConverterInputChannelLayout: return Self.layout(of: input)
    case kAudioConverterOutputChannelLayout: return Self.layout(of: output)
    default: return nil
    }
  }

  /// The layout of one or two channels; nil of more, which are not named.
  private static func layout(of format: AudioStreamBasicDescription) -> PropertyValue? {
    let tags: [UInt32: AudioChannelLayoutTag] = [1: kAudioChannelLayoutTag_Mono, 2: kAudioChannelLayoutTag_Stereo]
    // A tag, no bits, no descriptions.
    return tags[format.mChannelsPerFrame].map { PropertyValue(($0, UInt32(0), UInt32(0))) }
  }

  /// Sets a property to the value encoded in `bytes`.
  fileprivate func set(_ property: AudioConverterPropertyID, _ bytes: [UInt8]) -> OSStatus {
    func number(at place: Int = 0) -> UInt32 {
      bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    switch property {
    case kAudioConverterDecompressionMagicCookie where converter.decoding != nil: converter.magicCookie = Data(bytes)
    case kAudioConverterEncodeBitRate where converter.encoding != nil:
      guard bytes.count == 4 else { return kAudioConverterErr_BadPropertySizeError }
      converter.bitRate = Int(number())
      guard converter.bitRate == Int(number()) else { return kAudioConverterErr_OperationNotSupported }
    case kAudioConverterSampleRateConverterQuality:
      guard bytes.count == 4 else { return kAudioConverterErr_BadPropertySizeError }
      quality = number()
    case kAudioConverterPrimeInfo where converter.decoding != nil:
      guard bytes.count == 8 else { return kAudioConverterErr_BadPropertySizeError }
      converter.primeInfo = .init(leadingFrames: number(), trailingFrames: number(at: 4))
    case kAudioConverterChannelMap:
      guard bytes.count == 4 * Int(output.mChannelsPerFrame) else { return kAudioConverterErr_BadPropertySizeError }
      let map = stride(from: 0, to: bytes.count, by: 4).map { Int32(bitPattern: number(at: $0)) }
      guard map.allSatisfy({ $0 < Int32(clamping: input.mChannelsPerFrame) }) else {
        return kAudioConverterErr_OperationNotSupported
      }
      converter.channelMap = map.map { NSNumber(value: $0) }
    case kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout:
      guard let known = value(of: property) else { return kAudioConverterErr_PropertyNotSupported }
      guard bytes.count >= known.bytes.count else { return kAudioConverterErr_BadPropertySizeError }
      guard bytes.prefix(4) == known.bytes.prefix(4) else { return kAudioConverterErr_OperationNotSupported }
    default: return kAudioConverterErr_PropertyNotSupported
    }
    return noErr
  }

  /// Properties that can be set.
  fileprivate static let settable: Set<AudioConverterPropertyID> = [
    kAudioConverterDecompressionMagicCookie, kAudioConverterEncodeBitRate, kAudioConverterSampleRateConverterQuality,
    kAudioConverterPrimeInfo, kAudioConverterChannelMap, kAudioConverterInputChannelLayout,
    kAudioConverterOutputChannelLayout,
  ]
}

/// Returns the size of a property's value in bytes, and whether it can be set (`AudioConverterGetPropertyInfo`).
@discardableResult public func AudioConverterGetPropertyInfo(
  _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
  _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  guard let value = inAudioConverter.value(of: inPropertyID) else { return kAudioConverterErr_PropertyNotSupported }
  unsafe outSize?.pointee = UInt32(clamping: value.bytes.count)
  unsafe outWritable?.pointee = DarwinBoolean(OpaqueAudioConverter.settable.contains(inPropertyID))
  return noErr
}

/// Writes a property's value where `outPropertyData` says there is room for `ioPropertyDataSize` bytes (`AudioConverterGetProperty`).
@discardableResult public func AudioConverterGetProperty(
  _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  guard let value = inAudioConverter.value(of: inPropertyID) else { return kAudioConverterErr_PropertyNotSupported }
  return unsafe value.write(to: outPropertyData, &ioPropertyDataSize.pointee)
    ? noErr : kAudioConverterErr_BadPropertySizeError
}

/// Sets a property to the value whose `inPropertyDataSize` bytes are at `inPropertyData` (`AudioConverterSetProperty`), before the first sample or
/// packet.
@discardableResult public func AudioConverterSetProperty(
  _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: inPropertyData, count: Int(inPropertyDataSize)))
  return inAudioConverter.set(inPropertyID, bytes)
}
