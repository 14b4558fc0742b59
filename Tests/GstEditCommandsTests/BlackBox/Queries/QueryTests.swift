import Foundation
import TestSupport
import Testing

/// The commands that only look: probe, plan, validate, schema; and play, which writes a preview.
@Suite struct QueryTests {
  private static let film = IndexedFilm(film: 1) {
    $0.frameCount = 150
    $0.sound = SoundFile(.click(at: Fraction(1))) { $0.codec = .aac }
  }

  private func project(_ export: ExportSettings = .lossless) async throws -> ProjectRun {
    var document = try await FilmEdit.random(
      5, of: 15, from: [Self.film], frameDuration: FrameRate.ntsc.frameDuration, seed: 12
    ).document()
    document.export = export
    return try ProjectRun(document)
  }

  private func json(_ outcome: ProgramOutcome) throws -> Any {
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    return try JSONSerialization.jsonObject(with: outcome.output)
  }

  @Test func `A plan is the same text every time and names the clips`() async throws {
    let run = try await project()
    let plans = try await [
      run.command(["plan", run.project.path]).outcome(), run.command(["plan", run.project.path]).outcome(),
    ]
    #expect(plans[0].ending == .exited(0), "\(plans[0].errorText)")
    #expect(plans[0].outputText == plans[1].outputText)
    #expect(plans[0].outputText.contains("film1"))
    #expect(plans[0].outputText.contains("1001/30000") || plans[0].outputText.contains("30000/1001"))
    #expect(plans[0].errorText.isEmpty)
  }

  @Test func `A valid project is found valid and nothing is rendered`() async throws {
    let run = try await project()
    let outcome = try await run.command(["validate", run.project.path]).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    _ = try json(try await run.command(["validate", run.project.path, "--json"]).outcome())
    #expect(try run.scratch.names() == ["project.json"])
  }

  @Test func `All diagnostics of a project are given at once`() async throws {
    let run = try ProjectRun(
      text: """
        { "gstedit": 1, "assets": { "a": { "uri": "a.mp4", "color": 1 } },
          "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
            { "asset": "b", "in": "x", "duration": 1 } ] } ] }, "titel": 1 }
        """)
    let outcome = try await run.command(["validate", run.project.path]).outcome()
    #expect(outcome.ending == .exited(65))
    let text = outcome.outputText + outcome.errorText
    for pointer in ["/assets/a/color", "/composition/tracks/0/segments/0/in", "/titel"] {
      #expect(text.contains(pointer), "\(pointer) is not in \(text)")
    }
  }

  @Test func `The schema is a JSON Schema of 2020-12 that names the format's keys`() async throws {
    let run = try await project()
    let schema = try #require(try json(try await run.command(["schema"]).outcome()) as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let reference = try #require(schema["$ref"] as? String)
    let name = try #require(reference.split(separator: "/").last.map(String.init))
    let definitions = try #require(schema["$defs"] as? [String: Any])
    let project = try #require(definitions[name] as? [String: Any], "\(reference) leads nowhere")
    let properties = try #require(project["properties"] as? [String: Any])
    #expect(
      Set(properties.keys).isSuperset(
        of: ["gstedit", "assets", "composition", "videoComposition", "audioMix", "export"]))
    #expect(project["additionalProperties"] as? Bool == false)
  }

  @Test(arguments: ["mp4", "mov", "mkv", "ts"])
  func `Probe tells tracks, exact durations and rates`(container: String) async throws {
    var film = Self.film
    film.container = container
    let run = try await project()
    let outcome = try await run.command(["probe", try await film.url().path]).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    for fact in ["320", "180", "30000/1001", "48000"] {
      #expect(outcome.outputText.contains(fact), "\(fact) is not in \(outcome.outputText)")
    }
    _ = try json(try await run.command(["probe", "--json", try await film.url().path]).outcome())
  }

  @Test func `Probe of numbered pictures asks for their rate`() async throws {
    let run = try await project()
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=5:duration=1", run.scratch.url("shot-%04d.png").path,
    ])
    let outcome = try await run.command(["probe", "shot-%04d.png", "--frame-rate", "24000/1001"]).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    for fact in ["sequence of PNG", "64x48", "5 at 24000/1001"] {
      #expect(outcome.outputText.contains(fact), "\(fact) is not in \(outcome.outputText)")
    }
    expectFailure(try await run.command(["probe", "shot-%04d.png"]).outcome(), 65, mentioning: "--frame-rate")
    let wrong = try await run.command(["probe", "shot-%04d.png", "--frame-rate", "0"]).outcome()
    #expect(wrong.ending == .exited(64), "\(wrong.errorText)")
  }

  @Test func `Probe of a file that is none ends with 66 and its name`() async throws {
    let run = try await project()
    try run.scratch.write("no film", to: "text.mp4")
    expectFailure(try await run.command(["probe", "text.mp4"]).outcome(), 66, mentioning: "text.mp4")
  }

  @Test func `Play writes a preview beside the project`() async throws {
    let run = try await project()
    let outcome = try await run.command(["play", run.project.path]).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(try run.scratch.names() == ["project.json", "project.preview.mp4"])
    #expect(try await FilmReader.frames(run.scratch.url("project.preview.mp4")).count == 75)
  }

  @Test func `A project is read from standard input`() async throws {
    let run = try await project()
    var export = run.command(["export", "-", "-o", run.scratch.url("out.mkv").path, "--progress", "none"])
    export.input = run.project
    let outcome = try await export.outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(try await FilmReader.frames(run.scratch.url("out.mkv")).count == 75)
  }

  @Test func `A range is exactly the frames of the range`() async throws {
    let edit = FilmEdit.random(5, of: 15, from: [Self.film], frameDuration: FrameRate.ntsc.frameDuration, seed: 12)
    let exported = try await Exported(try await edit.document(), as: "out.mkv", ["--range", "20f..50f"])
    let comparison = FrameComparison(try await exported.frames(), Array(edit.frames[20..<50]))
    #expect(comparison.isExact, "\(comparison)")
  }

  @Test func `The command line overrides the project's export settings`() async throws {
    let run = try await project(ExportSettings(fileType: "mkv", video: .init(codec: "ffv1")))
    let outcome = try await run.export(
      to: "out.mp4", ["--file-type", "mp4", "--video-codec", "h264", "--quality", "30", "--speed", "ultrafast"]
    ).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    let codec = try await MediaTools.ffprobe([
      "-show_entries", "stream=codec_name", "-of", "csv=p=0", run.scratch.url("out.mp4").path,
    ])
    #expect(codec == "h264\n")
  }

  @Test(arguments: ["--help", "--version"])
  func `Help and version are data on standard output`(option: String) async throws {
    let outcome = try await ProgramRun(ProgramLocation.gstedit, [option]).outcome()
    #expect(outcome.ending == .exited(0))
    #expect(!outcome.output.isEmpty)
    #expect(outcome.errorText.isEmpty)
  }
}
