import Foundation
import GstEdit
import ReferenceCompositing
import RenderEngine
import TestSupport
import Testing

/// Trees of layers that are tracks, among films: placed, faded and cut by instructions, at any time, and as a compositor gets them.
@Suite("Layers as tracks")
struct LayerTrackFilmTests {
  private static let size = Size(width: 320, height: 180)
  private static let tree: TrackID = 9
  private static let whole = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))

  private static func film() async throws -> AssetReference {
    let recipe =
      ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=10:d=2,format=yuv420p"] + StatedColors("bt709").arguments
      + ["-c:v", "libx264", "-qp", "0", "-bf", "2"]
    return AssetReference(
      url: try await MediaCache.shared.file(named: "layer-track", extension: "mp4", recipe: recipe) { target in
        try await MediaTools.ffmpeg(recipe + [target.path])
      }, name: "film")
  }

  /// A translucent disc on a bar that moves, and turns, from half a second to one and a half.
  private static var layers: Layer {
    var disc = Layer()
    disc.bounds = Rectangle(x: 0, y: 0, width: 60, height: 60)
    disc.position = Point(x: 40, y: 30)
    disc.cornerRadius = 30
    disc.backgroundColor = Color(red: 0.1, green: 0.8, blue: 0.3, alpha: 0.6)
    var bar = Layer()
    bar.bounds = Rectangle(x: 0, y: 0, width: 120, height: 40)
    bar.position = Point(x: 100, y: 90)
    bar.backgroundColor = Color(red: 0.9, green: 0.2, blue: 0.2)
    bar.sublayers = [disc]
    (bar.timing.beginTime, bar.timing.duration) = (0.5, 1)
    var turn = BasicAnimation(keyPath: .transformRotation)
    (turn.fromValue, turn.toValue, turn.duration) = (0, 1.2, 1)
    var move = BasicAnimation(keyPath: .positionX)
    (move.fromValue, move.toValue, move.duration) = (100, 220, 1)
    bar.animations = [.basic(turn), .basic(move)]
    var root = Layer()
    root.sublayers = [bar]
    return root
  }

  /// The plan of the film on tracks 1 and 2 under `instruction`, with `tool`.
  private static func plan(
    _ layerInstructions: [LayerInstruction], _ tool: AnimationTool?, in range: CMTimeRange? = nil,
    as pixelFormat: PixelFormat = .yuv420p, scale: Double = 1, background: Color = .black
  ) async throws -> RenderPlan {
    let asset = try await film()
    let tracks = [TrackID(rawValue: 1), 2].map { id in
      CompositionTrack(
        id: id, mediaType: .video,
        segments: [CompositionTrackSegment(source: .init(asset: asset), sourceRange: whole, targetRange: whole)])
    }
    let video = VideoComposition(
      frameDuration: CMTime(value: 1, timescale: 10), renderSize: size, renderScale: scale,
      instructions: [
        VideoCompositionInstruction(
          timeRange: whole, layerInstructions: layerInstructions, backgroundColor: background)
      ], animationTool: tool)
    var settings = RenderSettings(includesSound: false)
    (settings.timeRange, settings.pixelFormat) = (range, pixelFormat)
    return try await EditSnapshot(composition: Composition(tracks: tracks), videoComposition: video)
      .plan(settings: settings, renderer: Engine.renderer())
  }

  /// The frames `numbers` of `plan`, in that order.
  private static func pictures(_ plan: RenderPlan, _ numbers: [Int]) async throws -> [PlanarPicture] {
    let reader = try await Engine.renderer().pictures(of: plan, in: nil)
    defer { reader.close() }
    var pictures: [PlanarPicture] = []
    for number in numbers {
      let picture = try await reader.picture(at: number)
      pictures.append(
        try PlanarPicture(
          width: picture.width, height: picture.height, chromaWidthShift: 1, chromaHeightShift: 1,
          planes: try picture.planeBytes()))
    }
    return pictures
  }

  private static func tool(_ layer: Layer = layers) -> AnimationTool {
    AnimationTool(additionalLayer: layer, asTrackID: tree)
  }

  /// The film, the layers over it by three ramps, and the film again, moved, over both.
  private static func stack() throws -> [LayerInstruction] {
    var inset = LayerInstruction(trackID: 2)
    try inset.setTransform(.translation(x: 150, y: 70), at: .zero)
    var layers = LayerInstruction(trackID: tree)
    try layers.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0.2, timeRange: whole)
    try layers.setTransformRamp(
      fromStart: .identity, toEnd: Transform(a: 0.8, b: 0.3, c: -0.3, d: 0.8, tx: 60, ty: -10), timeRange: whole)
    try layers.setCropRectangleRamp(
      fromStartCropRectangle: Rectangle(size), toEndCropRectangle: Rectangle(x: 60, y: 40, width: 160, height: 90),
      timeRange: whole)
    return [inset, layers, LayerInstruction(trackID: 1)]
  }

  @Test func `each frame is the tree drawn alone, placed and blended as the reference says, in any order`() async throws
  {
    let stack = try Self.stack()
    let plan = try await Self.plan(stack, Self.tool())
    let order = [14, 5, 9, 10, 3, 11, 6, 19]
    let made = try await Self.pictures(plan, order)
    // The same tree as what is drawn over a clear film.
    let alone = try await Self.pictures(
      Self.plan([], AnimationTool(layer: Self.layers), as: .yuva420p, background: .clear), order)
    let film = try await Self.pictures(Self.plan([LayerInstruction(trackID: 1)], nil), order)
    for (index, frame) in order.enumerated() {
      let time = CMTime(value: Int64(frame), timescale: 10)
      let layers = [stack[2], stack[1], stack[0]].map { layer in
        ReferenceCompositor.Layer(
          picture: layer.trackID == Self.tree ? alone[index] : film[index],
          transform: layer.transform.value(at: time, initial: .identity),
          crop: layer.cropRectangle.entries.isEmpty
            ? nil : layer.cropRectangle.value(at: time, initial: Rectangle(Self.size)),
          opacity: layer.opacity.value(at: time, initial: 1))
      }
      let black = try PlanarPicture(
        filledWith: (16, 128, 128), width: 320, height: 180, chromaWidthShift: 1, chromaHeightShift: 1)
      let ideal = try ReferenceCompositor().compose(layers, over: black)
      for (plane, values) in ideal.enumerated() {
        let worst = zip(values, made[index].planes[plane]).map { abs($0 - Double($1)) }.max() ?? 0
        #expect(worst <= (plane == 0 ? 2 : 8), "frame \(frame), plane \(plane)")
      }
    }
  }

  @Test func `frames on which nothing of the layers is seen are the film's own`() async throws {
    let plan = try await Self.plan([LayerInstruction(trackID: Self.tree), LayerInstruction(trackID: 1)], Self.tool())
    let picture = try #require(plan.picture)
    #expect(picture.spans.map(\.method.name) == ["passthrough", "warp", "passthrough"])
    // The planner looks a frame or two beyond each end.
    #expect(picture.spans[1].frames.lowerBound >= 3 && picture.spans[1].frames.upperBound <= 17)
    let film = try await Self.pictures(Self.plan([LayerInstruction(trackID: 1)], nil), Array(0..<20))
    let made = try await Self.pictures(plan, Array(0..<20))
    for frame in 0..<20 { #expect((made[frame] == film[frame]) == !(5..<15).contains(frame), "\(frame)") }
  }

  @Test func `at its place, the track looks as the tree that is drawn with the frames`() async throws {
    let numbers = Array(0..<20)
    let track = try await Self.pictures(
      Self.plan([LayerInstruction(trackID: Self.tree), LayerInstruction(trackID: 1)], Self.tool()), numbers)
    let drawn = try await Self.pictures(
      Self.plan([LayerInstruction(trackID: 1)], AnimationTool(layer: Self.layers)), numbers)
    for (track, drawn) in zip(track, drawn) {
      for plane in 0..<3 {
        let worst = zip(track.planes[plane], drawn.planes[plane]).map { abs(Int($0) - Int($1)) }.max() ?? 0
        // The chroma of an edge takes in pixels beside it that are clear, which a drawing that ends there does not have.
        #expect(worst <= (plane == 0 ? 1 : 8), "plane \(plane)")
      }
    }
  }

  @Test func `a range, and a film of half the size, show the same`() async throws {
    let stack = try Self.stack()
    let inOrder = try await Self.pictures(Self.plan(stack, Self.tool()), Array(0..<20))
    let range = CMTimeRange(start: CMTime(value: 8, timescale: 10), duration: CMTime(value: 5, timescale: 10))
    let part = try await Self.pictures(Self.plan(stack, Self.tool(), in: range), Array(8..<13))
    #expect(part == Array(inOrder[8..<13]))
    let small = try await Self.pictures(Self.plan(stack, Self.tool(), scale: 0.5), [9])[0]
    #expect(small.width == 160)
    // On average, a picture is as bright in half its size.
    func mean(_ picture: PlanarPicture) -> Double {
      Double(picture.planes[0].reduce(0) { $0 + Int($1) }) / Double(picture.planes[0].count)
    }
    #expect(abs(mean(small) - mean(inOrder[9])) < 0.7)
  }

  @Test func `a range beyond the media goes on with the layers that the last instruction shows`() async throws {
    var square = Layer()
    square.bounds = Rectangle(x: 0, y: 0, width: 40, height: 40)
    square.position = Point(x: 160, y: 90)
    square.backgroundColor = .white
    var root = Layer()
    root.sublayers = [square]
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 2, timescale: 1))
    let plan = try await Self.plan(
      [LayerInstruction(trackID: Self.tree), LayerInstruction(trackID: 1)], Self.tool(root), in: range)
    #expect(plan.picture?.range == 10..<30)
    let last = try await Self.pictures(plan, [29])[0]
    #expect(last.planes[0][90 * 320 + 160] == 235 && last.planes[0][10 * 320 + 10] == 16)
  }

  @Test func `a custom compositor gets the tree as a source frame of its track`() async throws {
    var square = Layer()
    square.bounds = Rectangle(x: 0, y: 0, width: 40, height: 40)
    square.position = Point(x: 160, y: 90)
    square.backgroundColor = Color(red: 1, green: 0, blue: 0)
    var root = Layer()
    root.sublayers = [square]
    let compositor = TestCompositor(sources: [.yuv420p, .bgra], outputs: [.bgra]) { _, request in
      guard let frame = request.sourceFrame(byTrackID: Self.tree) else {
        return request.finish(with: TestFailure.wanted)
      }
      try? frame.withBytes(ofPlane: 0) { bytes in
        func pixel(_ x: Int, _ y: Int) -> [UInt8] {
          let start = frame.planes[0].row(y).lowerBound + 4 * x
          return (start..<start + 4).map { bytes[$0] }
        }
        // sRGB's red in the film's primaries.
        #expect(zip(pixel(160, 90), [0, 0, 255, 255]).allSatisfy { abs(Int($0) - $1) <= 2 })
        #expect(pixel(20, 20) == [0, 0, 0, 0])
      }
      request.finish(withComposedVideoFrame: frame)
    }
    var film = try await CompositorFilm(frames: 6, compositor: compositor)
    film.edit.videoComposition?.animationTool = Self.tool(root)
    let renderer = GStreamerRenderer(compositing: film.compositing)
    var settings = RenderSettings(includesSound: false)
    settings.pixelFormat = .bgra
    let plan = try await film.edit.plan(settings: settings, renderer: renderer)
    let reader = try await renderer.pictures(of: plan, in: nil)
    defer { reader.close() }
    #expect(try await reader.picture(at: 3).width == 320)
    #expect(compositor.record.tracks.allSatisfy { $0 == [1, Self.tree] })
    #expect(Set(compositor.record.formats) == [.yuv420p, .bgra])
  }
}
