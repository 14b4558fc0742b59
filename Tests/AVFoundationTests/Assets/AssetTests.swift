import AVFoundation
import TestSupport
import Testing

@Suite("Assets and their tracks")
struct AssetTests {
  @Test func `getters and loads tell the same`() async throws {
    let url = try await Films.first()
    let asset = AVURLAsset(url: url)
    #expect(asset.duration == CMTime(value: 1, timescale: 1))
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    #expect(duration == asset.duration && tracks.count == 2 && asset.tracks.count == 2)
    #expect(
      try await asset.load(.isPlayable, .isExportable, .isComposable, .hasProtectedContent) == (true, true, true, false)
    )
    let video = try #require(asset.tracks(withMediaType: .video).first)
    #expect(video.naturalSize == CGSize(width: 320, height: 180) && video.nominalFrameRate == 30)
    #expect(try await video.load(.minFrameDuration, .timeRange) == (frames(1), frames(0, 30)))
    #expect(video.mediaType == .video && video.isEnabled && video.preferredTransform.isIdentity)
    let format = try #require(try await video.load(.formatDescriptions).first)
    #expect(CMFormatDescriptionGetMediaSubType(format) == kCMVideoCodecType_H264 && format.mediaType == .video)
    #expect(CMVideoFormatDescriptionGetDimensions(format) == CMVideoDimensions(width: 320, height: 180))
    let sound = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    let stream = try #require(try await sound.load(.formatDescriptions).first?.audioStreamBasicDescription)
    #expect(stream.mSampleRate == 48_000 && stream.mFormatID == kAudioFormatMPEG4AAC)
    #expect(sound.hasMediaCharacteristic(.audible) && video.hasMediaCharacteristic(.visual))
    #expect(Set(asset.tracks.map(\.trackID)).count == 2 && asset.unusedTrackID() > 0)
  }

  @Test func `a track is the same object, and holds its asset weakly`() async throws {
    let url = try await Films.first()
    var asset: AVURLAsset? = AVURLAsset(url: url)
    let track = try #require(asset?.tracks.first)
    #expect(track === asset?.tracks.first && track === asset?.track(withTrackID: track.trackID))
    #expect(track.asset === asset && track == asset?.tracks[0])
    #expect(AVURLAsset(url: url).tracks.first != track)
    asset = nil
    #expect(track.asset == nil && track.naturalSize.width == 320)
  }

  @Test func `an asset of a URL is one of a file`() async throws {
    let asset = AVAsset(url: try await Films.second())
    #expect((asset as? AVURLAsset)?.url == (try await Films.second()))
    #expect(asset.copy() as? AVAsset === asset && asset.tracks.count == 1)
  }

  @Test func `what is not there fails where it is loaded, and getters say nothing`() async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mp4"))
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .unknown && error == nil)
    let thrown = await #expect(throws: (any Error).self) { try await asset.load(.tracks) } as? NSError
    #expect(thrown?.domain == NSURLErrorDomain && thrown?.code == -1_100)
    #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .failed && error != nil)
    #expect(asset.tracks.isEmpty && asset.duration == .zero && !asset.isPlayable)
    let folder = try ScratchFolder()
    let text = AVURLAsset(url: try folder.write("This is no film.", to: "film.mp4"))
    #expect(try await text.load(.isPlayable) == false)
    await #expect { try await text.load(.duration) } throws: { ($0 as? AVError)?.code == .fileFormatNotRecognized }
  }

  @Test func `loading by keys calls back once, when all are known`() async throws {
    let asset = AVURLAsset(url: try await Films.first(), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    await withCheckedContinuation { done in
      asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { done.resume() }
    }
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
    guard case .loaded(let duration) = asset.status(of: .duration) else {
      Issue.record("The duration is not loaded.")
      return
    }
    #expect(duration.seconds == 1)
  }

  @Test func `getters wait on Swift's own threads without stopping them`() async throws {
    let url = try await Films.second()
    let seconds = await withTaskGroup(of: Double.self) { group in
      for _ in 0..<16 { group.addTask { AVURLAsset(url: url).duration.seconds } }
      return await group.reduce(0, +)
    }
    #expect(seconds == 16)
  }

  @Test func `what a file says of a track is the track's`() async throws {
    let folder = try ScratchFolder()
    let film = folder.url("film.mkv")
    try await MediaTools.ffmpeg(
      [
        "-i", try await Films.first().path, "-map", "0", "-c", "copy", "-metadata", "title=Film", "-metadata:s:a:0",
        "title=Stereo",
      ]
        + [film.path])
    let asset = AVURLAsset(url: film)
    let (picture, sound) = (
      try #require(asset.tracks(withMediaType: .video).first), try #require(asset.tracks(withMediaType: .audio).first)
    )
    func words(_ items: [AVMetadataItem]) -> [String] { items.compactMap(\.stringValue) }
    #expect(words(sound.metadata).contains("Stereo") && !words(picture.metadata).contains("Stereo"))
    #expect(!words(asset.metadata).contains("Stereo") && words(asset.metadata).contains("Film"))
    #expect(words(try await sound.load(.metadata)) == words(sound.metadata))
    let format = try #require(try await sound.load(.availableMetadataFormats).first)
    #expect(words(try await sound.loadMetadata(for: format)).contains("Stereo"))
    #expect(words(sound.metadata(forFormat: format)).contains("Stereo"))
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 10), of: asset, at: .zero)
    #expect(!composition.tracks.contains { !$0.metadata.isEmpty })
    #expect(asset.minimumTimeOffsetFromLive == .invalid && !asset.isCompatibleWithAirPlayVideo)
  }
}
