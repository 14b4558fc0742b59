import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

/// Films in segments, from the command line: which there are, one rendered, all of them joined.
@Suite struct SegmentCommandTests {
  /// A project of eleven seconds, 25 frames each, of media with a key frame every fifty.
  private func stage() throws -> CommandStage {
    let stage = try CommandStage()
    try stage.writeProject(duration: "10")
    return stage
  }

  @Test func `segments are a JSON object a line, and the plan is a file`() async throws {
    let stage = try stage()
    #expect(await stage.run("segments project.json -o film.plan") == .done)
    let lines = try stage.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    try #require(lines.count == 2)
    #expect(lines.map { $0["segment"] as? Int } == [0, 1])
    #expect(lines.map { $0["method"] as? String } == ["encode", "encode"])
    #expect(lines.map { $0["start"] as? String } == ["0", "8"])
    #expect(lines.map { $0["duration"] as? String } == ["8", "3"])
    // It is not replaced unasked.
    #expect(await stage.run("segments project.json -o film.plan") == .cannotCreateOutput)
    #expect(await stage.run("segments project.json -o film.plan -y") == .done)
  }

  @Test func `segments that are rendered are joined`() async throws {
    let stage = try stage()
    #expect(await stage.run("segments project.json --file-type mkv -o film.plan") == .done)
    #expect(await stage.run("render-segment film.plan 1 --into parts --json") == .done)
    #expect(stage.output.contains("\"segment\" : 1"))
    #expect(await stage.run("join film.plan --from nowhere -o film.mkv") == .mediaUnavailable)
    #expect(!FileManager.default.fileExists(atPath: stage.folder.file("nowhere").path))
    #expect(await stage.run("join film.plan --from parts -o film.mkv") == .mediaUnavailable)
    #expect(stage.errors.contains("1 of 2 segments"), "\(stage.errors)")
    #expect(await stage.run("render-segment film.plan 2 --into parts") != .done)
    for wrong in ["1-0", "0-2", "-1", "1-", "one"] {
      #expect(await stage.run("render-segment film.plan \(wrong) --into parts") != .done, "\(wrong)")
    }
    #expect(await stage.run("render-segment film.plan 0-1 --into parts --json") == .done)
    let lines = stage.output.split(separator: "\n").suffix(2)
    #expect(lines.map { $0.contains("\"frames\":") } == [true, true], "\(stage.output)")
    #expect(await stage.run("join film.plan --from parts -o film.mp4") == .usage)
    #expect(await stage.run("join film.plan --from parts -o film.mkv") == .done)
    let content = try #require(stage.renderer.record.writers.last).content
    #expect(content.pictures.map(\.frame) == Array(0..<275))
    #expect(content.isFinished)
  }

  @Test(arguments: [
    (250, ["0-1", "2", "3-5", "9"]), (600, ["0-2", "3-5", "9"]), (1, ["0", "1", "2", "3", "4", "5", "9"]),
  ])
  func `a cluster's task renders segments one after another, of so many frames`(frames: Int, tasks: [String]) {
    let lengths = [0: 15, 1: 235, 2: 250, 3: 150, 4: 50, 5: 50, 9: 15]
    let segments = lengths.keys.sorted().map { number in
      SegmentPlan.Segment(number: number, frames: (number * 250)..<(number * 250 + (lengths[number] ?? 0)))
    }
    #expect(SubmittedFilm.tasks(of: segments, frames).map(\.description) == tasks)
  }

  @Test func `with smart rendering segments are copied that can be, and the others say why not`() async throws {
    let stage = try stage()
    #expect(await stage.run("segments project.json --smart --quality 20 --video-codec h264 --file-type mp4") == .done)
    let lines = try stage.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.contains { $0["method"] as? String == "copy" && $0["first"] as? Int != nil }, "\(stage.output)")
    #expect(await stage.run("segments project.json --smart --bitrate 1M --video-codec h264 --file-type mp4") == .done)
    #expect(stage.output.contains("bit rate"), "\(stage.output)")
    #expect(await stage.run("trim a.mp4 --range 1..2 -o b.mp4 --smart --copy") == .usage)
  }

  @Test func `an export takes jobs and a cache`() async throws {
    let stage = try stage()
    #expect(await stage.run("export project.json -o film.mkv --jobs 3 --cache parts") == .done)
    #expect(stage.renderer.record.segments.count == 2)
    #expect(await stage.run("export project.json -o film.mkv -y --cache parts") == .done)
    #expect(stage.renderer.record.segments.count == 2)
    #expect(await stage.run("export project.json -o film.mkv -y --cache parts --no-resume") == .done)
    #expect(stage.renderer.record.segments.count == 4)
    #expect(await stage.run("export project.json -o film.mkv -y --jobs 0") == .usage)
    #expect(await stage.run("export project.json -o film.mkv -y --cache parts --isolate-media") == .usage)
  }

  @Test func `a cache is listed, and cleaned`() async throws {
    let stage = try stage()
    #expect(await stage.run("export project.json -o film.mkv --cache parts") == .done)
    #expect(await stage.run("cache parts") == .done)
    #expect(stage.output.contains("\n2 segments, "), "\(stage.output)")
    #expect(await stage.run("cache parts --limit 0") == .done)
    #expect(stage.output.contains("0 segments, 0 bytes; removed 2 segments, "), "\(stage.output)")
    #expect(await stage.run("cache nowhere --json") == .done)
    #expect(await stage.run("cache parts --limit many") == .usage)
  }

  @Test func `a file that is no plan is said to be none`() async throws {
    let stage = try stage()
    #expect(await stage.run("render-segment project.json 0 --into parts") == .invalidProject)
    #expect(stage.errors.contains("no plan of segments"), "\(stage.errors)")
    #expect(await stage.run("join nothing.plan --from parts -o film.mkv") == .mediaUnavailable)
  }
}
