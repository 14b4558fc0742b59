import AVFoundation
import TestSupport
import Testing

@Suite("Compositions")
struct CompositionTests {
  private func video(_ url: URL) throws -> AVAssetTrack {
    try #require(AVURLAsset(url: url).tracks(withMediaType: .video).first)
  }

  @Test func `tracks are edited through their objects`() async throws {
    let source = try video(try await Films.first())
    let composition = AVMutableComposition()
    #expect(composition.duration == .zero && composition.naturalSize == .zero && composition.tracks.isEmpty)
    let track = try #require(
      composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
    #expect(track.trackID == 1 && track === composition.tracks.first && track.asset === composition)
    #expect(track.isEnabled && track.naturalTimeScale == 600 && track.preferredTransform.isIdentity)
    try track.insertTimeRange(frames(0, 10), of: source, at: .zero)
    try track.insertTimeRange(frames(20, 30), of: source, at: .invalid)
    #expect(composition.duration == frames(20) && track.timeRange == frames(0, 20))
    #expect(composition.naturalSize == CGSize(width: 320, height: 180) && track.naturalSize == composition.naturalSize)
    track.scaleTimeRange(frames(0, 10), toDuration: frames(20))
    track.insertEmptyTimeRange(frames(20, 25))
    #expect(
      track.segments.map(\.timeMapping.target) == [frames(0, 20), frames(20, 25), frames(25, 35)])
    #expect(track.segments.map(\.isEmpty) == [false, true, false])
    #expect(track.segments[0].sourceTrackID == source.trackID && track.segments[0].sourceURL != nil)
    #expect(track.segment(forTrackTime: frames(25))?.timeMapping.source == frames(20, 30))
    #expect(track.segment(forTrackTime: frames(35)) == nil)
    track.removeTimeRange(frames(20, 25))
    #expect(composition.duration == frames(30))
    track.preferredTransform = CGAffineTransform(rotationAngle: .pi / 2)
    (track.languageCode, track.naturalTimeScale, track.isEnabled) = ("deu", 90_000, false)
    #expect(track.languageCode == "deu" && track.naturalTimeScale == 90_000 && !track.isEnabled)
  }

  @Test func `copies are snapshots`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 10), of: asset, at: .zero)
    let copy = try #require(composition.copy() as? AVComposition)
    let mutable = try #require(composition.mutableCopy() as? AVMutableComposition)
    composition.removeTimeRange(frames(0, 5))
    try mutable.tracks[0].insertTimeRange(frames(0, 10), of: asset.tracks(withMediaType: .video)[0], at: .zero)
    #expect(composition.duration == frames(5) && copy.duration == frames(10) && mutable.duration == frames(20))
    #expect(!(copy is AVMutableComposition) && copy.tracks.map(\.trackID) == composition.tracks.map(\.trackID))
    #expect(type(of: copy.tracks[0]) == AVCompositionTrack.self)
    #expect(try await composition.load(.tracks).map(\.trackID) == [1, 2])
  }

  @Test func `a removed track keeps what it had, and its number is not used again`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 10), of: AVURLAsset(url: try await Films.second()), at: .zero)
    let track = composition.tracks[0]
    composition.removeTrack(track)
    #expect(composition.tracks.isEmpty && track.asset == nil && track.segments.count == 1)
    #expect(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1)?.trackID == 2)
    #expect(composition.addMutableTrack(withMediaType: .text, preferredTrackID: 7) == nil)
    #expect(composition.mutableTrack(compatibleWith: track)?.trackID == 2)
  }

  @Test func `times that no timescale holds are rounded, not refused`() async throws {
    let source = try video(try await Films.second())
    let track = try #require(AVMutableComposition().addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    let third = CMTime(seconds: 1 / 3.0, preferredTimescale: 1_000_000_000)
    for _ in 0..<3 {
      try track.insertTimeRange(CMTimeRange(start: .zero, duration: third), of: source, at: track.timeRange.end)
    }
    #expect(abs(track.timeRange.duration.seconds - 1) < 4e-6 && track.segments.count == 3)
  }

  @Test func `several ranges are inserted together or not at all`() async throws {
    let source = try video(try await Films.second())
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 5))
    try track.insertTimeRange(frames(0, 4), of: source, at: .zero)
    let gap = NSValue(timeRange: CMTimeRange(start: .invalid, duration: frames(3)))
    try track.insertTimeRanges(
      [NSValue(timeRange: frames(0, 2)), gap, NSValue(timeRange: frames(10, 12))],
      of: [source, NSNull(), source] as [Any], at: frames(1))
    #expect(track.segments.map(\.timeMapping.target.duration) == [1, 2, 3, 2, 3].map { frames($0) })
    let before = track.segments.map(\.timeMapping)
    #expect(throws: AVError.self) {
      try track.insertTimeRanges(
        [NSValue(timeRange: frames(0, 2)), NSValue(timeRange: frames(90, 99))], of: [source, source], at: .zero)
    }
    #expect(track.segments.map(\.timeMapping) == before)
    let sound = try #require(AVURLAsset(url: try await Films.first()).tracks(withMediaType: .audio).first)
    #expect(throws: AVError(.invalidSourceMedia)) { try track.insertTimeRange(frames(0, 1), of: sound, at: .zero) }
  }

  @Test func `segments are set, and checked where that is asked for`() async throws {
    let url = try await Films.second()
    let source = try video(url)
    let track = try #require(AVMutableComposition().addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    let segments = [
      AVCompositionTrackSegment(timeRange: frames(0, 3)),
      AVCompositionTrackSegment(
        url: url, trackID: source.trackID, sourceTimeRange: frames(0, 6), targetTimeRange: frames(3, 6)),
    ]
    try track.validateSegments(segments)
    track.segments = segments
    #expect(track.timeRange.duration == frames(6) && track.segments[1].sourceTrackID == source.trackID)
    let late = AVCompositionTrackSegment(
      url: url, trackID: source.trackID, sourceTimeRange: frames(0, 6), targetTimeRange: frames(7, 13))
    #expect(throws: AVError(.compositionTrackSegmentsNotContiguous)) { try track.validateSegments(segments + [late]) }
  }
}
