import Foundation
import TestSupport
import Testing

/// Two processes that do the same at the same time in one folder: each is done, or says that the other is at it, and the bytes are
/// those of an export.
@Suite struct ConcurrentSegmentTests {
  /// A project of 600 frames.
  private func run() async throws -> ProjectRun {
    let film = IndexedFilm(film: 4) { $0.frameCount = 600 }
    let edit = FilmEdit.random(20, of: 30, from: [film], frameDuration: FrameRate.ntsc.frameDuration, seed: 3)
    var document = try await edit.document()
    document.export = ExportSettings(fileType: "mp4", video: .init(codec: "h264", speed: "ultrafast"))
    return try ProjectRun(document)
  }

  /// The outcomes of two runs of `line` side by side.
  private func twice(_ run: ProjectRun, _ line: String) async throws -> [ProgramOutcome] {
    var command = run.command(line.split(separator: " ").map(String.init))
    command.takesTurns = false
    let one = command
    async let first = one.outcome()
    async let second = one.outcome()
    return try await [first, second]
  }

  @Test func `Two that render the same segments, and two that join them`() async throws {
    let run = try await run()
    #expect(try await run.export(to: "here.mp4").outcome().ending == .exited(0))
    let expected = try Data(contentsOf: run.scratch.url("here.mp4"))
    #expect(try await run.command(["segments", "project.json", "-o", "film.plan"]).outcome().ending == .exited(0))
    for outcome in try await twice(run, "render-segment film.plan 0-2 --into parts --progress none") {
      #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    }
    let parts = try FileManager.default.contentsOfDirectory(atPath: run.scratch.url("parts").path)
    #expect(parts.count == 3 && parts.allSatisfy { $0.hasSuffix(".segment") }, "\(parts)")

    // A film is never replaced unasked: one of them is the second.
    let joined = try await twice(run, "join film.plan --from parts -o film.mp4 --progress none")
    let codes = joined.map(\.ending)
    #expect(codes.contains(.exited(0)) && codes.contains(.exited(73)), "\(joined.map(\.errorText))")
    #expect(try Data(contentsOf: run.scratch.url("film.mp4")) == expected)
    for outcome in try await twice(run, "join film.plan --from parts -o film.mp4 --progress none -y") {
      #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    }
    #expect(try Data(contentsOf: run.scratch.url("film.mp4")) == expected)
    #expect(try run.scratch.names() == ["film.mp4", "film.plan", "here.mp4", "parts", "project.json"])
  }

  @Test func `Two exports with one cache`() async throws {
    let run = try await run()
    #expect(try await run.export(to: "here.mp4").outcome().ending == .exited(0))
    let outcomes = try await twice(run, "export project.json -o film.mp4 -y --cache parts --progress none")
    for outcome in outcomes { #expect(outcome.ending == .exited(0), "\(outcome.errorText)") }
    #expect(try Data(contentsOf: run.scratch.url("film.mp4")) == Data(contentsOf: run.scratch.url("here.mp4")))
    let parts = try FileManager.default.contentsOfDirectory(atPath: run.scratch.url("parts").path)
    #expect(parts.count == 3 && parts.allSatisfy { $0.hasSuffix(".segment") }, "\(parts)")
  }
}
