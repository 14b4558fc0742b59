import AVFoundation
import Foundation
import SeededRandom
import TestSupport
import Testing

/// Packets of H.264 and HEVC by their parameter sets: what programs do that get them from elsewhere, and that send them on.
@Suite("Parameter sets")
struct ParameterSetTests {
  /// A film of 40 pictures of 320 × 180, encoded by ffmpeg.
  private static func film(_ codec: String, in folder: ScratchFolder) async throws -> URL {
    let url = folder.url("\(codec).mp4")
    let tag = codec == "libx265" ? ["-tag:v", "hvc1", "-x265-params", "log-level=error"] : []
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=1.6", "-c:v", codec, "-pix_fmt", "yuv420p"] + tag
        + [url.path])
    return url
  }

  /// The parameter sets of `format` by the functions of Core Media.
  private static func sets(of format: CMFormatDescription, isHEVC: Bool) throws -> [Data] {
    let ask =
      isHEVC
      ? CMVideoFormatDescriptionGetHEVCParameterSetAtIndex : CMVideoFormatDescriptionGetH264ParameterSetAtIndex
    var (count, length) = (0, Int32(0))
    try #require(unsafe ask(format, 0, nil, nil, &count, &length) == noErr && length == 4)
    return try (0..<count).map { number in
      var place: UnsafePointer<UInt8>?
      var size = 0
      try #require(unsafe ask(format, number, &place, &size, nil, nil) == noErr)
      return unsafe Data(bytes: try #require(place), count: size)
    }
  }

  @Test(arguments: ["libx264", "libx265"]) func `packets are read with their sets, and written by them alone`(
    codec: String
  ) async throws {
    let folder = try ScratchFolder()
    let isHEVC = codec == "libx265"
    let source = try await Self.film(codec, in: folder)
    let packets = try Films.samples(of: source)
    let read = try #require(packets.first?.formatDescription)
    let sets = try Self.sets(of: read, isHEVC: isHEVC)
    #expect(sets.count >= (isHEVC ? 3 : 2) && read.parameterSets == sets)
    #expect(
      CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
        read, parameterSetIndex: 0, parameterSetPointerOut: nil, parameterSetSizeOut: nil, parameterSetCountOut: nil,
        nalUnitHeaderLengthOut: nil) == (isHEVC ? kCMFormatDescriptionError_ValueNotAvailable : noErr))

    let made =
      try isHEVC ? CMFormatDescription(hevcParameterSets: sets) : CMFormatDescription(h264ParameterSets: sets)
    #expect(made.dimensions.width == 320 && made.dimensions.height == 180 && made.mediaSubType == read.mediaSubType)
    #expect(made.parameterSets == sets && made.nalUnitHeaderLength == 4)
    // Buffers of the program's own: bytes, times, and the format that it has made.
    let target = folder.url("copy.mp4")
    let writer = try AVAssetWriter(outputURL: target, fileType: .mp4)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: made)
    #expect(writer.canAdd(input))
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for packet in packets {
      let bytes = try #require(packet.dataBuffer)
      let copy = try CMBlockBuffer(length: 0)
      try copy.append(bufferReference: bytes)
      let own = try CMSampleBuffer(
        dataBuffer: copy, formatDescription: made, numSamples: 1,
        sampleTimings: [
          CMSampleTimingInfo(
            duration: packet.duration, presentationTimeStamp: packet.presentationTimeStamp,
            decodeTimeStamp: packet.decodeTimeStamp)
        ], sampleSizes: [bytes.dataLength])
      if packet.sampleAttachments.first?[.notSync] as? Bool == true { own.sampleAttachments[0][.notSync] = true }
      await Poll.eventually { input.isReadyForMoreMediaData }
      #expect(input.append(own))
    }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    // The same pictures, by another decoder.
    func hashes(_ url: URL) async throws -> [Substring] {
      let text = try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:v", "-f", "framemd5"])
      return String(decoding: text, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: ",").last }
    }
    let (before, after) = (try await hashes(source), try await hashes(target))
    #expect(before.count == 40 && before == after)
  }

  @Test func `sets that say nothing make no format`() {
    #expect(throws: (any Error).self) { try CMFormatDescription(h264ParameterSets: []) }
    #expect(throws: (any Error).self) { try CMFormatDescription(h264ParameterSets: [Data([0x67, 1]), Data([0x68])]) }
    #expect(throws: (any Error).self) { try CMFormatDescription(hevcParameterSets: [Data([0x42, 1, 1])]) }
    // Whatever the bytes are, nothing traps.
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3_000 {
      func set(_ head: [UInt8]) -> Data {
        Data(head + (0..<Int.random(in: 0..<40, using: &random)).map { _ in .random(in: 0...255, using: &random) })
      }
      _ = try? CMFormatDescription(h264ParameterSets: [
        set([0x67, [66, 100].randomElement(using: &random) ?? 66]), set([0x68]),
      ])
      _ = try? CMFormatDescription(hevcParameterSets: [
        set([0x40, 1]), set([0x42, 1, 1, 1]), set([0x44, 1]), set([0x4E, 1]),
      ])
    }
    var made: CMFormatDescription?
    let bytes: [UInt8] = [0x67, 0x64]
    let status = unsafe bytes.withUnsafeBufferPointer { bytes -> OSStatus in
      guard let start = bytes.baseAddress else { return noErr }
      var (place, size) = unsafe (start, bytes.count)
      return unsafe CMVideoFormatDescriptionCreateFromH264ParameterSets(
        allocator: nil, parameterSetCount: 1, parameterSetPointers: &place, parameterSetSizes: &size,
        nalUnitHeaderLength: 4, formatDescriptionOut: &made)
    }
    #expect(status == kCMFormatDescriptionError_InvalidParameter && made == nil)
  }

  @Test func `samples are copied into a buffer of AVFAudio's, whatever part is asked for`() async throws {
    let url = try await Films.first()
    let asset = AVURLAsset(url: url)
    let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    for isInterleaved in [true, false] {
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(
        track: track,
        outputSettings: [
          AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
          AVLinearPCMIsNonInterleaved: !isInterleaved,
        ])
      reader.add(output)
      #expect(reader.startReading())
      let sample = try #require(output.copyNextSampleBuffer())
      let stream = try #require(sample.formatDescription?.audioStreamBasicDescription)
      let format = try #require(
        AVAudioFormat(
          commonFormat: .pcmFormatFloat32, sampleRate: stream.mSampleRate, channels: stream.mChannelsPerFrame,
          interleaved: isInterleaved))
      let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 256))
      buffer.frameLength = 256
      #expect(
        unsafe CMSampleBufferCopyPCMDataIntoAudioBufferList(
          sample, at: 64, frameCount: 256, into: buffer.mutableAudioBufferList) == noErr)
      let bytes = try #require(try sample.dataBuffer?.dataBytes())
      let channels = Int(stream.mChannelsPerFrame)
      func value(_ number: Int, _ channel: Int) -> Float {
        let place = isInterleaved ? number * channels + channel : channel * sample.numSamples + number
        return bytes[place * 4..<place * 4 + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }.float
      }
      let data = try #require(unsafe buffer.floatChannelData)
      for channel in 0..<channels {
        let found = (0..<256).map { unsafe data[channel][$0 * buffer.stride] }
        #expect(found == (0..<256).map { value(64 + $0, channel) })
      }
      let list = unsafe buffer.mutableAudioBufferList
      #expect(throws: (any Error).self) {
        try unsafe sample.copyPCMData(fromRange: sample.numSamples - 1..<sample.numSamples + 1, into: list)
      }
      #expect(throws: (any Error).self) { try unsafe sample.copyPCMData(fromRange: 0..<257, into: list) }
    }
  }

  @Test func `several samples are separated by their sizes, and keep their attachments`() throws {
    let block = try CMBlockBuffer(length: 0)
    var bytes: [UInt8] = [1, 2, 2, 3, 3, 3]
    try unsafe bytes.withUnsafeMutableBytes { try unsafe block.append(buffer: $0) }
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: 25), presentationTimeStamp: CMTime(value: 4, timescale: 25),
      decodeTimeStamp: .invalid)
    let buffer = try CMSampleBuffer(
      dataBuffer: block, formatDescription: nil, numSamples: 3, sampleTimings: [timing], sampleSizes: [1, 2, 3])
    buffer.sampleAttachments[0][.notSync] = true
    try buffer.makeDataReady()
    var found: [(Data, CMTime, Bool?)] = []
    let status = try CMSampleBufferCallForEachSample(buffer) { part, number in
      #expect(number == found.count && part.numSamples == 1)
      found.append(
        (
          try #require(try part.dataBuffer?.dataBytes()), part.presentationTimeStamp,
          part.sampleAttachments[0][.notSync] as? Bool
        ))
      return number == 1 ? -1 : noErr
    }
    #expect(status == -1 && found.map(\.0) == [Data([1]), Data([2, 2])])
    #expect(found.map(\.1) == [4, 5].map { CMTime(value: $0, timescale: 25) } && found.allSatisfy { $0.2 == true })
    let unknown = try CMSampleBuffer(
      dataBuffer: block, formatDescription: nil, numSamples: 3, sampleTimings: [timing], sampleSizes: [])
    #expect(CMSampleBufferCallForEachSample(unknown) { _, _ in noErr } == kCMSampleBufferError_CannotSubdivide)
    #expect(throws: (any Error).self) {
      try CMSampleBuffer(
        dataBuffer: block, formatDescription: nil, numSamples: 3, sampleTimings: [timing, timing], sampleSizes: [])
    }
    let empty = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [timing], sampleSizes: [6])
    #expect(throws: (any Error).self) { try empty.makeDataReady() }
    try empty.setDataBuffer(block)
    #expect(try empty.dataReadiness == .ready && empty.sampleTimingInfo(at: 0) == timing)
    CMSetAttachments(empty, attachments: ["a": 1, "b": 2], attachmentMode: kCMAttachmentMode_ShouldPropagate)
    #expect(CMGetAttachment(empty, key: "b", attachmentModeOut: nil) as? Int == 2)
    let range = CMTimeRange(start: .zero, duration: timing.duration)
    #expect(CMTimeMappingMakeEmpty(target: range).source == .invalid)
    #expect(CMTimeMappingMake(source: range, target: range) == CMTimeMapping(source: range, target: range))
  }

  @Test func `blocks of bytes are filled, replaced and joined`() throws {
    let block = try CMBlockBuffer(length: 4)
    try block.fillDataBytes(with: 7)
    var two: [UInt8] = [1, 2]
    try unsafe two.withUnsafeBytes { try unsafe block.replaceDataBytes(with: $0) }
    #expect(try block.dataBytes() == Data([1, 2, 7, 7]))
    try unsafe two.withUnsafeMutableBytes { try unsafe block.append(buffer: $0) }
    try block.append(length: 1)
    #expect(try block.dataBytes() == Data([1, 2, 7, 7, 1, 2, 0]) && block.endIndex == 7 && !block.isEmpty)
    var part: CMBlockBuffer?
    #expect(
      unsafe CMBlockBufferCreateWithBufferReference(
        allocator: nil, referenceBuffer: block, offsetToData: 2, dataLength: 0, flags: 0, blockBufferOut: &part)
        == kCMBlockBufferNoErr)
    #expect(try part?.dataBytes() == Data([7, 7, 1, 2, 0]))
    #expect(CMBlockBufferIsRangeContiguous(block, atOffset: 6, length: 2) == false)
    #expect(
      CMBlockBufferAppendBufferReference(block, targetBBuf: block, offsetToData: 5, dataLength: 9, flags: 0)
        == kCMBlockBufferBadLengthParameterErr)
    #expect(
      CMBlockBufferFillDataBytes(with: 1, blockBuffer: block, offsetIntoDestination: 5, dataLength: 3)
        == kCMBlockBufferBadOffsetParameterErr)
    #expect(throws: (any Error).self) { try CMBlockBuffer(length: -1) }
    let middle = block[2..<6][3...]
    #expect(try middle.dataBytes() == Data([7, 1, 2]) && middle.startIndex == 3 && block[..<99].dataLength == 7)
    #expect(block[99...].dataLength == 0 && block[...].dataLength == 7)
    let joined = try CMBlockBuffer(bufferReference: middle)
    try joined.append(bufferReference: block[...1])
    try block[0...0].fillDataBytes(with: 200)
    #expect(try joined.dataBytes() == Data([7, 1, 2, 1, 2]) && block[..<1].dataBytes() == Data([200]))
    try block[0...0].fillDataBytes(with: 1)
    let sum = try block.withUnsafeMutableBytes(atOffset: 2) { bytes in unsafe bytes.reduce(0) { $0 + Int($1) } }
    #expect(sum == 17)
  }
}

extension UInt32 {
  /// The number whose bits these are.
  fileprivate var float: Float { Float(bitPattern: self) }
}
