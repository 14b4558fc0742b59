// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Containers
public import CoreMedia
public import Foundation

// SAFETY: formats, packets and their places are read, and bytes written, at the caller's addresses, within the sizes
// that it gives, while it waits.

/// A file of packets (`AudioFileID`).
public typealias AudioFileID = OpaqueAudioFileID

/// A file of sound whose packets are read or written as they are.
///
/// Read are the kinds of ``OpaqueAudioFileStreamID``, movies whose box comes last too. Written are WAVE, AIFF, AIFF-C, Core Audio, AAC (ADTS),
/// MP3, AC-3, and M4A and MP4 of AAC and ALAC. Calls block. Threads: one at a time.
@safe public final class OpaqueAudioFileID {
  private(set) var access: Access

  /// State of the file: it is read, written or closed.
  enum Access {
    case reading(AudioFileReading)
    case writing(AudioFileWriting)
    case closed
  }

  fileprivate init(_ access: Access) { self.access = access }

  fileprivate func close() -> OSStatus {
    defer { access = .closed }
    switch access {
    case .closed: return kAudioFileNotOpenError
    case .reading: return noErr
    case .writing(let file): return Self.status { try file.close() }
    }
  }

  deinit { _ = close() }

  /// Status of the error that `body` throws; ``noErr`` where it throws none.
  static func status(_ body: () throws -> Void) -> OSStatus {
    do {
      try body()
      return noErr
    } catch let refusal as StatusError {
      return refusal.status
    } catch let fault as ArrivingSound.Fault {
      return fault.fileStatus
    } catch {
      return kAudioFileUnspecifiedError
    }
  }

  // MARK: Packets

  /// Puts packets from number `start` on into `target`: as many as `count` says and `room` bytes hold, which say then how many they are.
  fileprivate func read(
    from start: Int64, count: inout UInt32, room: inout UInt32, _ target: UnsafeMutableRawPointer?,
    _ places: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) -> OSStatus {
    let (wanted, most) = (Int(count), Int(room))
    (count, room) = (0, 0)
    guard case .reading(let file) = access else { return refusal }
    guard start >= 0 else { return kAudioFilePositionError }
    var packets: [ArraySlice<UInt8>] = []
    let status = Self.status { packets = try file.packets(from: start, wanted, room: most) }
    guard status == noErr else { return status }
    if packets.isEmpty, wanted > 0, (try? file.packets(from: start, 1, room: .max))?.isEmpty ?? true {
      return kAudioFileEndOfFileError
    }
    var place = 0
    for (number, packet) in packets.enumerated() {
      unsafe packet.withUnsafeBytes { bytes in
        guard let first = bytes.baseAddress else { return }
        unsafe target?.advanced(by: place).copyMemory(from: first, byteCount: bytes.count)
      }
      unsafe places?[number] = AudioStreamPacketDescription(
        mStartOffset: Int64(place), mVariableFramesInPacket: 0, mDataByteSize: UInt32(clamping: packet.count))
      place += packet.count
    }
    (count, room) = (UInt32(clamping: packets.count), UInt32(clamping: place))
    return noErr
  }

  /// Puts the packets at `source`, as many as `count` says, behind those before `start`; how many were put there.
  fileprivate func write(
    _ source: UnsafeRawBufferPointer, _ places: UnsafePointer<AudioStreamPacketDescription>?, at start: Int64,
    count: inout UInt32
  ) -> OSStatus {
    guard case .writing(let file) = access else {
      count = 0
      return refusal
    }
    let (wanted, size) = (Int(count), Int(file.format.mBytesPerPacket))
    count = 0
    let there = Int64(file.totals.count)
    guard start >= 0, start <= there, size > 0 || start == there else { return kAudioFileInvalidPacketOffsetError }
    if size > 0 {
      let whole = min(wanted, source.count / size)
      let bytes = unsafe Array(source.prefix(whole * size))
      let status = Self.status { try file.write(bytes, at: UInt64(start) * UInt64(size)) }
      if status == noErr { count = UInt32(clamping: whole) }
      return status
    }
    guard let places = unsafe places else { return kAudio_ParamError }
    for number in 0..<wanted {
      let (offset, length) = unsafe (Int(clamping: places[number].mStartOffset), Int(places[number].mDataByteSize))
      guard offset >= 0, offset <= source.count, length <= source.count - offset else { return kAudio_ParamError }
      let packet = unsafe Array(UnsafeRawBufferPointer(rebasing: source[offset..<offset + length]))
      let status = Self.status { try file.append(packet[...]) }
      guard status == noErr else { return status }
      count += 1
    }
    return noErr
  }

  // MARK: Bytes

  fileprivate func read(from start: Int64, _ count: inout UInt32, _ target: UnsafeMutableRawPointer) -> OSStatus {
    let wanted = Int(count)
    count = 0
    guard case .reading(let file) = access else { return refusal }
    guard start >= 0 else { return kAudioFilePositionError }
    var bytes: [UInt8] = []
    let status = Self.status { bytes = try file.bytes(from: UInt64(start), wanted) }
    unsafe UnsafeMutableRawBufferPointer(start: target, count: bytes.count).copyBytes(from: bytes)
    count = UInt32(clamping: bytes.count)
    return status == noErr && bytes.count < wanted ? kAudioFileEndOfFileError : status
  }

  fileprivate func write(_ source: UnsafeRawBufferPointer, at start: Int64) -> OSStatus {
    guard case .writing(let file) = access else { return refusal }
    guard start >= 0 else { return kAudioFilePositionError }
    let bytes = unsafe Array(source)
    return Self.status { try file.write(bytes, at: UInt64(start)) }
  }

  /// Status of a call that the file does not take.
  private var refusal: OSStatus {
    if case .closed = access { kAudioFileNotOpenError } else { kAudioFilePermissionsError }
  }
}

extension ArrivingSound.Fault {
  /// By Core Audio's number of files.
  fileprivate var fileStatus: OSStatus {
    switch self {
    case .container: kAudioFileUnsupportedFileTypeError
    case .codec: kAudioFileUnsupportedDataFormatError
    case .order: kAudioFileNotOptimizedError
    case .damage: kAudioFileInvalidFileError
    }
  }
}

/// Opens the file at `inFileRef` to be read (`AudioFileOpenURL`); `inFileTypeHint` says what it may be, 0 for nothing.
///
/// - Returns: ``kAudioFileOperationNotSupportedError`` where it is to be written alone: packets are put into files that are made for that.
@discardableResult public func AudioFileOpenURL(
  _ inFileRef: CFURL, _ inPermissions: AudioFilePermissions, _ inFileTypeHint: AudioFileTypeID,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe outAudioFile.pointee = nil
  let url = inFileRef as URL
  guard inPermissions != .writePermission else { return kAudioFileOperationNotSupportedError }
  guard FileManager.default.fileExists(atPath: url.path) else { return kAudioFileFileNotFoundError }
  guard FileManager.default.isReadableFile(atPath: url.path) else { return kAudioFilePermissionsError }
  var file: AudioFileReading?
  let status = OpaqueAudioFileID.status { file = try AudioFileReading(url.path, hint: .init(inFileTypeHint)) }
  if let file { unsafe outAudioFile.pointee = OpaqueAudioFileID(.reading(file)) }
  return status
}

/// Makes a file of the kind `inFileType` at `inFileRef` for packets of `inFormat` (`AudioFileCreateWithURL`).
///
/// - Returns: ``kAudioFilePermissionsError`` where there is one, and it is not to be replaced, or cannot be, as a folder cannot;
///   ``kAudioFileUnsupportedFileTypeError`` and ``kAudioFileUnsupportedDataFormatError`` for what is not written; the file that was there
///   is left then.
@discardableResult public func AudioFileCreateWithURL(
  _ inFileRef: CFURL, _ inFileType: AudioFileTypeID, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inFlags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe outAudioFile.pointee = nil
  let (url, format) = unsafe (inFileRef as URL, inFormat.pointee)
  if FileManager.default.fileExists(atPath: url.path), !inFlags.contains(.eraseFile) {
    return kAudioFilePermissionsError
  }
  var file: AudioFileWriting?
  let status = OpaqueAudioFileID.status {
    file = try FileReplacement.replacing(url) { try AudioFileWriting(url, inFileType, format) }
  }
  if let file { unsafe outAudioFile.pointee = OpaqueAudioFileID(.writing(file)) }
  return status
}

/// Closes a file (`AudioFileClose`): what was written is there then.
@discardableResult public func AudioFileClose(_ inAudioFile: AudioFileID) -> OSStatus { inAudioFile.close() }

/// Has packets stand in the order of their times (`AudioFileOptimize`), as they do.
@discardableResult public func AudioFileOptimize(_ inAudioFile: AudioFileID) -> OSStatus { noErr }

/// Reads packets from number `inStartingPacket` on into `outBuffer` (`AudioFileReadPacketData`): at most `ioNumPackets`
/// within `ioNumBytes` bytes, which then are the numbers read. `outPacketDescriptions`, which may be nil, gets their
/// places.
///
/// - Returns: ``kAudioFileEndOfFileError`` where there is none any more.
@discardableResult public func AudioFileReadPacketData(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
  _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
  _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
  unsafe inAudioFile.read(
    from: inStartingPacket, count: &ioNumPackets.pointee, room: &ioNumBytes.pointee, outBuffer, outPacketDescriptions)
}

/// Reads packets as ``AudioFileReadPacketData(_:_:_:_:_:_:_:)``, for which there is room (`AudioFileReadPackets`).
@discardableResult public func AudioFileReadPackets(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ outNumBytes: UnsafeMutablePointer<UInt32>,
  _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
  _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
  var room = UInt32.max
  defer { unsafe outNumBytes.pointee = room }
  return unsafe inAudioFile.read(
    from: inStartingPacket, count: &ioNumPackets.pointee, room: &room, outBuffer, outPacketDescriptions)
}

/// Writes `ioNumPackets` packets at `inBuffer` from number `inStartingPacket` on (`AudioFileWritePackets`): over
/// existing ones, or behind them; packets of different sizes only behind them. `ioNumPackets` then is the number
/// written.
@discardableResult public func AudioFileWritePackets(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inNumBytes: UInt32,
  _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
  _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeRawPointer
) -> OSStatus {
  unsafe inAudioFile.write(
    UnsafeRawBufferPointer(start: inBuffer, count: Int(inNumBytes)), inPacketDescriptions, at: inStartingPacket,
    count: &ioNumPackets.pointee)
}

/// Reads `ioNumBytes` bytes of the packets from number `inStartingByte` on (`AudioFileReadBytes`); `ioNumBytes` then is
/// the number read.
///
/// - Returns: ``kAudioFileEndOfFileError`` where there are fewer.
@discardableResult public func AudioFileReadBytes(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
  _ outBuffer: UnsafeMutableRawPointer
) -> OSStatus { unsafe inAudioFile.read(from: inStartingByte, &ioNumBytes.pointee, outBuffer) }

/// Writes `ioNumBytes` bytes of samples from number `inStartingByte` on (`AudioFileWriteBytes`); 0 where they could not be.
@discardableResult public func AudioFileWriteBytes(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
  _ inBuffer: UnsafeRawPointer
) -> OSStatus {
  let bytes = unsafe UnsafeRawBufferPointer(start: inBuffer, count: Int(ioNumBytes.pointee))
  let status = unsafe inAudioFile.write(bytes, at: inStartingByte)
  if status != noErr { unsafe ioNumBytes.pointee = 0 }
  return status
}
