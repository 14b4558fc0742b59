import AVFoundation
import AudioToolbox
import TestSupport
import Testing

/// Files of sound that come in pieces, by Audio Toolbox' functions.
@Suite("Audio streams") struct AudioStreamTests {
  /// The calls of a stream's listeners.
  private final class Heard {
    var stream: AudioFileStreamID?
    var properties: [AudioFileStreamPropertyID] = []
    var packets: [[UInt8]] = []
    var format = AudioStreamBasicDescription()

    func value<Value>(_ property: AudioFileStreamPropertyID, _ start: Value) throws -> Value {
      let stream = try #require(stream)
      var (value, size) = (start, UInt32(MemoryLayout<Value>.size))
      let status = withUnsafeMutableBytes(of: &value) { bytes in
        bytes.baseAddress.map { AudioFileStreamGetProperty(stream, property, &size, $0) }
      }
      try #require(status == noErr)
      #expect(size == UInt32(MemoryLayout<Value>.size))
      return value
    }

    func bytes(_ property: AudioFileStreamPropertyID) throws -> [UInt8] {
      let stream = try #require(stream)
      var size: UInt32 = 0
      try #require(AudioFileStreamGetPropertyInfo(stream, property, &size, nil) == noErr)
      var bytes = [UInt8](repeating: 0, count: Int(size))
      try #require(AudioFileStreamGetProperty(stream, property, &size, &bytes) == noErr)
      return bytes
    }
  }

  private static let listener: AudioFileStream_PropertyListenerProc = { client, stream, property, flags in
    let heard = Unmanaged<Heard>.fromOpaque(client).takeUnretainedValue()
    #expect(stream === heard.stream && flags.pointee == .propertyIsCached)
    #expect(heard.packets.isEmpty)
    heard.properties.append(property)
    guard property == kAudioFileStreamProperty_DataFormat else { return }
    heard.format = (try? heard.value(property, heard.format)) ?? heard.format
  }

  private static let receiver: AudioFileStream_PacketsProc = { client, bytes, packets, data, places in
    let heard = Unmanaged<Heard>.fromOpaque(client).takeUnretainedValue()
    let all = UnsafeRawBufferPointer(start: data, count: Int(bytes))
    let size = Int(heard.format.mBytesPerPacket)
    #expect((places == nil) == (size > 0))
    for number in 0..<Int(packets) {
      let start = places.map { Int($0[number].mStartOffset) } ?? number * size
      let length = places.map { Int($0[number].mDataByteSize) } ?? size
      heard.packets.append(Array(all[start..<start + length]))
    }
  }

  private func opened(_ heard: Heard, hint: AudioFileTypeID = 0) {
    let client = Unmanaged.passUnretained(heard).toOpaque()
    #expect(AudioFileStreamOpen(client, Self.listener, Self.receiver, hint, &heard.stream) == noErr)
  }

  /// Gives `bytes` to the stream of `heard`, `piece` at a time; returns the status, up to the first error.
  private func give(
    _ bytes: [UInt8], to heard: Heard, piece: Int, _ flags: AudioFileStreamParseFlags = []
  ) throws -> OSStatus {
    let stream = try #require(heard.stream)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let part = Array(bytes[start..<min(bytes.count, start + piece)])
      let status = AudioFileStreamParseBytes(stream, UInt32(part.count), part, flags)
      guard status == noErr else { return status }
    }
    return noErr
  }

  private func heard(_ url: URL, piece: Int, _ flags: AudioFileStreamParseFlags = []) throws -> Heard {
    let heard = Heard()
    opened(heard)
    #expect(try give([UInt8](Data(contentsOf: url)), to: heard, piece: piece, flags) == noErr)
    #expect(heard.properties.last == kAudioFileStreamProperty_ReadyToProducePackets)
    return heard
  }

  /// What a converter makes of `heard`'s packets.
  private func converted(_ heard: Heard, to output: AVAudioFormat) throws -> AVAudioPCMBuffer {
    var converter: AudioConverterRef?
    #expect(AudioConverterNew(&heard.format, output.streamDescription, &converter) == noErr)
    let made = try #require(converter)
    if heard.properties.contains(kAudioFileStreamProperty_MagicCookieData) {
      let cookie = try heard.bytes(kAudioFileStreamProperty_MagicCookieData)
      let size = UInt32(cookie.count)
      #expect(AudioConverterSetProperty(made, kAudioConverterDecompressionMagicCookie, size, cookie) == noErr)
    }
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 200_000))
    buffer.frameLength = buffer.frameCapacity
    let given = GivenPackets(heard.packets, heard.format)
    var count = buffer.frameCapacity
    let status = AudioConverterFillComplexBuffer(
      made, GivenPackets.give, Unmanaged.passUnretained(given).toOpaque(), &count, buffer.mutableAudioBufferList, nil)
    #expect(status == noErr && AudioConverterDispose(made) == noErr)
    buffer.frameLength = count
    return buffer
  }

  @Test(arguments: [("wav", SoundCodec.pcm), ("aiff", .pcm), ("caf", .pcm), ("flac", .flac)])
  func `samples that come in pieces of any size are those of the file`(container: String, codec: SoundCodec)
    async throws
  {
    let sound = SoundFile(.noise(seed: 3)) { ($0.container, $0.codec, $0.count) = (container, codec, 10_000) }
    let expected = [UInt8](sound.pcm())
    let format = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true))
    for piece in [1 << 20, 4_096, 333] {
      let heard = try heard(try await sound.url(), piece: piece)
      let buffer = try converted(heard, to: format)
      #expect(buffer.frameLength == 10_000)
      let samples = try #require(buffer.int16ChannelData)
      let bytes = [UInt8](UnsafeRawBufferPointer(start: samples[0], count: 40_000))
      #expect(bytes == expected, "\(piece)")
      #expect(heard.format.mSampleRate == 48_000 && heard.format.mChannelsPerFrame == 2)
      let count = try heard.value(kAudioFileStreamProperty_AudioDataPacketCount, UInt64(0))
      #expect(count == UInt64(heard.packets.count))
    }
  }

  @Test(arguments: [("mp3", SoundCodec.mp3, 1_152), ("aac", .aac, 1_024), ("ac3", .ac3, 1_536)])
  func `frames are found in pieces of any size, whether these follow one another or may not`(
    container: String, codec: SoundCodec, length: Int
  ) async throws {
    let sound = SoundFile(.tone(hertz: 440)) { ($0.container, $0.codec) = (container, codec) }
    let url = try await sound.url()
    let whole = try heard(url, piece: 1 << 20)
    #expect(whole.format.mFramesPerPacket == length && whole.packets.count * length >= 96_000)
    for piece in [1, 700] { #expect(try heard(url, piece: piece).packets == whole.packets) }
    // The last one may count only where another follows it.
    let doubted = try heard(url, piece: 700, .discontinuity).packets
    #expect(doubted.starts(with: whole.packets.dropLast()) && doubted.count <= whole.packets.count)
    let buffer = try converted(whole, to: OfflineEngine.format(48_000, 2))
    #expect(Int(buffer.frameLength) == whole.packets.count * length)
    let samples = try #require(buffer.floatChannelData)
    let fit = Samples.fit(440, in: (0..<90_000).map { samples[1][$0] }, 4_000..<88_000, rate: 48_000)
    #expect(abs(fit.level - 0.5) < 0.02 && fit.rest < 0.1)
    // What stands between frames is left out.
    let bytes = [UInt8](try Data(contentsOf: url))
    let torn = Heard()
    opened(torn, hint: kAudioFileMP3Type)
    #expect(try give(bytes, to: torn, piece: 999) == noErr)
    let behind = bytes.suffix(bytes.count / 2)
    #expect(try give([0, 1, 2] + behind, to: torn, piece: 999) == noErr)
    #expect(torn.packets.starts(with: whole.packets.dropLast()))
    #expect(abs(torn.packets.count - whole.packets.count * 3 / 2) < 4)
  }

  private static func packetSizes(of url: URL) throws -> [Int] {
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: .audio).first), outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    var sizes: [Int] = []
    while let sample = output.copyNextSampleBuffer() {
      sizes += (0..<sample.numSamples).map { CMSampleBufferGetSampleSize(sample, at: $0) }
    }
    return sizes
  }

  @Test func `a movie whose box comes first is read packet by packet, and from any packet on; another one cannot be`()
    async throws
  {
    let sound = SoundFile(.tone(hertz: 440)) { ($0.container, $0.codec) = ("m4a", .aac) }
    let source = try await sound.url()
    let late = Heard()
    opened(late)
    #expect(try give([UInt8](Data(contentsOf: source)), to: late, piece: 500) == kAudioFileStreamError_NotOptimized)
    #expect(late.properties.isEmpty && late.packets.isEmpty)

    let folder = try ScratchFolder()
    let url = folder.url("first.m4a")
    let session = try #require(
      AVAssetExportSession(asset: AVURLAsset(url: source), presetName: AVAssetExportPresetPassthrough))
    session.shouldOptimizeForNetworkUse = true
    try await session.export(to: url, as: .m4a)
    let bytes = [UInt8](try Data(contentsOf: url))
    let heard = try heard(url, piece: 777)
    let stored = try Self.packetSizes(of: url)
    let sizes: [Int] = heard.packets.map { $0.count }
    #expect(sizes == stored)
    #expect(try heard.value(kAudioFileStreamProperty_FileFormat, UInt32(0)) == kAudioFileM4AType)
    #expect(heard.format.mFormatID == kAudioFormatMPEG4AAC && heard.format.mFramesPerPacket == 1_024)
    let table = try heard.value(kAudioFileStreamProperty_PacketTableInfo, AudioFilePacketTableInfo())
    #expect(table.mNumberValidFrames == 96_000 && table.mPrimingFrames == 1_024)
    let all = Int(table.mNumberValidFrames) + Int(table.mPrimingFrames) + Int(table.mRemainderFrames)
    #expect(all == sizes.count * 1_024)
    #expect(try heard.value(kAudioFileStreamProperty_MaximumPacketSize, UInt32(0)) == UInt32(stored.max() ?? 0))

    let stream = try #require(heard.stream)
    var (place, flags) = (Int64(0), AudioFileStreamSeekFlags.offsetIsEstimated)
    #expect(AudioFileStreamSeek(stream, 50, &place, &flags) == noErr && flags.isEmpty)
    let start = try heard.value(kAudioFileStreamProperty_DataOffset, Int64(0)) + place
    let packets = heard.packets
    heard.packets = []
    #expect(try give(Array(bytes[Int(start)...]), to: heard, piece: 777, .discontinuity) == noErr)
    #expect(heard.packets == Array(packets.dropFirst(50)))
    #expect(AudioFileStreamSeek(stream, 5_000, &place, &flags) == kAudioFileStreamError_InvalidPacketOffset)
    #expect(AudioFileStreamClose(stream) == noErr)
    #expect(AudioFileStreamParseBytes(stream, 1, bytes, []) == kAudioFileStreamError_IllegalOperation)
  }

  @Test func `what is not known, not there or too long for its room says so`() async throws {
    let heard = Heard()
    opened(heard)
    let stream = try #require(heard.stream)
    var size: UInt32 = 0
    #expect(
      AudioFileStreamGetPropertyInfo(stream, kAudioFileStreamProperty_DataFormat, &size, nil)
        == kAudioFileStreamError_DataUnavailable)
    let file = SoundFile(.constant(7)) { $0.count = 100 }
    #expect(try give([UInt8](Data(contentsOf: try await file.url())), to: heard, piece: 50) == noErr)
    var rate = 0.0
    size = 8
    #expect(
      AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, &rate)
        == kAudioFileStreamError_BadPropertySize)
    #expect(
      AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_MagicCookieData, &size, &rate)
        == kAudioFileStreamError_ValueUnknown)
    #expect(AudioFileStreamGetProperty(stream, 7, &size, &rate) == kAudioFileStreamError_UnsupportedProperty)
    #expect(AudioFileStreamSetProperty(stream, 7, 8, &rate) == kAudioFileStreamError_UnsupportedProperty)
    let other = Heard()
    opened(other)
    let text = [UInt8]("This is a text, and no sound at all.".utf8)
    #expect(try give(text, to: other, piece: 5) == kAudioFileStreamError_UnsupportedFileType)
  }
}
