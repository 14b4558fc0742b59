import AVFoundation
import TestSupport
import Testing

@Suite("Readers")
struct ReadingTests {
  /// All buffers of `output`, which is the only one of a reader of `asset`.
  private func buffers(
    _ asset: AVAsset, _ output: AVAssetReaderOutput, in range: CMTimeRange? = nil
  ) throws -> [CMSampleBuffer] {
    let reader = try AVAssetReader(asset: asset)
    #expect(reader.status == .unknown && reader.canAdd(output))
    if let range { reader.timeRange = range }
    reader.add(output)
    #expect(!reader.canAdd(output) && reader.startReading())
    var found: [CMSampleBuffer] = []
    while let buffer = output.copyNextSampleBuffer() { found.append(buffer) }
    #expect(reader.status == .completed && reader.error == nil)
    return found
  }

  /// What a picture shows, by its second byte of four.
  private func reading(_ buffer: CMSampleBuffer) throws -> FrameReading {
    let picture = try #require(CMSampleBufferGetImageBuffer(buffer))
    CVPixelBufferLockBaseAddress(picture, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
    let address = try #require(CVPixelBufferGetBaseAddress(picture))
    let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
    let step = CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA ? 4 : 1
    let luma = (0..<height).flatMap { row in
      (0..<width).map { column in
        address.load(
          fromByteOffset: row * CVPixelBufferGetBytesPerRow(picture) + column * step + step / 4, as: UInt8.self)
      }
    }
    return FrameReading(luma: luma, width: width, height: height)
  }

  @Test func `pictures come at their times, in the format that is asked for`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let track = asset.tracks(withMediaType: .video)[0]
    for format in [
      kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    ] {
      let output = AVAssetReaderTrackOutput(
        track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: format])
      let found = try buffers(asset, output, in: frames(3, 8))
      #expect(try found.map(reading) == Films.frames(61, 3..<8))
      #expect(found.map(\.presentationTimeStamp) == (3..<8).map { frames($0) })
      #expect(found.allSatisfy { CMFormatDescriptionGetMediaSubType($0.formatDescription!) == format })
      #expect(found.allSatisfy { CMSampleBufferGetDuration($0) == frames(1) && $0.numSamples == 1 })
    }
  }

  @Test func `packets stand as in the file`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let found = try buffers(asset, AVAssetReaderTrackOutput(track: track, outputSettings: nil))
    #expect(found.count == 30 && found.allSatisfy { $0.imageBuffer == nil && ($0.dataBuffer?.dataLength ?? 0) > 0 })
    #expect(Int64(found.reduce(0) { $0 + $1.totalSampleSize }) == track.totalSampleDataLength)
    let isSync = found.map { buffer in
      let attachments =
        CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true)?.first as? [String: Any]
      return attachments?[kCMSampleAttachmentKey_NotSync as String] == nil
    }
    #expect(isSync.first == true && isSync.filter { $0 }.count == 1)
  }

  @Test func `sound is numbers, by turns or channel by channel`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let track = asset.tracks(withMediaType: .audio)[0]
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
      AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false,
    ]
    let found = try buffers(asset, AVAssetReaderTrackOutput(track: track, outputSettings: settings))
    #expect(found.reduce(0) { $0 + $1.numSamples } == 48_000 && found[0].presentationTimeStamp == .zero)
    let stream = try #require(found[0].formatDescription?.audioStreamBasicDescription)
    #expect(stream.mBitsPerChannel == 16 && stream.mBytesPerFrame == 4 && stream.mSampleRate == 48_000)
    let block = try #require(CMSampleBufferGetDataBuffer(found[0]))
    var (length, pointer): (Int, UnsafeMutablePointer<CChar>?) = (0, nil)
    CMBlockBufferGetDataPointer(
      block, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: &length, dataPointerOut: &pointer)
    #expect(length == found[0].numSamples * 4 && pointer != nil)
    let left = try #require(pointer).withMemoryRebound(to: Int16.self, capacity: length / 2) { samples in
      (0..<length / 4).map { samples[$0 * 2] }
    }
    #expect((left.max() ?? 0) > 1_000)
    let planar = try buffers(
      asset,
      AVAssetReaderTrackOutput(
        track: track,
        outputSettings: settings.merging([AVLinearPCMIsNonInterleaved: true]) { $1 }))
    let bytes = try #require(try planar[0].dataBuffer?.dataBytes())
    let first = bytes.prefix(left.count * 2).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    #expect(first == left)
  }

  @Test func `films are composed and mixed while they are read`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(10, 20), of: AVURLAsset(url: try await Films.first()), at: .zero)
    let drawing = CompositorTests.Drawing(frames(0, 10), sources: nil, CompositorTests.copy(1))
    let shown = AVMutableVideoComposition()
    shown.customVideoCompositorClass = CompositorTests.Compositor.self
    (shown.frameDuration, shown.renderSize, shown.instructions) = (
      frames(1), CGSize(width: 320, height: 180), [drawing]
    )
    let pictures = AVAssetReaderVideoCompositionOutput(
      videoTracks: composition.tracks(withMediaType: .video),
      videoSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    pictures.videoComposition = shown
    #expect(try buffers(composition, pictures).map(reading) == Films.frames(61, 10..<20))
    let sound = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks(withMediaType: .audio), audioSettings: nil)
    let quiet = AVMutableAudioMixInputParameters(track: composition.tracks(withMediaType: .audio)[0])
    quiet.setVolume(0, at: .zero)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [quiet]
    sound.audioMix = mix
    let found = try buffers(composition, sound)
    #expect(found.reduce(0) { $0 + $1.numSamples } == 16_000)
    #expect(try found.allSatisfy { try $0.dataBuffer?.dataBytes().allSatisfy { $0 == 0 } ?? false })
  }

  @Test func `what cannot be read is an error, not the end`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    #expect(throws: (any Error).self) {
      try AVAssetReader(asset: AVURLAsset(url: URL(fileURLWithPath: "/nowhere.mp4")))
    }
    let reader = try AVAssetReader(asset: asset)
    reader.add(
      AVAssetReaderTrackOutput(
        track: asset.tracks[0], outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_64RGBAHalf]))
    #expect(!reader.startReading() && reader.status == .failed)
    #expect(reader.error?.localizedDescription.contains("'RGhA'") == true)
    let other = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    other.add(output)
    other.startReading()
    other.cancelReading()
    #expect(output.copyNextSampleBuffer() == nil && other.status == .cancelled)
  }

  @Test func `readers on Swift's own threads do not stop one another`() async throws {
    let url = try await Films.second()
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<6 {
        group.addTask {
          let asset = AVURLAsset(url: url)
          let settings: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
          return try self.buffers(asset, AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: settings))
            .count
        }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 30, count: 6))
  }
}
