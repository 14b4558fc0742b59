// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Containers
public import CoreMedia
import MediaFormats

// SAFETY: values are read and written at the caller's addresses, within the sizes that it gives, while it waits.

extension OpaqueAudioFileID {
  /// A property's value.
  func value(of property: AudioFilePropertyID) -> Result<PropertyValue, StatusError> {
    var value: PropertyValue?
    let status = Self.status {
      switch access {
      case .closed: throw StatusError(status: kAudioFileNotOpenError)
      case .reading(let file): value = try file.value(of: property)
      case .writing(let file): value = file.value(of: property)
      }
    }
    guard status == noErr else { return .failure(.init(status: status)) }
    return value.map { .success($0) } ?? .failure(.init(status: kAudioFileUnsupportedPropertyError))
  }

  fileprivate func set(_ property: AudioFilePropertyID, _ bytes: [UInt8]) -> OSStatus {
    guard case .writing(let file) = access else { return kAudioFilePermissionsError }
    switch property {
    case kAudioFilePropertyMagicCookieData: return Self.status { try file.set(cookie: bytes) }
    case kAudioFilePropertyPacketTableInfo:
      guard let table = PropertyValue(bytes: bytes).value(as: AudioFilePacketTableInfo.self) else {
        return kAudioFileBadPropertySizeError
      }
      return Self.status { try file.set(table: table) }
    case kAudioFilePropertyDeferSizeUpdates: return bytes.count == 4 ? noErr : kAudioFileBadPropertySizeError
    default: return kAudioFileUnsupportedPropertyError
    }
  }

  /// Properties that can be set of files that are written.
  fileprivate static let settable: Set<AudioFilePropertyID> = [
    kAudioFilePropertyMagicCookieData, kAudioFilePropertyPacketTableInfo, kAudioFilePropertyDeferSizeUpdates,
  ]
  fileprivate var isWritten: Bool { if case .writing = access { true } else { false } }
}

extension AudioFileReading {
  /// A property's value; nil where there is none.
  fileprivate func value(of property: AudioFilePropertyID) throws -> PropertyValue? {
    switch property {
    case kAudioFilePropertyIsOptimized: return PropertyValue(UInt32(1))
    case kAudioFilePropertyAudioDataPacketCount: return PropertyValue(UInt64(clamping: try totals().count))
    case kAudioFilePropertyAudioDataByteCount: return PropertyValue(UInt64(clamping: try totals().bytes))
    case kAudioFilePropertyMaximumPacketSize: return PropertyValue(UInt32(clamping: try totals().largest))
    case kAudioFilePropertyPacketSizeUpperBound:
      return try facts.value(of: property) ?? PropertyValue(UInt32(clamping: totals().largest))
    case kAudioFilePropertyEstimatedDuration:
      let length = try facts.sound?.count ?? totals().count * Int64(facts.packetLength)
      return facts.rate > 0 ? PropertyValue(Double(length) / Double(facts.rate)) : nil
    case kAudioFilePropertySourceBitDepth:
      let format = facts.description
      if let bits = format.sourceBits { return PropertyValue(Int32(bits)) }
      guard format.mFormatID == kAudioFormatLinearPCM else { return nil }
      let bits = Int32(clamping: format.mBitsPerChannel)
      return PropertyValue(format.mFormatFlags & kAudioFormatFlagIsFloat == 0 ? bits : -bits)
    default: return facts.value(of: property)
    }
  }
}

extension AudioFileWriting {
  /// A property's value; nil where there is none.
  fileprivate func value(of property: AudioFilePropertyID) -> PropertyValue? {
    switch property {
    case kAudioFilePropertyFileFormat: PropertyValue(type)
    case kAudioFilePropertyDataFormat: PropertyValue(format)
    case kAudioFilePropertyIsOptimized, kAudioFilePropertyDeferSizeUpdates: PropertyValue(UInt32(1))
    case kAudioFilePropertyMagicCookieData: cookie.map { PropertyValue(bytes: $0) }
    case kAudioFilePropertyAudioDataByteCount: PropertyValue(totals.bytes)
    case kAudioFilePropertyAudioDataPacketCount: PropertyValue(UInt64(totals.count))
    case kAudioFilePropertyMaximumPacketSize, kAudioFilePropertyPacketSizeUpperBound:
      PropertyValue(UInt32(clamping: totals.largest))
    case kAudioFilePropertyDataOffset: offset.map { PropertyValue(Int64(clamping: $0)) }
    case kAudioFilePropertyPacketTableInfo: table.map { PropertyValue($0) }
    case kAudioFilePropertyEstimatedDuration:
      PropertyValue(Double(totals.count) * Double(format.mFramesPerPacket) / format.mSampleRate)
    default: nil
    }
  }
}

/// Returns the size of a property's value in bytes, and whether it can be set, 1 or 0 (`AudioFileGetPropertyInfo`).
@discardableResult public func AudioFileGetPropertyInfo(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>?,
  _ isWritable: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  let canBeSet = inAudioFile.isWritten && OpaqueAudioFileID.settable.contains(inPropertyID)
  unsafe isWritable?.pointee = canBeSet ? 1 : 0
  switch inAudioFile.value(of: inPropertyID) {
  case .failure(let error): return error.status
  case .success(let value):
    unsafe outDataSize?.pointee = UInt32(clamping: value.bytes.count)
    return noErr
  }
}

/// Writes a property's value where `outPropertyData` says there is room for `ioDataSize` bytes (`AudioFileGetProperty`).
@discardableResult public func AudioFileGetProperty(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>,
  _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  switch inAudioFile.value(of: inPropertyID) {
  case .failure(let error): return error.status
  case .success(let value):
    return unsafe value.write(to: outPropertyData, &ioDataSize.pointee) ? noErr : kAudioFileBadPropertySizeError
  }
}

/// Sets a property of a file that is written to the value whose `inDataSize` bytes are at `inPropertyData` (`AudioFileSetProperty`): what a
/// decoder begins with, and what packets hold beside the sound.
@discardableResult public func AudioFileSetProperty(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ inDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  inAudioFile.set(inPropertyID, unsafe [UInt8](UnsafeRawBufferPointer(start: inPropertyData, count: Int(inDataSize))))
}

// MARK: What files there are

/// Returns the size of an answer about files in bytes (`AudioFileGetGlobalInfoSize`).
@discardableResult public func AudioFileGetGlobalInfoSize(
  _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
  _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  let specifier = unsafe UnsafeRawBufferPointer(
    start: inSpecifier, count: inSpecifier == nil ? 0 : Int(inSpecifierSize))
  guard let value = unsafe AudioFileKinds.value(of: inPropertyID, PropertyValue(bytes: Array(specifier))) else {
    return kAudioFileUnsupportedPropertyError
  }
  unsafe outDataSize.pointee = UInt32(clamping: value.bytes.count)
  return value.bytes.isEmpty ? kAudioFileUnsupportedDataFormatError : noErr
}

/// Writes an answer about files where `outPropertyData` says there is room for `ioDataSize` bytes (`AudioFileGetGlobalInfo`).
@discardableResult public func AudioFileGetGlobalInfo(
  _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
  _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  let specifier = unsafe UnsafeRawBufferPointer(
    start: inSpecifier, count: inSpecifier == nil ? 0 : Int(inSpecifierSize))
  guard let value = unsafe AudioFileKinds.value(of: inPropertyID, PropertyValue(bytes: Array(specifier))) else {
    return kAudioFileUnsupportedPropertyError
  }
  return unsafe value.write(to: outPropertyData, &ioDataSize.pointee) ? noErr : kAudioFileBadPropertySizeError
}

/// Kinds of files that are read and written, and their contents.
private enum AudioFileKinds {
  /// The answer to a question; nil where there is no such question, or it is not asked rightly.
  static func value(of property: AudioFilePropertyID, _ specifier: PropertyValue) -> PropertyValue? {
    switch property {
    case kAudioFileGlobalInfo_ReadableTypes: return PropertyValue(all: readable)
    case kAudioFileGlobalInfo_WritableTypes: return PropertyValue(all: writable)
    case kAudioFileGlobalInfo_AvailableFormatIDs:
      return specifier.value(as: AudioFileTypeID.self).map { type in
        PropertyValue(all: AudioCodec.encodedFormats.filter { !descriptions($0, in: type).isEmpty })
      }
    case kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat:
      return specifier.value(as: AudioFileTypeAndFormatID.self).map { pair in
        PropertyValue(all: descriptions(pair.mFormatID, in: pair.mFileType))
      }
    default: return nil
    }
  }

  private static let readable = [
    kAudioFileWAVEType, kAudioFileRF64Type, kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileCAFType,
    kAudioFileMP3Type, kAudioFileAAC_ADTSType, kAudioFileAC3Type, kAudioFileFLACType, kAudioFileM4AType,
    kAudioFileM4BType, kAudioFileMPEG4Type, kAudioFile3GPType, kAudioFile3GP2Type,
  ]
  private static let writable = [
    kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileCAFType, kAudioFileMP3Type,
    kAudioFileAAC_ADTSType, kAudioFileAC3Type, kAudioFileM4AType, kAudioFileMPEG4Type,
  ]

  /// Forms of sound of the format `id` that is written in files of `type`, without rates and channels.
  private static func descriptions(_ id: AudioFormatID, in type: AudioFileTypeID) -> [AudioStreamBasicDescription] {
    guard id == kAudioFormatLinearPCM else {
      let isThere =
        switch type {
        case kAudioFileCAFType: AudioCodec.encodedFormats.contains(id)
        case kAudioFileMP3Type: id == kAudioFormatMPEGLayer3
        case kAudioFileAC3Type: id == kAudioFormatAC3
        case kAudioFileAAC_ADTSType: id == kAudioFormatMPEG4AAC
        case kAudioFileM4AType, kAudioFileMPEG4Type: [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless].contains(id)
        default: false
        }
      var format = AudioStreamBasicDescription()
      format.mFormatID = id
      return isThere ? [format] : []
    }
    let integers: [UInt32] = [8, 16, 24, 32]
    let floats: [UInt32] = [32, 64]
    let (signed, float, big) = (kAudioFormatFlagIsSignedInteger, kAudioFormatFlagIsFloat, kAudioFormatFlagIsBigEndian)
    var pairs: [(UInt32, AudioFormatFlags)] = []
    if type == kAudioFileWAVEType { pairs += integers.map { ($0, $0 == 8 ? 0 : signed) } + floats.map { ($0, float) } }
    if type == kAudioFileAIFFType || type == kAudioFileAIFCType { pairs += integers.map { ($0, signed | big) } }
    if type == kAudioFileAIFCType {
      pairs += integers.dropFirst().map { ($0, signed) } + floats.map { ($0, float | big) }
    }
    if type == kAudioFileCAFType {
      for order in [0, big] {
        pairs +=
          integers.dropFirst(order == 0 ? 0 : 1).map { ($0, signed | order) } + floats.map { ($0, float | order) }
      }
    }
    return pairs.map { bits, flags in
      var format = AudioStreamBasicDescription()
      (format.mFormatID, format.mFormatFlags) = (id, flags | kAudioFormatFlagIsPacked)
      (format.mBitsPerChannel, format.mFramesPerPacket) = (bits, 1)
      return format
    }
  }
}
