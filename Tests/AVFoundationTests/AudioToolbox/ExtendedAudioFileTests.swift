import AVFoundation
import AudioToolbox
import TestSupport
import Testing

/// Files read and written in any format, by Audio Toolbox' functions, in samples.
@Suite("Extended audio files") struct ExtendedAudioFileTests {
  private func pcm(_ rate: Double, _ channels: UInt32, bits: UInt32, _ flags: AudioFormatFlags)
    -> AudioStreamBasicDescription
  {
    let size = bits / 8 * channels
    return AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags | kAudioFormatFlagIsPacked,
      mBytesPerPacket: size, mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: channels,
      mBitsPerChannel: bits, mReserved: 0)
  }

  private func opened(_ url: URL, as format: AudioStreamBasicDescription? = nil) throws -> ExtAudioFileRef {
    var file: ExtAudioFileRef?
    #expect(ExtAudioFileOpenURL(url as CFURL, &file) == noErr)
    let opened = try #require(file)
    if var format { #expect(set(opened, &format) == noErr) }
    return opened
  }

  private func set(_ file: ExtAudioFileRef, _ format: inout AudioStreamBasicDescription) -> OSStatus {
    let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    return ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &format)
  }

  /// The next `count` samples, as bytes of `size` each.
  private func read(_ file: ExtAudioFileRef, _ count: UInt32, size: Int) -> (status: OSStatus, bytes: [UInt8]) {
    var (count, bytes) = (count, [UInt8](repeating: 0, count: Int(count) * size))
    let status = bytes.withUnsafeMutableBytes { memory in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
      return ExtAudioFileRead(file, &count, &list)
    }
    return (status, Array(bytes.prefix(Int(count) * size)))
  }

  private func write(_ bytes: [UInt8], _ count: UInt32, to file: ExtAudioFileRef) -> OSStatus {
    var bytes = bytes
    return bytes.withUnsafeMutableBytes { memory in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
      return ExtAudioFileWrite(file, count, &list)
    }
  }

  @Test func `a file is read in any format, from any sample on, and says where it is`() async throws {
    let sound = SoundFile(.noise(seed: 5)) { $0.count = 20_000 }
    let (url, all) = (try await sound.url(), [UInt8](sound.pcm()))
    let file = try opened(url, as: pcm(48_000, 2, bits: 16, kAudioFormatFlagIsSignedInteger))
    var (length, size, place) = (Int64(0), UInt32(8), Int64(0))
    #expect(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &length) == noErr)
    #expect(length == 20_000)
    var heard: [UInt8] = []
    while true {
      let (status, bytes) = read(file, 3_333, size: 4)
      #expect(status == noErr)
      guard !bytes.isEmpty else { break }
      heard += bytes
      #expect(ExtAudioFileTell(file, &place) == noErr && place == Int64(heard.count / 4))
    }
    #expect(heard == all)
    #expect(ExtAudioFileSeek(file, 12_345) == noErr)
    #expect(read(file, 10, size: 4).bytes == Array(all[49_380..<49_420]))
    #expect(ExtAudioFileSeek(file, 20_001) == kExtAudioFileError_InvalidSeek)
    #expect(write(all, 5, to: file) == kExtAudioFileError_InvalidOperationOrder)
    // Big-endian, of one channel, which is the first: the others are dropped.
    var first = pcm(48_000, 1, bits: 24, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian)
    #expect(ExtAudioFileSeek(file, 0) == noErr && set(file, &first) == noErr)
    #expect(read(file, 2, size: 3).bytes == [all[1], all[0], 0, all[5], all[4], 0])
    let slow = try opened(url, as: pcm(24_000, 2, bits: 32, kAudioFormatFlagIsFloat))
    #expect(read(slow, 50_000, size: 8).bytes.count == 10_000 * 8)
    #expect(ExtAudioFileTell(slow, &place) == noErr && place == 20_000)
    first.mFormatID = kAudioFormatMPEG4AAC
    #expect(set(slow, &first) == kExtAudioFileError_NonPCMClientFormat)
    #expect(ExtAudioFileDispose(slow) == noErr)
    #expect(read(slow, 1, size: 8).status == kExtAudioFileError_InvalidOperationOrder)
  }

  @Test func `a file is written from any format, and is there when it is closed`() async throws {
    let folder = try ScratchFolder()
    let bytes = [UInt8](SoundFile(.noise(seed: 6)) { $0.count = 10_000 }.pcm())
    // What it is called does not say what it is.
    let url = folder.url("sound.wav.part")
    var format = pcm(48_000, 2, bits: 16, kAudioFormatFlagIsSignedInteger)
    var file: ExtAudioFileRef?
    let erase = AudioFileFlags.eraseFile.rawValue
    #expect(ExtAudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, nil, erase, &file) == noErr)
    var written = try #require(file)
    #expect(write(Array(bytes[..<24_000]), 6_000, to: written) == noErr)
    #expect(write(Array(bytes[24_000...]), 4_000, to: written) == noErr)
    #expect(read(written, 1, size: 4).status == kExtAudioFileError_InvalidOperationOrder)
    #expect(ExtAudioFileDispose(written) == noErr && ExtAudioFileDispose(written) == noErr)
    #expect(read(try opened(url), 20_000, size: 4).bytes == bytes)
    let plain = try AVAudioFile(forReading: url)
    #expect(plain.fileFormat.streamDescription.pointee == format)
    #expect(plain.fileFormat.settings[AVLinearPCMBitDepthKey] as? UInt32 == 16)
    #expect(
      ExtAudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, nil, 0, &file) == kAudioFilePermissionsError)
    #expect(
      ExtAudioFileCreateWithURL(url as CFURL, kAudioFileAMRType, &format, nil, erase, &file)
        == kAudioFileUnsupportedFileTypeError)

    // Another rate, and one channel, on the way into packets.
    let packed = folder.url("sound.m4a")
    var alac = AudioStreamBasicDescription()
    (alac.mSampleRate, alac.mFormatID, alac.mFormatFlags) = (24_000, kAudioFormatAppleLossless, 1)
    (alac.mChannelsPerFrame, alac.mFramesPerPacket) = (1, 4_096)
    #expect(ExtAudioFileCreateWithURL(packed as CFURL, kAudioFileM4AType, &alac, nil, erase, &file) == noErr)
    written = try #require(file)
    #expect(write(bytes, 10_000, to: written) == kExtAudioFileError_NonPCMClientFormat)
    #expect(set(written, &format) == noErr)
    let tone = [UInt8](SoundFile(.tone(hertz: 440)) { $0.count = 48_000 }.pcm())
    for start in stride(from: 0, to: tone.count, by: 32_000) {
      #expect(write(Array(tone[start..<start + 32_000]), 8_000, to: written) == noErr)
    }
    #expect(ExtAudioFileDispose(written) == noErr)
    let again = try AVAudioFile(forReading: packed)
    #expect(again.length == 24_000 && again.fileFormat.sampleRate == 24_000 && again.fileFormat.channelCount == 1)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: again.processingFormat, frameCapacity: 24_000))
    try again.read(into: buffer)
    let samples = try #require(buffer.floatChannelData)
    let fit = Samples.fit(440, in: (0..<24_000).map { samples[0][$0] }, 1_000..<23_000, rate: 24_000)
    #expect(abs(fit.level - 0.5) < 0.01 && abs(fit.shift) < 0.1 && fit.rest < 0.01)
  }

  @Test func `what is no file of sound is not opened`() throws {
    let folder = try ScratchFolder()
    var file: ExtAudioFileRef?
    #expect(ExtAudioFileOpenURL(folder.url("none.wav") as CFURL, &file) == kAudioFileFileNotFoundError)
    let text = try folder.write("This is a text.", to: "text.wav")
    let status = ExtAudioFileOpenURL(text as CFURL, &file)
    #expect([kAudioFileInvalidFileError, kAudioFileUnsupportedFileTypeError].contains(status) && file == nil)
  }
}
