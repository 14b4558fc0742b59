import AVFoundation
import TestSupport
import Testing

@Suite("Cursors over samples")
struct SampleCursorTests {
  /// Thirty pictures, most of them with references on both sides.
  private func film() async throws -> URL {
    try await IndexedFilm(film: 63) {
      ($0.frameCount, $0.timing) = (30, .constant(FrameRate(30)))
      $0.options = ["-g", "12", "-bf", "2"]
    }.url()
  }

  @Test func `steps go in the order of decoding, and in that of presentation`() async throws {
    let url = try await film()
    let track = try #require(AVURLAsset(url: url).tracks(withMediaType: .video).first)
    #expect(track.canProvideSampleCursors)
    let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
    let last = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
    #expect(cursor.presentationTimeStamp == .zero && cursor.currentSampleSyncInfo.sampleIsFullSync.boolValue)
    #expect(cursor.comparePositionInDecodeOrder(withPositionOf: last) == .orderedAscending)
    var times = [cursor.presentationTimeStamp]
    let copy = try #require(cursor.copy() as? AVSampleCursor)
    while cursor.stepInPresentationOrder(byCount: 1) == 1 { times.append(cursor.presentationTimeStamp) }
    #expect(times == (0..<30).map { frames($0) })
    #expect(cursor.stepInPresentationOrder(byCount: -100) == -29 && cursor.presentationTimeStamp == .zero)
    var decoded = [copy.presentationTimeStamp]
    var syncs = [copy.currentSampleSyncInfo.sampleIsFullSync.boolValue]
    while copy.stepInDecodeOrder(byCount: 1) == 1 {
      decoded.append(copy.presentationTimeStamp)
      syncs.append(copy.currentSampleSyncInfo.sampleIsFullSync.boolValue)
    }
    #expect(decoded != times && decoded.sorted() == times)
    #expect(syncs.indices.filter { syncs[$0] }.map { decoded[$0] } == [frames(0), frames(12), frames(24)])
    #expect(copy.comparePositionInDecodeOrder(withPositionOf: last) == .orderedSame)
    #expect(copy.samplesRequiredForDecoderRefresh == 5)
  }

  @Test func `steps by times say how far they went`() async throws {
    let track = try #require(AVURLAsset(url: try await film()).tracks(withMediaType: .video).first)
    let cursor = try #require(track.makeSampleCursor(presentationTimeStamp: CMTime(value: 21, timescale: 60)))
    #expect(cursor.presentationTimeStamp == frames(10) && cursor.currentSampleDuration == frames(1))
    var wasPinned: ObjCBool = true
    #expect(cursor.step(byPresentationTime: frames(4), wasPinned: &wasPinned) == frames(4) && !wasPinned.boolValue)
    #expect(cursor.step(byPresentationTime: frames(90), wasPinned: &wasPinned) == frames(15) && wasPinned.boolValue)
    #expect(cursor.presentationTimeStamp == frames(29))
    #expect(cursor.step(byPresentationTime: frames(-90), wasPinned: nil) == frames(-29))
  }

  @Test func `pictures in another order are known`() async throws {
    let track = try #require(AVURLAsset(url: try await film()).tracks(withMediaType: .video).first)
    let cursor = try #require(track.makeSampleCursor(presentationTimeStamp: frames(1)))
    // It is decoded behind one that is presented later.
    #expect(cursor.samplesWithEarlierDecodeTimeStampsMayHaveLaterPresentationTimeStamps(than: cursor))
    let first = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
    #expect(!first.samplesWithEarlierDecodeTimeStampsMayHaveLaterPresentationTimeStamps(than: first))
    #expect(!first.samplesWithLaterDecodeTimeStampsMayHaveEarlierPresentationTimeStamps(than: first))
    #expect(first.stepInDecodeOrder(byCount: 1) == 1)
    #expect(first.samplesWithLaterDecodeTimeStampsMayHaveEarlierPresentationTimeStamps(than: first))
  }

  @Test func `a generator gives the bytes that stand in the file`() async throws {
    let url = try await film()
    let asset = AVURLAsset(url: url)
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let bytes = try Data(contentsOf: url)
    let generator = AVSampleBufferGenerator(asset: asset, timebase: nil)
    let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
    repeat {
      let buffer = try generator.makeSampleBuffer(for: AVSampleBufferRequest(start: cursor))
      let range = cursor.currentSampleStorageRange
      let stored = bytes[Int(range.offset)..<Int(range.offset + range.length)]
      let block = try #require(buffer.dataBuffer)
      #expect(try block.dataBytes() == stored && buffer.presentationTimeStamp == cursor.presentationTimeStamp)
      #expect(buffer.decodeTimeStamp == cursor.decodeTimeStamp && buffer.numSamples == 1)
      let chunk = cursor.currentChunkStorageRange
      #expect(chunk.offset <= range.offset && chunk.offset + chunk.length >= range.offset + range.length)
      #expect(cursor.currentSampleIndexInChunk < cursor.currentChunkInfo.chunkSampleCount)
    } while cursor.stepInDecodeOrder(byCount: 1) == 1
    #expect(cursor.currentChunkStorageURL == url)
    #expect(try cursor.currentSampleFormatDescription().mediaSubType == .h264)
  }

  @Test func `a composition's track has no samples of its own`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 10), of: AVURLAsset(url: try await film()), at: .zero)
    #expect(!composition.tracks[0].canProvideSampleCursors)
    #expect(composition.tracks[0].makeSampleCursor(presentationTimeStamp: .zero) == nil)
  }
}
