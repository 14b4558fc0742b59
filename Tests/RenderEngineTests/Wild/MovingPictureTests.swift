import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import struct TestSupport.FrameCode
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Animations and sequences of pictures: films whose every picture carries its number.
@Suite("Pictures that move")
struct MovingPictureTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// The pictures of a numbered film without its color, which RGB does not hold, as files called like `name`.
  private func pictures(_ count: Int, _ name: String, from first: Int = 0) async throws {
    let film = try await SmallPicture.film(5, frameCount: count).url()
    try await MediaTools.ffmpeg(
      ["-i", film.path, "-fps_mode", "passthrough", "-vf", "format=gray", "-f", "image2", "-start_number", "\(first)"]
        + (name.hasSuffix("webp") ? ["-c:v", "libwebp", "-lossless", "1"] : [])
        + [folder.url(name).path])
  }

  /// All of the film `asset` in frames of its own, or of `frameDuration` seconds.
  private func plan(of asset: AssetReference, frameDuration: Rational? = nil) async throws -> (RenderPlan, FrameTiming)
  {
    let facts = try #require(try await GStreamerRenderer().facts(of: [asset])[asset])
    let range = CMTimeRange(start: .zero, duration: try CMTime(exactly: facts.duration))
    var track = CompositionTrack(id: 1, mediaType: .video)
    track.segments = [CompositionTrackSegment(source: .init(asset: asset), sourceRange: range, targetRange: range)]
    var edit = EditSnapshot(composition: Composition(tracks: [track]))
    if let frameDuration {
      edit.videoComposition = VideoComposition(
        frameDuration: try CMTime(exactly: frameDuration), renderSize: SmallPicture.size,
        instructions: [VideoCompositionInstruction(timeRange: range, layerInstructions: [LayerInstruction(trackID: 1)])]
      )
    }
    return (try await edit.plan(), try #require(facts.videoTracks.first).timing)
  }

  /// Checks that each frame of the film shows the picture of its time: in order, backwards, and anywhere.
  private func check(_ plan: RenderPlan, _ timing: FrameTiming, frameDuration: Rational) async throws {
    let reader = try await GStreamerRenderer().pictures(of: plan, in: .yuv420p)
    defer { reader.close() }
    let count = reader.plan.frameCount
    let orders = [Array(0..<count), (0..<count).reversed().filter { $0 % 3 == 0 }, (0..<20).map { $0 * 37 % count }]
    for order in orders {
      let found = try await reader.bytes(in: order).map { reading($0) }
      let expected = try order.map { frame in
        let time = try Rational(Int64(frame)) * frameDuration
        return FrameCode(film: 5, index: timing.frame(at: time))
      }
      let wrong = zip(order, zip(found, expected)).filter { $1.0 != .frame($1.1) }
      #expect(wrong.isEmpty, "\(wrong.prefix(5).map { "\($0): \($1.0) for \($1.1)" })")
    }
  }

  @Test func `an animated GIF is a film`() async throws {
    let film = try await SmallPicture.film(5, frameCount: 60).url()
    let file = folder.url("a.gif")
    try await MediaTools.ffmpeg([
      "-r", "20", "-i", film.path, "-fps_mode", "passthrough", "-vf", "format=gray", file.path,
    ])
    let (plan, timing) = try await plan(of: AssetReference(url: file))
    #expect(timing == .constant(start: .zero, frameDuration: try Rational(1, 20), count: 60))
    try await check(plan, timing, frameDuration: try Rational(1, 20))
  }

  @Test func `an animated PNG is a film, at its exact rate`() async throws {
    let film = try await SmallPicture.film(5, frameCount: 60).url()
    let file = folder.url("a.png")
    try await MediaTools.ffmpeg([
      "-r", "30000/1001", "-i", film.path, "-fps_mode", "passthrough", "-vf", "format=gray", "-c:v", "apng", "-f",
      "apng", file.path,
    ])
    let (plan, timing) = try await plan(of: AssetReference(url: file))
    let frameDuration = try Rational(1_001, 30_000)
    #expect(timing == .constant(start: .zero, frameDuration: frameDuration, count: 60))
    try await check(plan, timing, frameDuration: frameDuration)
  }

  @Test func `an animated AVIF is a film`() async throws {
    let film = try await SmallPicture.film(5, frameCount: 60).url()
    let file = folder.url("a.avif")
    try await MediaTools.ffmpeg(["-i", film.path, "-c:v", "libaom-av1", "-cpu-used", "8", "-crf", "20", file.path])
    let (plan, timing) = try await plan(of: AssetReference(url: file))
    let frameDuration = try Rational(1_001, 30_000)
    #expect(timing == .constant(start: .zero, frameDuration: frameDuration, count: 60))
    try await check(plan, timing, frameDuration: frameDuration)
  }

  @Test func `an animated WebP is a film at a variable rate`() async throws {
    try await pictures(40, "p%d.png")
    let delays = (0..<40).map { [40, 70, 200, 33, 105][$0 % 5] }
    let file = folder.url("a.webp")
    try await MediaTools.run(
      "img2webp",
      ["-lossless"]
        + delays.enumerated().flatMap { number, delay in
          ["-d", "\(delay)", folder.url("p\(number).png").path]
        } + ["-o", file.path])
    let frameDuration = try Rational(1, 30)
    let (plan, timing) = try await plan(of: AssetReference(url: file), frameDuration: frameDuration)
    var starts: [Rational] = []
    var end: Int64 = 0
    for delay in delays {
      starts.append(try Rational(end, 1_000))
      end += Int64(delay)
    }
    #expect(timing == .variable(starts: FrameStarts(starts), end: try Rational(end, 1_000)))
    try await check(plan, timing, frameDuration: frameDuration)
  }

  @Test(arguments: ["png", "jpg", "tiff", "webp"])
  func `numbered pictures are a film`(type: String) async throws {
    try await pictures(60, "shot-%03d.\(type)", from: 97)
    let asset = AssetReference(url: folder.url("shot-%03d.\(type)"), frameRate: try Rational(30_000, 1_001))
    let (plan, timing) = try await plan(of: asset)
    let frameDuration = try Rational(1_001, 30_000)
    #expect(timing == .constant(start: .zero, frameDuration: frameDuration, count: 60))
    try await check(plan, timing, frameDuration: frameDuration)
  }

  @Test func `a sequence without a picture, or of several sizes, is refused by name`() async throws {
    try await pictures(12, "p%d.png")
    let asset = AssetReference(url: folder.url("p%d.png"), frameRate: Rational(25))
    func refusal(_ asset: AssetReference) async -> RenderError? {
      await #expect(throws: RenderError.self) { _ = try await GStreamerRenderer().facts(of: [asset]) }
    }
    #expect(await refusal(AssetReference(url: folder.url("p%d.png")))?.code == .invalidModel)
    #expect(await refusal(AssetReference(url: folder.url("p1.png"), frameRate: Rational(25)))?.code == .invalidModel)
    #expect(await refusal(AssetReference(url: folder.url("q%d.png"), frameRate: Rational(25)))?.code == .mediaMissing)
    let (plan, _) = try await plan(of: asset)
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1", folder.url("p8.png").path])
    let reader = try await GStreamerRenderer().pictures(of: plan, in: .yuv420p)
    defer { reader.close() }
    _ = try await reader.picture(at: 7)
    let error = await #expect(throws: RenderError.self) { _ = try await reader.picture(at: 8) }
    #expect(error?.message.hasPrefix("p8.png: The picture has 64x48 pixels") == true, "\(String(describing: error))")
    for gone in ["p3.png", "p5.png", "p6.png"] { try FileManager.default.removeItem(at: folder.url(gone)) }
    let gaps = await refusal(asset)
    #expect(gaps?.code == .mediaMissing)
    #expect(gaps?.message == "Of p%d.png there are pictures from 0 to 11, without 3, 5–6.")
  }
}
