import AVFoundation
import AudioToolbox
import TestSupport
import Testing

/// Files read and written packet by packet, by Audio Toolbox' functions.
@Suite("Audio files by packets") struct AudioFilePacketTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let aac = AudioStreamBasicDescription(
    mSampleRate: 48_000, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0, mBytesPerPacket: 0,
    mFramesPerPacket: 1_024, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)

  private func opened(_ url: URL) throws -> AudioFileID {
    var file: AudioFileID?
    #expect(AudioFileOpenURL(url as CFURL, .readPermission, 0, &file) == noErr)
    return try #require(file)
  }

  private func value<Value>(_ file: AudioFileID, _ property: AudioFilePropertyID, _ start: Value) throws -> Value {
    var (value, size) = (start, UInt32(MemoryLayout<Value>.size))
    let status = withUnsafeMutableBytes(of: &value) { bytes in
      bytes.baseAddress.map { AudioFileGetProperty(file, property, &size, $0) }
    }
    try #require(status == noErr)
    return value
  }

  private func cookie(_ file: AudioFileID) -> [UInt8] {
    var size: UInt32 = 0
    guard AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, nil) == noErr else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    #expect(AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, &bytes) == noErr)
    return bytes
  }

  /// The packets of `file` from `start` on, `count` at a time.
  private func packets(_ file: AudioFileID, from start: Int64 = 0, _ count: UInt32 = 17) -> [[UInt8]] {
    var (packets, place): ([[UInt8]], Int64) = ([], start)
    var bytes = [UInt8](repeating: 0, count: 100_000)
    var places = [AudioStreamPacketDescription](repeating: .init(), count: Int(count))
    while true {
      var (size, number) = (UInt32(bytes.count), count)
      let status = AudioFileReadPacketData(file, false, &size, &places, place, &number, &bytes)
      guard status == noErr else {
        #expect(status == kAudioFileEndOfFileError && number == 0 && size == 0)
        return packets
      }
      for described in places.prefix(Int(number)) {
        let first = Int(described.mStartOffset)
        packets.append(Array(bytes[first..<first + Int(described.mDataByteSize)]))
      }
      place += Int64(number)
    }
  }

  /// A file of `type` with `packets` of `format`, as many at a time as there are.
  private func written(
    _ name: String, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, _ packets: [[UInt8]],
    cookie: [UInt8] = [], table: AudioFilePacketTableInfo? = nil
  ) throws -> URL {
    let url = folder.url(name)
    var (file, format): (AudioFileID?, AudioStreamBasicDescription) = (nil, format)
    #expect(AudioFileCreateWithURL(url as CFURL, type, &format, .eraseFile, &file) == noErr)
    let made = try #require(file)
    var offset: Int64 = 0
    let places = packets.map { packet in
      defer { offset += Int64(packet.count) }
      return AudioStreamPacketDescription(
        mStartOffset: offset, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
    }
    let bytes = packets.flatMap { $0 }
    var count = UInt32(packets.count)
    #expect(AudioFileWritePackets(made, false, UInt32(bytes.count), places, 0, &count, bytes) == noErr)
    #expect(count == UInt32(packets.count))
    // What a decoder begins with may be known at the end alone.
    if !cookie.isEmpty {
      let status = AudioFileSetProperty(made, kAudioFilePropertyMagicCookieData, UInt32(cookie.count), cookie)
      #expect(status == noErr)
    }
    if var table { #expect(AudioFileSetProperty(made, kAudioFilePropertyPacketTableInfo, 16, &table) == noErr) }
    #expect(AudioFileClose(made) == noErr && AudioFileClose(made) == kAudioFileNotOpenError)
    return url
  }

  @Test(arguments: [("m4a", SoundCodec.aac, 1_024), ("mp3", .mp3, 1_152), ("aac", .aac, 1_024), ("flac", .flac, 4_608)])
  func `packets are those of the file from any one on, back and forth`(
    container: String, codec: SoundCodec, length: Int
  )
    async throws
  {
    let sound = SoundFile(.tone(hertz: 440)) { ($0.container, $0.codec) = (container, codec) }
    let file = try opened(try await sound.url())
    let all = packets(file)
    let format = try value(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    #expect(format.mSampleRate == 48_000 && format.mChannelsPerFrame == 2)
    #expect(codec == .flac || Int(format.mFramesPerPacket) == length)
    #expect(try value(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0)) == UInt64(all.count))
    let largest = try value(file, kAudioFilePropertyMaximumPacketSize, UInt32(0))
    let bound = try value(file, kAudioFilePropertyPacketSizeUpperBound, UInt32(0))
    #expect(Int(largest) == all.map(\.count).max() && bound >= largest)
    #expect(abs(try value(file, kAudioFilePropertyEstimatedDuration, 0.0) - 2) < 0.1)
    for start in [20, 3, all.count - 1, 0] {
      #expect(packets(file, from: Int64(start), 5) == Array(all[start...]), "\(start)")
    }
    // Less room than a packet needs is no end.
    var (size, count, byte) = (UInt32(1), UInt32(1), UInt8(0))
    #expect(AudioFileReadPacketData(file, false, &size, nil, 0, &count, &byte) == noErr && count == 0)
  }

  @Test func `packets that are written into another file are what they were, and ffmpeg decodes the same`() async throws
  {
    let sound = SoundFile(.tone(hertz: 440)) { ($0.container, $0.codec) = ("m4a", .aac) }
    let source = try await sound.url()
    let file = try opened(source)
    let (all, cookie) = (packets(file), cookie(file))
    let format = try value(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    let table = try value(file, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
    let expected = try await SoundReader.pcm(source)
    for (name, type) in [
      ("sound.caf", kAudioFileCAFType), ("sound.m4a", kAudioFileM4AType), ("sound.aac", kAudioFileAAC_ADTSType),
    ] {
      let isFrames = type == kAudioFileAAC_ADTSType
      let url = try written(name, type, format, all, cookie: cookie, table: isFrames ? nil : table)
      let again = try opened(url)
      #expect(packets(again) == all, "\(name)")
      #expect(try value(again, kAudioFilePropertyFileFormat, UInt32(0)) == type)
      if isFrames { continue }
      #expect(self.cookie(again) == cookie || type == kAudioFileM4AType)
      #expect(try value(again, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo()) == table)
      // The tables of Core Audio files are not ffmpeg's: it may give what is beside the sound, too.
      let made = try await SoundReader.pcm(url)
      #expect(type == kAudioFileCAFType ? made.range(of: expected) != nil : made == expected, "\(name)")
    }
  }

  @Test(arguments: [
    ("wav", kAudioFileWAVEType, 16, kAudioFormatFlagIsSignedInteger, 2),
    ("wav", kAudioFileWAVEType, 32, kAudioFormatFlagIsFloat, 2),
    ("wav", kAudioFileWAVEType, 24, kAudioFormatFlagIsSignedInteger, 3),
    ("wav", kAudioFileWAVEType, 32, kAudioFormatFlagIsFloat, 6),
    ("aiff", kAudioFileAIFFType, 24, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian, 2),
    ("aifc", kAudioFileAIFCType, 32, kAudioFormatFlagIsFloat | kAudioFormatFlagIsBigEndian, 2),
    ("caf", kAudioFileCAFType, 16, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian, 2),
    ("caf", kAudioFileCAFType, 64, kAudioFormatFlagIsFloat, 2),
  ])
  func `samples are written anywhere, and read as they are`(
    name: String, type: AudioFileTypeID, bits: UInt32, flags: AudioFormatFlags, channels: UInt32
  ) async throws {
    let size = bits / 8 * channels
    let format = AudioStreamBasicDescription(
      mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags | kAudioFormatFlagIsPacked,
      mBytesPerPacket: size, mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: channels,
      mBitsPerChannel: bits, mReserved: 0)
    let all = (0..<333).map { number in (0..<Int(size)).map { UInt8(truncatingIfNeeded: number &* 7 &+ $0 &* 3) & 0x3F }
    }
    let url = try written("\(name)-\(bits)-\(channels).\(name)", type, format, all)
    let file = try opened(url)
    #expect(packets(file) == all && packets(file, from: 300) == Array(all[300...]))
    #expect(try value(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription()) == format)
    #expect(try value(file, kAudioFilePropertyAudioDataByteCount, UInt64(0)) == UInt64(333 * size))
    var (count, bytes) = (UInt32(20), [UInt8](repeating: 0, count: 20))
    #expect(AudioFileReadBytes(file, false, Int64(333 * size) - 5, &count, &bytes) == kAudioFileEndOfFileError)
    #expect(count == 5 && Array(bytes.prefix(5)) == Array((all[331] + all[332]).suffix(5)))
    let sound = try AVAudioFile(forReading: url)
    #expect(sound.length == 333 && sound.fileFormat.channelCount == channels)
  }

  @Test func `samples that are there are written over, and what cannot be says why`() throws {
    var format = AudioStreamBasicDescription(
      mSampleRate: 8_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 12, mBytesPerPacket: 2, mFramesPerPacket: 1,
      mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
    let url = folder.url("note.wav")
    var made: AudioFileID?
    #expect(AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, [], &made) == noErr)
    let file = try #require(made)
    var count: UInt32 = 4
    #expect(AudioFileWritePackets(file, false, 8, nil, 0, &count, [1, 0, 2, 0, 3, 0, 4, 0] as [UInt8]) == noErr)
    count = 2
    #expect(AudioFileWritePackets(file, false, 4, nil, 3, &count, [9, 0, 8, 0] as [UInt8]) == noErr && count == 2)
    #expect(
      AudioFileWritePackets(file, false, 4, nil, 7, &count, [9, 0, 8, 0] as [UInt8])
        == kAudioFileInvalidPacketOffsetError)
    #expect(count == 0)
    var size: UInt32 = 0
    #expect(AudioFileReadPacketData(file, false, &size, nil, 0, &count, nil) == kAudioFilePermissionsError)
    var writable: UInt32 = 9
    #expect(AudioFileGetPropertyInfo(file, kAudioFilePropertyDataFormat, nil, &writable) == noErr && writable == 0)
    #expect(
      AudioFileSetProperty(file, kAudioFilePropertyMagicCookieData, 4, &count) == kAudioFileUnsupportedPropertyError)
    #expect(AudioFileClose(file) == noErr)
    #expect(packets(try opened(url)) == [[1, 0], [2, 0], [3, 0], [9, 0], [8, 0]])

    #expect(AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, [], &made) == kAudioFilePermissionsError)
    format.mFormatFlags |= kAudioFormatFlagIsBigEndian
    let erase = AudioFileFlags.eraseFile
    #expect(
      AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, erase, &made)
        == kAudioFileUnsupportedDataFormatError)
    #expect(
      AudioFileCreateWithURL(url as CFURL, kAudioFileAMRType, &format, erase, &made)
        == kAudioFileUnsupportedFileTypeError)
    // What is refused replaces nothing.
    format.mFormatFlags &= ~kAudioFormatFlagIsBigEndian
    #expect(packets(try opened(url)) == [[1, 0], [2, 0], [3, 0], [9, 0], [8, 0]])
    #expect(AudioFileOpenURL(folder.url("none") as CFURL, .readPermission, 0, &made) == kAudioFileFileNotFoundError)
    let text = try folder.write("This is a text, and no sound at all.", to: "text.wav")
    #expect(
      AudioFileOpenURL(text as CFURL, .readPermission, 0, &made) == kAudioFileUnsupportedFileTypeError && made == nil)
  }

  @Test(arguments: [kAudioFileM4AType, kAudioFileMPEG4Type, kAudioFileWAVEType])
  func `a folder is not replaced by a file of any kind`(type: AudioFileTypeID) throws {
    let kept = try folder.write("precious", to: "kept.txt")
    var format = Self.aac
    if type == kAudioFileWAVEType {
      format = AudioStreamBasicDescription(
        mSampleRate: 8_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 12, mBytesPerPacket: 2,
        mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
    }
    var made: AudioFileID?
    let place = kept.deletingLastPathComponent() as CFURL
    #expect(AudioFileCreateWithURL(place, type, &format, .eraseFile, &made) == kAudioFilePermissionsError)
    #expect(made == nil && (try? String(contentsOf: kept, encoding: .utf8)) == "precious")
  }

  @Test func `a file whose name is as long as names may be is replaced`() throws {
    let name = String(repeating: "n", count: 251) + ".m4a"
    let url = try folder.write("old", to: name)
    var format = Self.aac
    var made: AudioFileID?
    #expect(AudioFileCreateWithURL(url as CFURL, kAudioFileM4AType, &format, .eraseFile, &made) == noErr)
    #expect(made != nil && !FileManager.default.fileExists(atPath: url.path))
  }

  @Test(arguments: [kAudioFormatLinearPCM, kAudioFormatAppleLossless, kAudioFormatMPEG4AAC])
  func `files of Core Audio are written from buffers, as samples or encoded`(id: AudioFormatID) async throws {
    let url = folder.url("buffers.caf")
    let noise = Samples.noise(10_000, seed: 9).map { ($0 * 32_768).rounded() / 65_536 }
    let file = try AVAudioFile(
      forWriting: url,
      settings: [
        AVFormatIDKey: id, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2, AVLinearPCMBitDepthKey: 16,
        AVEncoderBitDepthHintKey: 16,
      ])
    for start in stride(from: 0, to: 10_000, by: 3_000) {
      let part = Array(noise[start..<min(10_000, start + 3_000)])
      try file.write(from: try Samples.buffer([part, part]))
    }
    #expect(file.length == 10_000)
    file.close()
    if id != kAudioFormatLinearPCM {
      let file = try opened(url)
      #expect(try value(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription()).mFormatID == id)
      #expect(
        try value(file, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo()).mNumberValidFrames == 10_000)
    }
    let read = try AVAudioFile(forReading: url)
    #expect(read.length == 10_000)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: read.processingFormat, frameCapacity: 10_000))
    try read.read(into: buffer)
    let samples = try #require(buffer.floatChannelData)
    guard id != kAudioFormatMPEG4AAC else {
      // Noise is coded by how loud it is.
      let powers = [noise, (0..<10_000).map { samples[1][$0] }].map { part in part.reduce(0) { $0 + $1 * $1 } }
      #expect(buffer.frameLength == 10_000 && (0.7...1.4).contains(powers[1] / powers[0]))
      return
    }
    // Half a step of 16 bits is rounded away.
    #expect((0..<10_000).allSatisfy { abs(samples[1][$0] - noise[$0]) <= 1.0 / 32_768 })
    // From the middle of a packet on, and back.
    for start in [9_000, 4_097, 0] {
      read.framePosition = AVAudioFramePosition(start)
      try read.read(into: buffer, frameCount: 500)
      #expect(buffer.frameLength == 500 && read.framePosition == AVAudioFramePosition(start + 500))
      #expect((0..<500).allSatisfy { abs(samples[0][$0] - noise[start + $0]) <= 1.0 / 32_768 }, "\(start)")
    }
  }

  @Test func `formats are completed, and files say how they hold samples`() throws {
    var format = AudioStreamBasicDescription()
    (format.mSampleRate, format.mFormatID, format.mChannelsPerFrame) = (44_100, kAudioFormatMPEG4AAC, 2)
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    #expect(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format) == noErr)
    #expect(format.mFramesPerPacket == 1_024 && format.mBytesPerPacket == 0)
    format.mFormatID = kAudioFormatQDesign2
    #expect(
      AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
        == kAudioFormatUnsupportedDataFormatError)

    var kind = AudioFileTypeAndFormatID(mFileType: kAudioFileAIFFType, mFormatID: kAudioFormatLinearPCM)
    let question = kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat
    #expect(AudioFileGetGlobalInfoSize(question, 8, &kind, &size) == noErr)
    var formats = [AudioStreamBasicDescription](
      repeating: .init(), count: Int(size) / MemoryLayout<AudioStreamBasicDescription>.size)
    #expect(AudioFileGetGlobalInfo(question, 8, &kind, &size, &formats) == noErr)
    #expect(formats.map(\.mBitsPerChannel) == [8, 16, 24, 32] && formats.allSatisfy { $0.mFormatFlags == 14 })
    kind.mFormatID = kAudioFormatMPEGLayer3
    #expect(AudioFileGetGlobalInfoSize(question, 8, &kind, &size) == kAudioFileUnsupportedDataFormatError)
  }
}
