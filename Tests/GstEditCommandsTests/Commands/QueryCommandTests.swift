import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

@Suite struct QueryCommandTests {
  // MARK: validate

  @Test func `a valid project is valid, and nothing is rendered`() async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run("validate project.json") == .done)
    #expect(stage.output == "project.json is valid: 75 frames of 1/25 s, 640x360; 144000 samples at 48000 Hz.\n")
    #expect(stage.errors.isEmpty)
    #expect(stage.renderer.record.plans.isEmpty)
  }

  @Test func `a valid project has no diagnostics`() async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run("validate project.json --json") == .done)
    #expect(try json(stage.output) as? [String] == [])
  }

  @Test func `everything that is wrong with a project's text is said at once, with its places`() async throws {
    let stage = try CommandStage()
    try stage.folder.write(
      """
      { "gstedit": 1, "assets": { "cat": { "uri": "cat.mp4", "color": 1 } },
        "composition": { "tracks": [ { "id": 1, "kind": "vidio", "segments": [] } ] } }
      """, to: "project.json")
    #expect(await stage.run("validate project.json --json") == .invalidProject)
    let diagnostics = try #require(try json(stage.output) as? [[String: Any]])
    #expect(
      diagnostics.map { $0["pointer"] as? String } == ["/assets/cat/color", "/composition/tracks/0/kind"])
    #expect(diagnostics.map { $0["line"] as? Int } == [1, 2])
    #expect(diagnostics[1]["suggestion"] as? String == "video")
    #expect(stage.errorLines.count == 2)
    #expect(stage.errorLines.allSatisfy { $0.hasPrefix("gstedit: error: project.json:") })
  }

  @Test func `missing media is named at its place and is not the project's fault`() async throws {
    let stage = try CommandStage()
    try stage.folder.write(
      """
      { "gstedit": 1, "assets": { "bird": { "uri": "bird.mp4" }, "fish": { "uri": "fish.mp4" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
          { "asset": "bird", "in": 0, "duration": 1 }, { "asset": "fish", "in": 0, "duration": 1 } ] } ] } }
      """, to: "project.json")
    #expect(await stage.run("validate project.json --json") == .mediaUnavailable)
    let diagnostics = try #require(try json(stage.output) as? [[String: Any]])
    #expect(diagnostics.map { $0["pointer"] as? String } == ["/assets/bird/uri", "/assets/fish/uri"])
  }

  @Test func `a segment beyond its media is the project's fault, whatever else is missing`() async throws {
    let stage = try CommandStage()
    try stage.folder.write(
      """
      { "gstedit": 1, "assets": { "cat": { "uri": "cat.mp4" }, "fish": { "uri": "fish.mp4" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
          { "asset": "fish", "in": 0, "duration": 1 }, { "asset": "cat", "in": 9, "duration": 2, "at": 3 },
          { "asset": "cat", "in": 50, "duration": 2 } ] } ] } }
      """, to: "project.json")
    #expect(await stage.run("validate project.json --json") == .invalidProject)
    let diagnostics = try #require(try json(stage.output) as? [[String: Any]])
    #expect(
      diagnostics.map { $0["pointer"] as? String } == [
        "/assets/fish/uri", "/composition/tracks/0/segments/1", "/composition/tracks/0/segments/2",
      ])
  }

  @Test func `an encoding that no container holds is a fault of the export section`() async throws {
    let stage = try CommandStage()
    try stage.writeProject(export: #"{ "fileType": "mp4", "video": { "codec": "ffv1" } }"#)
    #expect(await stage.run("validate project.json") == .invalidProject)
    #expect(stage.errors.contains("/export"))
    #expect(await stage.run("export project.json -o film.mkv") == .invalidProject)
  }

  @Test func `a plugin that is missing is named before anything is rendered`() async throws {
    let stage = try CommandStage(
      refusal: RenderError(
        .missingPlugin, "H.264 cannot be encoded.", remedy: "Install gstreamer1.0-plugins-ugly."))
    try stage.writeProject()
    #expect(await stage.run("validate project.json") == .pluginMissing)
    #expect(stage.errors.contains("gstreamer1.0-plugins-ugly"))
  }

  @Test func `frames of missing media are reported at the media`() async throws {
    let stage = try CommandStage()
    try stage.writeProject(duration: "\"50f\"")
    #expect(await stage.run("validate project.json") == .done)
    #expect(stage.output.contains("75 frames"))
    let text = try String(contentsOf: stage.folder.file("project.json"), encoding: .utf8)
    try stage.folder.write(text.replacingOccurrences(of: "cat.mp4", with: "bird.mp4"), to: "project.json")
    #expect(await stage.run("validate project.json") == .mediaUnavailable)
    #expect(stage.errors.contains("/assets/cat/uri"))
  }

  @Test func `a project that is not there is media that is not there`() async throws {
    let stage = try CommandStage()
    for command in ["validate", "plan", "play", "export -o a.mp4"] {
      #expect(await stage.run("\(command) nothing.json") == .mediaUnavailable, "\(command)")
    }
    #expect(stage.errorLines.count == 4)
    #expect(stage.errorLines.allSatisfy { $0.contains("nothing.json") })
  }

  // MARK: plan, probe, schema

  @Test func `a plan is the library's canonical text`() async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run("plan project.json") == .done)
    let project = try Project(contentsOf: stage.folder.file("project.json"))
    let plan = try await ProjectRender(project, renderer: stage.renderer).plan()
    #expect(stage.output == plan.text)
  }

  @Test func `a plan as JSON has the same facts`() async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run("plan project.json --json --range 1..") == .done)
    let plan = try jsonObject(stage.output)
    let picture = try #require(plan["picture"] as? [String: Any])
    #expect(picture["size"] as? [Int] == [640, 360])
    #expect(picture["frameDuration"] as? String == "1/25")
    #expect(picture["frames"] as? Int == 50)
    #expect(picture["origin"] as? String == "1")
    let runs = try #require(picture["runs"] as? [[String: Any]])
    #expect(runs.map { $0["firstSourceFrame"] as? Int } == [25, 125])
    #expect(runs.map { $0["lastSourceFrame"] as? Int } == [49, 149])
    let spans = try #require(picture["spans"] as? [[String: Any]])
    #expect(spans.map { $0["method"] as? String } == ["passthrough", "passthrough"])
    #expect(spans.map { $0["frames"] as? [Int] } == [[0, 25], [25, 50]])
    let sound = try #require(plan["sound"] as? [String: Any])
    #expect(sound["samples"] as? Int == 96_000)
    let strips = try #require(sound["strips"] as? [[String: Any]])
    let pieces = try #require(strips[0]["pieces"] as? [[String: Any]])
    #expect(pieces[0]["firstSample"] as? Int == 48_000)
  }

  @Test func `a probe says what a file holds, exactly`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("probe clip.mp4") == .done)
    #expect(
      stage.output == """
        \(stage.folder.file("clip.mp4").path)
          container    MPEG-4
          duration     00:00:10.000 (10 s)
          video 0      H.264, 640x360, I420
            frames     250 at 25 a second (25.000)
            color      BT.709, limited range
          audio 0      AAC, 48000 Hz, 2 channels
            samples    480000, from sample 0

        """)
  }

  @Test func `a probe marks what is not enabled`() throws {
    var facts = try film("clip.mp4")
    var off = TrackStorage()
    off.isEnabled = false
    (facts.videoStorage, facts.audioStorage) = ([off], [TrackStorage()])
    let lines = MediaText(facts, FileMetadata()).text.split(separator: "\n")
    #expect(lines.contains { $0.contains("video 0") && $0.hasSuffix(", disabled") }, "\(lines)")
    #expect(lines.contains { $0.contains("audio 0") } && lines.count { $0.contains("disabled") } == 1)
  }

  @Test func `a probe as JSON has the same facts`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("probe clip.mp4 --json") == .done)
    let files = try #require(try json(stage.output) as? [[String: Any]])
    try #require(files.count == 1)
    #expect(files[0]["file"] as? String == stage.folder.file("clip.mp4").path)
    #expect(files[0]["isPrecise"] as? Bool == true)
    #expect(files[0]["duration"] as? String == "10" && files[0]["durationSeconds"] as? Double == 10)
    let picture = try #require((files[0]["video"] as? [[String: Any]])?.first)
    #expect(
      Set(picture.keys) == [
        "codec", "size", "displaySize", "pixelAspect", "orientation", "isStill", "frameRate", "frameDuration",
        "isVariableRate", "start", "frames", "pixelFormat", "hasAlpha", "isInterlaced", "colorimetry",
      ])
    #expect(picture["frameRate"] as? String == "25" && picture["frames"] as? Int == 250)
    #expect(picture["size"] as? [Int] == [640, 360] && picture["isStill"] as? Bool == false)
    #expect(try #require(picture["colorimetry"] as? [String: Any])["range"] as? String == "limited")
    let sound = try #require((files[0]["audio"] as? [[String: Any]])?.first)
    #expect(Set(sound.keys) == ["codec", "sampleRate", "channels", "channelLayout", "firstSample", "samples"])
    #expect(sound["samples"] as? Int == 480_000)
  }

  @Test func `an estimate says that it is one`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("probe clip.mp4 --estimate") == .done)
    #expect(stage.output.contains("00:00:10.000 (10 s), estimated\n"))
    let other = try CommandStage()
    #expect(await other.run("probe clip.mp4 --estimate --json") == .done)
    let files = try #require(try json(other.output) as? [[String: Any]])
    #expect(files.first?["isPrecise"] as? Bool == false)
  }

  @Test func `a probe names every file that cannot be read`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("probe a.mp4 b.mp4 --json") == .mediaUnavailable)
    #expect(try json(stage.output) as? [String] == [])
    #expect(stage.errorLines.count == 2)
    #expect(stage.errors.contains("a.mp4"))
    #expect(stage.errors.contains("b.mp4"))
  }

  @Test func `the schema is JSON`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("schema") == .done)
    #expect(try jsonObject(stage.output)["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
  }

  @Test func `a reader that has enough is no error to speak of`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("schema", outputError: POSIXError(.EPIPE)) == .inputOutput)
    #expect(stage.errors.isEmpty)
  }

  @Test func `data that cannot be written is an input-output error`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("schema", outputError: CocoaError(.fileWriteOutOfSpace)) == .inputOutput)
    #expect(stage.errors.contains("Standard output cannot be written to."))
  }
}
