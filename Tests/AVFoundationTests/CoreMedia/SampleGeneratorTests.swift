import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Batches of sample buffers, and sound at another speed")
struct SampleGeneratorTests {
  /// Thirty pictures, most of them with references on both sides.
  private func asset() async throws -> AVURLAsset {
    AVURLAsset(
      url: try await IndexedFilm(film: 63) {
        ($0.frameCount, $0.timing) = (30, .constant(FrameRate(30)))
        $0.options = ["-g", "12", "-bf", "2"]
      }.url())
  }

  private func cursor(over asset: AVAsset) throws -> AVSampleCursor {
    let track = try #require(asset.tracks(withMediaType: .video).first)
    return try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
  }

  @Test func `a batch reads the bytes of its buffers, and calls their handlers`() async throws {
    let asset = try await asset()
    let generator = AVSampleBufferGenerator(asset: asset, timebase: nil)
    let (batch, cursor) = (generator.makeBatch(), try cursor(over: asset))
    var (buffers, whole) = ([CMSampleBuffer](), [Data]())
    for _ in 0..<3 {
      let request = AVSampleBufferRequest(start: cursor)
      buffers.append(try generator.makeSampleBuffer(for: request, addTo: batch))
      whole.append(try #require(try generator.makeSampleBuffer(for: request).dataBuffer).dataBytes())
      let last = try #require(buffers.last)
      #expect(last.dataReadiness == .notReady && last.sampleSize(at: 0) == whole.last?.count)
      #expect(last.presentationTimeStamp == cursor.presentationTimeStamp)
      cursor.stepInDecodeOrder(byCount: 1)
    }
    let told = Told()
    AVSampleBufferGenerator.notifyOfDataReady(for: buffers[1]) { told.add($0, $1) }
    #expect(told.all.isEmpty)
    try await batch.makeDataReady()
    let read = try buffers.map { try $0.dataBuffer?.dataBytes() }
    #expect(read == whole)
    #expect(await Poll.eventually { told.all == [true] })
    await #expect(throws: AVError.self) { try await batch.makeDataReady() }
    #expect(throws: AVError.self) {
      try generator.makeSampleBuffer(for: AVSampleBufferRequest(start: cursor), addTo: batch)
    }
  }

  @Test func `a cancelled batch reads nothing`() async throws {
    let asset = try await asset()
    let generator = AVSampleBufferGenerator(asset: asset, timebase: nil)
    let batch = generator.makeBatch()
    let request = AVSampleBufferRequest(start: try cursor(over: asset))
    let buffer = try generator.makeSampleBuffer(for: request, addTo: batch)
    let (told, ended) = (Told(), Told())
    AVSampleBufferGenerator.notifyOfDataReady(for: buffer) { told.add($0, $1) }
    #expect(told.all.isEmpty)
    batch.cancel()
    #expect(await Poll.eventually { told.all == [false] })
    batch.makeDataReady { ended.add($0 == nil, $0) }
    #expect(await Poll.eventually { ended.all == [false] && told.all == [false] })
    #expect((ended.error as? AVError)?.code == .operationCancelled && buffer.dataReadiness == .notReady)
    AVSampleBufferGenerator.notifyOfDataReady(for: buffer) { told.add($0, $1) }
    #expect(await Poll.eventually { told.all == [false, false] })
    // The same for a buffer whose batch is released.
    let last = Told()
    let other = try generator.makeSampleBuffer(
      for: AVSampleBufferRequest(start: try cursor(over: asset)), addTo: generator.makeBatch())
    AVSampleBufferGenerator.notifyOfDataReady(for: other) { last.add($0, $1) }
    #expect(await Poll.eventually { last.all == [false] })
  }

  @Test func `a generator's packets say what decodes them, and are decoded`() async throws {
    let asset = try await asset()
    let generator = AVSampleBufferGenerator(asset: asset, timebase: nil)
    let (layer, timebase) = (AVSampleBufferDisplayLayer(), CMTimebase(sourceClock: .hostTimeClock))
    layer.controlTimebase = timebase
    let cursor = try cursor(over: asset)
    #expect(try cursor.currentSampleFormatDescription().parameterSets.count >= 2)
    #expect(cursor.currentSampleDependencyAttachments?[kCMSampleAttachmentKey_NotSync] == nil)
    repeat {
      layer.enqueue(try generator.makeSampleBuffer(for: AVSampleBufferRequest(start: cursor)))
    } while cursor.stepInDecodeOrder(byCount: 1) == 1
    #expect(cursor.currentSampleDependencyAttachments?[kCMSampleAttachmentKey_NotSync] as? Bool == true)
    #expect(!cursor.currentSampleAudioDependencyInfo.audioSampleIsIndependentlyDecodable.boolValue)
    timebase.setTime(frames(17))
    #expect((layer.contents as? CGImage)?.reading == Films.frames(63, [17])[0])
  }

  @Test func `a reader says where samples stand in the file`() async throws {
    let asset = try await asset()
    let bytes = try Data(contentsOf: asset.url)
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderSampleReferenceOutput(track: track)
    reader.timeRange = CMTimeRange(start: frames(12), end: frames(20))
    #expect(reader.canAdd(output) && output.mediaType == .video && output.track === track)
    reader.add(output)
    #expect(reader.startReading())
    let generator = AVSampleBufferGenerator(asset: asset, timebase: nil)
    var times: [CMTime] = []
    while let buffer = output.copyNextSampleBuffer() {
      times.append(buffer.presentationTimeStamp)
      #expect(buffer.dataBuffer == nil && buffer.dataReadiness == .notReady)
      let url = CMGetAttachment(buffer, key: "SampleReferenceURL", attachmentModeOut: nil) as? URL
      let offset = CMGetAttachment(buffer, key: "SampleReferenceByteOffset", attachmentModeOut: nil) as? NSNumber
      let place = try #require(offset).intValue
      let cursor = try #require(track.makeSampleCursor(presentationTimeStamp: buffer.presentationTimeStamp))
      let whole = try generator.makeSampleBuffer(for: AVSampleBufferRequest(start: cursor))
      let stored = bytes[place..<place + buffer.sampleSize(at: 0)]
      let data = try whole.dataBuffer?.dataBytes()
      #expect(url == asset.url && data == stored)
    }
    #expect(reader.status == .completed && times.sorted() == (12..<20).map { frames($0) } && times != times.sorted())
  }

  @Test(arguments: [AVAudioTimePitchAlgorithm.spectral, .varispeed])
  func `a track's sound at twice the speed keeps its pitch, or not`(pitch: AVAudioTimePitchAlgorithm) async throws {
    let composition = AVMutableComposition()
    let source = AVURLAsset(url: try await Films.first())
    let track = try #require(
      composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
    try track.insertTimeRange(
      frames(0, 30), of: try #require(source.tracks(withMediaType: .audio).first), at: .zero)
    track.scaleTimeRange(frames(0, 30), toDuration: frames(15))
    let reader = try AVAssetReader(asset: composition)
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
        AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false, AVSampleRateKey: 48_000,
        AVNumberOfChannelsKey: 1,
      ])
    #expect(output.audioTimePitchAlgorithm == .spectral)
    output.audioTimePitchAlgorithm = pitch
    reader.add(output)
    #expect(reader.startReading())
    var bytes = Data()
    while let buffer = output.copyNextSampleBuffer() { bytes += try #require(buffer.dataBuffer).dataBytes() }
    let samples = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
      Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
    }
    #expect(abs(samples.count - 24_000) < 100)
    // A quarter of a second from the middle: 440 or 880 turns a second.
    let middle = samples[6_000..<18_000]
    let turns = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    #expect(abs(turns - (pitch == .varispeed ? 220 : 110)) <= 4)
  }
}

/// Calls of completion handlers.
private final class Told: Sendable {
  private let kept = Mutex<(all: [Bool], error: (any Error)?)>(([], nil))

  var all: [Bool] { kept.withLock(\.all) }
  var error: (any Error)? { kept.withLock(\.error) }
  func add(_ isDone: Bool, _ error: (any Error)?) {
    kept.withLock { kept in
      kept.all.append(isDone)
      kept.error = error
    }
  }
}
