import Foundation
import Glibc
import TestSupport
import Testing

/// `--isolate-plugins` and `--compositor-failure`, with plug-ins that crash.
@Suite("Isolated plug-ins on the command line")
struct IsolatedPluginCommandTests {
  private let run: ProjectRun
  private let plugin: URL

  /// A project whose frames the plug-in draws.
  init() async throws {
    let film = IndexedFilm(film: 1) { $0.frameCount = 300 }
    run = try ProjectRun(text: Self.text(uri: try await film.url().path))
    plugin = try await PluginBuild.library(of: "wreck.c", named: "wreck.so", in: run.scratch)
  }

  /// A project of `repetitions` times 300 frames of the film at `uri`, drawn by the plug-in with `parameters`.
  private static func text(uri: String, _ parameters: String = "", repetitions: Int = 1) -> String {
    let segments = Array(
      repeating: #"{ "asset": "a", "in": 0, "duration": "300300/30000" }"#, count: repetitions)
    return """
      { "gstedit": 1, "assets": { "a": { "uri": "\(uri)" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [\(segments.joined(separator: ", "))] } ] },
        "videoComposition": {
          "frameDuration": "1001/30000", "renderSize": [320, 180],
          "customCompositor": { "name": "wreck", "parameters": { \(parameters) } },
          "instructions": [
            { "start": 0, "duration": "\(repetitions * 300_300)/30000", "layers": [ { "track": 1 } ] } ] },
        "export": { "fileType": "mkv", "video": { "codec": "h264", "speed": "ultrafast" } } }
      """
  }

  /// Gives the plug-in `parameters` instead.
  private func tell(_ parameters: String, repetitions: Int = 1) async throws {
    let uri = try await IndexedFilm(film: 1) { $0.frameCount = 300 }.url().path
    try run.scratch.write(Self.text(uri: uri, parameters, repetitions: repetitions), to: "project.json")
  }

  private func export(_ name: String, _ options: String...) async throws -> ProgramOutcome {
    try await run.export(to: name, ["--plugin", plugin.path] + options).outcome()
  }

  private var files: [String] {
    get throws { try run.scratch.names().filter { $0.hasSuffix(".mkv") } }
  }

  @Test func `isolation changes no byte of a film`() async throws {
    #expect(try await export("isolated.mkv", "--isolate-plugins").ending == .exited(0))
    #expect(try await export("plain.mkv").ending == .exited(0))
    let films = try ["isolated.mkv", "plain.mkv"].map { try Data(contentsOf: run.scratch.url($0)) }
    let isSame = films[0] == films[1]
    #expect(isSame && films[0].count > 100_000)
  }

  @Test func `a crash ends in an error with the plug-in, time and cause, and leaves nothing`() async throws {
    try await tell(#""kind": "segfault", "start": 5"#)
    let outcome = try await export("film.mkv", "--isolate-plugins")
    #expect(outcome.ending == .exited(70))
    let line = try #require(outcome.errorLines.last)
    #expect(line.contains("“wreck”") && line.contains(plugin.path) && line.contains("SIGSEGV"), "\(line)")
    #expect(line.contains("at 00:00:0") && line.contains("--compositor-failure show-last-frame"), "\(line)")
    #expect(outcome.errorLines.count == 1, "\(outcome.errorText)")
    #expect(try files.isEmpty)
    #expect(PluginProcesses.areGone(plugin.path))
  }

  @Test func `or the film goes on with the last good frame, in the text and the JSON`() async throws {
    try await tell(#""kind": "abort", "start": 9.9"#)
    let outcome = try await export(
      "film.mkv", "--isolate-plugins", "--compositor-failure", "show-last-frame", "--json")
    #expect(outcome.ending == .exited(0))
    let report = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(report["frames"] as? Int == 300)
    let failures = try #require(report["compositorFailures"] as? [[String: Any]])
    #expect((3...5).contains(failures.count), "\(failures.count)")
    #expect(failures.allSatisfy { $0["code"] as? String == "videoCompositorFailed" && $0["exitCode"] == nil })
    #expect(failures.last?["time"] as? String == "299299/30000")
    #expect(outcome.errorLines.count == failures.count)
    #expect(
      outcome.errorLines.allSatisfy {
        $0.hasPrefix("gstedit: warning: at 00:00:09.") && $0.contains("SIGABRT") && $0.contains("last good frame")
      }, "\(outcome.errorText)")
    #expect(try files == ["film.mkv"])
  }

  @Test func `a plug-in that crashes when it is loaded is refused, and the list is the same as ever`() async throws {
    let bench = try await PluginBuild.library(in: run.scratch)
    for options in [[], ["--json"]] {
      let command = ["plugins", "--plugin", bench.path] + options
      let plain = try await run.command(command).outcome()
      let isolated = try await run.command(command + ["--isolate-plugins"]).outcome()
      #expect(isolated.ending == .exited(0), "\(isolated.errorText)")
      #expect(isolated.output == plain.output && !plain.output.isEmpty)
    }
    let wreck = try await PluginBuild.library(
      of: "wreck.c", defining: ["ENTRY=\"segfault\""], named: "entry.so", in: run.scratch)
    let outcome = try await run.command(["plugins", "--isolate-plugins", "--plugin", wreck.path]).outcome()
    #expect(outcome.ending == .exited(69))
    #expect(outcome.errorText.contains(wreck.path) && outcome.errorText.contains("SIGSEGV"), "\(outcome.errorText)")
    #expect(PluginProcesses.areGone(wreck.path))
  }

  @Test(arguments: [(SIGTERM, .exited(143)), (SIGKILL, .killed(signal: SIGKILL))] as [(Int32, ProgramOutcome.Ending)])
  func `no process outlives an export that is ended`(signal: Int32, ending: ProgramOutcome.Ending) async throws {
    try await tell("", repetitions: 40)
    var export = run.command([
      "export", run.project.path, "-o", run.scratch.url("film.mkv").path, "--progress", "json", "--isolate-plugins",
      "--plugin", plugin.path,
    ])
    export.interruption = (
      signal, { [plugin] in $0.contains("\"progress\"") && !PluginProcesses.running(plugin.path).isEmpty }
    )
    export.timeout = 60
    let outcome = try await export.outcome()
    #expect(outcome.ending == ending, "\(outcome.ending): \(outcome.errorLines.suffix(3))")
    #expect(PluginProcesses.areGone(plugin.path))
    if signal == SIGTERM { #expect(try files.isEmpty) }
  }

  @Test func `a policy that there is not is wrong usage`() async throws {
    let outcome = try await export("film.mkv", "--compositor-failure", "ignore")
    #expect(outcome.ending == .exited(64))
    #expect(outcome.errorText.contains("show-last-frame"), "\(outcome.errorText)")
  }
}
