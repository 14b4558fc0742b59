import Foundation
import Glibc
import TestSupport
import Testing

/// An export that is killed at any moment goes on where it was, and its film has the bytes of one that was not.
@Suite struct ResumedExportTests {
  /// With smart rendering, stretches of the media's packets are segments among those that are encoded.
  @Test(arguments: [false, true])
  func `A run that is killed again and again ends with the same bytes`(isSmart: Bool) async throws {
    let film = IndexedFilm(film: 3) { film in
      film.frameCount = 1_500
      if isSmart { film.options = ["-x264-params", "scenecut=0:keyint=12:open-gop=0"] }
    }
    let edit = FilmEdit.random(60, of: 30, from: [film], frameDuration: FrameRate.ntsc.frameDuration, seed: 8)
    var document = try await edit.document()
    document.export = ExportSettings(fileType: "mp4", video: .init(codec: "h264", speed: "veryfast"))
    let run = try ProjectRun(document)
    let smart = isSmart ? ["--smart"] : []
    let whole = try await run.export(to: "whole.mp4", ["--jobs", "1"] + smart).outcome()
    #expect(whole.ending == .exited(0), "\(whole.errorText)")
    let expected = try Data(contentsOf: run.scratch.url("whole.mp4"))

    let arguments = ["export", "project.json", "-o", "film.mp4", "--jobs", "2", "--resume"] + smart
    // The same, whose segments stay in the user's cache.
    func resumed(_ progress: String) -> ProgramRun {
      var export = run.command(arguments + ["--progress", progress])
      export.environment["XDG_CACHE_HOME"] = run.scratch.url("cache").path
      return export
    }
    var killed = 0
    for number in 0..<(ProofScope.isFull ? 50 : 4) {
      var export = resumed("json")
      // After some lines of progress: each time at another one, from the first on.
      let line = ManyLines(1 + number * 7 % (isSmart ? 5 : 23))
      export.interruption = (SIGKILL, { line.isReached(by: $0) })
      if try await export.outcome().ending == .killed(signal: SIGKILL) { killed += 1 }
      try? FileManager.default.removeItem(at: run.scratch.url("film.mp4"))
    }
    #expect(killed > 0)
    let last = try await resumed("none").outcome()
    #expect(last.ending == .exited(0), "\(last.errorText)")
    #expect(try Data(contentsOf: run.scratch.url("film.mp4")) == expected)
    #expect(try run.scratch.names() == ["cache", "film.mp4", "project.json", "whole.mp4"])
    // Nothing is rendered a second time, and nothing that is half is left among the segments.
    let parts = try FileManager.default.contentsOfDirectory(atPath: run.scratch.url("cache/gstedit/segments").path)
    let listed = try await run.command(["segments", "project.json"] + smart).outcome().outputText
    #expect(listed.contains("\"copy\"") == isSmart, "\(listed.prefix(400))")
    #expect(parts.count >= 8 && parts.allSatisfy { $0.hasSuffix(".segment") && !$0.hasPrefix(".") }, "\(parts)")
  }

  /// Whether a program has written as many lines.
  private struct ManyLines: Sendable {
    let count: Int

    init(_ count: Int) { self.count = count }

    func isReached(by text: String) -> Bool { text.split(separator: "\n").count { $0.contains("progress") } >= count }
  }
}
