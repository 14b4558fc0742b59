import EditServices
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

@Suite struct URLAssetTests {
  private func asset(_ facts: MediaFacts, _ renderer: ScriptedRenderer) -> URLAsset {
    URLAsset(url: facts.asset.url, name: facts.asset.name, inspector: MediaInspector(renderer: renderer))
  }

  private func seconds(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
  }

  @Test func `tracks and duration are loaded, once`() async throws {
    let cat = try film("cat.mp4", seconds: 10)
    let renderer = ScriptedRenderer(media: [cat])
    let asset = asset(cat, renderer)
    #expect(renderer.record.factsAsked.isEmpty)
    let (tracks, duration) = try await asset.load(.tracks, .duration)
    #expect(duration == CMTime(value: 10, timescale: 1))
    #expect(tracks.map(\.mediaType) == [.video, .audio] && tracks.map(\.trackID) == [1, 2])
    #expect(tracks[0].naturalSize == Size(width: 640, height: 360))
    #expect(tracks[0].minFrameDuration == CMTime(value: 1, timescale: 25) && tracks[0].nominalFrameRate == 25)
    #expect(tracks[1].naturalTimeScale == 48_000)
    #expect(tracks.allSatisfy { $0.timeRange == seconds(0, 10) })
    #expect(try await asset.loadTracks(withMediaType: .audio) == [tracks[1]])
    #expect(try await asset.loadTrack(withTrackID: 1) == tracks[0])
    #expect(try await asset.loadTrack(withTrackID: 9) == nil)
    let transform = try await asset.load(.preferredTransform)
    #expect(transform == .identity)
    #expect(renderer.record.factsAsked == [[cat.asset]])
  }

  @Test func `a portrait film's pictures are turned, and a still lasts forever`() async throws {
    var cat = try film("cat.mp4")
    cat.videoTracks[0].orientation = .right
    cat.videoTracks.append(cat.videoTracks[0])
    cat.videoTracks[1].timing = .still
    let asset = asset(cat, ScriptedRenderer(media: [cat]))
    let transform = try await asset.load(.preferredTransform)
    #expect(transform == Orientation.right.transform(for: Size(width: 640, height: 360)))
    let still = try await asset.loadTracks(withMediaType: .video)[1]
    #expect(still.index == 1 && still.trackID == 2)
    #expect(still.timeRange.duration == .positiveInfinity && !still.minFrameDuration.isValid)
    #expect(still.nominalFrameRate == 0 && still.naturalTimeScale == 600)
  }

  @Test func `a film of uneven frames ends with its last, exactly`() async throws {
    var cat = try film("cat.mp4")
    cat.videoTracks[0].timing = .variable(
      starts: [.zero, try Rational(1, 30), try Rational(67, 1_000)], end: try Rational(1, 10))
    let track = try #require(try await asset(cat, ScriptedRenderer(media: [cat])).load(.tracks).first)
    #expect(track.timeRange.end == CMTime(value: 1, timescale: 10))
    #expect(track.minFrameDuration == CMTime(value: 1, timescale: 30))
    // No timescale has so large a denominator: the last nanosecond that the film surely has, and a mark.
    cat.videoTracks[0].timing = .variable(starts: [.zero], end: try Rational(10_000_000_001, 10_000_000_000))
    let odd = try #require(try await asset(cat, ScriptedRenderer(media: [cat])).load(.tracks).first)
    #expect(odd.timeRange.duration == CMTime(value: 1, timescale: 1) && odd.timeRange.duration.hasBeenRounded)
  }

  @Test func `tracks have the file's own numbers and languages`() async throws {
    var cat = try film("cat.mp4")
    cat.videoTracks[0].identity = TrackIdentity(number: 256)
    cat.audioTracks[0].identity = TrackIdentity(number: 258, languageCode: "deu", extendedLanguageTag: "de-CH")
    cat.audioTracks.append(cat.audioTracks[0])
    cat.audioTracks[1].identity = TrackIdentity(number: 257, languageCode: "fra", extendedLanguageTag: "fr")
    let tracks = try await asset(cat, ScriptedRenderer(media: [cat])).load(.tracks)
    #expect(tracks.map(\.trackID) == [256, 258, 257])
    #expect(tracks.map(\.languageCode) == [nil, "deu", "fra"])
    #expect(tracks.map(\.extendedLanguageTag) == [nil, "de-CH", "fr"])
    // Numbers that do not tell tracks apart are none.
    cat.audioTracks[1].identity.number = 256
    let others = try await asset(cat, ScriptedRenderer(media: [cat])).load(.tracks)
    #expect(others.map(\.trackID) == [1, 2, 3])
  }

  @Test func `a sound that begins late is late in a film, too`() async throws {
    var cat = try film("cat.mp4")
    cat.audioTracks[0].firstSample = 24_000
    let asset = asset(cat, ScriptedRenderer(media: [cat]))
    let sound = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    let half = CMTime(value: 1, timescale: 2)
    #expect(sound.timeRange == CMTimeRange(start: half, duration: CMTime(value: 10, timescale: 1)))
    var film = Composition()
    try film.insertTimeRange(seconds(0, 2), of: asset, at: .zero)
    let segments = try #require(film.tracks.first { $0.mediaType == .audio }).segments
    #expect(segments.map(\.isEmpty) == [true, false])
    #expect(segments[0].timeMapping.target.duration == half && segments[1].timeMapping.source.start == half)
  }

  @Test func `a picture that begins less than a frame late is there from the beginning`() async throws {
    for (start, isLate) in [(try Rational(1, 30), false), (try Rational(1, 5), true)] {
      var cat = try film("cat.mp4")
      cat.videoTracks[0].timing = .constant(start: start, frameDuration: try Rational(1, 25), count: 250)
      let asset = asset(cat, ScriptedRenderer(media: [cat]))
      let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
      let begins = try CMTime(exactly: start)
      #expect(track.timeRange.start == begins)
      var film = Composition()
      try film.insertTimeRange(seconds(0, 2), of: asset, at: .zero)
      let segments = try #require(film.tracks.first { $0.mediaType == .video }).segments
      #expect(segments.first?.isEmpty == isLate)
      #expect(segments.last?.timeMapping.source.start == (isLate ? begins : .zero))
    }
  }

  @Test func `a missing file shows when it is loaded, and is looked for again`() async throws {
    let cat = try film("cat.mp4")
    let renderer = ScriptedRenderer(media: [])
    let asset = asset(cat, renderer)
    for _ in 0..<2 {
      await #expect { try await asset.load(.tracks) } throws: { ($0 as? RenderError)?.code == .mediaMissing }
    }
    #expect(renderer.record.factsAsked.count == 2)
  }

  @Test func `a film is put together from files and exported`() async throws {
    let cat = try film("cat.mp4")
    let dog = try film("dog.mp4", size: PixelSize(width: 320, height: 240))
    let renderer = ScriptedRenderer(media: [cat, dog])
    var film = Composition()
    try film.insertTimeRange(seconds(2, 4), of: asset(cat, renderer), at: .zero)
    try film.insertTimeRange(seconds(0, 3), of: asset(dog, renderer), at: film.duration)
    #expect(film.duration == CMTime(value: 5, timescale: 1))
    #expect(film.tracks.map(\.mediaType) == [.video, .audio, .video])
    let settings = ExportRules.defaults(for: .mp4)
    let request = ExportRequest(
      EditSnapshot(composition: film), as: settings,
      to: FileManager.default.temporaryDirectory.appending(path: "x.mp4"),
      replacesExistingFile: true)
    try await ExportSession(request, renderer: renderer).export()
    #expect(renderer.record.plans.first?.picture?.frameCount == 125)
  }

  @Test func `an edit that the file does not allow is refused and changes nothing`() async throws {
    let cat = try film("cat.mp4", seconds: 10)
    var film = Composition()
    do {
      try film.insertTimeRange(seconds(10, 12), of: asset(cat, ScriptedRenderer(media: [cat])), at: .zero)
      Issue.record("Nothing of the file lies there, and nothing was thrown.")
    } catch let error as EditError {
      #expect(error.code == .outsideMedia)
    }
    #expect(film == Composition())
  }
}
