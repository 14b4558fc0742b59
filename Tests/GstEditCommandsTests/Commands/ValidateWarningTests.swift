import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

@Suite struct ValidateWarningTests {
  /// A cat and a telephone's film of another size on one track, with an instruction for each of `layers`; without any,
  /// there is no video composition.
  private func project(_ layers: String...) -> String {
    let instructions = layers.enumerated().map { index, layer in
      #"{ "start": \#(index * 4 / layers.count), "duration": \#(4 / layers.count), "layers": [ \#(layer) ] }"#
    }
    let video = """
      { "frameDuration": "1/25", "renderSize": [640, 360], "instructions": [ \(instructions.joined(separator: ", ")) ] }
      """
    return """
      { "gstedit": 1, "assets": { "cat": { "uri": "cat.mp4" }, "phone": { "uri": "phone.mp4" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
          { "asset": "cat", "in": 0, "duration": 2 },
          { "asset": "phone", "in": 0, "duration": 2 } ] } ] }
        \(layers.isEmpty ? "" : #", "videoComposition": \#(video)"#) }
      """
  }

  private func validated(_ text: String) async throws -> (exit: ProgramExit, diagnostics: [[String: Any]], said: String)
  {
    let stage = try CommandStage()
    try stage.folder.write(text, to: "project.json")
    let exit = await stage.run("validate project.json --json")
    return (exit, try #require(try json(stage.output) as? [[String: Any]]), stage.errors)
  }

  @Test func `two sizes that one transform places are a warning, and the project is valid all the same`() async throws {
    let (exit, diagnostics, said) = try await validated(project(#"{ "track": 1 }"#))
    #expect(exit == .done)
    #expect(diagnostics.map { $0["severity"] as? String } == ["warning"])
    #expect(diagnostics.map { $0["pointer"] as? String } == ["/composition/tracks/0/segments/1"])
    #expect(diagnostics.map { $0["line"] as? Int } == [4])
    #expect(said.hasPrefix("gstedit: warning: project.json:4:"))
    #expect(said.contains("Its pictures are 360 × 640 pixels and those of the segment before it 640 × 360 pixels"))
    #expect(said.split(separator: "\n").count == 1)
  }

  @Test func `one transform for both sizes is a warning too`() async throws {
    let both = #"{ "track": 1, "transform": [ { "at": 0, "value": [0.5, 0, 0, 0.5, 0, 0] } ] }"#
    #expect(try await validated(project(both)).diagnostics.count == 1)
    #expect(try await validated(project(both, both)).diagnostics.count == 1)
  }

  @Test(arguments: [
    [
      #"{ "track": 1, "transform": [ { "at": 0, "value": [1, 0, 0, 1, 0, 0] }, { "at": 2, "value": [0.5, 0, 0, 0.5, 0, 0] } ] }"#
    ],
    [#"{ "track": 1 }"#, #"{ "track": 1, "transform": [ { "at": 2, "value": [0.5, 0, 0, 0.5, 0, 0] } ] }"#],
    [#"{ "track": 1 }"#, ""],
  ])
  func `sizes that are placed each by its own, or not shown, are none`(layers: [String]) async throws {
    let text = layers.count == 1 ? project(layers[0]) : project(layers[0], layers[1])
    let (exit, diagnostics, said) = try await validated(text)
    #expect(exit == .done && diagnostics.isEmpty && said.isEmpty)
  }

  @Test func `without a video composition every picture is fitted, and there is nothing to warn of`() async throws {
    let (exit, diagnostics, _) = try await validated(project())
    #expect(exit == .done && diagnostics.isEmpty)
  }

  @Test func `a project with faults keeps its warnings, and they stand apart`() async throws {
    let text = project(#"{ "track": 1 }"#).replacing(#""cat", "in": 0"#, with: #""cat", "in": 99"#)
    let (exit, diagnostics, said) = try await validated(text)
    #expect(exit == .invalidProject)
    #expect(diagnostics.map { $0["severity"] as? String } == ["error", "warning"])
    #expect(said.contains("gstedit: error: ") && said.contains("gstedit: warning: "))
  }

  @Test func `a codec that cannot be decoded is named at its file, with the plugin that is missing`() async throws {
    let stage = try CommandStage()
    let asset = try #require(stage.renderer.knownAssets.first { $0.name == "cat" })
    let missing = try CommandStage(
      discovery: [
        .fail(
          RenderError(
            .missingPlugin, "GStreamer's element \"avdec_prores\" is not installed.",
            remedy: "Install gstreamer1.0-libav.", asset: asset))
      ])
    try missing.writeProject()
    #expect(await missing.run("validate project.json --json") == .pluginMissing)
    let diagnostics = try #require(try json(missing.output) as? [[String: Any]])
    #expect(diagnostics.map { $0["pointer"] as? String } == ["/assets/cat/uri"])
    #expect(diagnostics.map { $0["severity"] as? String } == ["error"])
    #expect(missing.errors.contains("Install gstreamer1.0-libav."))
  }
}
