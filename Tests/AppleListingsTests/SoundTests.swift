// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import AVFoundation
import TestSupport
import Testing

/// What players draw while they play: peaks of a film's sound.
final class WaveformReader {
  let asset: AVAsset
  init(asset: AVAsset) { self.asset = asset }

  func peaks(every count: Int) throws -> [Float] {
    let reader = try AVAssetReader(asset: asset)
    guard let track = asset.tracks(withMediaType: .audio).first else { return [] }
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [
        AVFormatIDKey: Int(kAudioFormatLinearPCM), AVLinearPCMBitDepthKey: 16, AVLinearPCMIsBigEndianKey: false,
        AVLinearPCMIsFloatKey: false, AVLinearPCMIsNonInterleaved: false,
      ])
    output.alwaysCopiesSampleData = false
    reader.add(output)
    reader.startReading()
    var samples: [Int16] = []
    while reader.status == .reading {
      guard let sampleBuffer = output.copyNextSampleBuffer(),
        let blockBuffer = CMSampleBufferGetDataBuffer(sampleBuffer)
      else { break }
      var lengthAtOffset = 0
      var length = 0
      var pointer: UnsafeMutablePointer<Int8>?
      CMBlockBufferGetDataPointer(
        blockBuffer, atOffset: 0, lengthAtOffsetOut: &lengthAtOffset, totalLengthOut: &length,
        dataPointerOut: &pointer)
      pointer!.withMemoryRebound(to: Int16.self, capacity: length / 2) {
        samples.append(contentsOf: UnsafeBufferPointer(start: $0, count: length / 2))
      }
      CMSampleBufferInvalidate(sampleBuffer)
    }
    guard reader.status == .completed else { throw reader.error! }
    return stride(from: 0, to: samples.count, by: count).map { start in
      samples[start..<min(start + count, samples.count)].reduce(0) { max($0, abs(Float($1) / 32_768)) }
    }
  }
}

@Suite("Sound, as programs read and write it")
struct SoundTests {
  @Test func `a waveform of a film`() async throws {
    let peaks = try WaveformReader(asset: AVAsset(url: try await Clips.cat())).peaks(every: 9_600)
    let inner = peaks.dropFirst().dropLast()
    #expect(peaks.count == 20 && inner.allSatisfy { $0 > 0.05 && abs($0 - peaks[5]) < 0.02 }, "\(peaks)")
  }

  @Test func `sound is taken out of a film`() async throws {
    let folder = try ScratchFolder()
    let asset = AVAsset(url: try await Clips.cat())
    let composition = AVMutableComposition()
    let track = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
    let source = asset.tracks(withMediaType: .audio).first!
    try! track?.insertTimeRange(CMTimeRangeMake(start: .zero, duration: asset.duration), of: source, at: .zero)
    let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetAppleM4A)!
    session.outputURL = folder.url("sound.m4a")
    session.outputFileType = .m4a
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      session.exportAsynchronously { done.resume() }
    }
    #expect(session.status == .completed, "\(String(describing: session.error))")
    let sound = AVAsset(url: folder.url("sound.m4a"))
    #expect(sound.tracks.map(\.mediaType) == [.audio] && abs(sound.duration.seconds - 2) < 0.03)
  }

  @Test func `lists of buffers hold the samples, and make buffers of their own`() throws {
    // Two channels apart from one another, 7 samples each: not a multiple of 16 bytes.
    var stream = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32,
      mReserved: 0)
    var format: CMAudioFormatDescription?
    CMAudioFormatDescriptionCreate(
      allocator: kCFAllocatorDefault, asbd: &stream, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
      extensions: nil, formatDescriptionOut: &format)
    var made: CMSampleBuffer?
    #expect(
      CMAudioSampleBufferCreateWithPacketDescriptions(
        allocator: kCFAllocatorDefault, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
        formatDescription: format!, sampleCount: 7, presentationTimeStamp: CMTime(value: 1, timescale: 48_000),
        packetDescriptions: nil, sampleBufferOut: &made) == noErr)
    let buffer = try #require(made)
    #expect(!CMSampleBufferDataIsReady(buffer) && buffer.duration == CMTime(value: 7, timescale: 48_000))
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    var samples = (0..<14).map { Float($0) }
    samples.withUnsafeMutableBytes { bytes in
      for channel in 0..<2 {
        list[channel] = AudioBuffer(
          mNumberChannels: 1, mDataByteSize: 28, mData: bytes.baseAddress! + 28 * channel)
      }
      #expect(
        CMSampleBufferSetDataBufferFromAudioBufferList(
          buffer, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0,
          bufferList: list.unsafePointer) == noErr)
    }
    #expect(CMSampleBufferDataIsReady(buffer))
    for flags in [[], .audioBufferListAssure16ByteAlignment] as [CMSampleBuffer.Flags] {
      let found = try buffer.withAudioBufferList(flags: flags) { list, block in
        list.map { part in
          #expect(flags.isEmpty || UInt(bitPattern: part.mData) % 16 == 0)
          return (0..<Int(part.mDataByteSize) / 4).map { part.mData!.load(fromByteOffset: 4 * $0, as: Float.self) }
        }
      }
      #expect(found == [(0..<7).map { Float($0) }, (7..<14).map { Float($0) }])
    }
    var small = AudioBufferList()
    var needed = 0
    #expect(
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        buffer, bufferListSizeNeededOut: &needed, bufferListOut: &small,
        bufferListSize: MemoryLayout.size(ofValue: small),
        blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: nil)
        == kCMSampleBufferError_ArrayTooSmall)
    #expect(needed == 40)
  }

  @Test func `channels that are apart are written`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("apart.wav")
    let asset = AVAsset(url: try await Clips.cat())
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: asset.tracks(withMediaType: .audio)[0],
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        AVLinearPCMIsNonInterleaved: true,
      ])
    reader.add(output)
    reader.startReading()
    let writer = try AVAssetWriter(outputURL: url, fileType: .wav)
    let input = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
        AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
        AVLinearPCMIsNonInterleaved: false,
      ])
    writer.add(input)
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    while let buffer = output.copyNextSampleBuffer() { #expect(input.append(buffer)) }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let (before, after) = try (
      WaveformReader(asset: asset).peaks(every: 9_600), WaveformReader(asset: AVAsset(url: url)).peaks(every: 9_600)
    )
    #expect(before.count == after.count && zip(before, after).allSatisfy { abs($0 - $1) < 0.001 })
  }
}
