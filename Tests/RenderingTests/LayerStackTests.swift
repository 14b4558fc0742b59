import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

/// Several layers at once: which are decoded, from when to when, and in which order they lie.
struct LayerStackTests {
  private static let full = PixelSize(width: 640, height: 360)

  /// The picture of two tracks of one film each, over two seconds, under `layers`.
  private func picture(
    _ layers: [LayerInstruction], hasAlpha: Bool = false, change: (inout Composition) -> Void = { _ in }
  ) throws -> PicturePlan {
    var composition = Composition(video: [
      [CompositionTrackSegment("upper", time(2), at: .zero)], [CompositionTrackSegment("lower", time(2), at: .zero)],
    ])
    change(&composition)
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 640, height: 360),
      instructions: [VideoCompositionInstruction(.zero, time(2), layers)])
    let films = [
      try MediaFacts.film("upper", size: Self.full, hasAlpha: hasAlpha), try MediaFacts.film("lower", size: Self.full),
    ]
    return try #require(try plan(composition, videoComposition, films: films).picture)
  }

  private func names(_ picture: PicturePlan) -> [String] { picture.runs.map(\.clip.asset.name) }

  private let both = [LayerInstruction(trackID: 1), LayerInstruction(trackID: 2)]

  @Test func `what an opaque layer hides is not decoded`() throws {
    let picture = try picture(both)
    #expect(names(picture) == ["upper"])
    #expect(picture.spans.map(\.method) == [.passthrough(run: 0)])
  }

  @Test func `what shines through alpha is decoded`() throws {
    #expect(try names(picture(both, hasAlpha: true)) == ["lower", "upper"])
  }

  @Test func `a track that is disabled is not seen`() throws {
    #expect(try names(picture(both) { $0.tracks[0].isEnabled = false }) == ["lower"])
  }

  @Test func `the first layer lies on top`() throws {
    let inset = LayerInstruction(trackID: 1, transform: Ramps([.setting(at: .zero, value: .scale(x: 0.5, y: 0.5))]))
    let picture = try picture([inset, LayerInstruction(trackID: 2)])
    #expect(names(picture) == ["lower", "upper"])
    guard case .mix(_, let layers) = picture.spans[0].method else {
      Issue.record("not mixed")
      return
    }
    #expect(layers.map(\.run) == [0, 1])
    #expect(layers[1].place == PixelRectangle(x: 0, y: 0, width: 320, height: 180))
  }

  @Test func `a run goes on while its segment is seen, whatever the method`() throws {
    let fade = Ramps<Double>([
      .ramp(range: range(time(1, 2), time(1, 2)), from: 1, to: 0), .setting(at: time(3, 2), value: 1),
    ])
    let picture = try picture([LayerInstruction(trackID: 1, opacity: fade), LayerInstruction(trackID: 2)])
    #expect(names(picture) == ["upper", "lower", "upper"])
    #expect(picture.runs.map(\.frames) == [0..<30, 15..<45, 45..<60])
    #expect(picture.spans.map(\.frames) == [0..<15, 15..<30, 30..<45, 45..<60])
    #expect(picture.runs[2].sourceFrame(at: 45) == 45)
  }

  @Test func `one segment in two layers is decoded twice`() throws {
    let left = LayerInstruction(trackID: 1, transform: Ramps([.setting(at: .zero, value: .scale(x: 0.5, y: 1))]))
    let right = LayerInstruction(
      trackID: 1,
      transform: Ramps([
        .setting(at: .zero, value: .scale(x: 0.5, y: 1).concatenating(.translation(x: 320, y: 0)))
      ]))
    let picture = try picture([left, right])
    #expect(names(picture) == ["upper", "upper"])
    #expect(picture.runs.map(\.frames) == [0..<60, 0..<60])
  }

  @Test func `settings that change nothing do not cut a span`() throws {
    let same = Ramps<Double>([.setting(at: time(1, 2), value: 0.5), .setting(at: time(1), value: 0.5)])
    let picture = try picture([LayerInstruction(trackID: 1, opacity: same), LayerInstruction(trackID: 2)])
    #expect(picture.spans.map(\.frames) == [0..<15, 15..<60])
  }

  @Test func `a fade goes on in one span over settings of its own`() throws {
    let steps = Ramps<Double>([
      .ramp(range: range(.zero, time(1)), from: 0.1, to: 0.9), .setting(at: time(1), value: 0.5),
    ])
    let picture = try picture([LayerInstruction(trackID: 1, opacity: steps), LayerInstruction(trackID: 2)])
    #expect(picture.spans.count == 1)
    guard case .mix(_, let layers) = picture.spans[0].method else {
      Issue.record("not mixed")
      return
    }
    #expect(layers[0].opacity.value(at: 0) == 1)
    #expect(layers[1].opacity.pieces.map(\.range) == [0..<30, 30..<60])
    #expect(layers[1].opacity.value(at: 0) == 0.1)
    #expect(layers[1].opacity.value(at: 30) == 0.5)
  }
}
