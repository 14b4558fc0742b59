import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import ProjectFile
import SeededRandom
import Testing

@Suite struct ProjectWritingTests {
  @Test(arguments: Projects.all)
  func `what is read is written so that it reads as the same`(text: String) throws {
    let project = try Project(text)
    let again = try Project(project.json)
    #expect(again == project)
    #expect(again.json == project.json)
  }

  @Test func `the layout of the text is one line for what fits on it`() throws {
    #expect(
      try Project(Projects.smallest).json == """
        {
          "gstedit": 1,
          "assets": { "a": { "uri": "a.mp4" } },
          "composition": {
            "tracks": [{ "id": 1, "kind": "video", "segments": [{ "asset": "a", "in": 0, "duration": 1 }] }]
          }
        }

        """)
  }

  @Test(arguments: [Projects.contract, Projects.smallest, Projects.everything])
  func `a model is written so that it reads as the same model`(text: String) throws {
    let film = try Project(text).resolve()
    try expectRoundTrip(film.composition, film.videoComposition, film.audioMix, film.export)
  }

  @Test func `random models come back as they were`() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<150 {
      let model = RandomModel(&generator)
      try expectRoundTrip(model.composition, model.videoComposition, model.audioMix, ExportDescription())
    }
  }

  @Test func `one file used with several tracks of a kind becomes several assets`() throws {
    let film = try written(sources: [("cat", "/films/demo/cat.mp4", 0), ("cat", "/films/demo/cat.mp4", 1)])
    #expect(film.map(\.asset.name) == ["cat", "cat 2"])
    #expect(film.map(\.trackIndex) == [0, 1])
    #expect(Set(film.map(\.asset.url)).count == 1)
  }

  @Test func `two files of one name become two assets`() throws {
    let film = try written(sources: [("cat", "/a/cat.mp4", 0), ("cat", "/b/cat.mp4", 0), ("", "/c/x.mp4", 0)])
    #expect(film.map(\.asset.name) == ["cat", "cat 2", "asset"])
    #expect(film.map(\.asset.url.path) == ["/a/cat.mp4", "/b/cat.mp4", "/c/x.mp4"])
  }

  @Test func `an edit that the format cannot express is refused with all reasons`() throws {
    let track = CompositionTrack(
      id: 1, mediaType: .video,
      segments: [
        CompositionTrackSegment(
          source: CompositionTrackSegment.Source(
            asset: AssetReference(url: try #require(URL(string: "https://example.com/cat.mp4")))),
          sourceRange: seconds(0, 1), targetRange: seconds(0, 1)), CompositionTrackSegment(emptyOver: seconds(1, 2)),
      ])
    let composition = Composition(tracks: [track])
    let error = try #require(throws: ProjectError.self) { try Project(composition: composition, baseURL: folder) }
    guard case .notExpressible(let reasons) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(reasons.count == 2)
    #expect(error.description.split(separator: "\n").count == 2)
  }

  @Test func `a ramp that begins before zero has no place in a file`() throws {
    let film = try Project(Projects.contract).resolve()
    var mix = try #require(film.audioMix)
    mix.inputParameters[0].volume = Ramps([.ramp(range: seconds(-1, 1), from: 0, to: 1)])
    let error = try #require(throws: ProjectError.self) {
      try Project(composition: film.composition, audioMix: mix, baseURL: folder)
    }
    #expect(error.description.contains("only times of 0 or later"))
  }

  @Test func `a model that is not valid is refused with its problems`() throws {
    let composition = Composition(tracks: [CompositionTrack(id: 0, mediaType: .video)])
    let error = try #require(throws: ProjectError.self) { try Project(composition: composition, baseURL: folder) }
    #expect(error == .notExpressible(composition.validate().map(\.description)))
  }

  // MARK: Helpers

  private func seconds(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
  }

  private func expectRoundTrip(
    _ composition: Composition, _ video: VideoComposition?, _ mix: AudioMix?, _ export: ExportDescription,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let project = try Project(
      composition: composition, videoComposition: video, audioMix: mix, export: export, baseURL: folder)
    let film = try Project(project.json).resolve()
    #expect(film.composition == composition, sourceLocation: location)
    #expect(film.videoComposition == video, sourceLocation: location)
    #expect(film.audioMix == mix, sourceLocation: location)
    #expect(film.export == export, sourceLocation: location)
  }

  /// The sources of a track that shows one second of each of these, as they come back from a written project.
  private func written(
    sources: [(name: String, path: String, track: Int)]
  ) throws -> [CompositionTrackSegment.Source] {
    let segments = sources.enumerated().map { index, source in
      CompositionTrackSegment(
        source: CompositionTrackSegment.Source(
          asset: AssetReference(url: URL(filePath: source.path), name: source.name), trackIndex: source.track),
        sourceRange: seconds(0, 1), targetRange: seconds(Int64(index), Int64(index) + 1))
    }
    let composition = Composition(tracks: [CompositionTrack(id: 1, mediaType: .video, segments: segments)])
    let text = try Project(composition: composition, baseURL: folder).json
    return try Project(text).resolve().composition.tracks[0].segments.compactMap(\.source)
  }
}
