import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

/// What is refused, and in which words.
struct RefusalTests {
  private let clip = CompositionTrackSegment("cat", time(8), at: .zero)

  private func refusal(
    _ composition: Composition, _ videoComposition: VideoComposition? = nil, mix: AudioMix? = nil,
    films: [MediaFacts]? = nil, settings: RenderSettings = RenderSettings()
  ) throws -> RenderError {
    let films = try films ?? [.film("cat")]
    return try #require(
      #expect(throws: RenderError.self) {
        try plan(composition, videoComposition, mix: mix, films: films, settings: settings)
      })
  }

  private func whole(_ duration: CMTime, size: Size = Size(width: 640, height: 360)) -> VideoComposition {
    VideoComposition(
      frameDuration: time(1, 30), renderSize: size,
      instructions: [VideoCompositionInstruction(.zero, duration, [LayerInstruction(trackID: 1)])])
  }

  @Test func `a range beyond the media`() throws {
    let long = CompositionTrackSegment("cat", from: time(25), time(8), at: .zero)
    for composition in [Composition(video: [[long]]), Composition(audio: [[long]])] {
      let error = try refusal(composition)
      #expect(error.code == .sourceRangeBeyondMedia)
      #expect(
        error.description
          == "clip cat (track 1, segment 0) at 00:00:00.000: It asks for 00:00:25.000 … 00:00:33.000 of its media, "
          + "which lasts 00:00:30.000. Shorten the segment or start it earlier.")
    }
  }

  @Test func `a range that ends within the last frame or packet is none beyond the media`() throws {
    let nearly = CompositionTrackSegment("cat", from: time(25), time(503, 100), at: .zero)
    #expect(throws: Never.self) { try plan(Composition(video: [[nearly]]), films: [.film("cat")]) }
    #expect(throws: Never.self) { try plan(Composition(audio: [[nearly]]), films: [.film("cat")]) }
    let beyond = CompositionTrackSegment("cat", from: time(25), time(505, 100), at: .zero)
    #expect(try refusal(Composition(video: [[beyond]])).code == .sourceRangeBeyondMedia)
    #expect(try refusal(Composition(audio: [[beyond]])).code == .sourceRangeBeyondMedia)
  }

  @Test func `a range beyond the media anywhere, whatever part is rendered`() throws {
    let composition = Composition(video: [[clip, CompositionTrackSegment("cat", time(40), at: time(8))]])
    let settings = RenderSettings(timeRange: range(.zero, time(1)))
    let error = try refusal(composition, settings: settings)
    #expect(error.clip?.segmentIndex == 1)
    #expect(error.exactTime == fraction(8))
  }

  @Test func `a film of more frames than are planned`() throws {
    let long = CompositionTrackSegment(
      source: try #require(clip.source), sourceRange: range(.zero, time(8)),
      targetRange: range(.zero, time(800_000_000)))
    let error = try refusal(Composition(video: [[long]]))
    #expect(error.code == .limitExceeded && error.message.hasSuffix("20000000 are the most that are planned."))
  }

  @Test func `a sound of less than a sample`() throws {
    let short = CompositionTrackSegment("cat", time(1, 200_000), at: .zero)
    let error = try refusal(Composition(audio: [[short]]))
    #expect(error.code == .invalidModel)
    #expect(error.message == "The sound lasts less than a sample at 48000 Hz, and there is no picture.")
  }

  @Test func `media without facts`() throws {
    let error = try refusal(Composition(video: [[clip]]), films: [])
    #expect(error.code == .mediaMissing)
    #expect(error.asset == AssetReference("cat"))
  }

  @Test func `a film without sound in a track of sound`() throws {
    var silent = try MediaFacts.film("cat")
    silent.audioTracks = []
    let error = try refusal(Composition(audio: [[clip]]), films: [silent])
    #expect(error.code == .invalidModel)
    #expect(
      error.message == "Its file has no audio track, and it stands in a track of that kind.")
  }

  @Test func `a track that the file does not have`() throws {
    var second = clip
    second.source?.trackIndex = 1
    let error = try refusal(Composition(video: [[second]]))
    #expect(error.message == "Its file has one video track, and it asks for track 1, counted from 0.")
  }

  @Test func `a model that contradicts itself, in the words of its validation`() throws {
    let error = try refusal(Composition(video: [[clip]]), whole(time(7)))
    #expect(error.code == .invalidModel)
    let problem = try #require(whole(time(7)).validate(over: Composition(video: [[clip]])).first)
    #expect(error.description.contains(problem.message))
    let mix = AudioMix(inputParameters: [AudioMixInputParameters(trackID: 9)])
    #expect(try refusal(Composition(video: [[clip]]), mix: mix).code == .invalidModel)
    let late = CompositionTrackSegment("cat", time(1), at: time(1))
    #expect(try refusal(Composition(video: [[late]])).code == .invalidModel)
  }

  @Test func `an odd size that four to two to zero cannot hold`() throws {
    let odd = whole(time(8), size: Size(width: 641, height: 360))
    let error = try refusal(Composition(video: [[clip]]), odd)
    #expect(error.code == .unsupported)
    #expect(error.remedy == "Use 642x360, or yuv444p for an odd size in whole pixels.")
    let planned = try plan(
      Composition(video: [[clip]]), odd, films: [.film("cat")], settings: RenderSettings(pixelFormat: .yuv444p))
    #expect(planned.picture?.size == PixelSize(width: 641, height: 360))
    let half = try plan(Composition(video: [[clip]]), odd, films: [.film("cat")], settings: RenderSettings(scale: 0.5))
    #expect(half.picture?.size == PixelSize(width: 320, height: 180))
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e300, 1e-300])
  func `a scale that leaves no picture or too large a one`(scale: Double) throws {
    for videoComposition in [nil, whole(time(8))] {
      let error = try refusal(Composition(video: [[clip]]), videoComposition, settings: RenderSettings(scale: scale))
      #expect(error.code == .invalidModel)
    }
  }

  @Test func `nothing to render`() throws {
    #expect(try refusal(Composition(tracks: [])).code == .invalidModel)
    #expect(try refusal(Composition(video: [[.empty(time(1), at: .zero)]])).code == .invalidModel)
    let pictureOnly = RenderSettings(includesPicture: false)
    #expect(try refusal(Composition(video: [[clip]]), settings: pictureOnly).code == .invalidModel)
    let soundOnly = RenderSettings(includesSound: false)
    #expect(try refusal(Composition(audio: [[clip]]), settings: soundOnly).code == .invalidModel)
  }

  @Test func `a part that lies outside the composition`() throws {
    for range in [range(time(8), time(1)), range(time(3), .zero), range(.indefinite, time(1)), .invalid] {
      let error = try refusal(Composition(video: [[clip]]), settings: RenderSettings(timeRange: range))
      #expect(error.code == .invalidModel, "\(range)")
    }
  }

  @Test func `a sound that no file holds`() throws {
    for settings in [RenderSettings(sampleRate: 0), RenderSettings(channels: 0), RenderSettings(channels: 65)] {
      #expect(try refusal(Composition(audio: [[clip]]), settings: settings).code == .unsupported)
    }
  }

  @Test func `times that cannot be computed with`() throws {
    let prime = CompositionTrackSegment("cat", from: time(1, 2_147_483_629), time(1), at: .zero)
    let videoComposition = VideoComposition(
      frameDuration: time(71_582_788, 2_147_483_587), renderSize: Size(width: 1280, height: 720),
      instructions: [VideoCompositionInstruction(.zero, time(1), [LayerInstruction(trackID: 1)])])
    var film = try MediaFacts.film("cat")
    film.duration = fraction(30)
    let error = try refusal(
      Composition(video: [[prime]]), videoComposition, films: [film],
      settings: RenderSettings(timeRange: range(time(1, 2_147_483_563), time(1))))
    #expect(error.code == .invalidModel)
    #expect(error.message.hasPrefix("Its times cannot be computed with exactly"))
  }
}
