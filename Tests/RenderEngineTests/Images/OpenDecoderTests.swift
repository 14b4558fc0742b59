import Compositing
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import SeededRandom
import TestSupport
import Testing

import struct TestSupport.FrameCode
import struct TestSupport.FrameRate
import enum TestSupport.FrameReading
import struct TestSupport.IndexedFilm
import enum TestSupport.ProofScope
import class TestSupport.ScratchFolder

@testable import RenderEngine

/// Decoders that readers leave open for one another: which are, and that no picture shows it.
@Suite("Decoders left open")
struct OpenDecoderTests {
  private static func film(_ number: UInt8, frameCount: Int = 200) -> IndexedFilm {
    SmallPicture.film(number, frameCount: frameCount) { $0.timing = .constant(FrameRate(25)) }
  }

  /// Two layers of the file at `url`, the upper one as opaque as `opacity`.
  private static func edit(_ url: URL, _ opacity: Double) throws -> EditSnapshot {
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 6, timescale: 1))
    let tracks = (1...2).map { number in
      var track = CompositionTrack(id: TrackID(rawValue: Int32(number)), mediaType: .video)
      track.segments = [
        CompositionTrackSegment(
          source: .init(asset: AssetReference(url: url)),
          sourceRange: CMTimeRange(start: CMTime(value: Int64(number), timescale: 1), duration: range.duration),
          targetRange: range)
      ]
      return track
    }
    var upper = LayerInstruction(trackID: 1)
    try upper.setOpacity(opacity, at: .zero)
    return EditSnapshot(
      composition: Composition(tracks: tracks),
      videoComposition: VideoComposition(
        frameDuration: CMTime(value: 1, timescale: 25), renderSize: SmallPicture.size,
        instructions: [
          VideoCompositionInstruction(timeRange: range, layerInstructions: [upper, LayerInstruction(trackID: 2)])
        ]))
  }

  /// Frame `frame` of `plan`, by a reader of its own.
  private static func picture(at frame: Int, _ plan: RenderPlan, _ open: OpenSources?) async throws -> [[UInt8]] {
    let reader = try await GStreamerRenderer().pictures(of: plan, in: nil, using: open)
    defer { reader.close() }
    reader.expect([frame])
    return try await reader.bytes(at: frame)
  }

  @Test func `a picture is the same whatever other readers have left open`() async throws {
    let plan = try await PictureAccessTests.composition().plan()
    let count = try #require(plan.picture).frameCount
    let inOrder = try await GStreamerRenderer().pictures(of: plan, in: nil)
    let all = try await inOrder.bytes(in: 0..<count)
    inOrder.close()
    let open = OpenSources()
    var random = SeededGenerator(seed: 3)
    var frames = (0..<(ProofScope.isFull ? 100 : 16)).map { _ in Int.random(in: 0..<count, using: &random) }
    // The same again, its neighbors, and back.
    frames += [frames[0], frames[0], 12, 13, 14, 12, 60, 61, 12, count - 1, 0]
    for frame in frames {
      let isSame = try await Self.picture(at: frame, plan, open) == all[frame]
      #expect(isSame, "\(frame)")
      #expect(open.count <= OpenSources.capacity)
    }
    #expect(open.takenCount > frames.count / 2)
    // One that reads on in order begins with them as well.
    let reader = try await GStreamerRenderer().pictures(of: plan, in: nil, using: open)
    let row = try await reader.bytes(in: 0..<count)
    reader.close()
    #expect(zip(row, all).filter { $0 != $1 }.count == 0)
  }

  @Test func `a changed edit begins with the decoders of the one before, and shows the change`() async throws {
    let folder = try ScratchFolder()
    let url = try FileManager.default.copy(of: try await Self.film(51).url(), in: folder.url)
    let open = OpenSources()
    for opacity in [0.25, 0.5, 0.75] {
      let plan = try await Self.edit(url, opacity).plan()
      let isSame = try await Self.picture(at: 70, plan, open) == Self.picture(at: 70, plan, nil)
      #expect(isSame, "\(opacity)")
      #expect(await Poll.eventually { open.count == 2 })
    }
    // Two were opened, and taken twice each.
    #expect(open.takenCount == 4)
    #expect(try await Poll.eventually { try OpenResources.count(of: url) == open.count })
    open.closeAll()
    #expect(open.count == 0)
    // Closing that takes longer than 0.8 s goes on in the background.
    #expect(try await Poll.eventually { try OpenResources.count(of: url) == 0 })
  }

  @Test(arguments: [false, true])
  func `nothing that is open is used of a file that has changed`(isInPlace: Bool) async throws {
    let folder = try ScratchFolder()
    // Of the same length, and of another one.
    let (first, second) = (Self.film(52), Self.film(53, frameCount: isInPlace ? 200 : 150))
    let url = try FileManager.default.copy(of: try await first.url(), in: folder.url, named: "film.mp4")
    var generator = ImageGenerator(of: AssetReference(url: url), renderer: GStreamerRenderer())
    generator.pixelFormat = .yuv420p
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    let time = CMTime(value: 2, timescale: 1)
    func shown() async throws -> FrameReading {
      reading(try await generator.image(at: time).picture.planeBytes())
    }
    #expect(try await shown() == .frame(FrameCode(film: 52, index: 50)))
    let bytes = try Data(contentsOf: try await second.url())
    if isInPlace {
      let file = try FileHandle(forWritingTo: url)
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: bytes)
      try file.close()
    } else {
      try bytes.write(to: url, options: .atomic)
    }
    #expect(try await shown() == .frame(FrameCode(film: 53, index: 50)))
    #expect(try await shown() == .frame(FrameCode(film: 53, index: 50)))
  }

  @Test func `no more are open than there is room for, the last ones`() async throws {
    let folder = try ScratchFolder()
    let open = OpenSources()
    var urls: [URL] = []
    for number in 0..<OpenSources.capacity + 3 {
      let url = try FileManager.default.copy(of: try await Self.film(51).url(), in: folder.url, named: "\(number).mp4")
      urls.append(url)
      _ = try await Self.picture(at: 10, try await SoundEdits.whole(url, seconds: 8, .video).plan(), open)
    }
    #expect(await Poll.eventually { open.count == OpenSources.capacity })
    let files = urls
    #expect(
      try await Poll.eventually {
        try files.map { try OpenResources.count(of: $0) } == [0, 0, 0]
          + Array(repeating: 1, count: OpenSources.capacity)
      })
    open.closeAll()
  }

  @Test func `a reader that was cancelled leaves nothing open that it was at work on`() async throws {
    let folder = try ScratchFolder()
    let url = try FileManager.default.copy(of: try await Self.film(51).url(), in: folder.url)
    let plan = try await SoundEdits.whole(url, seconds: 8, .video).plan()
    let open = OpenSources()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: nil, using: open)
    _ = try await reader.picture(at: 3)
    reader.cancel()
    await #expect(throws: RenderError.self) { _ = try await reader.picture(at: 150) }
    reader.close()
    let isSame = try await Self.picture(at: 150, plan, open) == Self.picture(at: 150, plan, nil)
    #expect(isSame)
  }

  /// In a process of its own, where no other test's generators are.
  @Test func `decoders are open as long as a generator is held`() async throws {
    _ = try await Self.film(51).url()
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let url = try FileManager.default.copy(of: try await Self.film(51).url(), in: folder.url)
      var generator: ImageGenerator?
      for _ in 0..<2 {
        // The second takes over what the first has open.
        let next = ImageGenerator(of: AssetReference(url: url), renderer: GStreamerRenderer())
        generator = next
        // To the end, at which the reader is closed.
        for await outcome in try await next.images(for: [CMTime(value: 3, timescale: 1)]) { _ = try outcome.get() }
        #expect(try await Poll.eventually { try OpenResources.count(of: url) == 1 })
      }
      #expect(generator != nil)
      generator = nil
      #expect(try await Poll.eventually { try OpenResources.count(of: url) == 0 })
    }
  }
}
