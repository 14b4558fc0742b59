import Foundation
import Glibc
import TestSupport
import Testing

/// Ctrl-C and a polite TERM end an export at once, with nothing left.
@Suite struct InterruptionTests {
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `A signal in mid-export leaves no file`(signal: Int32, status: Int32) async throws {
    let film = IndexedFilm(film: 1)
    let edit = FilmEdit.random(
      400, of: 15, from: [film], frameDuration: FrameRate.ntsc.frameDuration, seed: 1)
    for fileType in ["mkv", "mp4"] {
      var document = try await edit.document()
      document.export = .quick(fileType)
      let run = try ProjectRun(document)
      var export = run.command([
        "export", run.project.path, "-o", run.scratch.url("out.\(fileType)").path, "--progress", "json",
      ])
      export.interruption = (signal, { $0.contains("\"progress\"") })
      export.timeout = 60
      let outcome = try await export.outcome()
      #expect(outcome.ending == .exited(status), "\(outcome.ending): \(outcome.errorLines.suffix(3))")
      #expect(outcome.errorLines.last?.contains("\"cancelled\"") == true, "\(outcome.errorLines.suffix(2))")
      #expect(!outcome.errorText.contains("\"completed\""))
      expectNoNoise(outcome)
      #expect(try run.scratch.names() == ["project.json"])
    }
  }
}
