import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

/// Files that are planned, and not written.
struct DryRunTests {
  /// Runs `line`, which is to write nothing; returns what it prints.
  private func printed(_ line: String, on stage: CommandStage) async throws -> String {
    #expect(await stage.run(line) == .done, "\(stage.errors)")
    let record = stage.renderer.record
    #expect(record.writers.isEmpty && record.copies.isEmpty && record.outputs.isEmpty)
    #expect(stage.errors.isEmpty, "\(stage.errors)")
    return stage.output
  }

  @Test func `a part that would be copied is listed by its packets`() async throws {
    let stage = try CommandStage()
    let text = try await printed("trim clip.mp4 --range 1..2 -o out.mp4 --copy --dry-run", on: stage)
    #expect(
      text == """
        copy into mp4, 1 s to 00:00:01.000, from 1 s of clip.mp4, exact
          track 0: pictures H.264, 25 packets, ticks of 1/25 s
            media from 0 s for 1 s
          track 1: sound AAC, 48 packets, ticks of 1/48000 s
            media from 0 s for 1 s
          part 0 at 00:00:00.000: clip.mp4, from 1 s to 2 s, its zero at 0 s, moved by -1 s
            track 0 of stream 0: packets 25…49 (25), decoded from 1 s, presented from 1 s to 2 s
            track 1 of stream 1: packets 46…93 (48), decoded from 368/375 s, presented from 368/375 s to 752/375 s

        """)
  }

  @Test(arguments: [
    "convert clip.mp4 -o out.mkv --copy", "convert clip.mp4 -o out.mkv --preset Passthrough",
    "concat clip.mp4 two.mp4 -o out.mov --copy",
  ]) func `copies are planned as JSON`(line: String) async throws {
    let stage = try CommandStage()
    let object = try jsonObject(try await printed("\(line) --dry-run --json", on: stage))
    let copy = try #require(stage.renderer.record.copiesPlanned.first)
    #expect(object["fileType"] as? String == copy.fileType.rawValue && object["exact"] as? Bool == true)
    let parts = try #require(object["parts"] as? [[String: Any]])
    #expect(parts.map { $0["asset"] as? String } == copy.parts.map(\.asset.name))
    let streams = try #require(parts.first?["streams"] as? [[String: Any]])
    #expect(streams.first?["numbers"] as? [[Int]] == [[0, 249]] && streams.first?["all"] as? Bool == true)
    #expect(streams.first?["presentation"] as? [String] == ["0", "10"])
  }

  @Test(arguments: ["convert clip.mp4 -o out.mp4", "trim clip.mp4 --range 0..1 -o out.mp4"])
  func `a plan of encoding is shown as by gstedit plan`(line: String) async throws {
    let text = try await printed("\(line) --dry-run", on: CommandStage())
    #expect(text.hasPrefix("picture 1280x720") || text.hasPrefix("picture 640x360"), "\(text.prefix(60))")
    let object = try jsonObject(try await printed("\(line) --dry-run --json", on: CommandStage()))
    #expect(object["picture"] is [String: Any] && object["sound"] is [String: Any])
  }

  @Test func `a project is planned as it would be exported`() async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    let text = try await printed("export project.json -o out.mp4 --dry-run", on: stage)
    #expect(text.hasPrefix("picture "), "\(text.prefix(60))")
  }

  @Test func `a file that is there already is no hindrance`() async throws {
    let stage = try CommandStage()
    try stage.folder.write("kept", to: "out.mp4")
    _ = try await printed("convert clip.mp4 -o out.mp4 --copy --dry-run", on: stage)
    #expect(try String(contentsOf: stage.folder.file("out.mp4"), encoding: .utf8) == "kept")
  }

  @Test(arguments: [
    "convert clip.mp4 -o out.mp4", "convert clip.mp4 -o out.mp4 --copy", "export project.json -o a.mp4",
  ])
  func `there is nothing to verify`(line: String) async throws {
    let stage = try CommandStage()
    #expect(await stage.run("\(line) --dry-run --verify") == .usage)
    #expect(stage.errors.contains("--verify"), "\(stage.errors)")
  }
}
