import Containers
import CoreMedia
import Foundation
import MediaFormats
import Waiting

// SAFETY: a format and a cookie are read while the function that is given them runs.

/// A file of sound that packets are put into, as they are.
///
/// Movies come about when the file is closed, for what a decoder begins with, and what is beside the sound, stand before their packets:
/// these are kept until then.
final class AudioFileWriting {
  /// Kind of the file.
  let type: AudioFileTypeID
  /// Format of the packets.
  let format: AudioStreamBasicDescription
  private let url: URL
  private let target: Target
  /// The packets of a movie, how many bytes they have, and how many the largest.
  private var packets: [[UInt8]] = []
  private var (byteCount, largest): (UInt64, Int) = (0, 0)
  /// Configuration that a decoder begins with, where it was set.
  private(set) var cookie: [UInt8]?
  /// Samples of packets beside the sound, where their number was set.
  private(set) var table: AudioFilePacketTableInfo?

  private enum Target {
    case packets(SoundPacketFile)
    case movie
  }

  /// A file of `type` at `url`.
  ///
  /// - Throws: ``StatusError``; ``kAudioFilePermissionsError`` where something is at `url`.
  init(_ url: URL, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription) throws {
    var format = format
    if format.mFramesPerPacket == 0 {
      format.mFramesPerPacket = AudioCodec(format.mFormatID)?.packetLength(rate: format.mSampleRate) ?? 0
    }
    (self.url, self.type, self.format) = (url, type, format)
    // Movies come about at the end alone, and what stands in their way is known now.
    guard !FileManager.default.fileExists(atPath: url.path) else {
      throw StatusError(status: kAudioFilePermissionsError)
    }
    switch type {
    case kAudioFileM4AType, kAudioFileMPEG4Type:
      guard let codec = AudioCodec(format.mFormatID), FileType.m4a.format.audioCodecs.contains(codec) else {
        throw StatusError(status: kAudioFileUnsupportedDataFormatError)
      }
      target = .movie
    default:
      guard let kind = Self.kinds[type] else { throw StatusError(status: kAudioFileUnsupportedFileTypeError) }
      guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
        throw StatusError(status: kAudioFilePermissionsError)
      }
      guard let file = try SoundPacketFile(url.path, kind, SoundPacketFile.Format(format)) else {
        try? FileManager.default.removeItem(at: url)
        throw StatusError(status: kAudioFileUnsupportedDataFormatError)
      }
      target = .packets(file)
    }
  }

  /// The kinds of files that are written packet by packet.
  static let kinds: [AudioFileTypeID: SoundPacketFile.Kind] = [
    kAudioFileWAVEType: .wave, kAudioFileAIFFType: .aiff, kAudioFileAIFCType: .aifc, kAudioFileCAFType: .coreAudio,
    kAudioFileAAC_ADTSType: .adts, kAudioFileMP3Type: .frames, kAudioFileAC3Type: .frames,
  ]

  /// Number of the packets' bytes, of packets, and of the largest one's bytes.
  var totals: (bytes: UInt64, count: Int, largest: Int) {
    switch target {
    case .packets(let file): (file.byteCount, file.packetCount, file.largestPacket)
    case .movie: (byteCount, packets.count, largest)
    }
  }

  /// Offset of the first packet; nil before that is known.
  var offset: UInt64? { if case .packets(let file) = target { file.offset } else { nil } }

  /// Puts `bytes`, samples, at byte `place` of them.
  func write(_ bytes: [UInt8], at place: UInt64) throws {
    guard case .packets(let file) = target, format.mBytesPerPacket > 0 else {
      throw StatusError(status: kAudioFileOperationNotSupportedError)
    }
    guard try file.write(bytes, at: place) else { throw StatusError(status: kAudioFilePositionError) }
  }

  /// Puts `packet`, of those that differ, behind the others.
  func append(_ packet: ArraySlice<UInt8>) throws {
    switch target {
    case .packets(let file):
      guard try file.append(packet) else { throw StatusError(status: kAudioFileUnspecifiedError) }
    case .movie:
      packets.append(Array(packet))
      (byteCount, largest) = (byteCount + UInt64(packet.count), max(largest, packet.count))
    }
  }

  /// Notes what a decoder begins with; frames that say it themselves need none.
  func set(cookie: [UInt8]) throws {
    switch (target, type) {
    case (.packets(let file), kAudioFileCAFType):
      guard try file.set(cookie: cookie) else { throw StatusError(status: kAudioFileBadPropertySizeError) }
    case (.packets, kAudioFileAAC_ADTSType), (.movie, _): break
    default: throw StatusError(status: kAudioFileUnsupportedPropertyError)
    }
    self.cookie = cookie
  }

  /// Notes what packets hold beside the sound.
  func set(table: AudioFilePacketTableInfo) throws {
    switch (target, type) {
    case (.packets(let file), kAudioFileCAFType) where format.mBytesPerPacket == 0:
      file.sound = (table.mNumberValidFrames, Int(table.mPrimingFrames), Int(table.mRemainderFrames))
    case (.movie, _): break
    default: throw StatusError(status: kAudioFileUnsupportedPropertyError)
    }
    self.table = table
  }

  /// Finishes the file. Blocks.
  func close() throws {
    switch target {
    case .packets(let file): try file.close()
    case .movie: try writeMovie()
    }
  }

  // MARK: Movies

  private func writeMovie() throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: type == kAudioFileM4AType ? .m4a : .mp4)
    let codec = AudioCodec(format.mFormatID) ?? .aac
    let known = MagicCookie.configuration(in: cookie.map { Data($0) }, of: codec, format)
    let stated = MagicCookie.cookie(known, of: codec, bitRate: 0).map { [UInt8]($0) } ?? []
    let description = unsafe withUnsafePointer(to: format) { format in
      var made: CMAudioFormatDescription?
      unsafe CMAudioFormatDescriptionCreate(
        allocator: nil, asbd: format, layoutSize: 0, layout: nil, magicCookieSize: stated.count, magicCookie: stated,
        extensions: nil, formatDescriptionOut: &made)
      return made
    }
    guard let description else { throw StatusError(status: kAudioFileUnsupportedDataFormatError) }
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: description)
    input.expectsMediaDataInRealTime = false
    writer.add(input)
    guard writer.startWriting() else { throw writer.error ?? StatusError(status: kAudioFileUnspecifiedError) }
    writer.startSession(atSourceTime: .zero)
    let rate = CMTimeScale(format.mSampleRate.within(1...10_000_000).rounded())
    let length = Int64(format.mFramesPerPacket)
    // What is beside the sound is presented before the session begins, and not within the last packet's duration.
    let (before, behind) = (Int64(table?.mPrimingFrames ?? 0), Int64(table?.mRemainderFrames ?? 0))
    for (number, packet) in packets.enumerated() {
      let isLast = number == packets.count - 1
      let buffer = CMSampleBuffer(
        data: CMBlockBuffer(packet), format: description,
        timing: [
          CMSampleTimingInfo(
            duration: CMTime(value: isLast ? max(0, length - behind) : length, timescale: rate),
            presentationTimeStamp: CMTime(value: Int64(number) * length - before, timescale: rate),
            decodeTimeStamp: .invalid)
        ], sizes: [packet.count], count: 1)
      guard input.append(buffer) else { throw writer.error ?? StatusError(status: kAudioFileUnspecifiedError) }
    }
    input.markAsFinished()
    try CallingThread.run { await writer.finishWriting() }
    if writer.status != .completed { throw writer.error ?? StatusError(status: kAudioFileUnspecifiedError) }
  }
}

extension SoundPacketFile.Format {
  /// Packets of `format`.
  init(_ format: AudioStreamBasicDescription) {
    let isSamples = format.mFormatID == kAudioFormatLinearPCM
    let flags = format.mFormatFlags
    self.init(
      codec: String(decoding: [UInt8](bigEndian: format.mFormatID, 4), as: UTF8.self), rate: format.mSampleRate,
      channels: Int(clamping: format.mChannelsPerFrame),
      packetSize: Int(clamping: format.mBytesPerPacket), packetLength: Int(clamping: format.mFramesPerPacket),
      bits: isSamples ? Int(clamping: format.mBitsPerChannel) : 0, isFloat: flags & kAudioFormatFlagIsFloat != 0,
      isSigned: flags & kAudioFormatFlagIsSignedInteger != 0,
      isBigEndian: format.mBitsPerChannel > 8 && flags & kAudioFormatFlagIsBigEndian != 0, flags: isSamples ? 0 : flags)
  }
}
