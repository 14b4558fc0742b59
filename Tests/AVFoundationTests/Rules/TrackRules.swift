import AVFoundation
import TestSupport
import Testing

@Suite("Rules of tracks of films")
struct TrackRules {
  private func track(_ type: AVMediaType) async throws -> (asset: AVURLAsset, track: AVAssetTrack) {
    let asset = AVURLAsset(url: try await Films.first())
    return (asset, try #require(asset.tracks(withMediaType: type).first))
  }

  /// AVAssetTrack.h, "selfContained", "enabled", "playable", "decodable".
  @Test func `a film's track is enabled, playable and in the film`() async throws {
    let (asset, track) = try await track(.video)
    #expect(track.isSelfContained && track.isEnabled && track.isPlayable && track.isDecodable)
    withExtendedLifetime(asset) {}
  }

  /// AVAssetTrack.h, "hasMediaCharacteristic:": video is visual and frame-based.
  @Test func `pictures are visual and frame by frame, and nothing else`() async throws {
    let (asset, track) = try await track(.video)
    #expect(track.hasMediaCharacteristic(.visual) && track.hasMediaCharacteristic(.frameBased))
    #expect(!track.hasMediaCharacteristic(.audible) && !track.hasMediaCharacteristic(.legible))
    withExtendedLifetime(asset) {}
  }

  /// AVAssetTrack.h, "hasMediaCharacteristic:": audio is audible.
  @Test func `sound is audible and not visual`() async throws {
    let (asset, track) = try await track(.audio)
    #expect(track.hasMediaCharacteristic(.audible) && !track.hasMediaCharacteristic(.visual))
    withExtendedLifetime(asset) {}
  }

  /// AVAssetTrack.h, "naturalSize": zero for sound.
  @Test func `sound has no size and no rate of frames`() async throws {
    let (asset, track) = try await track(.audio)
    #expect(track.naturalSize == .zero && track.nominalFrameRate == 0)
    withExtendedLifetime(asset) {}
  }

  /// AVAssetTrack.h, "preferredVolume": 1 by default.
  @Test func `sound is played at a volume of one`() async throws {
    let (asset, track) = try await track(.audio)
    #expect(track.preferredVolume == 1 && track.preferredTransform == .identity)
    withExtendedLifetime(asset) {}
  }

  /// AVAssetTrack.h, "totalSampleDataLength", "estimatedDataRate", "naturalTimeScale": of media that there are.
  @Test func `a track with media has a length, a rate and a timescale`() async throws {
    let (asset, track) = try await track(.video)
    #expect(track.totalSampleDataLength > 0 && track.estimatedDataRate > 0 && track.naturalTimeScale > 0)
    withExtendedLifetime(asset) {}
  }

  /// AVAssetTrack.h, "formatDescriptions": of the track's media type.
  @Test func `a track's formats are of its type`() async throws {
    let (asset, track) = try await track(.audio)
    let formats = try await track.load(.formatDescriptions)
    #expect(formats.count == 1 && formats.allSatisfy { CMFormatDescriptionGetMediaType($0) == kCMMediaType_Audio })
    withExtendedLifetime(asset) {}
  }

  /// AVAssetTrack.h, "segments": the media as it is shown.
  @Test func `an unedited track has one segment, of all of it`() async throws {
    let (asset, track) = try await track(.video)
    #expect(track.segments.count == 1 && track.segments[0].timeMapping.target == track.timeRange)
    #expect(!track.segments[0].isEmpty)
    withExtendedLifetime(asset) {}
  }

  /// AVAssetTrack.h, "segmentForTrackTime:": the segment that contains the time.
  @Test func `a segment is found by a time of it`() async throws {
    let (asset, track) = try await track(.video)
    let segment = try #require(track.segment(forTrackTime: frames(3)))
    #expect(segment.timeMapping == track.segments[0].timeMapping)
    withExtendedLifetime(asset) {}
  }

  /// AVAssetTrack.h, "samplePresentationTimeForTrackTime:": the segments' mapping.
  @Test func `a time of a track is mapped by its segment`() async throws {
    let (asset, track) = try await track(.video)
    let mapping = track.segments[0].timeMapping
    #expect(
      track.samplePresentationTime(forTrackTime: frames(4))
        == CMTimeMapTimeFromRangeToRange(frames(4), fromRange: mapping.target, toRange: mapping.source))
    withExtendedLifetime(asset) {}
  }

  /// AVMediaFormat.h, "AVMediaType": names.
  @Test func `types of media have Apple's names`() {
    let types: [AVMediaType] = [.video, .audio, .text, .closedCaption, .subtitle, .timecode, .metadata, .muxed]
    #expect(types.map(\.rawValue) == ["vide", "soun", "text", "clcp", "sbtl", "tmcd", "meta", "muxx"])
  }

  /// AVAssetTrack.h, "associatedTracksOfTrackAssociationType:", "availableTrackAssociationTypes": empty without any.
  @Test func `a film's only picture is associated with nothing`() async throws {
    let (asset, track) = try await track(.video)
    #expect(track.availableTrackAssociationTypes.isEmpty)
    #expect(try await track.loadAssociatedTracks(ofType: .timecode).isEmpty)
    withExtendedLifetime(asset) {}
  }

  /// AVAssetTrack.h, "loadSamplePresentationTimeForTrackTime:completionHandler:": as without waiting.
  @Test func `a time of a track is mapped without waiting`() async throws {
    let (asset, track) = try await track(.video)
    let time = try await track.loadSamplePresentationTime(forTrackTime: frames(4))
    #expect(time == track.samplePresentationTime(forTrackTime: frames(4)) && time.isNumeric)
    withExtendedLifetime(asset) {}
  }

  /// AVAssetTrack.h, "hasAudioSampleDependencies": NO of AAC.
  @Test func `samples of AAC depend on no others`() async throws {
    let (asset, track) = try await track(.audio)
    #expect(try await !track.load(.hasAudioSampleDependencies))
    withExtendedLifetime(asset) {}
  }
}
