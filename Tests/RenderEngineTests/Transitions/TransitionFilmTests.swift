import Foundation
import GstEdit
import TestSupport
import Testing

/// Transitions of projects as they are rendered: each frame and each sample against arithmetic on those of the sources.
@Suite("Transitions of projects")
struct TransitionFilmTests {
  private static let (width, height) = (320, 180)

  /// Four seconds at 25 frames a second, without loss.
  private static func film(_ number: UInt8) -> IndexedFilm {
    IndexedFilm(film: number) {
      ($0.frameCount, $0.timing, $0.codec, $0.container) = (100, .constant(FrameRate(25)), .ffv1, "mkv")
    }
  }

  /// Film 1 from second 1 to 3, then film 2 from second 1 to 3, with a transition of 0.8 s in between.
  private static func project(
    _ transition: String,
    videoComposition: String =
      #", "videoComposition": { "frameDuration": "1/25", "renderSize": [320, 180], "instructions": [ { "start": 0, "duration": 4, "layers": [ { "track": 1 } ] } ] }"#
  ) async throws -> ProjectRender {
    let files = [try await film(1).url().path, try await film(2).url().path]
    let text = """
      { "gstedit": 1, "assets": { "one": { "uri": "\(files[0])" }, "two": { "uri": "\(files[1])" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
          { "asset": "one", "in": 1, "duration": 2, "transition": { \(transition), "duration": 0.8 } },
          { "asset": "two", "in": 1, "duration": 2 } ] } ] }\(videoComposition) }
      """
    return ProjectRender(
      try Project(json: text, baseURL: URL(filePath: "/", directoryHint: .isDirectory)), renderer: Engine.renderer())
  }

  /// What is seen at a pixel, of the lumas of the old and the new picture, when the part `done` of the transition has passed.
  private typealias Oracle =
    @Sendable (
      _ x: Int, _ y: Int, _ done: Double, _ old: (Int, Int) -> Double, _ new: (Int, Int) -> Double
    ) -> Double

  private static let oracles: [(keys: String, oracle: Oracle)] = {
    let black = 16.0
    let (width, height) = (Self.width, Self.height)
    @Sendable func way(_ done: Double, _ length: Int) -> Int { Int((done * Double(length)).rounded()) }
    return [
      (#""name": "crossDissolve""#, { x, y, done, old, new in old(x, y) * (1 - done) + new(x, y) * done }),
      (
        #""name": "fadeThroughBlack""#,
        { x, y, done, old, new in
          done < 0.5
            ? black + (old(x, y) - black) * (1 - 2 * done) : black + (new(x, y) - black) * (2 * done - 1)
        }
      ),
      (
        #""name": "push""#,
        { x, y, done, old, new in
          let moved = x + way(done, width)
          return moved < width ? old(moved, y) : new(moved - width, y)
        }
      ),
      (
        #""name": "push", "direction": "right""#,
        { x, y, done, old, new in
          let moved = x - way(done, width)
          return moved >= 0 ? old(moved, y) : new(moved + width, y)
        }
      ),
      (
        #""name": "push", "direction": "up""#,
        { x, y, done, old, new in
          let moved = y + way(done, height)
          return moved < height ? old(x, moved) : new(x, moved - height)
        }
      ),
      (
        #""name": "push", "direction": "down""#,
        { x, y, done, old, new in
          let moved = y - way(done, height)
          return moved >= 0 ? old(x, moved) : new(x, moved + height)
        }
      ),
      (
        #""name": "slide", "direction": "left""#,
        { x, y, done, old, new in
          let moved = x + way(done, width) - width
          return moved < 0 ? old(x, y) : new(moved, y)
        }
      ),
      (
        #""name": "slide", "direction": "right""#,
        { x, y, done, old, new in
          let moved = x - way(done, width) + width
          return moved >= width ? old(x, y) : new(moved, y)
        }
      ),
      (
        #""name": "slide", "direction": "up""#,
        { x, y, done, old, new in
          let moved = y + way(done, height) - height
          return moved < 0 ? old(x, y) : new(x, moved)
        }
      ),
      (
        #""name": "slide", "direction": "down""#,
        { x, y, done, old, new in
          let moved = y - way(done, height) + height
          return moved >= height ? old(x, y) : new(x, moved)
        }
      ),
      (
        #""name": "wipe", "direction": "left""#,
        { x, y, done, old, new in x < width - way(done, width) ? old(x, y) : new(x, y) }
      ),
      (
        #""name": "wipe", "direction": "right""#,
        { x, y, done, old, new in x < way(done, width) ? new(x, y) : old(x, y) }
      ),
      (
        #""name": "wipe", "direction": "up""#,
        { x, y, done, old, new in y < height - way(done, height) ? old(x, y) : new(x, y) }
      ),
      (
        #""name": "wipe", "direction": "down""#,
        { x, y, done, old, new in y < way(done, height) ? new(x, y) : old(x, y) }
      ),
    ]
  }()

  @Test(arguments: oracles.indices)
  func `each frame of a transition is what arithmetic makes of the two pictures`(number: Int) async throws {
    let (keys, oracle) = Self.oracles[number]
    let render = try await Self.project(keys)
    let plan = try await render.plan()
    #expect(plan.picture?.frameCount == 100)
    let reader = try await Engine.renderer().pictures(of: plan, in: nil)
    defer { reader.close() }
    var wrong = 0
    for frame in 38..<62 {
      let picture = try await reader.picture(at: frame)
      let done = min(1, max(0, Double(frame - 40) / 20))
      let codes = [FrameCode(film: 1, index: 25 + frame), FrameCode(film: 2, index: frame - 25)].map {
        $0.luma(width: Self.width, height: Self.height)
      }
      let step = picture.planes[0].bytesPerRow
      wrong += try picture.withBytes(ofPlane: 0) { luma in
        var wrong = 0
        for y in stride(from: 0, to: Self.height, by: 7) {
          for x in stride(from: 0, to: Self.width, by: 5) {
            let expected = oracle(
              x, y, done, { Double(codes[0][$1 * Self.width + $0]) }, { Double(codes[1][$1 * Self.width + $0]) })
            if abs(Double(luma[y * step + x]) - expected) > 2 { wrong += 1 }
          }
        }
        return wrong
      }
    }
    #expect(wrong == 0, "\(keys)")
  }

  @Test func `clips at other speeds, mirrored by their layer, give handles in their own time`() async throws {
    let files = [try await Self.film(1).url().path, try await Self.film(2).url().path]
    // The first at half its speed from 0.5 s on, the second at twice its speed from 1 s on.
    let text = """
      { "gstedit": 1, "assets": { "one": { "uri": "\(files[0])" }, "two": { "uri": "\(files[1])" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
          { "asset": "one", "in": 0.5, "duration": 1, "to": 2, "transition": { "name": "push", "duration": 0.8 } },
          { "asset": "two", "in": 1, "duration": 2, "to": 1 } ] } ] },
        "videoComposition": { "frameDuration": "1/25", "renderSize": [320, 180], "instructions": [
          { "start": 0, "duration": 3, "layers": [
            { "track": 1, "transform": [ { "at": 0, "value": [-1, 0, 0, 1, 320, 0] } ] } ] } ] } }
      """
    let render = ProjectRender(
      try Project(json: text, baseURL: URL(filePath: "/", directoryHint: .isDirectory)), renderer: Engine.renderer())
    let plan = try await render.plan()
    #expect(plan.picture?.frameCount == 75)
    let reader = try await Engine.renderer().pictures(of: plan, in: nil)
    defer { reader.close() }
    var wrong: [Int] = []
    for frame in 0..<75 {
      let picture = try await reader.picture(at: frame)
      let way = Int((min(1, max(0, Double(frame - 40) / 20)) * Double(Self.width)).rounded())
      let codes = [
        FrameCode(film: 1, index: (25 + frame) / 2), FrameCode(film: 2, index: max(0, 25 + 2 * (frame - 50))),
      ]
      let (old, new) = (
        codes[0].luma(width: Self.width, height: Self.height), codes[1].luma(width: Self.width, height: Self.height)
      )
      let step = picture.planes[0].bytesPerRow
      let isWrong = try picture.withBytes(ofPlane: 0) { luma in
        stride(from: 0, to: Self.width, by: 5).contains { x in
          stride(from: 3, to: Self.height, by: 7).contains { y in
            let moved = x + way
            let found = Int(luma[y * step + x])
            let column = Self.width - 1 - (moved < Self.width ? moved : moved - Self.width)
            return abs(found - Int((moved < Self.width ? old : new)[y * Self.width + column])) > 2
          }
        }
      }
      if isWrong { wrong.append(frame) }
    }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test func `without a video composition the picture is as large and as fast as the first film`() async throws {
    let render = try await Self.project(#""name": "push""#, videoComposition: "")
    let plan = try await render.plan()
    let explicit = try await Self.project(#""name": "push""#).plan()
    #expect(plan.text == explicit.text)
    #expect(try await render.check().faults.isEmpty)
  }

  @Test func `a missing handle is reported with the missing duration`() async throws {
    let files = [try await Self.film(1).url().path, try await Self.film(2).url().path]
    let text = """
      { "gstedit": 1, "assets": { "one": { "uri": "\(files[0])" }, "two": { "uri": "\(files[1])" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
          { "asset": "one", "in": 1, "duration": 2.75, "transition": { "name": "wipe", "duration": 1 } },
          { "asset": "two", "in": 1, "duration": 2 } ] } ] } }
      """
    let render = ProjectRender(
      try Project(json: text, baseURL: URL(filePath: "/", directoryHint: .isDirectory)), renderer: Engine.renderer())
    let check = try await render.check()
    #expect(check.faults.map(\.error.code) == [.sourceRangeBeyondMedia])
    let found = try #require(check.faults.first?.diagnostic)
    #expect(found.pointer.description == "/composition/tracks/0/segments/0/transition")
    #expect(found.message.contains("holds 0.25 s more: 0.25 s are missing"))
    #expect(found.expected?.contains("at most 0.5 s") == true)
    let error = try await #require(throws: ProjectError.self) { try await render.plan() }
    #expect(error.diagnostics == [found])
  }

  @Test func `sounds cross-fade with equal power, to the sample`() async throws {
    func sound(_ level: Int16) -> SoundFile { SoundFile(.constant(level)) { $0.count = 48_000 * 4 } }
    let files = [try await sound(16_384).url().path, try await sound(-8_192).url().path]
    let text = """
      { "gstedit": 1, "assets": { "one": { "uri": "\(files[0])" }, "two": { "uri": "\(files[1])" } },
        "composition": { "tracks": [ { "id": 1, "kind": "audio", "segments": [
          { "asset": "one", "in": 1, "duration": 2, "transition": { "name": "crossDissolve", "duration": 1 } },
          { "asset": "two", "in": 1, "duration": 2 } ] } ] } }
      """
    let render = ProjectRender(
      try Project(json: text, baseURL: URL(filePath: "/", directoryHint: .isDirectory)), renderer: Engine.renderer())
    let plan = try await render.plan()
    #expect(plan.sound?.sampleCount == 192_000)
    let reader = try await Engine.renderer().samples(of: plan)
    defer { reader.close() }
    let samples = try await reader.samples(0..<192_000)
    var worst = 0.0
    for sample in stride(from: 0, to: 192_000, by: 37) {
      let done = min(1, max(0, Double(sample - 72_000) / 48_000))
      let expected = 0.5 * cos(done * .pi / 2) - 0.25 * sin(done * .pi / 2)
      worst = max(worst, abs(samples.interleaved[sample * samples.channels] - expected))
    }
    #expect(worst < 0.0012)
  }

  @Test func `photographs lead from one to the next from their first moment on`() async throws {
    let folder = try ScratchFolder()
    for (name, gray) in [("a", "0x404040"), ("b", "0xC0C0C0")] {
      try await MediaTools.ffmpeg([
        "-f", "lavfi", "-i", "color=\(gray):s=320x180", "-frames:v", "1", folder.url("\(name).png").path,
      ])
    }
    let text = """
      { "gstedit": 1, "assets": { "a": { "uri": "a.png" }, "b": { "uri": "b.png" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
          { "asset": "a", "in": 0, "duration": 2, "transition": { "name": "crossDissolve", "duration": 1 } },
          { "asset": "b", "in": 0, "duration": 2 } ] } ] } }
      """
    let project = folder.url("project.json")
    try text.write(to: project, atomically: true, encoding: .utf8)
    let render = ProjectRender(try Project(contentsOf: project), renderer: Engine.renderer())
    let check = try await render.check()
    #expect(check.faults.isEmpty)
    let plan = try #require(check.plan)
    let reader = try await Engine.renderer().pictures(of: plan, in: nil)
    defer { reader.close() }
    var grays: [Int] = []
    for frame in [0, 45, 60, 75, 119] {
      let picture = try await reader.picture(at: frame)
      grays.append(try picture.withBytes(ofPlane: 0) { Int($0[picture.planes[0].bytesPerRow * 90 + 160]) })
    }
    // 16 + 219 · level: 71 and 181.
    for (found, wanted) in zip(grays, [71, 71, 126, 181, 181]) { #expect(abs(found - wanted) <= 2, "\(grays)") }
  }
}
