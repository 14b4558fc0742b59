import AVFAudio
import AVFoundation
import TestSupport
import Testing
import UniformTypeIdentifiers

/// Sound in buffers and files, in samples: `AVAudioFile` and its companions.
@Suite("Audio files") struct AudioFileTests {
  private func float(_ buffer: AVAudioPCMBuffer, _ channel: Int) throws -> [Float] {
    let data = try #require(buffer.floatChannelData)
    return (0..<Int(buffer.frameLength)).map { data[channel][$0 * buffer.stride] }
  }

  @Test func `formats say what they are, and the same is equal`() throws {
    let standard = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
    #expect(standard.isStandard && !standard.isInterleaved && standard.commonFormat == .pcmFormatFloat32)
    #expect(standard.streamDescription.pointee.mBytesPerFrame == 4 && standard.channelLayout?.channelCount == 2)
    #expect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 6) == nil)
    let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout).channelCount == 6)
    let integers = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true))
    #expect(AVAudioFormat(settings: integers.settings) == integers && integers != standard)
    #expect(AVAudioFormat(streamDescription: standard.streamDescription) == standard)
    #expect(AVAudioFormat(cmAudioFormatDescription: integers.formatDescription) == integers)
    #expect(AVAudioFormat(settings: [AVFormatIDKey: kAudioFormatMPEG4AAC]) == nil)
  }

  @Test func `a buffer has room for samples of each channel, and says how many are there`() throws {
    let format = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 8_000, channels: 2, interleaved: true))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
    #expect(buffer.frameLength == 0 && buffer.stride == 2 && buffer.floatChannelData == nil)
    buffer.frameLength = 3
    let data = try #require(buffer.int16ChannelData)
    for index in 0..<3 { (data[0][index * 2], data[1][index * 2]) = (Int16(index), Int16(-index)) }
    #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 12)
    let copy = try #require(buffer.copy() as? AVAudioPCMBuffer)
    data[0][0] = 99
    let copied = try #require(copy.int16ChannelData)
    #expect((0..<6).map { copied[0][$0] } == [0, 0, 1, -1, 2, -2])
    let compressed = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
      ]))
    #expect(AVAudioPCMBuffer(pcmFormat: compressed, frameCapacity: 10) == nil)
  }

  @Test func `a file is read in order and from any sample, and what is written is read the same`() async throws {
    let sound = SoundFile(.noise(seed: 31)) { ($0.rate, $0.count) = (44_100, 50_003) }
    let wanted = sound.pcm().withUnsafeBytes { $0.bindMemory(to: Int16.self).map { Float($0) / 32_768 } }
    let file = try AVAudioFile(forReading: try await sound.url())
    #expect(file.length == 50_003 && file.fileFormat.sampleRate == 44_100 && file.processingFormat.isStandard)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 4_096))
    var channels: [[Float]] = [[], []]
    while file.framePosition < file.length {
      try file.read(into: buffer)
      for channel in 0..<2 { channels[channel] += try float(buffer, channel) }
    }
    #expect(
      channels[0] == (0..<50_003).map { wanted[$0 * 2] } && channels[1] == (0..<50_003).map { wanted[$0 * 2 + 1] })
    try file.read(into: buffer)
    #expect(buffer.frameLength == 0)
    file.framePosition = 12_345
    try file.read(into: buffer, frameCount: 7)
    #expect(try float(buffer, 1) == (12_345..<12_352).map { wanted[$0 * 2 + 1] } && file.framePosition == 12_352)
    // Written anew, in floats, as the standard format has them, over what was there.
    let folder = try ScratchFolder()
    let url = try folder.write("precious", to: "copy.wav")
    file.framePosition = 0
    let whole = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 50_003))
    try file.read(into: whole)
    let copy = try AVAudioFile(forWriting: url, settings: file.processingFormat.settings)
    try copy.write(from: whole)
    #expect(copy.length == 50_003 && copy.isOpen)
    copy.close()
    #expect(!copy.isOpen)
    let again = try AVAudioFile(forReading: url, commonFormat: .pcmFormatFloat32, interleaved: true)
    let read = try #require(AVAudioPCMBuffer(pcmFormat: again.processingFormat, frameCapacity: 60_000))
    try again.read(into: read)
    #expect(try float(read, 0) == channels[0] && (try float(read, 1)) == channels[1])
  }

  @Test func `a file is written as its settings say, and what cannot be says so`() async throws {
    let folder = try ScratchFolder()
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
    let tone = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 48_000))
    tone.frameLength = 48_000
    let data = try #require(tone.floatChannelData)
    for index in 0..<48_000 { data[0][index] = sin(Float(index) * 2 * .pi * 440 / 48_000) / 2 }
    do {
      let file = try AVAudioFile(
        forWriting: folder.url("tone.m4a"),
        settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1])
      try file.write(from: tone)
    }
    // The file is closed with its last reference.
    let written = try AVAudioFile(forReading: folder.url("tone.m4a"))
    #expect(written.length == 48_000 && written.fileFormat.commonFormat == .otherFormat)
    #expect(throws: NSError.self) { try AVAudioFile(forReading: folder.url("none.wav")) }
    #expect(throws: AVError(.fileFormatNotRecognized)) {
      try AVAudioFile(forWriting: folder.url("tone.xyz"), settings: format.settings)
    }
    #expect(throws: AVError(.operationNotSupportedForAsset)) { try written.write(from: tone) }
  }

  @Test(arguments: [
    ("keep.caf", kAudioFormatAppleIMA4, 44_100), ("keep.caf", kAudioFormatQDesign2, 44_100),
    ("keep.wav", kAudioFormatMPEG4AAC, 44_100), ("keep.m4a", kAudioFormatMPEG4AAC, 3),
  ])
  func `a file that cannot be written as its settings say leaves the one that is there`(
    name: String, id: AudioFormatID, rate: Int
  ) throws {
    let folder = try ScratchFolder()
    let url = try folder.write("precious", to: name)
    #expect(throws: (any Error).self) {
      try AVAudioFile(
        forWriting: url, settings: [AVFormatIDKey: id, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2])
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == "precious")
    // Nothing else is left beside it.
    let beside = url.deletingLastPathComponent()
    #expect(try FileManager.default.contentsOfDirectory(atPath: beside.path) == [name])
    // Nor anything where there was none.
    try FileManager.default.removeItem(at: url)
    #expect(throws: (any Error).self) {
      try AVAudioFile(
        forWriting: url, settings: [AVFormatIDKey: id, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: beside.path) == [])
  }

  @Test(arguments: ["wav", "caf"])
  func `a file whose name is as long as names may be is written anew`(ending: String) throws {
    let folder = try ScratchFolder()
    let url = try folder.write("old", to: String(repeating: "n", count: 251) + ".\(ending)")
    let format = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 8_000, channels: 1, interleaved: true))
    let silence = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 800))
    silence.frameLength = 800
    let file = try AVAudioFile(
      forWriting: url, settings: format.settings, commonFormat: .pcmFormatInt16, interleaved: true)
    try file.write(from: silence)
    file.close()
    #expect(try AVAudioFile(forReading: url).length == 800)
    #expect(try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path).count == 1)
  }

  @Test func `a converter brings sound to another width, rate and number of channels, as much as it is asked for`()
    async throws
  {
    let sound = try await SoundFile(.noise(seed: 32)) { ($0.rate, $0.count) = (48_000, 30_001) }.url()
    let file = try AVAudioFile(forReading: sound)
    let target = try #require(
      AVAudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: 16_000, channels: 2, interleaved: true))
    let converter = try #require(AVAudioConverter(from: file.processingFormat, to: target))
    let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 777))
    var made: [Float] = []
    var statuses: Set<AVAudioConverterOutputStatus> = []
    var asks = 0
    while true {
      var error: NSError?
      let status = converter.convert(to: output, error: &error) { count, status in
        asks += 1
        // Now and then there is nothing, yet.
        guard asks % 5 != 0 else {
          status.pointee = .noDataNow
          return nil
        }
        guard file.framePosition < file.length,
          let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: count),
          (try? file.read(into: buffer)) != nil
        else {
          status.pointee = .endOfStream
          return nil
        }
        status.pointee = .haveData
        return buffer
      }
      #expect(error == nil && status != .error)
      statuses.insert(status)
      if status == .endOfStream { break }
      let data = try #require(output.floatChannelData)
      made += (0..<Int(output.frameLength) * 2).map { data[0][$0] }
    }
    #expect(statuses == [.haveData, .inputRanDry, .endOfStream] && output.frameLength == 0)
    // As a reader of that rate gives them.
    let reader = try AVAssetReader(asset: AVURLAsset(url: sound))
    let wanted = AVAssetReaderTrackOutput(
      track: reader.asset.tracks(withMediaType: .audio)[0],
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        AVSampleRateKey: 16_000,
      ])
    reader.add(wanted)
    #expect(reader.startReading())
    var bytes = Data()
    while let buffer = wanted.copyNextSampleBuffer() { bytes += try #require(buffer.dataBuffer).dataBytes() }
    let read = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(made.count == 2 * 10_001 && made[..<20_000] == read[..<20_000])
  }

  @Test func `channels are taken in order, mapped or mixed; widths are rounded`() throws {
    let stereo = try #require(AVAudioFormat(standardFormatWithSampleRate: 8_000, channels: 2))
    let mono = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 8_000, channels: 1, interleaved: false))
    let input = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 2))
    input.frameLength = 2
    let data = try #require(input.floatChannelData)
    (data[0][0], data[1][0], data[0][1], data[1][1]) = (0.5, -0.25, 2, 0)
    let output = try #require(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 2))
    let converter = try #require(AVAudioConverter(from: stereo, to: mono))
    func converted() throws -> [Int16] {
      try converter.convert(to: output, from: input)
      let samples = try #require(output.int16ChannelData)
      return [samples[0][0], samples[0][1]]
    }
    #expect(try converted() == [16_384, 32_767])
    converter.channelMap = [1]
    #expect(try converted() == [-8_192, 0])
    converter.downmix = true
    #expect(try converted() == [4_096, 32_767])
    let back = try #require(AVAudioConverter(from: mono, to: stereo))
    #expect(back.channelMap == [0, 0])
    try back.convert(to: input, from: output)
    #expect(data[0][0] == data[1][0] && data[0][0] == 0.125)
    let small = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 1))
    #expect(throws: NSError.self) { try back.convert(to: small, from: output) }
  }

  @Test func `a time is a sample's, a clock's, or both`() throws {
    let anchor = AVAudioTime(hostTime: 1_000_000_000, sampleTime: 48_000, atRate: 48_000)
    let later = try #require(AVAudioTime(sampleTime: 96_000, atRate: 48_000).extrapolateTime(fromAnchor: anchor))
    #expect(later.hostTime == 2_000_000_000 && later.isHostTimeValid && later.isSampleTimeValid)
    let clock = try #require(AVAudioTime(hostTime: 1_500_000_000).extrapolateTime(fromAnchor: anchor))
    #expect(clock.sampleTime == 72_000 && AVAudioTime.seconds(forHostTime: AVAudioTime.hostTime(forSeconds: 2)) == 2)
  }

  @Test func `a program's own type is of the kind that it says`() {
    let own = UTType(exportedAs: "org.example.cut", conformingTo: .data)
    #expect(own.identifier == "org.example.cut" && own.conforms(to: .data) && !own.conforms(to: .movie))
    #expect(UTType(importedAs: "public.mpeg-4").conforms(to: .movie))
  }
}
