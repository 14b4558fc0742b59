import AVFoundation
import TestSupport
import Testing

@Suite("Rules of compositions")
struct CompositionRules {
  /// AVComposition.h, "addMutableTrackWithMediaType:preferredTrackID:": kCMPersistentTrackID_Invalid makes one up.
  @Test func `a track without a preferred number gets a valid one`() throws {
    let track = AVMutableComposition().addMutableTrack(
      withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
    #expect(try #require(track).trackID != kCMPersistentTrackID_Invalid)
  }

  /// AVComposition.h, "addMutableTrackWithMediaType:preferredTrackID:": a preferred number that is free is taken.
  @Test func `a preferred number that is free is the track's`() {
    let composition = AVMutableComposition()
    #expect(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 42)?.trackID == 42)
  }

  /// AVComposition.h, "addMutableTrackWithMediaType:preferredTrackID:": a number in use is replaced by a unique one.
  @Test func `a preferred number in use is replaced`() throws {
    let composition = AVMutableComposition()
    composition.addMutableTrack(withMediaType: .video, preferredTrackID: 42)
    let second = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 42))
    #expect(second.trackID != 42 && Set(composition.tracks.map(\.trackID)).count == 2)
  }

  /// AVAsset.h, "trackWithTrackID:": the track object itself.
  @Test func `a track is found by its number`() throws {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 3))
    #expect(composition.track(withTrackID: 3) === track && composition.tracks(withMediaType: .video).first === track)
  }

  /// AVAsset.h, "trackWithTrackID:": nil if there is no such track.
  @Test func `there is no track of a number that none has`() {
    #expect(AVMutableComposition().track(withTrackID: 1) == nil)
  }

  /// AVAsset.h, "tracksWithMediaType:": an empty array if there is none.
  @Test func `tracks of a type that there are none of are an empty array`() {
    let composition = AVMutableComposition()
    composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0)
    #expect(composition.tracks(withMediaType: .video).isEmpty && composition.tracks(withMediaType: .audio).count == 1)
  }

  /// AVAsset.h, "tracks": in the order in which they were added.
  @Test func `tracks stand in the order in which they were added`() {
    let composition = AVMutableComposition()
    composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 9)
    composition.addMutableTrack(withMediaType: .video, preferredTrackID: 4)
    #expect(composition.tracks.map(\.trackID) == [9, 4])
  }

  /// AVComposition.h, "removeTrack:": the others stay.
  @Test func `removing a track leaves the others`() throws {
    let composition = AVMutableComposition()
    let first = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    let second = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 2))
    composition.removeTrack(first)
    #expect(composition.tracks.count == 1 && composition.tracks[0] === second && second.trackID == 2)
  }

  /// AVComposition.h, "mutableTrackCompatibleWithTrack:": nil if there is none.
  @Test func `an empty composition has no compatible track`() async throws {
    let track = AVURLAsset(url: try await Films.second()).tracks[0]
    #expect(AVMutableComposition().mutableTrack(compatibleWith: track) == nil)
  }

  /// AVComposition.h, "mutableTrackCompatibleWithTrack:": of the same media type.
  @Test func `a track of sound is not compatible with pictures`() async throws {
    let composition = AVMutableComposition()
    composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0)
    let track = AVURLAsset(url: try await Films.second()).tracks[0]
    #expect(composition.mutableTrack(compatibleWith: track) == nil)
  }

  /// AVAsset.h, "unusedTrackID": no track has it.
  @Test func `an unused number is no track's, and valid`() {
    let composition = AVMutableComposition()
    composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1)
    composition.addMutableTrack(withMediaType: .video, preferredTrackID: 2)
    let number = composition.unusedTrackID()
    #expect(number != kCMPersistentTrackID_Invalid && composition.track(withTrackID: number) == nil)
  }

  /// AVComposition.h, "naturalSize" of a mutable composition: what is set.
  @Test func `a natural size that is set is the composition's`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 3), of: AVURLAsset(url: try await Films.second()), at: .zero)
    composition.naturalSize = CGSize(width: 100, height: 50)
    #expect(composition.naturalSize == CGSize(width: 100, height: 50))
    #expect(composition.tracks[0].naturalSize == CGSize(width: 320, height: 180))
  }

  /// AVAsset.h, "preferredRate", "preferredVolume", "preferredTransform": 1, 1 and the identity.
  @Test func `an empty composition is played at its own rate, volume and orientation`() {
    let composition = AVMutableComposition()
    #expect(composition.preferredRate == 1 && composition.preferredVolume == 1)
    #expect(composition.preferredTransform == .identity && composition.metadata.isEmpty)
  }

  /// AVComposition.h, "URLAssetInitializationOptions": those it was made with.
  @Test func `options for assets are kept, in copies as well`() {
    let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
    let composition = AVMutableComposition(urlAssetInitializationOptions: options)
    #expect(composition.urlAssetInitializationOptions.count == 1)
    #expect((composition.copy() as? AVComposition)?.urlAssetInitializationOptions.count == 1)
    #expect(AVMutableComposition().urlAssetInitializationOptions.isEmpty)
  }

  /// NSCopying of AVMutableComposition: tracks added later are not the copy's.
  @Test func `a track added after a copy is not the copy's`() throws {
    let composition = AVMutableComposition()
    let copy = try #require(composition.copy() as? AVComposition)
    composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0)
    #expect(copy.tracks.isEmpty && composition.tracks.count == 1)
  }

  /// NSMutableCopying of AVComposition: a mutable one with tracks of its own.
  @Test func `a mutable copy has tracks of its own, of the same numbers`() throws {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 6))
    let copy = try #require(composition.mutableCopy() as? AVMutableComposition)
    let other = try #require(copy.track(withTrackID: 6))
    #expect(other !== track)
    other.preferredVolume = 0.5
    #expect(track.preferredVolume == 1 && other.preferredVolume == 0.5)
  }

  /// AVComposition.h, "insertTimeRange:ofAsset:atTime:error:": tracks for all of the asset's.
  @Test func `inserting an asset makes a track for each of its tracks`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 6), of: AVURLAsset(url: try await Films.first()), at: .zero)
    #expect(Set(composition.tracks.map(\.mediaType)) == [.video, .audio])
    #expect(composition.tracks.count == 2 && composition.tracks.allSatisfy { $0.timeRange.duration == frames(6) })
  }

  /// AVComposition.h, "insertTimeRange:ofAsset:atTime:error:": compatible tracks are used again.
  @Test func `inserting an asset again uses the tracks that are there`() async throws {
    let (composition, asset) = (AVMutableComposition(), AVURLAsset(url: try await Films.first()))
    try composition.insertTimeRange(frames(0, 6), of: asset, at: .zero)
    try composition.insertTimeRange(frames(0, 6), of: asset, at: frames(6))
    #expect(composition.tracks.count == 2 && composition.duration == frames(12))
  }

  /// AVComposition.h, "insertTimeRange:ofAsset:atTime:error:": what follows is pushed out, in all tracks.
  @Test func `inserting pushes what follows in every track`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 6), of: AVURLAsset(url: try await Films.first()), at: .zero)
    try composition.insertTimeRange(frames(0, 3), of: AVURLAsset(url: try await Films.second()), at: frames(2))
    let sound = try #require(composition.tracks(withMediaType: .audio).first)
    #expect(sound.segments.map(\.isEmpty) == [false, true, false] && sound.timeRange.duration == frames(9))
  }

  /// AVComposition.h, "insertTimeRange:ofAsset:atTime:error:": of an asset that cannot be read.
  @Test func `an asset that is not there is an error, and nothing is inserted`() throws {
    let composition = AVMutableComposition()
    let missing = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mov"))
    #expect(throws: (any Error).self) { try composition.insertTimeRange(frames(0, 6), of: missing, at: .zero) }
    #expect(composition.tracks.isEmpty && composition.duration == .zero)
  }

  /// AVComposition.h, "insertEmptyTimeRange:": no effect at the end.
  @Test func `an empty range behind the end has no effect`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 6), of: AVURLAsset(url: try await Films.first()), at: .zero)
    composition.insertEmptyTimeRange(frames(6, 9))
    #expect(composition.duration == frames(6) && composition.tracks.allSatisfy { $0.segments.count == 1 })
  }

  /// AVComposition.h, "insertEmptyTimeRange:": in all tracks.
  @Test func `an empty range pushes what follows in every track`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 6), of: AVURLAsset(url: try await Films.first()), at: .zero)
    composition.insertEmptyTimeRange(frames(2, 5))
    #expect(composition.duration == frames(9))
    #expect(composition.tracks.allSatisfy { $0.segments.map(\.isEmpty) == [false, true, false] })
  }

  /// AVComposition.h, "removeTimeRange:": tracks stay, even if nothing is left in them.
  @Test func `removing everything leaves the tracks`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 6), of: AVURLAsset(url: try await Films.first()), at: .zero)
    composition.removeTimeRange(frames(0, 6))
    #expect(composition.tracks.count == 2 && composition.duration == .zero)
  }

  /// AVComposition.h, "removeTimeRange:": what follows is pulled in.
  @Test func `removing closes the gap in every track`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 9), of: AVURLAsset(url: try await Films.first()), at: .zero)
    composition.removeTimeRange(frames(3, 6))
    for track in composition.tracks {
      #expect(track.segments.map(\.timeMapping.source) == [frames(0, 3), frames(6, 9)])
      #expect(track.segments.map(\.timeMapping.target) == [frames(0, 3), frames(3, 6)])
    }
  }

  /// AVComposition.h, "scaleTimeRange:toDuration:": all tracks.
  @Test func `scaling lasts longer in every track`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 6), of: AVURLAsset(url: try await Films.first()), at: .zero)
    composition.scaleTimeRange(frames(0, 3), toDuration: frames(6))
    #expect(composition.duration == frames(9))
    #expect(composition.tracks.allSatisfy { $0.segments.map(\.timeMapping.target) == [frames(0, 6), frames(6, 9)] })
  }

  /// AVAsset.h, "duration": the end of the longest track.
  @Test func `a composition is as long as its longest track`() async throws {
    let composition = AVMutableComposition()
    let source = AVURLAsset(url: try await Films.second()).tracks[0]
    for length in [4, 9, 2] as [Int64] {
      let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
      try track.insertTimeRange(frames(0, length), of: source, at: .zero)
    }
    #expect(composition.duration == frames(9))
  }

  /// AVComposition.h, "insertTimeRange:ofAsset:atTime:error:": of a composition, its segments.
  @Test func `a composition inserted into another brings its files`() async throws {
    let (inner, outer) = (AVMutableComposition(), AVMutableComposition())
    let url = try await Films.second()
    try inner.insertTimeRange(frames(10, 16), of: AVURLAsset(url: url), at: .zero)
    try outer.insertTimeRange(frames(2, 5), of: inner, at: .zero)
    let segment = try #require(outer.tracks[0].segments.first)
    #expect(segment.sourceURL == url && segment.timeMapping.source == frames(12, 15))
  }
}
