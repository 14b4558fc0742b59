import Foundation
import TestSupport
import Testing

/// Still images by the program: the right frames, in the right files.
@Suite("Thumbnails")
struct ThumbnailTests {
  private static func project(_ uri: String) -> String {
    """
    { "gstedit": 1, "assets": { "a": { "uri": "\(uri)" } },
      "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
        { "asset": "a", "in": "60060/30000", "duration": "30030/30000" },
        { "asset": "a", "in": 0, "duration": "30030/30000" } ] } ] } }
    """
  }

  private func objects(_ outcome: ProgramOutcome) throws -> [[String: Any]] {
    try #require(JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
  }

  private func readings(_ folder: URL, _ names: [String]) async throws -> [FrameReading] {
    var readings: [FrameReading] = []
    for name in names { readings += try await FilmReader.frames(folder.appending(path: name)) }
    return readings
  }

  @Test func `exact images of a file show the frames at their times`() async throws {
    let film = IndexedFilm(film: 2) { $0.frameCount = 120 }
    let run = try ProjectRun(text: "{}")
    // 0.5 s lies in frame 14, 2 s in frame 59, and 90f is frame 90.
    let outcome = try await run.command([
      "thumbnails", try await film.url().path, "--at", "0.5", "2", "--at", "90f", "0", "--exact", "-o",
      run.scratch.url("stills").path, "--json", "--progress", "json",
    ]).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errorText.split(separator: "\n").last == #"{"event":"completed"}"#)
    let images = try objects(outcome)
    #expect(images.map { $0["file"] as? String } == ["000.png", "001.png", "002.png", "003.png"])
    #expect(images.map { $0["requested"] as? String } == ["1/2", "2", "3003/1000", "0"])
    #expect(images.map { $0["actual"] as? String } == ["7007/15000", "59059/30000", "3003/1000", "0"])
    let shown = try await readings(
      run.scratch.url("stills"), images.compactMap { $0["file"] as? String })
    #expect(shown == [14, 59, 90, 0].map { .frame(FrameCode(film: 2, index: $0)) })
  }

  @Test func `images of a project show its frames, as large as is asked for`() async throws {
    let film = IndexedFilm(film: 1) { $0.frameCount = 120 }
    let run = try ProjectRun(text: Self.project(try await film.url().path))
    let folder = run.scratch.url("stills")
    let outcome = try await run.command([
      "thumbnails", run.project.path, "--at", "29f", "30f", "1.5", "--size", "160x160", "-o", folder.path, "--json",
    ]).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(
      try await readings(folder, ["000.png", "001.png", "002.png"])
        == [89, 0, 14].map { .frame(FrameCode(film: 1, index: $0)) })
    let size = try await MediaTools.ffprobe([
      "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", folder.appending(path: "000.png").path,
    ])
    #expect(size.contains("160,90"))
  }

  @Test func `without JSON a line says when each image's frame begins, exactly unless key frames do`() async throws {
    let film = IndexedFilm(film: 2) { $0.frameCount = 120 }
    let run = try ProjectRun(text: "{}")
    let arguments = ["thumbnails", try await film.url().path, "--at", "0.5", "2", "-o"]
    let exact = try await run.command(arguments + [run.scratch.url("a").path, "--progress", "none"]).outcome()
    #expect(exact.ending == .exited(0), "\(exact.errorText)")
    let lines = "000.png  00:00:00.467  (7007/15000 s)\n001.png  00:00:01.968  (59059/30000 s)\n"
    #expect(String(decoding: exact.output, as: UTF8.self) == lines)
    #expect(
      try await readings(run.scratch.url("a"), ["000.png", "001.png"])
        == [14, 59].map { .frame(FrameCode(film: 2, index: $0)) })
    let near = try await run.command(
      arguments + [run.scratch.url("b").path, "--key-frames", "--progress", "none"]
    ).outcome()
    #expect(near.ending == .exited(0), "\(near.errorText)")
    #expect(near.output != exact.output)
  }

  @Test func `a time past the end is said in its place, and the others are there`() async throws {
    let film = IndexedFilm(film: 1) { $0.frameCount = 60 }
    let run = try ProjectRun(text: "{}")
    let outcome = try await run.command([
      "thumbnails", try await film.url().path, "--at", "1", "99", "0", "--exact", "-o", run.scratch.url("s").path,
      "--json",
    ]).outcome()
    #expect(outcome.ending == .exited(64))
    let images = try objects(outcome)
    #expect(images.count == 3)
    #expect(images[1]["file"] == nil)
    #expect((images[1]["error"] as? [String: Any])?["code"] as? String == "outOfRange")
    #expect(images[2]["file"] as? String == "002.png")
    #expect(outcome.errorText.contains("00:01:39.000"))
  }

  @Test func `nothing is replaced unasked, and one exact frame is a file of its own`() async throws {
    let film = try await IndexedFilm(film: 1) { $0.frameCount = 60 }.url().path
    let run = try ProjectRun(text: "{}")
    let file = run.scratch.url("frame.png")
    let command = ["frame", film, "--at", "45f", "-o", file.path]
    #expect(try await run.command(command).outcome().ending == .exited(0))
    #expect(try await FilmReader.frames(file) == [.frame(FrameCode(film: 1, index: 45))])
    #expect(try await run.command(command).outcome().ending == .exited(73))
    #expect(try await run.command(command + ["-y"]).outcome().ending == .exited(0))
    #expect(
      try await run.command(["frame", film, "--at", "1", "-o", run.scratch.url("x.bmp").path]).outcome().ending
        == .exited(64))
    #expect(try run.scratch.names().filter { $0.hasPrefix("frame") } == ["frame.png"])
  }
}
