import AVFoundation
import TestSupport
import Testing

@Suite("Rules of tracks of compositions")
struct CompositionTrackRules {
  private func track(_ composition: AVMutableComposition) throws -> AVMutableCompositionTrack {
    try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
  }

  private func source() async throws -> (asset: AVURLAsset, track: AVAssetTrack) {
    let asset = AVURLAsset(url: try await Films.second())
    return (asset, asset.tracks[0])
  }

  private func targets(_ track: AVCompositionTrack) -> [CMTimeRange] { track.segments.map(\.timeMapping.target) }

  /// AVCompositionTrack.h, "languageCode", "extendedLanguageTag": nil by default.
  @Test func `a fresh track has no language`() throws {
    let composition = AVMutableComposition()
    let track = try track(composition)
    #expect(track.languageCode == nil && track.extendedLanguageTag == nil)
  }

  /// AVCompositionTrack.h, "preferredVolume": 1 by default.
  @Test func `a fresh track has a volume of one`() throws {
    let composition = AVMutableComposition()
    #expect(try track(composition).preferredVolume == 1)
  }

  /// AVCompositionTrack.h, "segments": a fresh track has none.
  @Test func `a fresh track has no segments`() throws {
    let composition = AVMutableComposition()
    #expect(try track(composition).segments.isEmpty)
  }

  /// AVAssetTrack.h, "mediaType": the one it was made with.
  @Test func `a track is of the type it is made with`() throws {
    let composition = AVMutableComposition()
    #expect(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0)?.mediaType == .audio)
    #expect(try track(composition).mediaType == .video)
  }

  /// AVAssetTrack.h, "asset": a weak reference.
  @Test func `a track does not keep its composition`() throws {
    var composition: AVMutableComposition? = AVMutableComposition()
    let track = try #require(composition?.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    #expect(track.asset === composition)
    composition = nil
    #expect(track.asset == nil)
  }

  /// AVCompositionTrack.h, "preferredVolume", "extendedLanguageTag": may be set.
  @Test func `what is set on a track is kept`() throws {
    let composition = AVMutableComposition()
    let track = try track(composition)
    (track.preferredVolume, track.extendedLanguageTag) = (0.25, "de-CH")
    #expect(track.preferredVolume == 0.25 && track.extendedLanguageTag == "de-CH")
  }

  /// AVCompositionTrack.h, "naturalTimeScale": of the first edit that is not empty.
  @Test func `the timescale is that of the first media`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let track = try track(composition)
    try track.insertTimeRange(frames(0, 3), of: source.track, at: .zero)
    #expect(track.naturalTimeScale == source.track.naturalTimeScale)
  }

  /// AVCompositionTrack.h, "insertTimeRange:ofTrack:atTime:error:": what follows is pushed out.
  @Test func `inserting in the middle splits what is there`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let track = try track(composition)
    try track.insertTimeRange(frames(0, 10), of: source.track, at: .zero)
    try track.insertTimeRange(frames(20, 23), of: source.track, at: frames(4))
    #expect(targets(track) == [frames(0, 4), frames(4, 7), frames(7, 13)])
    #expect(track.segments.map(\.timeMapping.source) == [frames(0, 4), frames(20, 23), frames(4, 10)])
  }

  /// AVCompositionTrack.h, "insertTimeRange:ofTrack:atTime:error:": at the start.
  @Test func `inserting at the start pushes everything`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let track = try track(composition)
    try track.insertTimeRange(frames(0, 4), of: source.track, at: .zero)
    try track.insertTimeRange(frames(10, 12), of: source.track, at: .zero)
    #expect(track.segments.map(\.timeMapping.source) == [frames(10, 12), frames(0, 4)])
  }

  /// AVCompositionTrack.h, "insertTimeRange:ofTrack:atTime:error:": behind the end, with nothing between.
  @Test func `inserting behind the end leaves an empty edit before`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let track = try track(composition)
    try track.insertTimeRange(frames(0, 4), of: source.track, at: frames(3))
    #expect(track.segments.map(\.isEmpty) == [true, false] && targets(track) == [frames(0, 3), frames(3, 7)])
  }

  /// AVCompositionTrack.h, "insertTimeRange:ofTrack:atTime:error:": only segments, no properties of the source.
  @Test func `inserting brings neither transform nor volume nor language`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let (from, to) = (try track(composition), try track(composition))
    try from.insertTimeRange(frames(0, 4), of: source.track, at: .zero)
    from.preferredTransform = CGAffineTransform(rotationAngle: .pi)
    (from.preferredVolume, from.extendedLanguageTag) = (0.5, "fr")
    try to.insertTimeRange(frames(0, 4), of: from, at: .zero)
    #expect(to.preferredTransform == .identity && to.preferredVolume == 1 && to.extendedLanguageTag == nil)
  }

  /// AVCompositionTrack.h, "insertTimeRange:ofTrack:atTime:error:": empty edits of the source are kept.
  @Test func `inserting a composition's track keeps its gaps`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let (from, to) = (try track(composition), try track(composition))
    try from.insertTimeRange(frames(0, 4), of: source.track, at: .zero)
    from.insertEmptyTimeRange(frames(2, 5))
    try to.insertTimeRange(frames(1, 6), of: from, at: .zero)
    #expect(to.segments.map(\.isEmpty) == [false, true, false])
    #expect(targets(to) == [frames(0, 1), frames(1, 4), frames(4, 5)])
  }

  /// AVCompositionTrack.h, "insertEmptyTimeRange:": no effect at the end.
  @Test func `a track does not end with an empty edit`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let track = try track(composition)
    try track.insertTimeRange(frames(0, 4), of: source.track, at: .zero)
    track.insertEmptyTimeRange(frames(4, 9))
    #expect(targets(track) == [frames(0, 4)])
  }

  /// AVCompositionTrack.h, "insertEmptyTimeRange:": this track alone.
  @Test func `an empty range in a track leaves the other tracks`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let (first, second) = (try track(composition), try track(composition))
    try first.insertTimeRange(frames(0, 4), of: source.track, at: .zero)
    try second.insertTimeRange(frames(0, 4), of: source.track, at: .zero)
    first.insertEmptyTimeRange(frames(0, 3))
    #expect(targets(first) == [frames(0, 3), frames(3, 7)] && targets(second) == [frames(0, 4)])
  }

  /// AVCompositionTrack.h, "removeTimeRange:": over the border of segments.
  @Test func `removing over a border shortens both neighbors`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let track = try track(composition)
    try track.insertTimeRange(frames(0, 6), of: source.track, at: .zero)
    try track.insertTimeRange(frames(20, 26), of: source.track, at: frames(6))
    track.removeTimeRange(frames(4, 8))
    #expect(track.segments.map(\.timeMapping.source) == [frames(0, 4), frames(22, 26)])
  }

  /// AVCompositionTrack.h, "removeTimeRange:": nothing there.
  @Test func `removing behind the end changes nothing`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let track = try track(composition)
    try track.insertTimeRange(frames(0, 6), of: source.track, at: .zero)
    track.removeTimeRange(frames(8, 12))
    #expect(targets(track) == [frames(0, 6)])
  }

  /// AVCompositionTrack.h, "scaleTimeRange:toDuration:": rate is source duration by target duration.
  @Test func `scaling keeps the source and changes the target`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let track = try track(composition)
    try track.insertTimeRange(frames(0, 6), of: source.track, at: .zero)
    track.scaleTimeRange(frames(0, 6), toDuration: frames(12))
    #expect(track.segments.map(\.timeMapping.source) == [frames(0, 6)] && targets(track) == [frames(0, 12)])
  }

  /// AVCompositionTrack.h, "scaleTimeRange:toDuration:": only the range.
  @Test func `scaling a part splits and pulls in what follows`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let track = try track(composition)
    try track.insertTimeRange(frames(0, 9), of: source.track, at: .zero)
    track.scaleTimeRange(frames(2, 6), toDuration: frames(2))
    #expect(targets(track) == [frames(0, 2), frames(2, 4), frames(4, 7)])
    #expect(track.segments[1].timeMapping.source == frames(2, 6))
  }

  /// AVCompositionTrack.h, "validateTrackSegments:error:": the first target starts at zero.
  @Test func `segments that do not start at zero are not valid`() throws {
    let composition = AVMutableComposition()
    let track = try track(composition)
    #expect(throws: AVError.self) {
      try track.validateSegments([AVCompositionTrackSegment(timeRange: frames(2, 4))])
    }
  }

  /// AVCompositionTrackSegment.h, "initWithTimeRange:": an empty edit.
  @Test func `a segment of a range alone is empty and has no source`() {
    let segment = AVCompositionTrackSegment(timeRange: frames(2, 4))
    #expect(segment.isEmpty && segment.sourceURL == nil && segment.sourceTrackID == kCMPersistentTrackID_Invalid)
    #expect(segment.timeMapping.target == frames(2, 4) && !segment.timeMapping.source.start.isNumeric)
  }

  /// AVCompositionTrackSegment.h, "initWithURL:trackID:sourceTimeRange:targetTimeRange:": kept as they are.
  @Test func `a segment of a file keeps what it is made with`() {
    let url = URL(fileURLWithPath: "/film.mov")
    let segment = AVCompositionTrackSegment(
      url: url, trackID: 5, sourceTimeRange: frames(1, 3), targetTimeRange: frames(0, 4))
    #expect(!segment.isEmpty && segment.sourceURL == url && segment.sourceTrackID == 5)
    #expect(segment.timeMapping == CMTimeMapping(source: frames(1, 3), target: frames(0, 4)))
  }

  /// AVCompositionTrack.h, "segments": the setter replaces all.
  @Test func `no segments empty a track`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let track = try track(composition)
    try track.insertTimeRange(frames(0, 6), of: source.track, at: .zero)
    track.segments = []
    #expect(track.segments.isEmpty && composition.duration == .zero)
  }

  /// AVAsset.h, "compatibleTrackForCompositionTrack:": a track of the asset that can be inserted.
  @Test func `an asset finds its track for a composition's`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let track = try track(composition)
    try track.insertTimeRange(frames(0, 6), of: source.track, at: .zero)
    #expect(source.asset.compatibleTrack(for: track) === source.track)
  }

  /// AVCompositionTrack.h, "insertTimeRange:ofTrack:atTime:error:": a track that is kept while its source is edited.
  @Test func `editing a source afterwards changes nothing`() async throws {
    let (composition, source) = (AVMutableComposition(), try await source())
    let (from, to) = (try track(composition), try track(composition))
    try from.insertTimeRange(frames(0, 6), of: source.track, at: .zero)
    try to.insertTimeRange(frames(0, 6), of: from, at: .zero)
    from.removeTimeRange(frames(0, 5))
    #expect(targets(to) == [frames(0, 6)])
  }

  /// AVCompositionTrack.h, "addTrackAssociationToTrack:type:", "removeTrackAssociationToTrack:type:".
  @Test func `tracks are associated, and not any more`() throws {
    let composition = AVMutableComposition()
    let (first, second) = (try track(composition), try track(composition))
    first.addTrackAssociation(to: second, type: .audioFallback)
    first.addTrackAssociation(to: second, type: .audioFallback)
    #expect(first.availableTrackAssociationTypes == [.audioFallback] && second.availableTrackAssociationTypes.isEmpty)
    #expect(first.associatedTracks(ofType: .audioFallback) == [second])
    let copy = try #require(composition.copy() as? AVComposition)
    first.removeTrackAssociation(to: second, type: .audioFallback)
    #expect(first.associatedTracks(ofType: .audioFallback).isEmpty)
    #expect(copy.tracks[0].associatedTracks(ofType: .audioFallback).map(\.trackID) == [second.trackID])
    withExtendedLifetime((composition, copy)) {}
  }

  /// AVCompositionTrack.h, "formatDescriptionReplacements": empty by default.
  @Test func `a fresh track takes media for what they are`() throws {
    let composition = AVMutableComposition()
    #expect(try track(composition).formatDescriptionReplacements.isEmpty)
  }
}
