import AVFAudio
import AVFoundation
import SeededRandom
import TestSupport
import Testing

/// Sound in packets: encoded and decoded by `AVAudioConverter`, in samples.
@Suite("Audio packets") struct AudioPacketTests {
  private func compressed(
    _ id: AudioFormatID, rate: Double = 48_000, channels: Int = 2, bits: Int? = nil
  ) throws -> AVAudioFormat {
    var settings: [String: Any] = [AVFormatIDKey: id, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels]
    settings[AVEncoderBitDepthHintKey] = bits
    return try #require(AVAudioFormat(settings: settings))
  }

  /// The packets that `converter` makes of `source`, `room` of them at a time.
  private func packets(
    _ converter: AVAudioConverter, _ source: AVAudioPCMBuffer, room: AVAudioPacketCount = 7
  ) throws -> [[UInt8]] {
    let size = converter.maximumOutputPacketSize
    let target = AVAudioCompressedBuffer(
      format: converter.outputFormat, packetCapacity: room, maximumPacketSize: size)
    var (made, isGiven, error): ([[UInt8]], Bool, NSError?) = ([], false, nil)
    while true {
      let status = converter.convert(to: target, error: &error) { _, status in
        defer { isGiven = true }
        status.pointee = isGiven ? .endOfStream : .haveData
        return isGiven ? nil : source
      }
      #expect(error == nil && target.packetCount <= room)
      guard status == .haveData else {
        #expect(status == .endOfStream && target.packetCount == 0)
        return made
      }
      let descriptions = try #require(target.packetDescriptions)
      for number in 0..<Int(target.packetCount) {
        let description = descriptions[number]
        let bytes = UnsafeRawBufferPointer(
          start: target.data + Int(description.mStartOffset), count: Int(description.mDataByteSize))
        made.append(Array(bytes))
      }
      #expect(made.suffix(Int(target.packetCount)).reduce(0) { $0 + $1.count } == Int(target.byteLength))
      #expect(made.allSatisfy { $0.count <= size })
    }
  }

  /// What `converter` makes of `packets`, three at a time: all samples, those of each channel.
  private func samples(_ converter: AVAudioConverter, _ packets: [[UInt8]]) throws -> [[Float]] {
    let target = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 1_000))
    var channels = [[Float]](repeating: [], count: Int(converter.outputFormat.channelCount))
    var (rest, error): (ArraySlice<[UInt8]>, NSError?) = (packets[...], nil)
    while true {
      let status = converter.convert(to: target, error: &error) { count, status in
        #expect(count > 0)
        guard !rest.isEmpty else {
          status.pointee = .endOfStream
          return nil
        }
        status.pointee = .haveData
        defer { rest = rest.dropFirst(3) }
        return Self.buffer(rest.prefix(3), converter.inputFormat)
      }
      #expect(error == nil)
      guard status == .haveData else {
        #expect(status == .endOfStream)
        return channels
      }
      let block = try #require(target.floatChannelData)
      for channel in channels.indices {
        channels[channel] += (0..<Int(target.frameLength)).map { block[channel][$0 * target.stride] }
      }
    }
  }

  private static func buffer(_ packets: ArraySlice<[UInt8]>, _ format: AVAudioFormat) -> AVAudioCompressedBuffer {
    let size = packets.map(\.count).max() ?? 0
    let buffer = AVAudioCompressedBuffer(
      format: format, packetCapacity: AVAudioPacketCount(packets.count), maximumPacketSize: size)
    var place = 0
    for (number, packet) in packets.enumerated() {
      for (index, byte) in packet.enumerated() {
        buffer.data.storeBytes(of: byte, toByteOffset: place + index, as: UInt8.self)
      }
      buffer.packetDescriptions?[number] = AudioStreamPacketDescription(
        mStartOffset: Int64(place), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
      place += packet.count
    }
    buffer.packetCount = AVAudioPacketCount(packets.count)
    buffer.byteLength = UInt32(place)
    return buffer
  }

  @Test(arguments: [(kAudioFormatAppleLossless, 16), (kAudioFormatFLAC, 16), (kAudioFormatFLAC, 24)])
  func `sound that is packed without loss is the same again, sample by sample`(id: AudioFormatID, bits: Int) throws {
    var generator = SeededGenerator(seed: 41)
    let scale = Float(1 << (bits - 1))
    let channels = (0..<2).map { _ in
      (0..<10_000).map { _ in (Float.random(in: -1..<1, using: &generator) * scale).rounded() / scale }
    }
    let source = try Samples.buffer(channels)
    let format = try compressed(id, bits: bits)
    let encoder = try #require(AVAudioConverter(from: source.format, to: format))
    let packed = try packets(encoder, source)
    let cookie = try #require(encoder.magicCookie)
    let length = Int(format.streamDescription.pointee.mFramesPerPacket)
    #expect(packed.count == (10_000 + length - 1) / length)
    #expect(cookie.count == (id == kAudioFormatFLAC ? 50 : 24) && encoder.primeInfo == AVAudioConverterPrimeInfo())
    let decoder = try #require(AVAudioConverter(from: format, to: source.format))
    (decoder.magicCookie, decoder.primeInfo) = (cookie, encoder.primeInfo)
    #expect(try samples(decoder, packed) == channels)
    // What is read out of the buffer without a cookie is what packets usually are.
    decoder.reset()
    decoder.magicCookie = nil
    #expect(try samples(decoder, packed) == channels)
    #expect(encoder.bitRate == 0 && encoder.bitRateStrategy == nil && encoder.availableEncodeBitRates == nil)
  }

  @Test(arguments: [kAudioFormatMPEG4AAC, kAudioFormatOpus, kAudioFormatMPEGLayer3, kAudioFormatAC3])
  func `a tone comes back where it was, as long as it was, once what is beside it is left out`(
    id: AudioFormatID
  ) throws {
    let source = try Samples.buffer([440, 1_000].map { Samples.sine(48_000, $0, rate: 48_000) })
    let format = try compressed(id)
    let encoder = try #require(AVAudioConverter(from: source.format, to: format))
    encoder.bitRate = 192_000
    #expect(encoder.bitRate == 192_000)
    let packed = try packets(encoder, source)
    let beside = encoder.primeInfo
    let length = Int(format.streamDescription.pointee.mFramesPerPacket)
    #expect(beside.leadingFrames > 0)
    #expect(packed.count * length == 48_000 + Int(beside.leadingFrames + beside.trailingFrames))
    // Within half of what was asked for.
    #expect(packed.reduce(0) { $0 + $1.count } < 36_000)
    let decoder = try #require(AVAudioConverter(from: format, to: source.format))
    decoder.magicCookie = encoder.magicCookie
    #expect(try samples(decoder, packed)[0].count == packed.count * length)
    decoder.reset()
    decoder.primeInfo = beside
    let decoded = try samples(decoder, packed)
    #expect(decoded.map(\.count) == [48_000, 48_000])
    for (channel, hertz) in [440.0, 1_000].enumerated() {
      let fit = Samples.fit(hertz, in: decoded[channel], 4_000..<44_000, rate: 48_000)
      #expect(abs(fit.level - 0.5) < 0.02 && abs(fit.shift) < 0.5 && fit.rest < 0.1, "\(hertz): \(fit)")
    }
  }

  @Test func `each packet's worth of samples makes a packet of AAC, the first one, too`() throws {
    let source = try Samples.buffer([Samples.sine(1_024, 440, rate: 48_000)])
    let encoder = try #require(AVAudioConverter(from: source.format, to: try compressed(kAudioFormatMPEG4AAC)))
    #expect(encoder.primeInfo.leadingFrames == 2_112)
    let target = AVAudioCompressedBuffer(
      format: encoder.outputFormat, packetCapacity: 1, maximumPacketSize: encoder.maximumOutputPacketSize)
    for number in 1...3 {
      var given: AVAudioPCMBuffer? = source
      let status = encoder.convert(to: target, error: nil) { _, status in
        status.pointee = given == nil ? .noDataNow : .haveData
        defer { given = nil }
        return given
      }
      #expect(status == .haveData && target.packetCount == 1 && given == nil, "\(number)")
    }
  }

  @Test func `sound is brought to the packets' rate and channels on its way, and back`() throws {
    let source = try Samples.buffer([Samples.sine(44_100, 440, rate: 44_100)], rate: 44_100)
    let format = try compressed(kAudioFormatOpus, rate: 24_000)
    #expect(format.streamDescription.pointee.mFramesPerPacket == 480)
    let encoder = try #require(AVAudioConverter(from: source.format, to: format))
    let packed = try packets(encoder, source)
    let target = try OfflineEngine.format(44_100, 2)
    let decoder = try #require(AVAudioConverter(from: format, to: target))
    let decoded = try samples(decoder, packed)
    #expect(abs(decoded[0].count - packed.count * 882) <= 1)
    #expect(abs(Samples.risesThroughZero(decoded[1][4_000..<40_000], rate: 44_100) - 440) < 1)
    // What is beside the sound is counted at the packets' rate, whatever the decoder's is.
    decoder.reset()
    decoder.primeInfo = encoder.primeInfo
    #expect(abs(try samples(decoder, packed)[0].count - 44_100) <= 8)
  }

  @Test func `a map of channels that is too short leaves the others silent`() throws {
    let source = try Samples.buffer([Samples.noise(100, seed: 43), Samples.noise(100, seed: 44)])
    let converter = try #require(AVAudioConverter(from: source.format, to: source.format))
    let target = try #require(AVAudioPCMBuffer(pcmFormat: source.format, frameCapacity: 100))
    let data = try #require(target.floatChannelData)
    for isMixed in [false, true] {
      (converter.channelMap, converter.downmix) = ([1], isMixed)
      try converter.convert(to: target, from: source)
      #expect(target.frameLength == 100)
      #expect((0..<100).map { data[0][$0] } == Samples.noise(100, seed: 44))
      #expect((0..<100).allSatisfy { data[1][$0] == 0 })
    }
  }

  @Test func `formats tell what a decoder begins with, and how long packets are`() throws {
    let high = try compressed(kAudioFormatMPEG4AAC_HE)
    #expect(high.streamDescription.pointee.mFramesPerPacket == 2_048 && high.magicCookie == nil)
    let endless: [String: Any] = [
      AVSampleRateKey: 48_000, AVNumberOfChannelsKey: Int(UInt32.max), AVLinearPCMBitDepthKey: Int.max,
    ]
    #expect(AVAudioFormat(settings: endless) == nil)
    let low = try compressed(kAudioFormatMPEG4AAC)
    let configuration = Data([0x11, 0x90])
    let stated = try CMFormatDescription(
      audioStreamBasicDescription: low.streamDescription.pointee, magicCookie: configuration)
    let format = AVAudioFormat(cmAudioFormatDescription: stated)
    let cookie = try #require(format.magicCookie)
    #expect(cookie.first == 3 && cookie.range(of: configuration) != nil && format == low)
    #expect(format.formatDescription.magicCookie == cookie && low.formatDescription.magicCookie == nil)
    #expect(AVAudioFormat(cmAudioFormatDescription: format.formatDescription).magicCookie == cookie)
  }

  @Test func `a buffer's copy has packets of its own, and packets of one length need no descriptions`() throws {
    var description = AudioStreamBasicDescription()
    (description.mSampleRate, description.mFormatID, description.mChannelsPerFrame) = (8_000, kAudioFormatULaw, 1)
    (description.mBytesPerPacket, description.mFramesPerPacket) = (1, 1)
    let format = try #require(AVAudioFormat(streamDescription: &description))
    let buffer = AVAudioCompressedBuffer(format: format, packetCapacity: 4)
    buffer.packetCount = 3
    #expect(buffer.packetDescriptions == nil && buffer.byteLength == 3 && buffer.byteCapacity == 4)
    buffer.data.storeBytes(of: 9, as: UInt8.self)
    let copy = try #require(buffer.copy() as? AVAudioCompressedBuffer)
    buffer.data.storeBytes(of: 1, as: UInt8.self)
    #expect(copy.packetCount == 3 && copy.byteLength == 3 && copy.data.load(as: UInt8.self) == 9)
  }

  @Test func `packets of Opus are as long as their format says`() throws {
    var description = AudioStreamBasicDescription()
    (description.mSampleRate, description.mFormatID) = (48_000, kAudioFormatOpus)
    (description.mChannelsPerFrame, description.mFramesPerPacket) = (1, 480)
    let format = try #require(AVAudioFormat(streamDescription: &description))
    let source = try Samples.buffer([Samples.noise(4_800, seed: 42)])
    let encoder = try #require(AVAudioConverter(from: source.format, to: format))
    let packed = try packets(encoder, source)
    let beside = encoder.primeInfo
    #expect(packed.count * 480 == 4_800 + Int(beside.leadingFrames + beside.trailingFrames) && packed.count < 13)
    description.mFramesPerPacket = 500
    let odd = try #require(AVAudioFormat(streamDescription: &description))
    #expect(AVAudioConverter(from: source.format, to: odd) == nil)
  }

  @Test func `packets of a file's track are decoded by the cookie that its format says`() async throws {
    let folder = try ScratchFolder()
    let source = try Samples.buffer([Samples.sine(48_000, 440, rate: 48_000)])
    do {
      let file = try AVAudioFile(
        forWriting: folder.url("tone.m4a"),
        settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1])
      try file.write(from: source)
    }
    let asset = AVURLAsset(url: folder.url("tone.m4a"))
    let track = try #require(asset.tracks(withMediaType: .audio).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    var packed: [[UInt8]] = []
    while let buffer = output.copyNextSampleBuffer() {
      let data = try #require(buffer.dataBuffer).dataBytes()
      var place = 0
      for index in 0..<CMSampleBufferGetNumSamples(buffer) {
        let size = CMSampleBufferGetSampleSize(buffer, at: index)
        packed.append([UInt8](data[place..<place + size]))
        place += size
      }
    }
    let description = try #require(track.formatDescriptions.first as? CMFormatDescription)
    let format = AVAudioFormat(cmAudioFormatDescription: description)
    #expect(format.magicCookie?.first == 3)
    let decoder = try #require(AVAudioConverter(from: format, to: source.format))
    let decoded = try samples(decoder, packed)[0]
    #expect(packed.count > 40 && decoded.count == packed.count * 1_024)
    #expect(abs(Samples.risesThroughZero(decoded[4_000..<40_000], rate: 48_000) - 440) < 1)
  }

  @Test func `what is not encoded has no converter, and what is says what it can`() throws {
    let standard = try OfflineEngine.format(48_000, 2)
    #expect(AVAudioConverter(from: standard, to: try compressed(kAudioFormatMPEG4AAC_HE)) == nil)
    #expect(AVAudioConverter(from: standard, to: try compressed(kAudioFormatOpus, rate: 44_100)) == nil)
    #expect(AVAudioConverter(from: try compressed(kAudioFormatAMR), to: standard) == nil)
    let aac = try compressed(kAudioFormatMPEG4AAC)
    #expect(AVAudioConverter(from: aac, to: try compressed(kAudioFormatOpus)) == nil)
    let encoder = try #require(AVAudioConverter(from: standard, to: aac))
    #expect(encoder.applicableEncodeBitRates?.contains(128_000) == true)
    #expect(encoder.availableEncodeSampleRates?.contains(44_100) == true)
    #expect(encoder.availableEncodeChannelLayoutTags?.contains(NSNumber(value: kAudioChannelLayoutTag_Stereo)) == true)
    #expect(encoder.bitRateStrategy == AVAudioBitRateStrategy_LongTermAverage)
    encoder.bitRateStrategy = AVAudioBitRateStrategy_Constant
    encoder.bitRate = 1
    #expect(encoder.bitRateStrategy == AVAudioBitRateStrategy_LongTermAverage && encoder.bitRate == 160_000)
    let samples = try #require(AVAudioConverter(from: standard, to: standard))
    #expect(samples.bitRate == 0 && samples.availableEncodeSampleRates == nil && samples.magicCookie == nil)
  }

  @Test func `a converter without sound for now says so, and a damaged packet is an error`() throws {
    let standard = try OfflineEngine.format(48_000, 2)
    let encoder = try #require(AVAudioConverter(from: standard, to: try compressed(kAudioFormatMPEG4AAC)))
    let target = AVAudioCompressedBuffer(
      format: encoder.outputFormat, packetCapacity: 4, maximumPacketSize: encoder.maximumOutputPacketSize)
    var error: NSError?
    let status = encoder.convert(to: target, error: &error) { count, status in
      #expect(count == 4 * 1_024)
      status.pointee = .noDataNow
      return nil
    }
    #expect(status == .inputRanDry && error == nil && target.packetCount == 0 && target.byteLength == 0)
    let flac = try compressed(kAudioFormatFLAC)
    let decoder = try #require(AVAudioConverter(from: flac, to: standard))
    let room = try #require(AVAudioPCMBuffer(pcmFormat: standard, frameCapacity: 10))
    let damaged = Self.buffer([[UInt8](repeating: 7, count: 99)], flac)
    let failed = decoder.convert(to: room, error: &error) { _, status in
      status.pointee = .haveData
      return damaged
    }
    #expect(failed == .error && error != nil)
    // A description that points beyond the buffer is an error as well.
    damaged.packetDescriptions?[0].mStartOffset = 1_000_000
    error = nil
    let outside = decoder.convert(to: room, error: &error) { _, status in
      status.pointee = .haveData
      return damaged
    }
    #expect(outside == .error && error?.code == -50)
  }
}
