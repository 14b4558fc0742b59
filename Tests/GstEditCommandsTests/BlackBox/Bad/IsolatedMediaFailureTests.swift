import Foundation
import Glibc
import MediaIsolation
import Synchronization
import TestSupport
import Testing

/// A worker that is killed, stopped, too large or too slow, and its program.
@Suite("Isolated media: failures", .enabled(if: Sandbox.hasLandlock, "the kernel has no Landlock"))
struct IsolatedMediaFailureTests {
  private let run: ProjectRun
  private var output: String { run.scratch.url("film.mkv").path }

  /// A project that takes long.
  init() async throws {
    let film = IndexedFilm(film: 1)
    let edit = FilmEdit.random(400, of: 15, from: [film], frameDuration: FrameRate.ntsc.frameDuration, seed: 1)
    var document = try await edit.document()
    document.export = .quick("mkv")
    run = try ProjectRun(document)
  }

  /// An export amid which `act` is called, with what names its worker.
  private func export(
    _ options: String..., amid act: @escaping @Sendable (_ word: String) -> Void = { _ in }
  ) async throws -> ProgramOutcome {
    var export = run.command(
      ["export", run.project.path, "-o", output, "--isolate-media", "--progress", "json"] + options)
    let isDone = Mutex(false)
    let word = output
    export.interruption = (
      0,
      { text in
        guard text.contains("\"progress\"") else { return false }
        let isFirst = isDone.withLock { done in
          defer { done = true }
          return !done
        }
        if isFirst { act(word) }
        return false
      }
    )
    export.timeout = 60
    return try await export.outcome()
  }

  private func expectNothingLeft(at location: SourceLocation = #_sourceLocation) throws {
    #expect(try run.scratch.names() == ["project.json"], sourceLocation: location)
    #expect(IsolatedWorkers.areGone(output), sourceLocation: location)
  }

  private func expectError(
    _ outcome: ProgramOutcome, _ status: Int32, code: String, _ words: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(outcome.ending == .exited(status), "\(outcome.errorLines.suffix(2))", sourceLocation: location)
    let line = outcome.errorLines.last ?? ""
    #expect(line.contains("\"failed\"") && line.contains(#""code":"\#(code)""#), "\(line)", sourceLocation: location)
    #expect(line.contains(words), "\(line)", sourceLocation: location)
    expectNoNoise(outcome, at: location)
    try expectNothingLeft(at: location)
  }

  @Test func `killed`() async throws {
    let outcome = try await export { #expect(IsolatedWorkers.send(SIGKILL, to: $0)) }
    try expectError(outcome, 70, code: "engineFailed", "SIGKILL")
  }

  @Test func `crashed`() async throws {
    let outcome = try await export { #expect(IsolatedWorkers.send(SIGSEGV, to: $0)) }
    try expectError(outcome, 70, code: "engineFailed", "SIGSEGV")
  }

  @Test func `hanging`() async throws {
    let outcome = try await export("--idle-limit", "1") { #expect(IsolatedWorkers.send(SIGSTOP, to: $0)) }
    try expectError(outcome, 75, code: "stalled", "for 1 s")
  }

  @Test func `too large`() async throws {
    try expectError(
      try await export("--memory-limit", "30MB"), 70, code: "limitExceeded", "more than 30.0 MB of memory")
  }

  @Test func `too slow`() async throws {
    try expectError(try await export("--time-limit", "0.5"), 70, code: "limitExceeded", "longer than 0.5 s")
  }

  @Test(arguments: [false, true]) func `asked to end, hanging or not`(hangs: Bool) async throws {
    let asked = Mutex<ContinuousClock.Instant?>(nil)
    let outcome = try await export { word in
      if hangs { #expect(IsolatedWorkers.send(SIGSTOP, to: word)) }
      let parents = IsolatedWorkers.running(word).compactMap { IsolatedWorkers.parent(of: $0) }
      #expect(parents.count == 1)
      asked.withLock { $0 = .now }
      for parent in parents { kill(parent, SIGTERM) }
    }
    let seconds = try #require(asked.withLock { $0 }).duration(to: .now) / .seconds(1)
    #expect(outcome.ending == .exited(143), "\(outcome.errorLines.suffix(2))")
    #expect(outcome.errorLines.last?.contains("\"cancelled\"") == true, "\(outcome.errorLines.suffix(2))")
    // A second, and what a loaded machine adds.
    #expect(seconds < 3, "\(seconds)")
    try expectNothingLeft()
  }

  @Test func `no worker outlives a program that is killed`() async throws {
    let outcome = try await export { word in
      for parent in IsolatedWorkers.running(word).compactMap({ IsolatedWorkers.parent(of: $0) }) {
        kill(parent, SIGKILL)
      }
    }
    #expect(outcome.ending == .killed(signal: SIGKILL))
    #expect(IsolatedWorkers.areGone(output))
  }
}
