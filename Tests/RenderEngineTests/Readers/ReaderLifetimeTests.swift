import Compositing
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

import struct TestSupport.FilmEdit
import struct TestSupport.FrameRate
import class TestSupport.MediaCache
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// How readers begin and end, and what they do side by side.
@Suite("Readers' lives")
struct ReaderLifetimeTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A copy of its own of eight seconds of picture.
  private static func film(in folder: ScratchFolder) async throws -> URL {
    let film = SmallPicture.film(33) { film in
      film.timing = .constant(FrameRate(25))
      film.codec = .h264OpenGroups
    }
    return try FileManager.default.copy(of: try await film.url(), in: folder.url)
  }

  /// A copy of its own of three seconds of sound.
  private static func sound(in folder: ScratchFolder) async throws -> URL {
    try FileManager.default.copy(
      of: try await SoundStorage(.vorbis, "ogg", 48_000).reference().url, in: folder.url)
  }

  // MARK: Side by side

  @Test func `two readers of one plan do not disturb each other`() async throws {
    let plan = try await PictureAccessTests.composition().plan()
    let count = try #require(plan.picture).frameCount
    let alone = try await GStreamerRenderer().pictures(of: plan, in: nil)
    let all = try await alone.bytes(in: 0..<count)
    alone.close()

    let renderer = GStreamerRenderer()
    let forward = try await renderer.pictures(of: plan, in: nil)
    let jumping = try await renderer.pictures(of: plan, in: nil)
    let places = (0..<40).map { $0 * 67 % count }
    async let first = forward.bytes(in: 0..<count)
    async let second = jumping.bytes(in: places)
    let (inOrder, jumped) = try await (first, second)
    #expect(inOrder == all)
    #expect(zip(places, jumped).filter { all[$0] != $1 }.map(\.0) == [])
    // One of them closes; the other goes on.
    forward.close()
    #expect(try await jumping.bytes(at: 3) == all[3])
    jumping.close()
  }

  @Test func `two callers of one reader both get their frames`() async throws {
    let plan = try await SoundEdits.whole(try await Self.film(in: folder), seconds: 8, .video).plan()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: nil)
    defer { reader.close() }
    let all = try await reader.bytes(in: 0..<100)
    async let first = reader.bytes(in: 20..<50)
    async let second = reader.bytes(in: (60..<90).reversed())
    let (rising, falling) = try await (first, second)
    #expect(rising == Array(all[20..<50]))
    #expect(falling == all[60..<90].reversed())
  }

  @Test func `two readers of one sound do not disturb each other`() async throws {
    let edit = try SoundEdits.everything(
      try await SoundStorage(.flac, "flac", 48_000).reference(),
      try await SoundStorage(.pcm, "wav", 44_100).reference(seed: 6))
    let plan = try await edit.plan(RenderSettings(sampleRate: 48_000, channels: 2))
    let alone = try await GStreamerRenderer().samples(of: plan)
    let count = try #require(plan.sound).sampleCount
    let whole = try await alone.bits(in: [0..<count])[0]
    alone.close()
    let renderer = GStreamerRenderer()
    let forward = try await renderer.samples(of: plan)
    let backward = try await renderer.samples(of: plan)
    let blocks = (0..<Int64(20)).map { $0 * count / 20..<($0 + 1) * count / 20 }
    let some = blocks.reversed().enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
    async let first = forward.bits(in: blocks)
    async let second = backward.bits(in: some)
    let (rising, falling) = try await (first, second)
    #expect(rising.flatMap(\.self) == whole)
    for (number, block) in some.enumerated() {
      let isAlike = falling[number] == Array(whole[Int(block.lowerBound) * 2..<Int(block.upperBound) * 2])
      #expect(isAlike, "\(block)")
    }
    forward.close()
    backward.close()
  }

  // MARK: Ranges

  @Test func `a frame beyond the plan is out of range, and the reader goes on`() async throws {
    let plan = try await SoundEdits.whole(try await Self.film(in: folder), seconds: 8, .video).plan()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: nil)
    defer { reader.close() }
    let count = reader.plan.frameCount
    #expect(count == 200)
    for frame in [-1, count, .min, .max] {
      let error = await #expect(throws: RenderError.self) { _ = try await reader.picture(at: frame) }
      #expect(error?.code == .outOfRange)
    }
    #expect(try await reader.picture(at: count - 1).width == SmallPicture.width)
  }

  @Test func `samples that the plan does not have are out of range, and the reader goes on`() async throws {
    let plan = try await SoundEdits.whole(try await Self.sound(in: folder), seconds: 3, .audio).plan()
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    let count = reader.plan.sampleCount
    for range in [-1..<1, count - 1..<count + 1, count + 1..<count + 1, .min..<0, 0..<Int64.max] {
      let error = await #expect(throws: RenderError.self) { _ = try await reader.samples(range) }
      #expect(error?.code == .outOfRange)
    }
    #expect(try await reader.samples(count - 5..<count).count == 5)
  }

  // MARK: Closing

  @Test func `a closed reader of pictures has closed its files, and says that it is closed`() async throws {
    let file = try await Self.film(in: folder)
    let plan = try await SoundEdits.whole(file, seconds: 8, .video).plan()
    // The look that planning takes may still be closing.
    #expect(try await Poll.eventually { try OpenResources.count(of: file) == 0 })
    let reader = try await GStreamerRenderer().pictures(of: plan, in: nil)
    _ = try await reader.bytes(in: [3, 4, 90, 10])
    #expect(try OpenResources.count(of: file) >= 1)
    reader.close()
    #expect(try await Poll.eventually { try OpenResources.count(of: file) == 0 })
    reader.close()
    let error = await #expect(throws: RenderError.self) { _ = try await reader.picture(at: 0) }
    #expect(error?.code == .closed)
  }

  @Test func `a closed reader of samples has closed its files, and says that it is closed`() async throws {
    let file = try await Self.sound(in: folder)
    let plan = try await SoundEdits.whole(file, seconds: 3, .audio).plan()
    let reader = try await GStreamerRenderer().samples(of: plan)
    _ = try await reader.bits(in: [0..<100, 90_000..<90_100, 5..<10])
    #expect(try OpenResources.count(of: file) >= 1)
    reader.close()
    #expect(try await Poll.eventually { try OpenResources.count(of: file) == 0 })
    let error = await #expect(throws: RenderError.self) { _ = try await reader.samples(0..<1) }
    #expect(error?.code == .closed)
  }

  @Test func `a closed reader of packets has closed its file, and says that it is closed`() async throws {
    let file = try await Self.film(in: folder)
    let reader = try await GStreamerRenderer().packets(of: .init(asset: AssetReference(url: file)), .video)
    #expect(try await reader.packet()?.isKeyFrame == true)
    #expect(try OpenResources.count(of: file) >= 1)
    reader.close()
    #expect(try await Poll.eventually { try OpenResources.count(of: file) == 0 })
    let error = await #expect(throws: RenderError.self) { _ = try await reader.packet() }
    #expect(error?.code == .closed)
  }

  @Test func `a released reader closes its files`() async throws {
    let file = try await Self.film(in: folder)
    let plan = try await SoundEdits.whole(file, seconds: 8, .video).plan()
    var reader: (any PictureReader)? = try await GStreamerRenderer().pictures(of: plan, in: nil)
    _ = try await reader?.bytes(at: 100)
    #expect(try OpenResources.count(of: file) >= 1)
    reader = nil
    #expect(try await Poll.eventually { try OpenResources.count(of: file) == 0 })
  }

  /// In a process of its own, where no other test's threads are.
  @Test func `closed readers leave no thread`() async throws {
    // The media is made here, once.
    _ = (try await Self.film(in: folder), try await Self.sound(in: folder))
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let (film, sound) = (try await Self.film(in: folder), try await Self.sound(in: folder))
      let pictures = try await SoundEdits.whole(film, seconds: 8, .video).plan()
      let samples = try await SoundEdits.whole(sound, seconds: 3, .audio).plan()
      func read() async throws -> Int {
        let first = try await GStreamerRenderer().pictures(of: pictures, in: nil)
        let second = try await GStreamerRenderer().samples(of: samples)
        _ = try await first.bytes(in: [0, 1, 2, 150, 20])
        _ = try await second.bits(in: [0..<100, 90_000..<90_100])
        let count = try OpenResources.threads().count
        first.close()
        second.close()
        return count
      }
      // Pools keep some threads for later; after more readers there are no more of them.
      _ = try await read()
      _ = try await read()
      let before = try await OpenResources.settledThreads()
      let during = try await read()
      #expect(during > before.count, "\(before) before, \(during) with both readers open")
      let settled = try await Poll.eventually { try OpenResources.threads().count <= before.count }
      let after = try OpenResources.threads()
      #expect(settled, "\(before) before, \(after) after")
    }
  }

  // MARK: Cancelling

  @Test func `cancelling ends a long search for a frame within a second`() async throws {
    // One key frame and 9,000 frames that lean on it.
    let film = try await MediaCache.shared.file(named: "long-group", extension: "mp4", recipe: ["2"]) { url in
      try await MediaTools.ffmpeg([
        "-f", "lavfi", "-i", "testsrc=size=160x96:rate=25:duration=360", "-c:v", "libx264", "-preset", "ultrafast",
        "-g", "100000", "-bf", "0", "-pix_fmt", "yuv420p", url.path,
      ])
    }
    let file = try FileManager.default.copy(of: film, in: folder.url)
    let plan = try await SoundEdits.whole(file, seconds: 360, .video).plan()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: nil)
    try await expectCancelled(reader.cancel, file: file) { _ = try reader.blockingPicture(at: 8_999) }
    let error = await #expect(throws: RenderError.self) { _ = try await reader.picture(at: 0) }
    #expect(error?.code == .cancelled)
    reader.close()
  }

  @Test func `cancelling ends a long reading of samples within a second`() async throws {
    let sound = try await MediaCache.shared.file(named: "long-silence", extension: "flac", recipe: ["2"]) { url in
      try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo:d=1200", url.path])
    }
    let file = try FileManager.default.copy(of: sound, in: folder.url)
    let plan = try await SoundEdits.whole(file, seconds: 1_200, .audio).plan()
    let reader = try await GStreamerRenderer().samples(of: plan)
    // Again and again, however fast the machine is.
    try await expectCancelled(reader.cancel, file: file) {
      for _ in 0..<100 { _ = try reader.blockingSamples(0..<1_200 * 48_000) }
    }
    let error = await #expect(throws: RenderError.self) { _ = try await reader.samples(0..<1) }
    #expect(error?.code == .cancelled)
    reader.close()
  }

  @Test func `cancelling the task cancels the reader`() async throws {
    let plan = try await SoundEdits.whole(try await Self.film(in: folder), seconds: 8, .video).plan()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: nil)
    defer { reader.close() }
    let task = Task { while true { _ = try await reader.picture(at: Int.random(in: 0..<200)) } }
    _ = try await reader.picture(at: 7)
    task.cancel()
    let error = await #expect(throws: RenderError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  /// Expects `body`, which takes many seconds, to end as cancelled within one once `cancel` is called.
  private func expectCancelled(
    _ cancel: () -> Void, file: URL, _ body: @escaping @Sendable () throws -> Void
  ) async throws {
    async let outcome = DedicatedThread.run(named: "long") { () -> (RenderError.Code?, ContinuousClock.Instant) in
      do {
        try body()
        return (nil, .now)
      } catch {
        return ((error as? RenderError)?.code, .now)
      }
    }
    #expect(try await Poll.eventually { try OpenResources.count(of: file) > 0 })
    let start = ContinuousClock.now
    cancel()
    let (code, end) = try await outcome
    #expect(code == .cancelled)
    #expect(end - start < OpenResources.cancelLimit, "\(end - start)")
  }
}
