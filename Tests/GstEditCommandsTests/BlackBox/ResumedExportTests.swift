import Foundation
import Glibc
import TestSupport
import Testing

/// An export that is killed at any moment goes on where it was, and its film has the bytes of one that was not.
@Suite struct ResumedExportTests {
  @Test func `A run that is killed again and again ends with the same bytes`() async throws {
    let film = IndexedFilm(film: 3) { $0.frameCount = 1_500 }
    let edit = FilmEdit.random(60, of: 30, from: [film], frameDuration: FrameRate.ntsc.frameDuration, seed: 8)
    var document = try await edit.document()
    document.export = ExportSettings(fileType: "mp4", video: .init(codec: "h264", speed: "veryfast"))
    let run = try ProjectRun(document)
    let whole = try await run.export(to: "whole.mp4", ["--jobs", "1"]).outcome()
    #expect(whole.ending == .exited(0), "\(whole.errorText)")
    let expected = try Data(contentsOf: run.scratch.url("whole.mp4"))

    let (kills, arguments) = (
      ProofScope.isFull ? 50 : 4, ["export", "project.json", "-o", "film.mp4", "--cache", "parts", "--jobs", "2"]
    )
    var killed = 0
    for number in 0..<kills {
      var export = run.command(arguments + ["--progress", "json"])
      // After some lines of progress: each time at another one, from the first on.
      let line = ManyLines(1 + number * 7 % 23)
      export.interruption = (SIGKILL, { line.isReached(by: $0) })
      if try await export.outcome().ending == .killed(signal: SIGKILL) { killed += 1 }
      try? FileManager.default.removeItem(at: run.scratch.url("film.mp4"))
    }
    #expect(killed > 0)
    let last = try await run.command(arguments + ["--progress", "none"]).outcome()
    #expect(last.ending == .exited(0), "\(last.errorText)")
    #expect(try Data(contentsOf: run.scratch.url("film.mp4")) == expected)
    #expect(try run.scratch.names() == ["film.mp4", "parts", "project.json", "whole.mp4"])
    // Nothing is rendered a second time, and nothing that is half is left among the segments.
    let parts = try FileManager.default.contentsOfDirectory(atPath: run.scratch.url("parts").path)
    #expect(parts.count >= 8 && parts.allSatisfy { $0.hasSuffix(".segment") && !$0.hasPrefix(".") }, "\(parts)")
  }

  /// Whether a program has written as many lines.
  private struct ManyLines: Sendable {
    let count: Int

    init(_ count: Int) { self.count = count }

    func isReached(by text: String) -> Bool { text.split(separator: "\n").count { $0.contains("progress") } >= count }
  }
}
