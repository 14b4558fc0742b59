import AVFoundation
import AudioToolbox
import CoreAudio
import TestSupport
import Testing

/// Packets, or samples, that a converter's function gives, so many at a time as it is asked for, three at most.
final class GivenPackets {
  private let packets: [[UInt8]]
  private let format: AudioStreamBasicDescription
  private var next = 0
  /// The packet before which it reports once that no data is available now.
  var pause: Int?
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  private let places = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: 3)

  init(_ packets: [[UInt8]], _ format: AudioStreamBasicDescription) { (self.packets, self.format) = (packets, format) }

  deinit {
    memory.deallocate()
    places.deallocate()
  }

  static let nothingNow: OSStatus = 1_234

  static let give: AudioConverterComplexInputDataProc = { _, count, list, places, user in
    guard let user else { return -1 }
    return Unmanaged<GivenPackets>.fromOpaque(user).takeUnretainedValue().give(count, list, places)
  }

  private func give(
    _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
    _ places: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
  ) -> OSStatus {
    #expect(count.pointee > 0 && list.pointee.mNumberBuffers == 1)
    if pause == next {
      pause = nil
      return Self.nothingNow
    }
    let most = format.mBytesPerPacket > 0 ? 3_000 : 3
    let given = packets[next...].prefix(min(Int(count.pointee), most))
    next += given.count
    var length = 0
    for (number, packet) in given.enumerated() {
      for (index, byte) in packet.enumerated() { memory[length + index] = byte }
      if format.mBytesPerPacket == 0 {
        self.places[number] = AudioStreamPacketDescription(
          mStartOffset: Int64(length), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
      }
      length += packet.count
    }
    list.pointee.mBuffers.mData = memory.baseAddress
    list.pointee.mBuffers.mDataByteSize = UInt32(length)
    #expect((places == nil) == (format.mBytesPerPacket > 0))
    places?.pointee = self.places
    count.pointee = UInt32(given.count)
    return noErr
  }
}

/// Converters by Audio Toolbox' functions.
@Suite("Audio converters") struct AudioConverterTests {
  private func pcm(
    rate: Double = 48_000, channels: UInt32 = 1, bits: UInt32, _ flags: AudioFormatFlags
  ) -> AudioStreamBasicDescription {
    let size = bits / 8 * channels
    return AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags | kAudioFormatFlagIsPacked,
      mBytesPerPacket: size, mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: channels,
      mBitsPerChannel: bits, mReserved: 0)
  }

  private func made(_ from: AudioStreamBasicDescription, _ to: AudioStreamBasicDescription) throws -> AudioConverterRef
  {
    var (from, to, converter) = (from, to, AudioConverterRef?.none)
    #expect(AudioConverterNew(&from, &to, &converter) == noErr)
    return try #require(converter)
  }

  /// Fills `bytes` bytes with up to `count` packets; returns the status, and the bytes.
  private func fill(
    _ converter: AudioConverterRef, _ given: GivenPackets, _ count: inout UInt32, bytes: Int,
    _ places: UnsafeMutablePointer<AudioStreamPacketDescription>? = nil
  ) -> (status: OSStatus, bytes: [UInt8]) {
    var memory = [UInt8](repeating: 0xAA, count: bytes)
    return memory.withUnsafeMutableBytes { memory in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(bytes), mData: memory.baseAddress))
      let status = AudioConverterFillComplexBuffer(
        converter, GivenPackets.give, Unmanaged.passUnretained(given).toOpaque(), &count, &list, places)
      return (status, Array(memory.prefix(Int(list.mBuffers.mDataByteSize))))
    }
  }

  @Test func `samples of any width and order of bytes are brought to any other`() throws {
    let (whole, big) = (kAudioFormatFlagIsSignedInteger, kAudioFormatFlagIsBigEndian)
    let values: [(AudioStreamBasicDescription, [UInt8])] = [
      (pcm(bits: 8, 0), [0x40, 0x80, 0xFF]), (pcm(bits: 8, whole), [0xC0, 0, 0x7F]),
      (pcm(bits: 16, whole), [0, 0xC0, 0, 0, 0, 0x7F]), (pcm(bits: 16, whole | big), [0xC0, 0, 0, 0, 0x7F, 0]),
      (pcm(bits: 24, whole), [0, 0, 0xC0, 0, 0, 0, 0, 0, 0x7F]),
      (pcm(bits: 24, whole | big), [0xC0, 0, 0, 0, 0, 0, 0x7F, 0, 0]),
      (pcm(bits: 32, whole | big), [0xC0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 0, 0, 0]),
      (pcm(bits: 32, kAudioFormatFlagIsFloat), [0, 0, 0, 0xBF, 0, 0, 0, 0, 0, 0, 0x7E, 0x3F]),
      // Numbers with 24 bits behind the point.
      (
        pcm(bits: 32, whole | 24 << kLinearPCMFormatFlagsSampleFractionShift),
        [0, 0, 0x80, 0xFF, 0, 0, 0, 0, 0, 0, 0xFE, 0]
      ),
    ]
    for (from, bytes) in values {
      for (to, expected) in values {
        let size = Int(from.mBytesPerPacket)
        let packets = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
        var count: UInt32 = 10
        let result = fill(try made(from, to), GivenPackets(packets, from), &count, bytes: 100)
        #expect(result.status == noErr && count == 3)
        #expect(result.bytes == expected, "\(from) \(to)")
      }
    }
    var (float, bad, converter) = (
      pcm(bits: 32, kAudioFormatFlagIsFloat), pcm(bits: 12, whole), AudioConverterRef?.none
    )
    #expect(AudioConverterNew(&bad, &float, &converter) == kAudioConverterErr_FormatNotSupported && converter == nil)
    bad = pcm(bits: 16, whole | 16 << kLinearPCMFormatFlagsSampleFractionShift)
    #expect(AudioConverterNew(&bad, &float, &converter) == kAudioConverterErr_FormatNotSupported)
    bad = float
    bad.mFormatID = kAudioFormatAPAC
    #expect(AudioConverterNew(&bad, &float, &converter) == kAudioConverterErr_FormatNotSupported)
  }

  @Test func `a function that has nothing now is asked again; one that has nothing any more is not`() throws {
    let from = pcm(bits: 16, kAudioFormatFlagIsSignedInteger)
    let converter = try made(from, pcm(rate: 24_000, bits: 32, kAudioFormatFlagIsFloat))
    let given = GivenPackets((0..<6_000).map { [UInt8($0 % 250), UInt8($0 / 250)] }, from)
    given.pause = 3_000
    var count: UInt32 = 5_000
    let first = fill(converter, given, &count, bytes: 20_000)
    #expect(first.status == GivenPackets.nothingNow && (1_400...1_500).contains(count))
    #expect(first.bytes.count == Int(count) * 4)
    let made = count
    count = 5_000
    let second = fill(converter, given, &count, bytes: 20_000)
    #expect(second.status == noErr && made + count == 3_000)
    count = 5_000
    let third = fill(converter, given, &count, bytes: 20_000)
    #expect(third.status == noErr && count == 0 && third.bytes.isEmpty)
    // Another sound may begin.
    #expect(AudioConverterReset(converter) == noErr)
    count = 100
    #expect(
      fill(converter, GivenPackets([[1, 0]], from), &count, bytes: 2).status == kAudioConverterErr_InvalidOutputSize)
    count = 1
    #expect(fill(converter, GivenPackets([[1, 0], [1, 0]], from), &count, bytes: 400).status == noErr && count == 1)
  }

  @Test func `packets are made with their places, and are the same sound again with their cookie`() throws {
    let from = pcm(channels: 2, bits: 16, kAudioFormatFlagIsSignedInteger)
    let bytes = [UInt8](SoundFile(.noise(seed: 9)) { $0.count = 10_000 }.pcm())
    let frames = stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
    var to = AudioStreamBasicDescription()
    (to.mSampleRate, to.mFormatID, to.mFormatFlags) = (48_000, kAudioFormatAppleLossless, 1)
    (to.mChannelsPerFrame, to.mFramesPerPacket) = (2, 4_096)
    let encoder = try made(from, to)
    var (largest, size) = (UInt32(0), UInt32(4))
    #expect(
      AudioConverterGetProperty(encoder, kAudioConverterPropertyMaximumOutputPacketSize, &size, &largest) == noErr)
    var places = [AudioStreamPacketDescription](repeating: .init(), count: 8)
    var count: UInt32 = 8
    let packed = fill(encoder, GivenPackets(frames, from), &count, bytes: Int(largest) * 4, &places)
    #expect(packed.status == noErr && count == 3)
    let packets = places.prefix(Int(count)).map { place in
      Array(packed.bytes[Int(place.mStartOffset)...].prefix(Int(place.mDataByteSize)))
    }
    #expect(packets.reduce(0) { $0 + $1.count } == packed.bytes.count)
    #expect(
      AudioConverterGetPropertyInfo(encoder, kAudioConverterCompressionMagicCookie, &size, nil) == noErr && size == 24)
    var cookie = [UInt8](repeating: 0, count: 24)
    #expect(AudioConverterGetProperty(encoder, kAudioConverterCompressionMagicCookie, &size, &cookie) == noErr)

    let decoder = try made(to, from)
    #expect(AudioConverterSetProperty(decoder, kAudioConverterDecompressionMagicCookie, 24, cookie) == noErr)
    count = 20_000
    let unpacked = fill(decoder, GivenPackets(packets, to), &count, bytes: 80_000)
    #expect(unpacked.status == noErr && count == 10_000)
    #expect(unpacked.bytes == bytes)
    #expect(
      AudioConverterSetProperty(decoder, kAudioConverterEncodeBitRate, 24, cookie)
        == kAudioConverterErr_PropertyNotSupported)
    var codec = AudioClassDescription(
      mType: kAudioDecoderComponentType, mSubType: kAudioFormatMPEG4AAC, mManufacturer: kAudioUnitManufacturer_Apple)
    var (source, target, other) = (to, from, AudioConverterRef?.none)
    #expect(
      AudioConverterNewSpecific(&source, &target, 1, &codec, &other) == kAudioConverterErr_FormatNotSupported)
    codec.mSubType = kAudioFormatAppleLossless
    #expect(AudioConverterNewSpecific(&source, &target, 1, &codec, &other) == noErr && other != nil)
  }

  @Test func `buffers are converted at once where rates are the same, channels by turns or each in its own`() throws {
    let source = try Samples.buffer([Samples.noise(100, seed: 1), Samples.noise(100, seed: 2)])
    let to = pcm(channels: 2, bits: 32, kAudioFormatFlagIsFloat)
    let converter = try made(source.format.streamDescription.pointee, to)
    var map: [Int32] = [1, -1]
    #expect(AudioConverterSetProperty(converter, kAudioConverterChannelMap, 8, &map) == noErr)
    var samples = [Float](repeating: 1, count: 200)
    let status = samples.withUnsafeMutableBytes { memory in
      var list = AudioBufferList(
        mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 800, mData: memory.baseAddress))
      return AudioConverterConvertComplexBuffer(converter, 100, source.audioBufferList, &list)
    }
    #expect(status == noErr)
    #expect(samples == Samples.noise(100, seed: 2).flatMap { [$0, 0] })
    let slower = try made(source.format.streamDescription.pointee, pcm(rate: 24_000, bits: 32, kAudioFormatFlagIsFloat))
    let target = try Samples.buffer([[Float](repeating: 0, count: 100)])
    #expect(
      AudioConverterConvertComplexBuffer(slower, 100, source.audioBufferList, target.mutableAudioBufferList)
        == kAudioConverterErr_OperationNotSupported)
  }
}
