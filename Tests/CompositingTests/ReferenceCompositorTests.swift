import EditingModel
import MediaFormats
import MediaTime
import SeededRandom
import Testing

@testable import Compositing
@testable import ReferenceCompositing

/// The reference itself, on pictures whose result is worked out by hand, and on random instructions.
struct ReferenceCompositorTests {
  private static let second = CMTime(value: 1, timescale: 1)

  @Test func `layers lie in the instruction's order, at the time's opacity`() throws {
    var upper = LayerInstruction(trackID: 2)
    try upper.setOpacityRamp(
      fromStartOpacity: 1, toEndOpacity: 0, timeRange: CMTimeRange(start: .zero, duration: Self.second))
    let instruction = VideoCompositionInstruction(
      timeRange: CMTimeRange(start: .zero, duration: Self.second),
      layerInstructions: [upper, LayerInstruction(trackID: 1)])
    let ideal = try ReferenceCompositor().compose(
      instruction, at: CMTime(value: 1, timescale: 4),
      sources: [1: .plain((10, 20, 30), 4, 4), 2: .plain((50, 60, 71), 4, 4)], over: .plain((0, 0, 0), 4, 4))
    #expect(ideal[0] == Array(repeating: 40, count: 16))
    #expect(ideal[1] == Array(repeating: 50, count: 4) && ideal[2] == Array(repeating: 60.75, count: 4))
  }

  @Test func `a crop that is moved half a pixel covers its outer pixels by half`() throws {
    let time = CMTime.zero
    let layer = LayerInstruction(
      trackID: 1, transform: Ramps([.setting(at: time, value: .translation(x: 0.5, y: 0))]),
      cropRectangle: Ramps([.setting(at: time, value: Rectangle(x: 1, y: 0, width: 2, height: 1))]))
    let instruction = VideoCompositionInstruction(
      timeRange: CMTimeRange(start: time, duration: Self.second), layerInstructions: [layer])
    let ideal = try ReferenceCompositor().compose(
      instruction, at: time, sources: [1: .plain((100, 128, 128), 4, 1, .none)],
      over: .plain((0, 128, 128), 5, 1, .none))
    #expect(ideal[0] == [0, 50, 100, 50, 0])
  }

  @Test func `a track in a gap draws nothing, and a passthrough track all of its picture`() throws {
    var instruction = VideoCompositionInstruction(
      timeRange: CMTimeRange(start: .zero, duration: Self.second),
      layerInstructions: [LayerInstruction(trackID: 1, opacity: Ramps([.setting(at: .zero, value: 0.5)]))])
    let background = try PlanarPicture.plain((16, 128, 128), 2, 2)
    let ideal = ReferenceCompositor()
    #expect(
      try ideal.compose(instruction, at: .zero, sources: [:], over: background)
        == background.planes.map { $0.map(Double.init) })
    let source = try PlanarPicture.plain((90, 80, 70), 2, 2)
    instruction.passthroughTrackID = 1
    #expect(
      try ideal.compose(instruction, at: .zero, sources: [1: source], over: background)
        == source.planes.map { $0.map(Double.init) })
  }

  @Test(arguments: [1e-9, 1e-30, 1e-160, 1e-300])
  func `a layer flattened to nothing is drawn by neither compositor, and stops none`(thickness: Double) throws {
    let background = try PlanarPicture.plain((16, 128, 128), 6, 4)
    let layer = PlanarLayer(
      picture: try .plain((235, 90, 90), 4, 4),
      transform: Transform(a: thickness, b: 0, c: 0, d: 1 / max(thickness, 1e-10), tx: 1.5, ty: 0))
    let composed = try AffineCompositor().compose([layer], over: background)
    let ideal = try ReferenceCompositor().compose([layer], over: background)
    #expect(composed == background)
    #expect(ideal.map { $0.map { UInt8($0.rounded()) } } == background.planes)
  }

  @Test func `what is wrong with a layer is said before anything is drawn`() throws {
    let good = PlanarLayer(picture: try .plain((0, 0, 0), 2, 2), transform: .identity)
    var bad = good
    bad.opacity = .nan
    let background = good.picture
    let error = #expect(throws: CompositingError.self) {
      try ReferenceCompositor().compose([good, bad], over: background)
    }
    #expect(error?.code == .invalidGeometry && error?.layer == 1)
  }

  /// Opacity, transform and crop on their ramps, any track perhaps in a gap: the built-in compositor is off by its one
  /// rounding and what its fixed-point numbers lose.
  @Test(arguments: 0..<24)
  func `the built-in compositor draws random instructions as the reference does`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(1_000 + seed))
    var sources: [TrackID: PlanarPicture] = [:]
    let range = CMTimeRange(start: .zero, duration: Self.second)
    let noise = LayerInstruction(trackID: 4)
    sources[4] = try .noise(30, 20, using: &random)
    let layers =
      try (1...3).map { number in
        let (start, end) = (try PlanarLayer.random(using: &random), try PlanarLayer.random(using: &random))
        let track = TrackID(rawValue: Int32(number))
        // Formats that have both alpha and chroma at full size are RGB.
        let isFilm = !(start.picture.hasAlpha && start.picture.chromaWidthShift == 0)
        if isFilm, Int.random(in: 0..<6, using: &random) > 0 { sources[track] = start.picture }
        var layer = LayerInstruction(trackID: track)
        try layer.setOpacityRamp(fromStartOpacity: start.opacity, toEndOpacity: end.opacity, timeRange: range)
        try layer.setTransformRamp(fromStart: start.transform, toEnd: end.transform, timeRange: range)
        if let from = start.crop, let to = end.crop {
          // Some reach beyond the picture, which setting them one by one refuses.
          layer.cropRectangle = Ramps([.ramp(range: range, from: from, to: to)])
        }
        return layer
      } + [noise]
    let background = try PlanarPicture.plain((81, 90, 240), 30, 20)
    let time = CMTime(value: Int64.random(in: 0..<30, using: &random), timescale: 30)
    let ideal = try ReferenceCompositor().compose(
      VideoCompositionInstruction(timeRange: range, layerInstructions: layers), at: time, sources: sources,
      over: background)

    let context = VideoCompositionRenderContext(size: Size(width: 30, height: 20), pixelFormat: .yuv420p)
    let request = AsynchronousVideoCompositionRequest(
      renderContext: context, compositionTime: time,
      instruction: VideoCompositionInstruction(timeRange: range, layerInstructions: layers),
      sourceFrames: try sources.map { ($0.key, try PixelBuffer($0.value)) }, report: { _ in })
    let composed = try AffineVideoCompositor(samples: { _ in (81, 90, 240) }).compose(request)
    for plane in 0..<3 {
      let differences = zip(try composed.samples(ofPlane: plane), ideal[plane]).map { abs(Double($0) - $1) }
      #expect(
        differences.allSatisfy { $0 <= ReferenceComparisonTests.tolerance }, "plane \(plane): \(differences.max() ?? 0)"
      )
    }
  }
}
