import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import SeededRandom
import TestSupport
import Testing

/// A frame is the same whatever was asked before.
@Suite("Pictures at any place")
struct PictureAccessTests {
  /// A way to store a film, and the rate at which it is shown.
  struct Storage: Sendable, CustomStringConvertible {
    var codec: FilmCodec
    var container: String
    /// Frames a second of the film; of variable rate if nil.
    var rate: FrameRate?
    var shownAt: FrameRate

    var description: String { "\(codec.rawValue) in \(container) at \(rate?.description ?? "variable rate")" }

    init(_ codec: FilmCodec, _ container: String, _ rate: FrameRate?, shownAt: FrameRate? = nil) {
      self.codec = codec
      self.container = container
      self.rate = rate
      self.shownAt = shownAt ?? rate ?? FrameRate(50)
    }

    func film(_ number: UInt8) -> IndexedFilm {
      SmallPicture.film(number, frameCount: ProofScope.isFull ? 600 : 200) { film in
        film.codec = codec
        film.container = container
        film.timing = rate.map { .constant($0) } ?? .cycle(durations: [33, 50, 17, 120, 8], timescale: 1_000)
      }
    }
  }

  private static let short = [
    Storage(.h264OpenGroups, "mp4", FrameRate(24_000, 1_001)),
    Storage(.h264OpenGroups, "ts", FrameRate(25)),
    Storage(.h264, "mkv", nil),
    Storage(.vp9, "webm", FrameRate(30)),
    Storage(.mpeg2, "ts", FrameRate(25), shownAt: FrameRate(24)),
  ]
  private static let long = [
    Storage(.h264, "mp4", nil),
    Storage(.h264OpenGroups, "mkv", FrameRate(24_000, 1_001), shownAt: FrameRate(60)),
    Storage(.hevc, "mp4", .ntsc),
    Storage(.prores, "mov", FrameRate(24_000, 1_001)),
    Storage(.ffv1, "mkv", FrameRate(50), shownAt: .ntsc),
  ]

  @Test(arguments: ProofScope.isFull ? short + long : short)
  func `any frame of a film is the one that comes in order`(storage: Storage) async throws {
    let film = storage.film(31)
    let edit = FilmEdit.whole(film, frameDuration: storage.shownAt.frameDuration)
    try await expectAlike(try await edit.snapshot(), showing: edit.frames, seed: 1)
  }

  @Test func `any frame of a composition of everything is the one that comes in order`() async throws {
    let edit = try await Self.composition()
    let plan = try #require(try await edit.plan().picture)
    let methods = Set(plan.spans.map(\.method.name))
    #expect(methods == ["empty", "passthrough", "mix", "warp"])
    try await expectAlike(edit, showing: nil, seed: 2)
  }

  /// Reads everything in order, then a number of frames in any order from another reader.
  private func expectAlike(_ edit: EditSnapshot, showing expected: [FrameReading]?, seed: UInt64) async throws {
    let plan = try await edit.plan()
    let count = try #require(plan.picture).frameCount
    let inOrder = try await GStreamerRenderer().pictures(of: plan, in: nil)
    let all = try await inOrder.bytes(in: 0..<count)
    inOrder.close()
    if let expected {
      let found = FrameComparison(all.map(reading), expected)
      #expect(found.isExact, "\(found)")
    }

    let reader = try await GStreamerRenderer().pictures(of: plan, in: nil)
    defer { reader.close() }
    var random = SeededGenerator(seed: seed)
    var frames = (0..<(ProofScope.isFull ? 100 : 10)).map { _ in Int.random(in: 0..<count, using: &random) }
    // The ends, the same frame again, and steps within a group of pictures and beyond it.
    let middle = count / 2
    frames += [count - 1, 0, 0, middle, middle, middle + 3, middle + 40, middle + 41, middle + 39]
    // One by one backwards over more than a group.
    frames += (max(0, middle - (ProofScope.isFull ? 90 : 12))...middle).reversed()
    let wanted = frames
    let found = try await reader.bytes(in: wanted)
    let wrong = zip(wanted, found).filter { all[$0] != $1 }.map { "\($0) shows \(reading($1))" }
    #expect(wrong.isEmpty, "\(wrong.count) of \(wanted.count): \(wrong.prefix(8))")
  }

  /// Cuts, fades, a turning picture, a gap, and pieces in fast and slow motion, of films stored in different ways.
  static func composition() async throws -> EditSnapshot {
    func seconds(_ tenths: Int) -> Fraction { Fraction(tenths, 10) }
    func range(_ start: Int, _ end: Int) -> CMTimeRange { CMTimeRange(seconds(start), to: seconds(end)) }
    func segment(_ storage: Storage, _ film: UInt8, from source: (Int, Int), to target: (Int, Int)) async throws
      -> CompositionTrackSegment
    {
      CompositionTrackSegment(
        source: .init(asset: AssetReference(url: try await storage.film(film).url())),
        sourceRange: range(source.0, source.1), targetRange: range(target.0, target.1))
    }
    var lower = CompositionTrack(id: 1, mediaType: .video)
    lower.segments = [
      try await segment(short[0], 31, from: (5, 25), to: (0, 20)),
      CompositionTrackSegment(emptyOver: range(20, 30)),
      // Twice and a half, and half as fast.
      try await segment(short[1], 31, from: (0, 50), to: (30, 50)),
      try await segment(short[2], 31, from: (20, 30), to: (50, 70)),
    ]
    var upper = CompositionTrack(id: 2, mediaType: .video)
    upper.segments = [
      CompositionTrackSegment(emptyOver: range(0, 10)),
      try await segment(short[3], 31, from: (17, 32), to: (10, 25)),
      CompositionTrackSegment(emptyOver: range(25, 40)),
      try await segment(short[4], 31, from: (9, 29), to: (40, 60)),
    ]
    var fading = LayerInstruction(trackID: 2)
    try fading.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: range(10, 20))
    var turning = LayerInstruction(trackID: 2)
    try turning.setTransformRamp(
      fromStart: .identity, toEnd: Transform(a: 0.8, b: 0.3, c: -0.3, d: 0.8, tx: 11, ty: -7), timeRange: range(20, 25))
    var slanted = LayerInstruction(trackID: 2)
    try slanted.setTransform(Transform(a: 0.5, b: 0.1, c: -0.1, d: 0.5, tx: 20, ty: 10), at: CMTime(seconds(50)))
    try slanted.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0.25, timeRange: range(50, 60))
    var leaving = LayerInstruction(trackID: 2)
    try leaving.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: range(40, 50))
    let below = LayerInstruction(trackID: 1)
    let layers: [(Int, Int, [LayerInstruction])] = [
      (0, 10, [below]), (10, 20, [fading, below]), (20, 25, [turning]), (25, 30, []), (30, 40, [below]),
      (40, 50, [leaving, below]), (50, 60, [slanted, below]), (60, 70, [below]),
    ]
    return EditSnapshot(
      composition: Composition(tracks: [lower, upper]),
      videoComposition: VideoComposition(
        frameDuration: CMTime(value: 1, timescale: 25), renderSize: SmallPicture.size,
        instructions: layers.map { start, end, layers in
          VideoCompositionInstruction(timeRange: range(start, end), layerInstructions: layers)
        }))
  }
}
