// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
public import Foundation
import MediaFormats

// SAFETY: formats and values are read, samples and results written at the caller's addresses, within the sizes that it
// gives, while it waits.

/// A file whose samples are read or written in any format (`ExtAudioFileRef`).
public typealias ExtAudioFileRef = OpaqueExtAudioFile

/// A file of sound, and the converter between it and the samples that a program wants or has.
///
/// It is an ``AVAudioFile``; samples may have any rate, channels, width and order of bytes. Threads: one at a time.
@safe public final class OpaqueExtAudioFile {
  private let file: AVAudioFile
  private let isWritten: Bool
  private var isDisposed = false
  /// The format of the program's samples, and how they stand; nil before it is set where the file's own is none of samples.
  private var client: (format: AudioStreamBasicDescription, bytes: PCMBytes, converter: AVAudioConverter)?
  /// Position at which reading began, in samples of the file, and number of the program's that have been read since.
  private var (start, count): (AVAudioFramePosition, Int64) = (0, 0)

  fileprivate init(_ file: AVAudioFile, isWritten: Bool) {
    (self.file, self.isWritten) = (file, isWritten)
    _ = set(file.fileFormat.fields)
  }

  fileprivate var fileFormat: AudioStreamBasicDescription { file.fileFormat.fields }
  fileprivate var clientFormat: AudioStreamBasicDescription { client?.format ?? fileFormat }
  fileprivate var length: Int64 { file.length }

  /// Has samples be read or written as `format` says, from now on.
  fileprivate func set(_ format: AudioStreamBasicDescription) -> OSStatus {
    guard format.mFormatID == kAudioFormatLinearPCM else { return kExtAudioFileError_NonPCMClientFormat }
    let (inFile, rate) = (file.processingFormat, format.mSampleRate)
    let layout = AVAudioChannelLayout.unnamed(format.mChannelsPerFrame)
    guard let bytes = PCMBytes(format), let layout, rate > 0 else { return kExtAudioFileError_InvalidDataFormat }
    let wide = AVAudioFormat(
      commonFormat: .pcmFormatFloat64, sampleRate: rate, interleaved: true, channelLayout: layout)
    guard let converter = AVAudioConverter(from: isWritten ? wide : inFile, to: isWritten ? inFile : wide) else {
      return kExtAudioFileError_InvalidDataFormat
    }
    seek(to: position)
    client = (format, bytes, converter)
    return noErr
  }

  /// The number of the sample of the file that is read next, or written.
  fileprivate var position: Int64 {
    guard !isWritten, let client else { return file.framePosition }
    let read = Double(count) * fileFormat.mSampleRate / client.format.mSampleRate
    return min(file.length, start + Int64(read.rounded()))
  }

  fileprivate func seek(to position: Int64) {
    guard !isWritten else { return }
    file.framePosition = position
    (start, count) = (position, 0)
    client?.converter.reset()
  }

  fileprivate func canSeek(to position: Int64) -> Bool { !isWritten && (0...file.length).contains(position) }

  fileprivate func read(_ count: UInt32, into list: UnsafeMutableAudioBufferListPointer) -> (OSStatus, UInt32) {
    guard !isWritten, !isDisposed else { return (kExtAudioFileError_InvalidOperationOrder, 0) }
    guard let client else { return (kExtAudioFileError_NonPCMClientFormat, 0) }
    guard let room = unsafe client.bytes.capacity(of: list),
      let made = AVAudioPCMBuffer(
        pcmFormat: client.converter.outputFormat, frameCapacity: min(count, UInt32(clamping: room))),
      let source = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 8_192)
    else { return (kExtAudioFileError_InvalidPropertySize, 0) }
    var (error, status): (NSError?, OSStatus) = (nil, noErr)
    let result = unsafe client.converter.convert(to: made, error: &error) { [file] wanted, outStatus in
      unsafe outStatus.pointee = .endOfStream
      guard file.framePosition < file.length else { return nil }
      do {
        try file.read(into: source, frameCount: min(wanted, source.frameCapacity))
      } catch {
        status = kAudioFileInvalidFileError
        unsafe outStatus.pointee = .noDataNow
        return nil
      }
      unsafe outStatus.pointee = .haveData
      return source
    }
    guard result != .error, status == noErr else { return (status == noErr ? kAudioFileUnspecifiedError : status, 0) }
    unsafe client.bytes.write(made.interleaved() ?? [], to: list)
    self.count += Int64(made.frameLength)
    return (noErr, made.frameLength)
  }

  fileprivate func write(_ count: UInt32, from list: UnsafeMutableAudioBufferListPointer) -> OSStatus {
    guard isWritten, !isDisposed else { return kExtAudioFileError_InvalidOperationOrder }
    guard let client else { return kExtAudioFileError_NonPCMClientFormat }
    guard let given = unsafe client.bytes.buffer(count, in: list, of: client.converter.inputFormat) else {
      return kExtAudioFileError_InvalidPropertySize
    }
    return convert(given)
  }

  /// Writes the converted `given`; for nil, the converter's remaining output.
  private func convert(_ given: AVAudioPCMBuffer?) -> OSStatus {
    guard let client, let made = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 8_192) else {
      return kAudioFileUnspecifiedError
    }
    var (isGiven, error): (Bool, NSError?) = (false, nil)
    while true {
      let result = unsafe client.converter.convert(to: made, error: &error) { _, outStatus in
        defer { isGiven = true }
        unsafe outStatus.pointee = given == nil ? .endOfStream : isGiven ? .noDataNow : .haveData
        return isGiven ? nil : given
      }
      guard result != .error else { return kAudioFileUnspecifiedError }
      if made.frameLength > 0 {
        do { try file.write(from: made) } catch { return kAudioFileUnspecifiedError }
      }
      if result != .haveData || made.frameLength < made.frameCapacity { return noErr }
    }
  }

  fileprivate func dispose() -> OSStatus {
    guard !isDisposed else { return noErr }
    isDisposed = true
    let status = isWritten && file.length > 0 ? convert(nil) : noErr
    file.close()
    return status
  }

  deinit { _ = dispose() }
}

/// Opens the file at `inURL` to be read (`ExtAudioFileOpenURL`).
@discardableResult public func ExtAudioFileOpenURL(
  _ inURL: CFURL, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  unsafe outExtAudioFile.pointee = nil
  let url = inURL as URL
  guard FileManager.default.fileExists(atPath: url.path) else { return kAudioFileFileNotFoundError }
  do {
    let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatFloat64, interleaved: true)
    unsafe outExtAudioFile.pointee = OpaqueExtAudioFile(file, isWritten: false)
    return noErr
  } catch let error as AVError where error.code == .fileFormatNotRecognized {
    return kAudioFileUnsupportedFileTypeError
  } catch { return kAudioFileInvalidFileError }
}

/// Makes a file of the kind `inFileType` at `inURL` to be written (`ExtAudioFileCreateWithURL`): WAVE, AIFF, Core Audio, M4A, MP4, FLAC or MP3,
/// whatever it is called. `inChannelLayout` is not looked at: channels are for the usual speakers.
@discardableResult public func ExtAudioFileCreateWithURL(
  _ inURL: CFURL, _ inFileType: AudioFileTypeID, _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>,
  _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
  _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  unsafe outExtAudioFile.pointee = nil
  let (url, description) = unsafe (inURL as URL, inStreamDesc.pointee)
  let type = FileType(inFileType)
  guard type != nil || inFileType == kAudioFileCAFType else { return kAudioFileUnsupportedFileTypeError }
  let layout = AVAudioChannelLayout.unnamed(description.mChannelsPerFrame)
  guard let format = unsafe AVAudioFormat(streamDescription: inStreamDesc, channelLayout: layout) else {
    return kAudioFileUnsupportedDataFormatError
  }
  if !AudioFileFlags(rawValue: inFlags).contains(.eraseFile), FileManager.default.fileExists(atPath: url.path) {
    return kAudioFilePermissionsError
  }
  var settings = format.settings
  settings[AVLinearPCMIsNonInterleaved] = nil
  settings[AVChannelLayoutKey] = nil
  do {
    let file = try AVAudioFile(
      forWriting: url, type.map { .type($0) } ?? .coreAudio, settings, .pcmFormatFloat64, isInterleaved: true)
    unsafe outExtAudioFile.pointee = OpaqueExtAudioFile(file, isWritten: true)
    return noErr
  } catch { return kAudioFileUnsupportedDataFormatError }
}

/// Reads the next samples into `ioData` (`ExtAudioFileRead`), at most `ioNumberFrames`, which then is the number read:
/// 0 at the end.
@discardableResult public func ExtAudioFileRead(
  _ inExtAudioFile: ExtAudioFileRef, _ ioNumberFrames: UnsafeMutablePointer<UInt32>,
  _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  let (status, count) = unsafe inExtAudioFile.read(
    ioNumberFrames.pointee, into: UnsafeMutableAudioBufferListPointer(ioData))
  unsafe ioNumberFrames.pointee = count
  return status
}

/// Writes the `inNumberFrames` samples in `ioData` (`ExtAudioFileWrite`).
@discardableResult public func ExtAudioFileWrite(
  _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<AudioBufferList>
) -> OSStatus {
  unsafe inExtAudioFile.write(
    inNumberFrames, from: UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: ioData)))
}

/// Has sample number `inFrameOffset` of the file be read next (`ExtAudioFileSeek`).
@discardableResult public func ExtAudioFileSeek(_ inExtAudioFile: ExtAudioFileRef, _ inFrameOffset: Int64) -> OSStatus {
  guard inExtAudioFile.canSeek(to: inFrameOffset) else { return kExtAudioFileError_InvalidSeek }
  inExtAudioFile.seek(to: inFrameOffset)
  return noErr
}

/// Returns which sample of the file is read or written next (`ExtAudioFileTell`).
@discardableResult public func ExtAudioFileTell(
  _ inExtAudioFile: ExtAudioFileRef, _ outFrameOffset: UnsafeMutablePointer<Int64>
) -> OSStatus {
  unsafe outFrameOffset.pointee = inExtAudioFile.position
  return noErr
}

/// Closes a file (`ExtAudioFileDispose`): what was written is there then.
@discardableResult public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef) -> OSStatus {
  inExtAudioFile.dispose()
}

/// Writes a property's value where `outPropertyData` says there is room for `ioPropertyDataSize` bytes (`ExtAudioFileGetProperty`).
@discardableResult public func ExtAudioFileGetProperty(
  _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  let value: PropertyValue
  switch inPropertyID {
  case kExtAudioFileProperty_FileDataFormat: value = PropertyValue(inExtAudioFile.fileFormat)
  case kExtAudioFileProperty_ClientDataFormat: value = PropertyValue(inExtAudioFile.clientFormat)
  case kExtAudioFileProperty_FileLengthFrames: value = PropertyValue(inExtAudioFile.length)
  case kExtAudioFileProperty_ClientMaxPacketSize: value = PropertyValue(inExtAudioFile.clientFormat.mBytesPerPacket)
  default: return kExtAudioFileError_InvalidProperty
  }
  return unsafe value.write(to: outPropertyData, &ioPropertyDataSize.pointee)
    ? noErr : kExtAudioFileError_InvalidPropertySize
}

/// Sets ``kExtAudioFileProperty_ClientDataFormat``, the only property that can be, to the format at `inPropertyData` (`ExtAudioFileSetProperty`).
@discardableResult public func ExtAudioFileSetProperty(
  _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  guard inPropertyID == kExtAudioFileProperty_ClientDataFormat else { return kExtAudioFileError_InvalidProperty }
  guard inPropertyDataSize == UInt32(MemoryLayout<AudioStreamBasicDescription>.size) else {
    return kExtAudioFileError_InvalidPropertySize
  }
  return unsafe inExtAudioFile.set(inPropertyData.loadUnaligned(as: AudioStreamBasicDescription.self))
}

extension FileType {
  /// The container of Core Audio's letters; nil of those that are not written.
  fileprivate init?(_ type: AudioFileTypeID) {
    switch type {
    case kAudioFileWAVEType: self = .wav
    case kAudioFileAIFFType, kAudioFileAIFCType: self = .aiff
    case kAudioFileM4AType: self = .m4a
    case kAudioFileMPEG4Type: self = .mp4
    case kAudioFileFLACType: self = .flac
    case kAudioFileMP3Type: self = .mp3
    default: return nil
    }
  }
}
