import Foundation
import TestSupport
import Testing

/// `--progress json` is a contract with other programs.
@Suite struct ProgressLinesTests {
  private struct Line: Decodable {
    var event: String
    var frame: Int?
    var frames: Int?
    var fraction: Double?
    var fps: Double?
    var speed: Double?
    var etaSeconds: Double?
  }

  private func project() async throws -> ProjectRun {
    let film = IndexedFilm(film: 1) { $0.frameCount = 300 }
    return try ProjectRun(
      try await FilmEdit.random(
        40, of: 15, from: [film], frameDuration: FrameRate.ntsc.frameDuration, seed: 4
      ).document())
  }

  private func lines(_ outcome: ProgramOutcome) throws -> [Line] {
    try outcome.errorLines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test func `Every line is an object, the fraction never falls, and the last line is completed`() async throws {
    let run = try await project()
    let outcome = try await run.command(
      ["export", run.project.path, "-o", run.scratch.url("out.mkv").path, "--progress", "json"]
    ).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    let lines = try lines(outcome)
    #expect(lines.last?.event == "completed")
    let progress = lines.filter { $0.event == "progress" }
    #expect(progress.count >= 2)
    let fractions = progress.compactMap(\.fraction)
    #expect(fractions.count == progress.count)
    #expect(fractions == fractions.sorted())
    #expect(fractions.allSatisfy { (0...1).contains($0) })
    #expect(progress.allSatisfy { $0.frames == 600 })
    #expect(progress.allSatisfy { ($0.frame ?? -1) >= 0 && ($0.frame ?? 601) <= 600 })
    #expect(outcome.output.isEmpty)
  }

  @Test func `The last line of a failure is failed, with what went wrong`() async throws {
    let run = try await project()
    let outcome = try await run.command(
      ["export", run.project.path, "-o", run.scratch.url("nowhere/out.mkv").path, "--progress", "json"]
    ).outcome()
    #expect(outcome.ending == .exited(73))
    #expect(try lines(outcome).last?.event == "failed")
    let last = try JSONSerialization.jsonObject(with: Data((outcome.errorLines.last ?? "").utf8)) as? [String: Any]
    let error = try #require(last?["error"] as? [String: Any])
    #expect(error.values.contains { ($0 as? String)?.contains("nowhere") == true }, "\(error)")
  }

  @Test func `Without a terminal there is no bar and no color`() async throws {
    let run = try await project()
    let outcome = try await run.command(["export", run.project.path, "-o", run.scratch.url("out.mkv").path]).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(!outcome.errorText.contains("\r"))
    #expect(!outcome.errorText.contains("\u{1B}"))
    #expect(outcome.output.isEmpty)
  }

  @Test func `No progress is no word`() async throws {
    let run = try await project()
    let outcome = try await run.export(to: "out.mkv").outcome()
    #expect(outcome.ending == .exited(0))
    #expect(outcome.errorText.isEmpty, "\(outcome.errorText)")
    #expect(outcome.output.isEmpty)
  }
}
