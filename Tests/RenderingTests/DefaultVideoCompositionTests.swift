import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

/// What the picture is where no video composition says.
struct DefaultVideoCompositionTests {
  private func picture(
    _ composition: Composition, films: [MediaFacts], settings: RenderSettings = RenderSettings()
  ) throws -> PicturePlan {
    try #require(try plan(composition, films: films, settings: settings).picture)
  }

  private func places(_ picture: PicturePlan) -> [[PixelRectangle]] {
    picture.spans.map { span in
      if case .mix(_, let layers) = span.method { layers.map(\.place) } else { [] }
    }
  }

  @Test func `size and rate are those of the first film`() throws {
    let composition = Composition(video: [
      [CompositionTrackSegment("a", time(1), at: .zero), CompositionTrackSegment("b", time(1), at: time(1))]
    ])
    let picture = try picture(
      composition, films: [.film("a", rate: fraction(24_000, 1_001)), .film("b", rate: fraction(60))])
    #expect(picture.size == PixelSize(width: 1280, height: 720))
    #expect(picture.grid.frameDuration == fraction(1001, 24_000))
    #expect(picture.spans.map(\.method) == [.passthrough(run: 0), .passthrough(run: 1)])
  }

  @Test func `a film that claims millions of frames a second makes a thousand`() throws {
    let composition = Composition(video: [[CompositionTrackSegment("a", time(1), at: .zero)]])
    let picture = try picture(composition, films: [.film("a", rate: fraction(8_388_633), frames: 9_000_000)])
    #expect(picture.grid.frameDuration == fraction(1, 1_000))
  }

  @Test func `a picture that lies on its side stands up`() throws {
    let phone = try MediaFacts.film("a", size: PixelSize(width: 1920, height: 1080), orientation: .right)
    let picture = try picture(
      Composition(video: [[CompositionTrackSegment("a", time(1), at: .zero)]]), films: [phone])
    #expect(picture.size == PixelSize(width: 1080, height: 1920))
    #expect(
      picture.spans.map(\.method) == [
        .mix(
          background: .black,
          layers: [
            MixLayer(
              run: 0, crop: nil, orientation: .right, place: PixelRectangle(x: 0, y: 0, width: 1080, height: 1920),
              opacity: FrameCurve(constant: 1, over: 0..<30))
          ])
      ])
  }

  @Test func `a track's preferred transform goes before what the file says`() throws {
    let phone = try MediaFacts.film("a", size: PixelSize(width: 640, height: 360), orientation: .right)
    var composition = Composition(video: [[CompositionTrackSegment("a", time(1), at: .zero)]])
    composition.tracks[0].preferredTransform = Transform(a: -1, b: 0, c: 0, d: -1, tx: 640, ty: 360)
    let picture = try picture(composition, films: [phone])
    #expect(picture.size == PixelSize(width: 640, height: 360))
    guard case .mix(_, let layers) = picture.spans[0].method else {
      Issue.record("not mixed")
      return
    }
    #expect(layers[0].orientation == .down)
  }

  @Test func `other sizes are fitted inside and centred on even pixels`() throws {
    let sizes = [
      PixelSize(width: 640, height: 360), PixelSize(width: 320, height: 240), PixelSize(width: 1080, height: 1920),
      PixelSize(width: 1920, height: 800), PixelSize(width: 7, height: 5),
    ]
    let films = try sizes.enumerated().map { try MediaFacts.film("\($0)", size: $1) }
    let segments = films.indices.map { CompositionTrackSegment("\($0)", time(1), at: time(Int64($0))) }
    let picture = try picture(Composition(video: [segments]), films: films)
    #expect(
      places(picture) == [
        [], [PixelRectangle(x: 80, y: 0, width: 480, height: 360)],
        [PixelRectangle(x: 218, y: 0, width: 202, height: 360)],
        [PixelRectangle(x: 0, y: 46, width: 640, height: 266)],
        [PixelRectangle(x: 68, y: 0, width: 504, height: 360)],
      ])
  }

  @Test func `a smaller preview places pictures on its own pixels`() throws {
    let films = [
      try MediaFacts.film("a", size: PixelSize(width: 640, height: 360)),
      try MediaFacts.film("b", size: PixelSize(width: 320, height: 240)),
    ]
    let segments = [
      CompositionTrackSegment("a", time(1), at: .zero), CompositionTrackSegment("b", time(1), at: time(1)),
    ]
    let picture = try picture(Composition(video: [segments]), films: films, settings: RenderSettings(scale: 0.3))
    #expect(picture.size == PixelSize(width: 192, height: 108))
    #expect(places(picture) == [[], [PixelRectangle(x: 24, y: 0, width: 144, height: 108)]])
  }

  @Test func `pixels become square and sides even`() throws {
    let wide = try MediaFacts.film("a", size: PixelSize(width: 720, height: 480), pixelAspect: fraction(32, 27))
    let odd = try MediaFacts.film("b", size: PixelSize(width: 641, height: 359))
    for (film, size) in [(wide, PixelSize(width: 854, height: 480)), (odd, PixelSize(width: 642, height: 360))] {
      let composition = Composition(video: [[CompositionTrackSegment(film.asset.name, time(1), at: .zero)]])
      let picture = try picture(composition, films: [film])
      #expect(picture.size == size)
      #expect(picture.spans.map(\.method) == [.passthrough(run: 0)])
    }
  }

  @Test func `the first track lies on top and the others fill its gaps`() throws {
    let composition = Composition(video: [
      [CompositionTrackSegment("a", time(1), at: .zero)], [CompositionTrackSegment("b", time(3), at: .zero)],
    ])
    let picture = try picture(composition, films: [.film("a"), .film("b")])
    #expect(picture.spans.map(\.frames) == [0..<30, 30..<90])
    #expect(picture.runs.map(\.clip.asset.name) == ["a", "b"])
    #expect(picture.runs[1].sourceFrame(at: 30) == 30)
  }

  @Test func `stills alone make thirty frames a second of their size`() throws {
    let still = MediaFacts.still("s", size: PixelSize(width: 799, height: 601))
    let picture = try picture(
      Composition(video: [[CompositionTrackSegment("s", time(600), at: .zero)]]), films: [still])
    #expect(picture.size == PixelSize(width: 800, height: 602))
    #expect(picture.frameCount == 18_000)
    #expect(picture.colorimetry == .bt709)
  }

  @Test func `after a still the rate is that of the first film`() throws {
    let composition = Composition(video: [
      [CompositionTrackSegment("s", time(1), at: .zero)], [CompositionTrackSegment("a", time(1), at: .zero)],
    ])
    let still = MediaFacts.still("s", size: PixelSize(width: 800, height: 600))
    let picture = try picture(composition, films: [still, .film("a", rate: fraction(25))])
    #expect(picture.size == PixelSize(width: 800, height: 600))
    #expect(picture.frameCount == 25)
  }

  @Test func `the composition's own size goes before the first film's`() throws {
    var composition = Composition(video: [[CompositionTrackSegment("a", time(1), at: .zero)]])
    composition.naturalSize = Size(width: 640, height: 480)
    let picture = try picture(composition, films: [.film("a")])
    #expect(picture.size == PixelSize(width: 640, height: 480))
    #expect(places(picture) == [[PixelRectangle(x: 0, y: 60, width: 640, height: 360)]])
  }

  @Test func `it can be had by itself and planned with`() throws {
    let films = [
      try MediaFacts.film("a", size: PixelSize(width: 640, height: 360)),
      try MediaFacts.film("b", size: PixelSize(width: 320, height: 240), orientation: .left),
    ]
    let composition = Composition(video: [
      [CompositionTrackSegment("a", time(1), at: .zero), CompositionTrackSegment("b", time(1), at: time(1))]
    ])
    let facts = Dictionary(uniqueKeysWithValues: films.map { ($0.asset, $0) })
    let videoComposition = try #require(try RenderPlanner.defaultVideoComposition(for: composition, facts: facts))
    #expect(videoComposition.validate(over: composition).isEmpty)
    #expect(try plan(composition, videoComposition, films: films) == plan(composition, films: films))
    let silent = Composition(audio: [[CompositionTrackSegment("a", time(1), at: .zero)]])
    #expect(try RenderPlanner.defaultVideoComposition(for: silent, facts: facts) == nil)
  }
}
