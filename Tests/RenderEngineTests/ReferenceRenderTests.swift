import Foundation
import GstEdit
import ReferenceCompositing
import SeededRandom
import TestSupport
import Testing

/// Rendered pictures against the ones that ``ReferenceCompositor`` works out in double precision.
@Suite("The engine's pictures are the reference's")
struct ReferenceRenderTests {
  private static let rate: Int32 = 30
  private static let renderSize = PixelSize(width: 64, height: 48)

  /// A film of noise, the hardest picture to be exact about: its frames as they are stored, without loss.
  private struct NoiseFilm {
    let frames: [PlanarPicture]

    init(_ size: PixelSize, frameCount: Int, using random: inout SeededGenerator) throws {
      frames = try (0..<frameCount).map { _ in
        var frame = try PlanarPicture(
          filledWith: (0, 0, 0), width: size.width, height: size.height, chromaWidthShift: 1, chromaHeightShift: 1)
        frame.planes = frame.planes.map { $0.map { _ in UInt8.random(in: 16...235, using: &random) } }
        return frame
      }
    }

    func write(to file: URL) async throws {
      try await MediaTools.ffmpeg(
        [
          "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(frames[0].width)x\(frames[0].height)", "-r", "\(rate)",
          "-i", "pipe:0", "-c:v", "ffv1", "-g", "1", "-colorspace", "smpte170m", file.path,
        ], input: Data(frames.flatMap { $0.planes.joined() }))
    }
  }

  private static func range(_ frames: Range<Int>) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(value: Int64(frames.lowerBound), timescale: rate),
      duration: CMTime(value: Int64(frames.count), timescale: rate))
  }

  /// An instruction over `frames`: the tracks 1…3 in any order, each at whole places, which 4:2:0 wants even. Some are
  /// translucent, by an opacity that stays or goes along a ramp.
  private static func instruction(
    over frames: Range<Int>, translucentCount: Int, using random: inout SeededGenerator
  ) throws -> VideoCompositionInstruction {
    let translucent = [TrackID(rawValue: 1), 2, 3].shuffled(using: &random).prefix(translucentCount)
    let layers = try [TrackID(rawValue: 1), 2, 3].shuffled(using: &random).map { track in
      var layer = LayerInstruction(trackID: track)
      let place = (
        x: Double(2 * Int.random(in: -12...16, using: &random)), y: Double(2 * Int.random(in: -10...12, using: &random))
      )
      // Half of them move, from frame to frame by whole pixels that 4:2:0 wants even as well.
      let steps =
        Bool.random(using: &random)
        ? (x: 0.0, y: 0.0)
        : (x: Double(2 * Int.random(in: -4...4, using: &random)), y: Double(2 * Int.random(in: -3...3, using: &random)))
      let count = Double(frames.count)
      try layer.setTransformRamp(
        fromStart: .translation(x: place.x, y: place.y),
        toEnd: .translation(x: place.x + count * steps.x, y: place.y + count * steps.y), timeRange: range(frames))
      guard translucent.contains(track) else { return layer }
      let (start, end) = (Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
      if Bool.random(using: &random) {
        try layer.setOpacity(start, at: range(frames).start)
      } else {
        try layer.setOpacityRamp(fromStartOpacity: start, toEndOpacity: end, timeRange: range(frames))
      }
      return layer
    }
    return VideoCompositionInstruction(timeRange: range(frames), layerInstructions: layers)
  }

  /// GStreamer's `compositor` rounds down where it lays a translucent layer over what is there, and its opacities are
  /// 256ths: less than a step and a half, and half a step on average.
  @Test(arguments: 0...3)
  func `layers that are moved by whole pixels and faded are mixed as the reference says`(
    translucentCount: Int
  ) async throws {
    var random = SeededGenerator(seed: UInt64(translucentCount))
    let folder = try ScratchFolder()
    let frameCount = 24
    let sizes = [Self.renderSize, PixelSize(width: 40, height: 30), PixelSize(width: 90, height: 60)]
    var films: [TrackID: NoiseFilm] = [:]
    var composition = Composition()
    for (index, size) in sizes.enumerated() {
      let (id, file) = (TrackID(rawValue: Int32(index + 1)), folder.url("noise\(index).mkv"))
      let film = try NoiseFilm(size, frameCount: frameCount, using: &random)
      try await film.write(to: file)
      films[id] = film
      var track = CompositionTrack(id: id, mediaType: .video)
      track.segments = [
        CompositionTrackSegment(
          source: .init(asset: AssetReference(url: file, name: "noise\(index)")),
          sourceRange: Self.range(0..<frameCount), targetRange: Self.range(0..<frameCount))
      ]
      composition.tracks.append(track)
    }
    let instructions = try stride(from: 0, to: frameCount, by: 4).map { start in
      try Self.instruction(over: start..<start + 4, translucentCount: translucentCount, using: &random)
    }
    let edit = EditSnapshot(
      composition: composition,
      videoComposition: VideoComposition(
        frameDuration: CMTime(value: 1, timescale: Self.rate),
        renderSize: Size(width: Double(Self.renderSize.width), height: Double(Self.renderSize.height)),
        instructions: instructions))

    let plan = try await edit.plan(settings: RenderSettings(), renderer: Engine.renderer())
    let methods = try #require(plan.picture).spans.map(\.method)
    if translucentCount < 2 {
      #expect(methods.allSatisfy { if case .mix = $0 { true } else { false } })
    } else {
      #expect(methods.contains { if case .warp = $0 { true } else { false } })
    }

    let film = folder.url("film.mkv")
    let settings = ExportSettings(fileType: .mkv, video: VideoSettings(codec: .ffv1), audio: nil)
    _ = try await ExportSession(ExportRequest(edit, as: settings, to: film)).export()

    let background = try PlanarPicture(
      filledWith: (16, 128, 128), width: Self.renderSize.width, height: Self.renderSize.height, chromaWidthShift: 1,
      chromaHeightShift: 1)
    let ideals = try (0..<frameCount).map { frame in
      try ReferenceCompositor().compose(
        instructions[frame / 4], at: Self.range(frame..<frame + 1).start, sources: films.mapValues { $0.frames[frame] },
        over: background)
    }
    var differences: [Double] = []
    for (plane, name) in ["y", "u", "v"].enumerated() {
      let rendered = try await FilmReader.planes(
        name, of: film, width: Self.renderSize.width, height: Self.renderSize.height)
      let ideal = ideals.flatMap { $0[plane] }
      try #require(rendered.count == ideal.count)
      differences += zip(rendered, ideal).map { abs(Double($0) - $1) }
    }
    let mean = differences.reduce(0, +) / Double(differences.count)
    let furthest = differences.max() ?? .infinity
    // What floating-point numbers lose where nothing is translucent and every sample is exact.
    let exact = 1e-9
    let limit = translucentCount == 0 ? (mean: exact, furthest: exact) : (mean: 0.5, furthest: 1.5)
    #expect(mean <= limit.mean, "mean \(mean), furthest \(furthest)")
    #expect(furthest <= limit.furthest, "mean \(mean), furthest \(furthest)")
  }
}
