// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Containers
public import CoreMedia

// SAFETY: bytes are read and values written at the caller's addresses, within the sizes that it gives, while it waits;
// what listeners are given is memory that the stream keeps while they run.

/// A file of sound that comes in pieces (`AudioFileStreamID`).
public typealias AudioFileStreamID = OpaqueAudioFileStreamID

/// A parser of a file of sound that comes in pieces, as from a network: calls listeners with its properties and
/// packets.
///
/// WAVE, AIFF, Core Audio files, MP3, AAC (ADTS), AC-3, FLAC, and MP4 whose movie box comes first are read. Threads:
/// one at a time; listeners are called before the parsing function returns.
@safe public final class OpaqueAudioFileStreamID {
  private var sound: ArrivingSound
  private let listener: AudioFileStream_PropertyListenerProc
  private let receiver: AudioFileStream_PacketsProc
  /// Pointer of the listeners' own that they are given; a byte of the stream's where they have none.
  private let client: UnsafeMutableRawPointer
  private let placeholder: UnsafeMutablePointer<UInt8>
  /// Whether listeners were called for the properties.
  private var isAnnounced = false
  private var isClosed = false
  /// Place of the bytes that come next, after a seek.
  private var next: UInt64?

  fileprivate init(
    _ client: UnsafeMutableRawPointer?, hint: AudioFileTypeID,
    _ listener: @escaping AudioFileStream_PropertyListenerProc,
    _ receiver: @escaping AudioFileStream_PacketsProc
  ) {
    sound = ArrivingSound(hint: .init(hint))
    unsafe (self.listener, self.receiver) = (listener, receiver)
    unsafe placeholder = .allocate(capacity: 1)
    unsafe placeholder.initialize(to: 0)
    unsafe self.client = client ?? UnsafeMutableRawPointer(placeholder)
  }

  deinit { unsafe placeholder.deallocate() }

  /// Kind and format of the file; nil before they are known, and of one that is closed.
  var facts: ArrivingSound.Facts? { isClosed ? nil : sound.facts }

  fileprivate func parse(_ bytes: [UInt8], _ flags: AudioFileStreamParseFlags) -> OSStatus {
    guard !isClosed else { return kAudioFileStreamError_IllegalOperation }
    if let place = next {
      next = nil
      _ = sound.jump(to: place)
    } else if flags.contains(.discontinuity) {
      sound.doubt()
    }
    do {
      let packets = try sound.take(bytes)
      announce()
      give(packets)
      return noErr
    } catch {
      return error.status
    }
  }

  private func announce() {
    guard !isAnnounced, let facts else { return }
    isAnnounced = true
    for property in Self.properties where property == kAudioFileStreamProperty_ReadyToProducePackets || !isClosed {
      guard facts.value(of: property) != nil else { continue }
      var flags = AudioFileStreamPropertyFlags.propertyIsCached
      unsafe listener(client, self, property, &flags)
    }
  }

  /// Properties that listeners are called for, in this order.
  private static let properties = [
    kAudioFileStreamProperty_FileFormat, kAudioFileStreamProperty_DataFormat, kAudioFileStreamProperty_FormatList,
    kAudioFileStreamProperty_ChannelLayout, kAudioFileStreamProperty_MagicCookieData,
    kAudioFileStreamProperty_DataOffset, kAudioFileStreamProperty_AudioDataByteCount,
    kAudioFileStreamProperty_AudioDataPacketCount, kAudioFileStreamProperty_BitRate,
    kAudioFileStreamProperty_PacketTableInfo, kAudioFileStreamProperty_MaximumPacketSize,
    kAudioFileStreamProperty_PacketSizeUpperBound, kAudioFileStreamProperty_ReadyToProducePackets,
  ]

  private func give(_ packets: ArrivingSound.Packets) {
    guard !packets.bytes.isEmpty, let facts else { return }
    let length = UInt32(clamping: packets.bytes.count)
    unsafe packets.bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      guard facts.packetSize == 0 else {
        return unsafe receiver(client, length, UInt32(clamping: bytes.count / facts.packetSize), first, nil)
      }
      var place: Int64 = 0
      var places = packets.sizes.map { size in
        defer { place += Int64(size) }
        return AudioStreamPacketDescription(
          mStartOffset: place, mVariableFramesInPacket: 0, mDataByteSize: UInt32(clamping: size))
      }
      unsafe places.withUnsafeMutableBufferPointer { places in
        unsafe receiver(client, length, UInt32(clamping: places.count), first, places.baseAddress)
      }
    }
  }

  fileprivate func seek(to packet: Int64) -> (offset: Int64, isGuess: Bool)? {
    guard let facts, let place = sound.place(ofPacket: packet) else { return nil }
    next = facts.offset + place.offset
    return (Int64(clamping: place.offset), place.isGuess)
  }

  fileprivate func close() { isClosed = true }
}

extension ArrivingSound.Fault {
  fileprivate var status: OSStatus {
    switch self {
    case .container: kAudioFileStreamError_UnsupportedFileType
    case .codec: kAudioFileStreamError_UnsupportedDataFormat
    case .order: kAudioFileStreamError_NotOptimized
    case .damage: kAudioFileStreamError_InvalidFile
    }
  }
}

/// Makes a stream of a file that comes in pieces (`AudioFileStreamOpen`); `inFileTypeHint` says what it may be, 0 for nothing.
///
/// `inPropertyListenerProc` is called for what is known before the first packet, ``kAudioFileStreamProperty_ReadyToProducePackets`` last;
/// `inPacketsProc` for packets, as they come. Both are given `inClientData`.
public func AudioFileStreamOpen(
  _ inClientData: UnsafeMutableRawPointer?, _ inPropertyListenerProc: @escaping AudioFileStream_PropertyListenerProc,
  _ inPacketsProc: @escaping AudioFileStream_PacketsProc, _ inFileTypeHint: AudioFileTypeID,
  _ outAudioFileStream: UnsafeMutablePointer<AudioFileStreamID?>
) -> OSStatus {
  unsafe outAudioFileStream.pointee = unsafe OpaqueAudioFileStreamID(
    inClientData, hint: inFileTypeHint, inPropertyListenerProc, inPacketsProc)
  return noErr
}

/// Reads the next `inDataByteSize` bytes of the file (`AudioFileStreamParseBytes`), and calls the listeners for their
/// contents.
///
/// `inFlags` marks bytes that may not follow those before. In streams of frames the next frame is then searched; in
/// other files a seek defines the bytes' position, and without a seek they follow those before.
@discardableResult public func AudioFileStreamParseBytes(
  _ inAudioFileStream: AudioFileStreamID, _ inDataByteSize: UInt32, _ inData: UnsafeRawPointer?,
  _ inFlags: AudioFileStreamParseFlags
) -> OSStatus {
  let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: inData, count: inData == nil ? 0 : Int(inDataByteSize)))
  return inAudioFileStream.parse(bytes, inFlags)
}

/// Returns where packet number `inPacketOffset` begins, in bytes from ``kAudioFileStreamProperty_DataOffset`` on
/// (`AudioFileStreamSeek`); the bytes that are given next are those from there on.
@discardableResult public func AudioFileStreamSeek(
  _ inAudioFileStream: AudioFileStreamID, _ inPacketOffset: Int64, _ outDataByteOffset: UnsafeMutablePointer<Int64>,
  _ ioFlags: UnsafeMutablePointer<AudioFileStreamSeekFlags>
) -> OSStatus {
  guard inPacketOffset >= 0 else { return kAudioFileStreamError_InvalidPacketOffset }
  guard let place = inAudioFileStream.seek(to: inPacketOffset) else {
    return inAudioFileStream.facts == nil
      ? kAudioFileStreamError_DataUnavailable : kAudioFileStreamError_InvalidPacketOffset
  }
  unsafe outDataByteOffset.pointee = place.offset
  unsafe ioFlags.pointee = place.isGuess ? .offsetIsEstimated : []
  return noErr
}

/// Returns the size of a property's value in bytes, and that it cannot be set (`AudioFileStreamGetPropertyInfo`).
@discardableResult public func AudioFileStreamGetPropertyInfo(
  _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
  _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  unsafe outWritable?.pointee = false
  switch inAudioFileStream.value(of: inPropertyID) {
  case .failure(let error): return error.status
  case .success(let value):
    unsafe outPropertyDataSize?.pointee = UInt32(clamping: value.bytes.count)
    return noErr
  }
}

/// Writes a property's value where `outPropertyData` says there is room for `ioPropertyDataSize` bytes (`AudioFileStreamGetProperty`).
@discardableResult public func AudioFileStreamGetProperty(
  _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  switch inAudioFileStream.value(of: inPropertyID) {
  case .failure(let error): return error.status
  case .success(let value):
    return unsafe value.write(to: outPropertyData, &ioPropertyDataSize.pointee)
      ? noErr : kAudioFileStreamError_BadPropertySize
  }
}

/// Sets no property: none can be (`AudioFileStreamSetProperty`).
@discardableResult public func AudioFileStreamSetProperty(
  _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus { kAudioFileStreamError_UnsupportedProperty }

/// Ends a stream (`AudioFileStreamClose`): nothing more is parsed, and no listener is called.
@discardableResult public func AudioFileStreamClose(_ inAudioFileStream: AudioFileStreamID) -> OSStatus {
  inAudioFileStream.close()
  return noErr
}
