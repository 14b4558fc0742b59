import Foundation
import Glibc
import TestSupport
import Testing

/// What a run leaves that is killed is removed by the next one in the folder, and what one that lives is writing is not.
@Suite struct LeftoverTests {
  private func project(cuts: Int = 200) async throws -> ProjectRun {
    let film = IndexedFilm(film: 1)
    let edit = FilmEdit.random(
      cuts, of: 15, from: [film], frameDuration: FrameRate.ntsc.frameDuration, seed: 1)
    return try ProjectRun(try await edit.document())
  }

  private static func hidden(_ run: ProjectRun) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: run.scratch.url.path)) ?? []).filter { $0.hasPrefix(".") }
  }

  @Test(arguments: [
    ("film.mkv", []), ("film.mp4", ["--bitrate", "1M", "--passes", "2", "--video-codec", "h264"]),
    ("film.mp4", ["--isolate-media"]), ("shot-%04d.png", []),
  ])
  func `A run that was killed`(name: String, options: [String]) async throws {
    let run = try await project()
    var export = run.command(["export", "project.json", "-o", name, "--progress", "json"] + options)
    export.interruption = (SIGKILL, { $0.contains(#/"frame":[1-9]/#) })
    let killed = try await export.outcome()
    #expect(killed.ending == .killed(signal: SIGKILL), "\(killed.ending)")
    #expect(!Self.hidden(run).isEmpty)
    try run.scratch.write("mine", to: ".film.mkv.0badcafe.part")
    let next = try await run.command(["frame", "project.json", "--at", "0", "-o", "frame.png"]).outcome()
    #expect(next.ending == .exited(0), "\(next.errorText)")
    let film = try await run.export(to: "next.mkv", ["--range", "0..1"]).outcome()
    #expect(film.ending == .exited(0), "\(film.errorText)")
    #expect(try run.scratch.names() == [".film.mkv.0badcafe.part", "frame.png", "next.mkv", "project.json"])
  }

  @Test func `A run that is alive keeps what it writes`() async throws {
    let run = try await project(cuts: ProofScope.isFull ? 200 : 60)
    // Each begins while another one is at it.
    let other = try await withThrowingTaskGroup { group in
      for name in ["one.mkv", "two.mkv", "three.mkv"] {
        var export = run.export(to: name)
        export.takesTurns = false
        group.addTask { [export] in try await export.outcome() }
      }
      var outcomes: [ProgramOutcome] = []
      for try await outcome in group { outcomes.append(outcome) }
      return outcomes
    }
    #expect(other.allSatisfy { $0.ending == .exited(0) }, "\(other.map(\.errorText))")
    #expect(try run.scratch.names() == ["one.mkv", "project.json", "three.mkv", "two.mkv"])
  }
}
