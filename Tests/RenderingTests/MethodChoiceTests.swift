import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

/// By which method a span is made, and what that needs.
struct MethodChoiceTests {
  private static let full = PixelSize(width: 640, height: 360)

  /// The spans of one second of `film`, shown by `layer` in a picture of 640 by 360.
  private func spans(
    _ film: MediaFacts, _ layer: LayerInstruction = LayerInstruction(trackID: 1), renderScale: Double = 1,
    settings: RenderSettings = RenderSettings()
  ) throws -> [PictureSpan] {
    let segment = CompositionTrackSegment(film.asset.name, time(1), at: .zero)
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 640, height: 360), renderScale: renderScale,
      instructions: [VideoCompositionInstruction(.zero, time(1), [layer])])
    let plan = try plan(Composition(video: [[segment]]), videoComposition, films: [film], settings: settings)
    return try #require(plan.picture).spans
  }

  /// The one span's method.
  private func method(
    _ film: MediaFacts, _ layer: LayerInstruction = LayerInstruction(trackID: 1), renderScale: Double = 1,
    settings: RenderSettings = RenderSettings()
  ) throws -> PictureSpan.Method {
    let spans = try spans(film, layer, renderScale: renderScale, settings: settings)
    try #require(spans.count == 1)
    return spans[0].method
  }

  private func layer(
    _ transform: Transform = .identity, opacity: Double = 1, crop: Rectangle? = nil
  ) -> LayerInstruction {
    LayerInstruction(
      trackID: 1, opacity: Ramps([.setting(at: .zero, value: opacity)]),
      transform: Ramps([.setting(at: .zero, value: transform)]),
      cropRectangle: Ramps(crop.map { [.setting(at: .zero, value: $0)] } ?? []))
  }

  private func mixed(
    crop: Rectangle? = nil, _ orientation: Orientation = .up, at place: PixelRectangle, opacity: Double = 1
  ) -> PictureSpan.Method {
    .mix(
      background: .black,
      layers: [
        MixLayer(
          run: 0, crop: crop, orientation: orientation, place: place,
          opacity: FrameCurve(constant: opacity, over: 0..<30))
      ])
  }

  private func isWarp(_ method: PictureSpan.Method) -> Bool {
    if case .warp = method { true } else { false }
  }

  @Test func `a picture as large as the frame passes through`() throws {
    #expect(try method(.film("a", size: Self.full)) == .passthrough(run: 0))
  }

  @Test func `a picture that is scaled onto the whole frame passes through`() throws {
    let small = try MediaFacts.film("a", size: PixelSize(width: 320, height: 180))
    #expect(try method(small, layer(.scale(x: 2, y: 2))) == .passthrough(run: 0))
    let large = try MediaFacts.film("a", size: PixelSize(width: 1920, height: 1080))
    #expect(try method(large, layer(.scale(x: 1 / 3.0, y: 1 / 3.0))) == .passthrough(run: 0))
  }

  @Test func `a render scale scales the frame and what is on it`() throws {
    let film = try MediaFacts.film("a", size: Self.full)
    #expect(try method(film, renderScale: 0.5) == .passthrough(run: 0))
    let place = PixelRectangle(x: 80, y: 40, width: 160, height: 90)
    let moved = layer(.scale(x: 0.5, y: 0.5).concatenating(.translation(x: 160, y: 80)))
    #expect(try method(film, moved, renderScale: 0.5) == mixed(at: place))
    #expect(try method(film, moved, settings: RenderSettings(scale: 0.5)) == mixed(at: place))
  }

  @Test func `nothing is scaled to fit`() throws {
    let small = try MediaFacts.film("a", size: PixelSize(width: 320, height: 180))
    #expect(try method(small) == mixed(at: PixelRectangle(x: 0, y: 0, width: 320, height: 180)))
    let large = try MediaFacts.film("a", size: PixelSize(width: 1280, height: 720))
    #expect(try method(large) == mixed(at: PixelRectangle(x: 0, y: 0, width: 1280, height: 720)))
  }

  @Test func `pixels that are not square are widened`() throws {
    let film = try MediaFacts.film("a", size: PixelSize(width: 480, height: 360), pixelAspect: fraction(4, 3))
    #expect(film.videoTracks[0].naturalSize == Size(width: 640, height: 360))
    #expect(try method(film) == .passthrough(run: 0))
  }

  @Test(arguments: Orientation.allCases)
  func `the eight orientations are mixed`(orientation: Orientation) throws {
    let film = try MediaFacts.film("a", size: Self.full)
    let transform = orientation.transform(for: Size(width: 640, height: 360))
    let turned = orientation.apply(to: Self.full)
    let place = PixelRectangle(x: 0, y: 0, width: turned.width, height: turned.height)
    let expected = orientation == .up ? PictureSpan.Method.passthrough(run: 0) : mixed(orientation, at: place)
    #expect(try method(film, layer(transform)) == expected)
  }

  @Test func `a place beside a pixel is warped`() throws {
    let film = try MediaFacts.film("a", size: Self.full)
    #expect(try isWarp(method(film, layer(.translation(x: 0.25, y: 0)))))
    #expect(try isWarp(method(film, layer(.scale(x: 0.501, y: 0.5)))))
    #expect(try !isWarp(method(film, layer(.translation(x: 2.0004, y: 0)))))
  }

  @Test func `an odd place is warped unless chroma is whole`() throws {
    let film = try MediaFacts.film("a", size: Self.full)
    let aside = layer(.translation(x: 3, y: 0))
    let below = layer(.translation(x: 0, y: 3))
    #expect(try isWarp(method(film, aside)))
    #expect(try isWarp(method(film, below)))
    #expect(try isWarp(method(film, aside, settings: RenderSettings(pixelFormat: .yuv422p))))
    #expect(try !isWarp(method(film, below, settings: RenderSettings(pixelFormat: .yuv422p))))
    #expect(try !isWarp(method(film, aside, settings: RenderSettings(pixelFormat: .yuv444p))))
  }

  @Test func `a turn by no right angle is warped`() throws {
    let film = try MediaFacts.film("a", size: Self.full)
    #expect(try isWarp(method(film, layer(Transform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0, ty: 0)))))
  }

  /// A second's motion from one transform to another.
  private func moving(from start: Transform = .identity, to end: Transform) -> LayerInstruction {
    LayerInstruction(trackID: 1, transform: Ramps([.ramp(range: range(.zero, time(1)), from: start, to: end)]))
  }

  @Test(arguments: [Point(x: 300, y: 0), Point(x: -120, y: 60), Point(x: 0, y: -180)], [1, 0.5])
  func `motion by whole pixels is mixed`(way: Point, scale: Double) throws {
    let film = try MediaFacts.film("a", size: Self.full)
    let still = Transform.scale(x: scale, y: scale)
    let motion = moving(from: still, to: still.concatenating(.translation(x: way.x, y: way.y)))
    guard case .mix(_, let layers) = try method(film, motion) else {
      Issue.record("not mixed")
      return
    }
    for frame in 0..<30 {
      let place = layers[0].place(at: frame)
      #expect(place.x == Int(way.x) / 30 * frame && place.y == Int(way.y) / 30 * frame)
      #expect(place.size == PixelSize(width: Int(640 * scale), height: Int(360 * scale)))
    }
  }

  @Test func `motion by parts of a pixel, or beside chroma samples, and any change of size are warped`() throws {
    let film = try MediaFacts.film("a", size: Self.full)
    #expect(try isWarp(method(film, moving(to: .translation(x: 100, y: 0)))))
    #expect(try isWarp(method(film, moving(to: .translation(x: 30, y: 0)))))
    #expect(try isWarp(method(film, moving(to: .translation(x: 0, y: 90)))))
    #expect(try isWarp(method(film, moving(to: .scale(x: 1.1, y: 1.1)))))
    let settings = RenderSettings(pixelFormat: .yuv444p)
    #expect(try !isWarp(method(film, moving(to: .translation(x: 30, y: 0)), settings: settings)))
    guard case .warp(_, let layers) = try method(film, moving(to: .translation(x: 100, y: 0))) else { return }
    #expect(abs(try #require(layers[0].transform.value(at: 15)).tx - 50) < 1e-9)
  }

  @Test func `a part in whole pixels is mixed at its own place`() throws {
    let film = try MediaFacts.film("a", size: Self.full)
    let crop = Rectangle(x: 100, y: 50, width: 200, height: 100)
    let place = PixelRectangle(x: 100, y: 50, width: 200, height: 100)
    #expect(try method(film, layer(crop: crop)) == mixed(crop: crop, at: place))
    let doubled = PixelRectangle(x: 200, y: 100, width: 400, height: 200)
    #expect(try method(film, layer(.scale(x: 2, y: 2), crop: crop)) == mixed(crop: crop, at: doubled))
  }

  @Test func `a part counts in square pixels`() throws {
    let film = try MediaFacts.film("a", size: PixelSize(width: 480, height: 360), pixelAspect: fraction(4, 3))
    let crop = Rectangle(x: 320, y: 0, width: 320, height: 360)
    #expect(
      try method(film, layer(crop: crop))
        == mixed(
          crop: Rectangle(x: 240, y: 0, width: 240, height: 360),
          at: PixelRectangle(x: 320, y: 0, width: 320, height: 360)))
  }

  @Test func `a part that reaches out is what is left of it`() throws {
    let film = try MediaFacts.film("a", size: Self.full)
    let place = PixelRectangle(x: 600, y: 300, width: 40, height: 60)
    #expect(
      try method(film, layer(crop: Rectangle(x: 600, y: 300, width: 500, height: 500)))
        == mixed(crop: Rectangle(place), at: place))
    #expect(
      try method(film, layer(crop: Rectangle(x: 0, y: 0, width: 700, height: 400))) == .passthrough(run: 0))
    #expect(
      try method(film, layer(crop: Rectangle(x: 640, y: 0, width: 10, height: 10))) == .empty(background: .black))
  }

  @Test func `a part that divides pixels or chroma is mixed where its place does not`() throws {
    let film = try MediaFacts.film("a", size: Self.full)
    let odd = layer(.translation(x: 1, y: 0), crop: Rectangle(x: 1, y: 0, width: 4, height: 4))
    let place = PixelRectangle(x: 2, y: 0, width: 4, height: 4)
    #expect(try method(film, odd) == mixed(crop: Rectangle(x: 1, y: 0, width: 4, height: 4), at: place))
    let between = Rectangle(x: 2.5, y: 0, width: 4, height: 4)
    #expect(try method(film, layer(.translation(x: -0.5, y: 0), crop: between)) == mixed(crop: between, at: place))
    #expect(try isWarp(method(film, layer(crop: between))))
  }

  @Test func `alpha in the pixels is warped`() throws {
    #expect(try isWarp(method(.film("a", size: Self.full, hasAlpha: true))))
  }

  @Test func `an opacity is mixed and none is nothing`() throws {
    let film = try MediaFacts.film("a", size: Self.full)
    let whole = PixelRectangle(x: 0, y: 0, width: 640, height: 360)
    #expect(try method(film, layer(opacity: 0.5)) == mixed(at: whole, opacity: 0.5))
    #expect(try method(film, layer(opacity: 0)) == .empty(background: .black))
  }

  /// Two tracks of pictures of 320 by 180, the second layer at x = `distance`.
  private func method(opacities: (Double, Double), distance: Double, scale: Double = 1) throws -> PictureSpan.Method {
    let film = try MediaFacts.film("a", size: PixelSize(width: 320, height: 180))
    let segment = CompositionTrackSegment(film.asset.name, time(1), at: .zero)
    func layer(_ track: TrackID, opacity: Double, at x: Double) -> LayerInstruction {
      LayerInstruction(
        trackID: track, opacity: Ramps([.setting(at: .zero, value: opacity)]),
        transform: Ramps([
          .setting(at: .zero, value: .scale(x: scale, y: scale).concatenating(.translation(x: x, y: 0)))
        ]))
    }
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 640, height: 360),
      instructions: [
        VideoCompositionInstruction(
          .zero, time(1), [layer(1, opacity: opacities.0, at: 0), layer(2, opacity: opacities.1, at: distance)])
      ])
    let plan = try plan(Composition(video: [[segment], [segment]]), videoComposition, films: [film])
    return try #require(plan.picture?.spans.first).method
  }

  @Test func `a translucent picture over another is warped, where it is exact`() throws {
    #expect(isWarp(try method(opacities: (0.5, 0.7), distance: 100)))
    #expect(!isWarp(try method(opacities: (0.5, 0.7), distance: 320)))
    #expect(!isWarp(try method(opacities: (0.5, 1), distance: 100)))
    #expect(!isWarp(try method(opacities: (1, 0.5), distance: 100)))
    #expect(isWarp(try method(opacities: (0.5, 0.7), distance: 100, scale: 0.5)))
    #expect(!isWarp(try method(opacities: (0.5, 0.7), distance: 160, scale: 0.5)))
  }

  @Test func `what lies outside is not seen`() throws {
    let film = try MediaFacts.film("a", size: Self.full)
    for (x, y) in [(640.0, 0.0), (-640, 0), (0, 360), (0, -360)] {
      #expect(try method(film, layer(.translation(x: x, y: y))) == .empty(background: .black))
    }
  }

  @Test func `a short fade is all of a long instruction that is mixed`() throws {
    let film = try MediaFacts.film("a", size: Self.full)
    let fade = LayerInstruction(
      trackID: 1, opacity: Ramps([.ramp(range: range(time(1, 3), time(1, 3)), from: 1, to: 0)]))
    let spans = try spans(film, fade)
    #expect(spans.map(\.frames) == [0..<10, 10..<20, 20..<30])
    #expect(spans[0].method == .passthrough(run: 0))
    #expect(spans[2].method == .empty(background: .black))
    guard case .mix(_, let layers) = spans[1].method else {
      Issue.record("not mixed")
      return
    }
    #expect(layers[0].opacity.value(at: 10) == 1)
    #expect(abs(try #require(layers[0].opacity.value(at: 19)) - 0.1) < 1e-12)
  }

  @Test func `a translucent background lies over black`() throws {
    var instruction = VideoCompositionInstruction(.zero, time(1), [])
    instruction.backgroundColor = Color(red: 1, green: 0.5, blue: 0, alpha: 0.5)
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 640, height: 360), instructions: [instruction])
    let film = try MediaFacts.film("a", size: Self.full)
    let segment = CompositionTrackSegment("a", time(1), at: .zero)
    let picture = try plan(Composition(video: [[segment]]), videoComposition, films: [film]).picture
    #expect(picture?.spans.map(\.method) == [.empty(background: Color(red: 0.5, green: 0.25, blue: 0))])
  }

  @Test func `a passthrough instruction takes the track as it is, whatever its size and the layers`() throws {
    let film = try MediaFacts.film("a", size: PixelSize(width: 320, height: 240))
    var instruction = VideoCompositionInstruction(.zero, time(1), [layer(opacity: 0)])
    instruction.passthroughTrackID = 1
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 640, height: 360), instructions: [instruction])
    let segment = CompositionTrackSegment("a", time(1, 2), at: .zero)
    let composition = Composition(video: [[segment, .empty(time(1, 2), at: time(1, 2))]])
    let picture = try plan(composition, videoComposition, films: [film]).picture
    #expect(
      picture?.spans == [
        PictureSpan(
          frames: 0..<15, method: .passthrough(run: 0),
          origins: [PictureSpan.Origin(frames: 0..<15, instruction: 0, layers: [0])]),
        PictureSpan(
          frames: 15..<30, method: .empty(background: .black),
          origins: [PictureSpan.Origin(frames: 15..<30, instruction: 0, layers: [])]),
      ])
  }
}
