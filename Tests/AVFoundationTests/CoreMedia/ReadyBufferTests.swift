import AVFoundation
import Foundation
import TestSupport
import Testing

/// Media that are read and written by providers and receivers, as buffers that are written no more.
@Suite("Providers and receivers")
struct ReadyBufferTests {
  private static let attributes = CVPixelBufferCreationAttributes(
    pixelFormatType: CVPixelFormatType(rawValue: kCVPixelFormatType_32BGRA), size: CVImageSize(width: 160, height: 96),
    compatibility: [.cgImage, .cgBitmapContext])

  /// Writes pictures whose grey is `greys`, ten a second.
  private func write(_ greys: [UInt8], to url: URL) async throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 160, AVVideoHeightKey: 96])
    let receiver = writer.inputPixelBufferReceiver(for: input, pixelBufferAttributes: Self.attributes)
    #expect(receiver.pixelBufferPool == nil)
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    let pool = try #require(receiver.pixelBufferPool)
    #expect(pool.pixelBufferAttributes.size == Self.attributes.size)
    for (number, grey) in greys.enumerated() {
      var picture = try pool.makeMutablePixelBuffer()
      unsafe picture.accessUnsafeMutableRawPlaneBytes { planes in
        for index in unsafe planes.indices {
          _ = unsafe planes[index].bytes.initializeMemory(as: UInt8.self, repeating: grey)
        }
      }
      try await receiver.append(
        CVReadOnlyPixelBuffer(picture), with: CMTime(value: CMTimeValue(number), timescale: 10))
    }
    receiver.finish()
    writer.endSession(atSourceTime: CMTime(value: CMTimeValue(greys.count), timescale: 10))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  /// What a provider gives of the pictures of `url`: when, and how bright.
  private func greys(of url: URL) async throws -> [(time: CMTime, grey: UInt8)] {
    let asset = AVURLAsset(url: url)
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange])
    let provider = reader.outputProvider(for: output)
    try reader.start()
    var found: [(CMTime, UInt8)] = []
    while let sample = try await provider.next() {
      #expect(sample.contentType == .pixelBuffer)
      let picture = try #require(CMReadySampleBuffer<CVReadOnlyPixelBuffer>(sample)).content
      #expect(picture.size == CVImageSize(width: 160, height: 96) && picture.planeCount == 2)
      let luma = unsafe picture.accessUnsafeRawPlaneBytes { planes in unsafe planes[0].bytes[0] }
      found.append((sample.presentationTimeStamp, luma))
    }
    #expect(reader.status == .completed)
    return found
  }

  @Test func `pictures that a receiver takes are those that a provider gives`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("greys.mp4")
    try await write([0, 64, 128, 192, 255], to: url)
    let found = try await greys(of: url)
    #expect(found.map(\.time.seconds) == [0, 0.1, 0.2, 0.3, 0.4])
    // Video range: 16 for black, 235 for white.
    for (luma, expected) in zip(found.map(\.grey), [16, 71, 126, 181, 235]) {
      #expect(abs(Int(luma) - expected) <= 2, "\(found)")
    }
  }

  @Test func `packets go from a provider to a receiver as they are`() async throws {
    let folder = try ScratchFolder()
    let (film, copy) = (try await Films.first(), folder.url("copy.mp4"))
    let asset = AVURLAsset(url: film)
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(outputURL: copy, fileType: .mp4)
    let tracks = try await asset.load(.tracks).filter { [.video, .audio].contains($0.mediaType) }
    #expect(tracks.count == 2)
    var transfers:
      [(
        provider: AVAssetReaderOutput.Provider<CMReadySampleBuffer<CMSampleBuffer.DynamicContent>>,
        receiver: AVAssetWriterInput.SampleBufferReceiver
      )] = []
    for track in tracks {
      let input = AVAssetWriterInput(
        mediaType: track.mediaType, outputSettings: nil,
        sourceFormatHint: try await track.load(.formatDescriptions).first)
      transfers.append(
        (
          reader.outputProvider(for: AVAssetReaderTrackOutput(track: track, outputSettings: nil)),
          writer.inputReceiver(for: input)
        ))
    }
    try reader.start()
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for transfer in transfers {
        group.addTask {
          while let sample = try await transfer.provider.next() {
            #expect(sample.contentType == .dataBuffer && sample.formatDescription != nil)
            try await transfer.receiver.append(sample)
          }
          transfer.receiver.finish()
        }
      }
      try await group.waitForAll()
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(
      try Films.samples(of: copy).map { try $0.dataBuffer?.dataBytes() }
        == Films.samples(of: film).map { try $0.dataBuffer?.dataBytes() })
  }

  @Test func `sound is written of buffers that a program makes, and read as data`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("ramp.wav")
    let stream = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2, mFramesPerPacket: 1,
      mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
    let format = try CMAudioFormatDescription(audioStreamBasicDescription: stream)
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
      AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
      AVLinearPCMIsNonInterleaved: false,
    ]
    let samples = (0..<4_800).map { Int16($0) }
    let writer = try AVAssetWriter(outputURL: url, fileType: .wav)
    let (receiver, passes) = writer.inputReceiverRequestingMultiPass(
      for: AVAssetWriterInput(mediaType: .audio, outputSettings: settings))
    let hasPasses = passes.passDescriptions != nil
    #expect(!hasPasses)
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    let bytes = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let ready = CMReadySampleBuffer<CMReadOnlyDataBlockBuffer>(
      audioDataBuffer: CMReadOnlyDataBlockBuffer(Data(bytes)), formatDescription: format, sampleCount: samples.count,
      presentationTimeStamp: .zero)
    #expect(ready.duration == CMTime(value: 4_800, timescale: 48_000) && ready.totalSampleSize == 9_600)
    #expect(Data(ready.content) == Data(bytes) && ready.content.count == 9_600)
    #expect(try receiver.appendImmediately(CMReadySampleBuffer(ready)))
    receiver.finish()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")

    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    let provider = reader.outputProvider(for: AVAssetReaderTrackOutput(track: track, outputSettings: settings))
    try reader.start()
    var found = Data()
    while let sample = try await provider.next() {
      guard case .dataBuffer(let block) = sample.content else { continue }
      found.append(contentsOf: block)
    }
    #expect(found == Data(bytes))
  }

  @Test func `what has not started, and what was cancelled, says so`() async throws {
    let asset = AVURLAsset(url: try await Films.second())
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let provider = reader.outputProvider(for: AVAssetReaderTrackOutput(track: track, outputSettings: nil))
    await #expect(throws: AVError(.unknown)) { try await provider.next() }
    try reader.start()
    #expect(throws: AVError(.unknown)) { try reader.start() }
    #expect(try await provider.next() != nil)
    reader.cancelReading()
    await #expect(throws: AVError(.operationCancelled)) { try await provider.next() }
  }

  @Test func `a receiver says why there never will be room`() async throws {
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("none.mp4"), fileType: .mp4)
    let receiver = writer.inputPixelBufferReceiver(
      for: AVAssetWriterInput(
        mediaType: .video,
        outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 160, AVVideoHeightKey: 96]),
      pixelBufferAttributes: Self.attributes)
    func append() throws -> Bool {
      try receiver.appendImmediately(CVReadOnlyPixelBuffer(CVMutablePixelBuffer(Self.attributes)), with: .zero)
    }
    #expect(throws: AVError.self, "before the start") { try append() }
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    #expect(try append())
    receiver.finish()
    #expect(throws: AVError.self, "after the end of the input") { try append() }
    writer.cancelWriting()
    #expect(throws: AVError(.operationCancelled)) { try append() }
    await #expect(throws: AVError(.operationCancelled)) {
      try await receiver.append(CVReadOnlyPixelBuffer(CVMutablePixelBuffer(Self.attributes)), with: .zero)
    }
  }

  @Test func `other ranges are read of what was asked to have them`() async throws {
    let asset = AVURLAsset(url: try await Films.second())
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = frames(0, 2)
    let (provider, controller) = reader.outputProviderWithRandomAccess(
      for: AVAssetReaderTrackOutput(
        track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]))
    try reader.start()
    var times: [CMTime] = []
    while let sample = try await provider.next() { times.append(sample.presentationTimeStamp) }
    controller.resetForReading(timeRanges: [frames(10, 12)])
    while let sample = try await provider.next() { times.append(sample.presentationTimeStamp) }
    controller.markConfigurationAsFinal()
    #expect(try await provider.next() == nil)
    #expect(times == [0, 1, 10, 11].map(frames) && reader.status == .completed)
  }

  @Test func `a pool gives no more pictures than are allowed, and none that are not made here`() throws {
    let pool = try CVMutablePixelBuffer.Pool(pixelBufferAttributes: Self.attributes)
    let one = try pool.makeMutablePixelBuffer(.init(allocationThreshold: 1))
    #expect(throws: CVError.wouldExceedAllocationThreshold) {
      _ = try pool.makeMutablePixelBuffer(.init(allocationThreshold: 1))
    }
    let made = one.creationAttributes
    #expect(made == CVPixelBufferCreationAttributes(pixelFormatType: Self.attributes.pixelFormatType, size: made.size))
    #expect(made.size == Self.attributes.size)
    var other = Self.attributes
    other.size = CVImageSize(CGSize(width: 0.4, height: 2))
    #expect(throws: CVError.invalidSize) { _ = try CVMutablePixelBuffer(other) }
    other = Self.attributes
    other.extendedPixels = CVPixelBufferPadding(left: 2)
    #expect(throws: CVError.unsupported) { _ = try CVMutablePixelBuffer(other) }
    other.extendedPixels = nil
    other.pixelFormatType = CVPixelFormatType(rawValue: 1)
    #expect(throws: CVError.invalidPixelFormat) { _ = try CVMutablePixelBuffer(other) }
  }

  @Test func `a marker, other times, and bytes that are written before they are read`() throws {
    let marker = CMReadySampleBuffer<Never>(markerAt: CMTime(value: 3, timescale: 2))
    #expect(marker.markerTimeStamp == CMTime(value: 3, timescale: 2) && marker.sampleCount == 0)
    #expect(CMReadySampleBuffer<CVReadOnlyPixelBuffer>(CMReadySampleBuffer(marker)) == nil)

    var picture = CMReadySampleBuffer(
      pixelBuffer: CVReadOnlyPixelBuffer(try CVMutablePixelBuffer(Self.attributes)), presentationTimeStamp: .zero,
      duration: frames(1))
    let before = picture
    picture.presentationTimeStamp = frames(7)
    #expect(before.presentationTimeStamp == .zero && picture.presentationTimeStamp == frames(7))
    #expect(picture.duration == frames(1) && picture.formatDescription.dimensions.width == 160)

    var bytes = CMMutableDataBlockBuffer(count: 4)
    bytes.replaceAll(repeating: 7)
    bytes.replaceSubrange(1..<3, with: Data([1, 2, 3]))
    bytes[0] = 9
    let read = CMReadOnlyDataBlockBuffer(bytes)
    #expect(Array(read) == [9, 1, 2, 7])
  }
}
