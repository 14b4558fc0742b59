import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

@Suite struct DebugCommandTests {
  /// The cat, whose fade ends a frame before its instruction.
  private static let project = """
    { "gstedit": 1, "assets": { "cat": { "uri": "cat.mp4" } },
      "composition": { "tracks": [
        { "id": 1, "kind": "video", "segments": [ { "asset": "cat", "in": 0, "duration": 4 } ] },
        { "id": 2, "kind": "audio", "segments": [ { "asset": "cat", "in": 0, "duration": 4 } ] } ] },
      "videoComposition": { "frameDuration": "1/25", "renderSize": [640, 360], "instructions": [
        { "start": 0, "duration": 4, "layers": [
          { "track": 1, "opacity": [ { "start": 3, "duration": "24/25", "from": 1, "to": 0 } ] } ] } ] } }
    """

  private func stage() throws -> CommandStage {
    let stage = try CommandStage()
    try stage.folder.write(Self.project, to: "project.json")
    return stage
  }

  private func text(of name: String, in stage: CommandStage) throws -> String {
    try String(contentsOf: stage.folder.file(name), encoding: .utf8)
  }

  @Test func `without a name the text goes to standard output, and nothing is rendered`() async throws {
    let stage = try stage()
    #expect(await stage.run("debug project.json --at 75f") == .done)
    let lines = stage.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("4 s · 640x360, 100 frames, 25 a second · 48000 Hz, 2 channels · 2 tracks") == true)
    #expect(lines.contains { $0.hasPrefix("Track 1 video") } && lines.contains { $0.hasPrefix("Sound track 2") })
    #expect(lines.contains { $0.contains("▲1") } && lines.contains("At 3 s"))
    #expect(stage.output.contains("/videoComposition/instructions/0/layers/0/opacity/0"))
    #expect(stage.errors.isEmpty && stage.renderer.record.plans.isEmpty)
  }

  @Test func `the name says what is written`() async throws {
    let stage = try stage()
    for name in ["view.svg", "view.html", "view.txt"] {
      #expect(await stage.run("debug project.json -o \(name)") == .done, "\(stage.errors)")
    }
    #expect(stage.output.isEmpty)
    #expect(try text(of: "view.svg", in: stage).hasPrefix("<svg "))
    #expect(try text(of: "view.html", in: stage).hasPrefix("<!DOCTYPE html>"))
    #expect(try text(of: "view.txt", in: stage).hasPrefix("4 s · "))
    #expect(await stage.run("debug project.json -o view.pdf") == .usage)
    #expect(stage.errors.contains("view.pdf does not say what the view is to be written as"))
  }

  @Test func `a file is replaced only where that is allowed, and never the project`() async throws {
    let stage = try stage()
    try stage.folder.write("kept", to: "view.svg")
    #expect(await stage.run("debug project.json -o view.svg") == .cannotCreateOutput)
    #expect(try text(of: "view.svg", in: stage) == "kept")
    #expect(await stage.run("debug project.json -o view.svg -y") == .done)
    #expect(try text(of: "view.svg", in: stage).hasPrefix("<svg "))
    try stage.folder.write(Self.project, to: "project.txt")
    #expect(await stage.run("debug project.txt -o project.txt -y") == .cannotCreateOutput)
    #expect(try text(of: "project.txt", in: stage) == Self.project)
  }

  @Test func `as JSON there are the warnings`() async throws {
    let stage = try stage()
    #expect(await stage.run("debug project.json --json") == .done)
    let warnings = try #require(try json(stage.output) as? [[String: Any]])
    #expect(warnings.map { $0["code"] as? String } == ["misalignedRamp"])
    #expect(warnings.map { $0["start"] as? String } == ["3"])
    #expect(warnings.map { $0["duration"] as? String } == ["24/25"])
    #expect(warnings.map { $0["location"] as? String } == ["instructions[0].layerInstructions[0].opacity[0]"])
    #expect(warnings.first?["expected"] as? String == "a ramp that ends at 4 s")
  }

  @Test func `a time that the film does not last for is wrong usage, and a fault is the project's`() async throws {
    let stage = try stage()
    #expect(await stage.run("debug project.json --at 4 -o view.svg") == .usage)
    #expect(stage.errors.contains("At 4 the film has ended"))
    try stage.folder.write(Self.project.replacing("cat.mp4", with: "bird.mp4"), to: "project.json")
    #expect(await stage.run("debug project.json -o view.svg") == .mediaUnavailable)
    #expect(!FileManager.default.fileExists(atPath: stage.folder.file("view.svg").path))
  }
}
