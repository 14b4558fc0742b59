import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

/// Places of pictures of any shape by a fit: derived from the definition of the fit, not from its implementation.
struct PictureFitTests {
  /// A picture as it is stored.
  struct Source: CustomStringConvertible {
    var size: PixelSize
    var pixelAspect = Rational.one
    var description: String { "\(size), pixels \(pixelAspect)" }
  }

  private static let sources = [
    Source(size: PixelSize(width: 1920, height: 1080)), Source(size: PixelSize(width: 1080, height: 1920)),
    Source(size: PixelSize(width: 720, height: 576), pixelAspect: fraction(16, 15)),
    Source(size: PixelSize(width: 333, height: 101)), Source(size: PixelSize(width: 640, height: 640)),
    Source(size: PixelSize(width: 1280, height: 720)),
  ]
  private static let output = Size(width: 1280, height: 720)
  private static let frames: [Rectangle?] = [nil, Rectangle(x: 100, y: 50, width: 400, height: 600)]

  /// The one layer of the span that shows `source`, turned by `orientation`, by `fit` in `frame`.
  private func layer(
    _ source: Source, _ orientation: Orientation, _ fit: PictureFit, in frame: Rectangle? = nil,
    changing change: (inout LayerInstruction) throws -> Void = { _ in }
  ) throws -> PictureSpan.Method {
    let film = try MediaFacts.film("a", size: source.size, pixelAspect: source.pixelAspect, orientation: orientation)
    var layer = LayerInstruction(trackID: 1, fit: fit, frame: frame)
    try change(&layer)
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Self.output,
      instructions: [VideoCompositionInstruction(.zero, time(1), [layer])])
    let segment = CompositionTrackSegment("a", time(1), at: .zero)
    let plan = try plan(Composition(video: [[segment]]), videoComposition, films: [film])
    let spans = try #require(plan.picture).spans
    try #require(spans.count == 1)
    return spans[0].method
  }

  /// A layer that stands still: a passed-through one as the mix that it is.
  private func mixed(_ method: PictureSpan.Method) throws -> MixLayer {
    switch method {
    case .passthrough(let run):
      return MixLayer(
        run: run, crop: nil, orientation: .up, place: PixelRectangle(x: 0, y: 0, width: 1280, height: 720),
        opacity: FrameCurve(constant: 1, over: 0..<30))
    case .mix(_, let layers):
      try #require(layers.count == 1)
      return layers[0]
    default:
      Issue.record("It is made by \(method.name).")
      throw CancellationError()
    }
  }

  @Test(arguments: sources, Orientation.allCases)
  func `every shape, turned every way, keeps what its fit promises`(source: Source, orientation: Orientation) throws {
    // What a viewer sees of the whole source: upright, in square pixels.
    let shown = source.pixelAspect.seconds * Double(source.size.width)
    let (width, height) =
      orientation.swapsAxes ? (Double(source.size.height), shown) : (shown, Double(source.size.height))
    for frame in Self.frames {
      let room = frame ?? Rectangle(Self.output)
      for fit in [PictureFit.resizeAspect, .resizeAspectFill, .resize, .center] {
        let layer = try mixed(try layer(source, orientation, fit, in: frame))
        #expect(layer.orientation == orientation)
        let place = Rectangle(layer.place)
        let part = layer.crop ?? Rectangle(Size(source.size))
        // The seen part in upright square pixels.
        let (across, down) = (part.width * source.pixelAspect.seconds, part.height)
        let seen = orientation.swapsAxes ? (width: down, height: across) : (width: across, height: down)
        let scale = (x: place.width / seen.width, y: place.height / seen.height)
        // In the middle, both of the frame and of the source.
        #expect(abs(place.x + place.width / 2 - room.x - room.width / 2) <= 2, "\(fit) \(place)")
        #expect(abs(place.y + place.height / 2 - room.y - room.height / 2) <= 2, "\(fit) \(place)")
        #expect(abs(part.x + part.width / 2 - Double(source.size.width) / 2) <= 1.5, "\(fit) \(part)")
        #expect(abs(part.y + part.height / 2 - Double(source.size.height) / 2) <= 1.5, "\(fit) \(part)")
        switch fit {
        case .resizeAspect, .blurredFill:
          let factor = min(room.width / width, room.height / height)
          #expect(layer.crop == nil)
          #expect(abs(place.width - width * factor) <= 1 && abs(place.height - height * factor) <= 1, "\(place)")
        case .resizeAspectFill:
          let factor = max(room.width / width, room.height / height)
          #expect(place == room)
          #expect(abs(scale.x / factor - 1) < 0.002 && abs(scale.y / factor - 1) < 0.002, "\(scale)")
        case .resize:
          #expect(place == room && layer.crop == nil)
        case .center:
          #expect(abs(scale.x - 1) < 0.006 && abs(scale.y - 1) < 0.006, "\(scale)")
          #expect(abs(place.width - min(width, room.width)) <= 2, "\(place)")
          #expect(abs(place.height - min(height, room.height)) <= 2, "\(place)")
          #expect(place.intersection(room) == place)
        }
      }
    }
  }

  @Test(arguments: sources, Orientation.allCases)
  func `a blurred copy fills what the fitted picture leaves free`(source: Source, orientation: Orientation) throws {
    let frame = Rectangle(x: 100, y: 50, width: 400, height: 600)
    let blurred = try mixed(try layer(source, orientation, .blurredFill, in: frame))
    let fitted = try mixed(try layer(source, orientation, .resizeAspect, in: frame))
    let filling = try mixed(try layer(source, orientation, .resizeAspectFill, in: frame))
    let backdrop = try #require(blurred.backdrop)
    #expect(Rectangle(blurred.place) == frame && blurred.crop == nil && blurred.orientation == .up)
    #expect(backdrop.size == PixelSize(width: 400, height: 600))
    #expect(backdrop.orientation == orientation && backdrop.pictureCrop == nil)
    #expect(backdrop.crop == filling.crop)
    #expect(backdrop.place.x + 100 == fitted.place.x && backdrop.place.y + 50 == fitted.place.y)
    #expect(backdrop.place.size == fitted.place.size)
  }

  @Test func `a picture of the frame's shape has no blurred copy behind it`() throws {
    #expect(try layer(Self.sources[0], .up, .blurredFill) == .passthrough(run: 0))
  }

  @Test func `the crop chooses what is placed, and the transform moves what comes of it`() throws {
    let half = try layer(Self.sources[0], .up, .resizeAspectFill) { layer in
      try layer.setCropRectangle(Rectangle(x: 0, y: 0, width: 960, height: 1080), at: .zero)
      try layer.setTransform(.scale(x: 0.5, y: 0.5), at: .zero)
    }
    let layer = try mixed(half)
    #expect(layer.crop == Rectangle(x: 0, y: 270, width: 960, height: 540))
    #expect(layer.place == PixelRectangle(x: 0, y: 0, width: 640, height: 360))
  }

  @Test func `what is cut off stays cut off when the result is turned`() throws {
    let turned = try layer(Self.sources[1], .up, .resizeAspectFill, in: Self.frames[1]) { layer in
      try layer.setTransform(Transform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 300, ty: 0), at: .zero)
    }
    guard case .warp(_, let layers) = turned else {
      Issue.record("not drawn")
      return
    }
    let crop = try #require(layers[0].crop?.constant)
    let corner = try #require(layers[0].transform.constant).apply(to: Point(x: crop.x, y: crop.y))
    // (100, 50), turned.
    #expect(abs(corner.x - (80 - 30 + 300)) < 0.01 && abs(corner.y - (60 + 40)) < 0.01, "\(corner)")
  }

  @Test func `a crop that shrinks comes nearer, exactly at every frame`() throws {
    let zoom = try layer(Self.sources[0], .up, .resizeAspectFill) { layer in
      try layer.setCropRectangleRamp(
        fromStartCropRectangle: Rectangle(x: 0, y: 0, width: 1920, height: 1080),
        toEndCropRectangle: Rectangle(x: 480, y: 270, width: 960, height: 540), timeRange: range(.zero, time(1)))
    }
    guard case .warp(_, let layers) = zoom else {
      Issue.record("not drawn")
      return
    }
    for frame in 0..<30 {
      let fraction = Double(frame) / 30
      let width = 1920 - 960 * fraction
      let transform = try #require(layers[0].transform.value(at: frame))
      #expect(abs(transform.a - 1280 / width) < 1e-9 && abs(transform.d - transform.a) < 1e-9)
      #expect(abs(transform.tx + 480 * fraction * transform.a) < 1e-6)
    }
  }

  @Test func `each segment of a track is placed by itself, whatever its size`() throws {
    let films = [
      try MediaFacts.film("a", size: PixelSize(width: 1080, height: 1920)),
      try MediaFacts.film("b", size: PixelSize(width: 1920, height: 1080)),
    ]
    let segments = [
      CompositionTrackSegment("a", time(1), at: .zero), CompositionTrackSegment("b", time(1), at: time(1)),
    ]
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Self.output, fit: .resizeAspectFill,
      instructions: [VideoCompositionInstruction(.zero, time(2), [LayerInstruction(trackID: 1)])])
    let spans = try #require(try plan(Composition(video: [segments]), videoComposition, films: films).picture).spans
    #expect(spans.map(\.method.name) == ["mix", "passthrough"])
    #expect(try mixed(spans[0].method).crop == Rectangle(x: 0, y: 656.25, width: 1080, height: 607.5))
  }

  @Test func `without instructions a fit stacks the tracks, and says no more than it must`() throws {
    let film = try MediaFacts.film("a", rate: fraction(25), size: PixelSize(width: 1080, height: 1920))
    let composition = Composition(video: [[CompositionTrackSegment("a", time(1), at: .zero)]])
    var videoComposition = VideoComposition(fit: .blurredFill)
    #expect(videoComposition.validate(over: composition).isEmpty)
    let own = try #require(try plan(composition, videoComposition, films: [film]).picture)
    #expect(own.size == PixelSize(width: 1080, height: 1920) && own.frameCount == 25)
    videoComposition.renderSize = Self.output
    videoComposition.renderScale = 0.5
    let wide = try #require(try plan(composition, videoComposition, films: [film]).picture)
    #expect(wide.size == PixelSize(width: 640, height: 360))
    #expect(try mixed(wide.spans[0].method).backdrop?.place == PixelRectangle(x: 218, y: 0, width: 202, height: 360))
  }

  @Test func `a custom compositor gets a transform and a crop`() throws {
    let film = try MediaFacts.film("a", size: PixelSize(width: 1080, height: 1920))
    let composition = Composition(video: [[CompositionTrackSegment("a", time(1), at: .zero)]])
    func call(_ fit: PictureFit) throws -> CustomCompositing {
      let videoComposition = VideoComposition(
        frameDuration: time(1, 30), renderSize: Self.output, renderScale: 0.5, fit: fit,
        instructions: [VideoCompositionInstruction(.zero, time(1), [LayerInstruction(trackID: 1)])],
        customCompositor: CompositorReference(name: "own"))
      let picture = try #require(try plan(composition, videoComposition, films: [film]).picture)
      guard case .custom(let call) = picture.spans[0].method else { throw CancellationError() }
      return call
    }
    let layer = try call(.resizeAspectFill).instruction.layerInstructions[0]
    let transform = layer.transform.value(at: fraction(1, 2), initial: .identity)
    #expect(layer.fit == nil && abs(transform.a - 1280.0 / 1080) < 1e-9 && abs(transform.tx) < 1e-9)
    #expect(
      layer.cropRectangle.value(at: Rational.zero, initial: Rectangle(.zero))
        == Rectangle(x: 0, y: 656.25, width: 1080, height: 607.5))
    let error = try #require(throws: RenderError.self) { try call(.blurredFill) }
    #expect(error.code == .unsupported && error.message == "A custom compositor draws no blurred copies.")
  }

  @Test func `a track that turns by other than right angles is fitted, and not cut`() throws {
    var composition = Composition(video: [[CompositionTrackSegment("a", time(1), at: .zero)]])
    composition.tracks[0].preferredTransform = Transform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0, ty: 0)
    let film = try MediaFacts.film("a")
    func plan(_ fit: PictureFit) throws -> RenderPlan {
      var videoComposition = VideoComposition(fit: fit)
      videoComposition.renderSize = Size(width: 400, height: 400)
      return try RenderingTests.plan(composition, videoComposition, films: [film])
    }
    _ = try plan(.resizeAspect)
    let error = try #require(throws: RenderError.self) { try plan(.resizeAspectFill) }
    #expect(error.code == .unsupported && error.clip?.asset.name == "a")
  }

  @Test func `a clean aperture is what there is of a picture`() throws {
    var film = try MediaFacts.film("a", size: PixelSize(width: 720, height: 480), pixelAspect: fraction(10, 11))
    film.videoTracks[0].cleanAperture = Rectangle(x: 8, y: 0, width: 704, height: 480)
    #expect(film.videoTracks[0].naturalSize == Size(width: 640, height: 480))
    let composition = Composition(video: [[CompositionTrackSegment("a", time(1), at: .zero)]])
    let picture = try #require(try plan(composition, films: [film]).picture)
    #expect(picture.size == PixelSize(width: 640, height: 480))
    guard case .mix(_, let layers) = picture.spans[0].method else {
      Issue.record("not cut")
      return
    }
    #expect(layers.map(\.crop) == [Rectangle(x: 8, y: 0, width: 704, height: 480)])
    // A layer's crop counts from the clean aperture's corner, in square pixels.
    var layer = LayerInstruction(trackID: 1)
    try layer.setCropRectangle(Rectangle(x: 64, y: 0, width: 320, height: 480), at: .zero)
    let cut = try #require(
      try plan(
        composition,
        VideoComposition(
          frameDuration: time(1, 30), renderSize: Size(width: 640, height: 480),
          instructions: [VideoCompositionInstruction(.zero, time(1), [layer])]), films: [film]
      ).picture)
    guard case .mix(_, let parts) = cut.spans[0].method else {
      Issue.record("not mixed")
      return
    }
    let crop = try #require(parts[0].crop)
    #expect(abs(crop.x - (8 + 70.4)) < 1e-9 && abs(crop.width - 352) < 1e-9)
    #expect(parts[0].place == PixelRectangle(x: 64, y: 0, width: 320, height: 480))
  }
}
