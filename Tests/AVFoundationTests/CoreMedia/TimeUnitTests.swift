import AVFoundation
import TestSupport
import Testing

/// Programs take the units of a film's times for times of their own: `CMTime(seconds:preferredTimescale: asset.duration.timescale)`.
@Suite("Units of times")
struct TimeUnitTests {
  /// Half a frame of 30 a second, in the units of `time`.
  private func halfFrame(_ time: CMTime) -> Double {
    CMTime(seconds: 1.0 / 60, preferredTimescale: time.timescale).seconds
  }

  @Test func `a film's durations are in units that tell times of their own`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let loaded = try await asset.load(.duration)
    #expect(asset.duration == frames(30) && loaded == frames(30))
    for time in [asset.duration, loaded] { #expect(abs(halfFrame(time) - 1.0 / 60) < 0.002) }
    // A movie's own units, by its edit list.
    let video = try #require(asset.tracks(withMediaType: .video).first)
    let shown = try #require(video.segments.first?.timeMapping)
    #expect(asset.duration.timescale == shown.target.duration.timescale)
    #expect(asset.duration.value == CMTimeValue(asset.duration.timescale))
  }

  @Test func `a track's times are in the units of its media`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    for track in asset.tracks {
      let source = try #require(track.segments.first?.timeMapping.source.start)
      #expect(track.naturalTimeScale == source.timescale && track.naturalTimeScale >= 600)
      let range = track.timeRange
      #expect(range.start.timescale == track.naturalTimeScale && range.duration.timescale == track.naturalTimeScale)
      #expect(range == frames(0, 30))
    }
  }

  @Test func `samples are timed in the units of their track`() async throws {
    let url = try await Films.first()
    let track = try #require(AVURLAsset(url: url).tracks(withMediaType: .video).first)
    let pictures = try Films.samples(
      of: url, as: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    for (index, sample) in pictures.enumerated() {
      #expect(sample.presentationTimeStamp == frames(Int64(index)) && sample.duration == frames(1))
      #expect(sample.presentationTimeStamp.timescale == track.naturalTimeScale)
      #expect(sample.duration.timescale == track.naturalTimeScale)
    }
    for packet in try Films.samples(of: url) {
      #expect(packet.presentationTimeStamp.timescale == track.naturalTimeScale)
    }
    #expect(track.minFrameDuration == frames(1) && track.minFrameDuration.timescale == track.naturalTimeScale)
    let inside = track.samplePresentationTime(forTrackTime: frames(7))
    #expect(inside.isNumeric && inside.timescale == track.naturalTimeScale)
  }

  @Test func `cursors and generators time samples in the units of their track`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let units = track.naturalTimeScale
    let cursor = try #require(track.makeSampleCursor(presentationTimeStamp: frames(15)))
    let (shown, decoded) = (cursor.presentationTimeStamp, cursor.decodeTimeStamp)
    #expect(shown == frames(15) && cursor.currentSampleDuration == frames(1))
    #expect([shown, decoded, cursor.currentSampleDuration].allSatisfy { $0.timescale == units })
    let generator = AVSampleBufferGenerator(asset: asset, timebase: nil)
    let request = AVSampleBufferRequest(start: cursor)
    let awaited = try generator.makeSampleBuffer(for: request, addTo: generator.makeBatch())
    for buffer in [try generator.makeSampleBuffer(for: request), awaited] {
      #expect(buffer.presentationTimeStamp == shown && buffer.decodeTimeStamp == decoded)
      #expect(buffer.presentationTimeStamp.timescale == units && buffer.duration.timescale == units)
    }
    let moved = cursor.step(byPresentationTime: frames(-5), wasPinned: nil)
    #expect(moved == frames(-5) && moved.timescale == units)
  }

  @Test func `a file without an edit list has segments in the units of its track and of movies`() async throws {
    let url = try await SoundFile(.noise(seed: 31)) { ($0.rate, $0.count) = (44_100, 44_100) }.url()
    let track = try #require(AVURLAsset(url: url).tracks.first)
    let mapping = try #require(track.segments.first?.timeMapping)
    let second = CMTime(value: 1, timescale: 1)
    #expect(mapping.source.duration == second && mapping.target.duration == second)
    #expect([mapping.source.start, mapping.source.duration].allSatisfy { $0.timescale == track.naturalTimeScale })
    #expect([mapping.target.start, mapping.target.duration].allSatisfy { $0.timescale >= 600 })
  }

  @Test func `a composition, its pictures and its item are timed in units of movies or shorter ones`() async throws {
    let source = try #require(AVURLAsset(url: try await Films.second()).tracks(withMediaType: .video).first)
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    try track.insertTimeRange(
      CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2)), of: source, at: .zero)
    #expect(composition.duration == CMTime(value: 300, timescale: 600) && composition.duration.timescale == 600)
    #expect(track.timeRange.duration.value == 300 && track.timeRange.start.timescale == 600)
    let mapping = try #require(track.segments.first?.timeMapping)
    let half = CMTimeRange(start: .zero, duration: CMTime(value: 300, timescale: 600))
    #expect(mapping.source == half && mapping.target == half)
    for range in [mapping.source, mapping.target] {
      #expect(range.start.timescale == 600 && range.duration.timescale == 600)
    }
    let generator = AVAssetImageGenerator(asset: composition)
    var actual = CMTime.invalid
    _ = try unsafe generator.copyCGImage(at: .zero, actualTime: &actual)
    #expect(actual == .zero && actual.timescale == 600)
    let item = AVPlayerItem(asset: composition)
    #expect(item.currentTime() == .zero && item.currentTime().timescale == 600)
  }

  @Test func `a time that units do not hold is given in a multiple of theirs`() async throws {
    let source = try #require(AVURLAsset(url: try await Films.second()).tracks(withMediaType: .video).first)
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    try track.insertTimeRange(
      CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 7)), of: source, at: .zero)
    #expect(composition.duration == CMTime(value: 1_800, timescale: 4_200) && composition.duration.timescale == 4_200)
    #expect(!composition.duration.hasBeenRounded)
  }
}
