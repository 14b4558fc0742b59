import Foundation
import TestSupport
import Testing

/// Plans, segments and media of films in segments that are not what they were, or no files at all: each is said at once.
@Suite struct BadSegmentTests {
  /// A project of two segments, its media in a copy of its own, and its plan.
  private func run() async throws -> ProjectRun {
    let film = IndexedFilm(film: 4) { $0.frameCount = 600 }
    var document = ProjectDocument(
      assets: [:], tracks: [.video(1, [.init(asset: "clip", in: .zero, duration: Fraction(12))])],
      export: ExportSettings(fileType: "mkv", video: .init(codec: "h264", speed: "ultrafast")))
    document.assets["clip"] = .init(uri: "clip.mp4")
    let run = try ProjectRun(document)
    try FileManager.default.copyItem(at: try await film.url(), to: run.scratch.url("clip.mp4"))
    try await expectDone(run, "segments project.json -o film.plan")
    return run
  }

  private func outcome(_ run: ProjectRun, _ line: String) async throws -> ProgramOutcome {
    var command = run.command(line.split(separator: " ").map(String.init))
    command.timeout = 60
    return try await command.outcome()
  }

  private func expectDone(_ run: ProjectRun, _ line: String) async throws {
    let outcome = try await outcome(run, line)
    #expect(outcome.ending == .exited(0), "\(line): \(outcome.errorText)")
  }

  /// Puts what is no file in the place of `url`: a pipe without a writer, or a folder.
  private func replace(_ url: URL, byFolder isFolder: Bool) throws {
    try? FileManager.default.removeItem(at: url)
    guard !isFolder else {
      return try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }
    let made = unsafe mkfifo(url.path, 0o600)
    try #require(made == 0)
  }

  @Test(arguments: [false, true])
  func `What is called like a segment and is no file is said to be none`(isFolder: Bool) async throws {
    let run = try await run()
    let word = isFolder ? "a folder" : "no regular file"
    try await expectDone(run, "render-segment film.plan 1 --into parts")
    let parts = run.scratch.url("parts")
    let names = try FileManager.default.contentsOfDirectory(atPath: parts.path)
    try #require(names.count == 1)
    try replace(parts.appending(path: names[0]), byFolder: isFolder)
    try await expectDone(run, "render-segment film.plan 0 --into parts")
    for line in ["join film.plan --from parts -o film.mkv", "render-segment film.plan 1 --into parts"] {
      let outcome = try await outcome(run, line)
      expectFailure(outcome, 66, mentioning: word)
      #expect(outcome.errorText.contains(names[0]), "\(outcome.errorText)")
    }
    expectFailure(try await outcome(run, "export project.json -o film.mkv --cache parts"), 66, mentioning: word)
    // It is no segment of the cache.
    let listed = try await outcome(run, "cache parts")
    #expect(listed.ending == .exited(0) && listed.outputText.contains("\n1 segment, "), "\(listed.outputText)")
    #expect(try run.scratch.names() == ["clip.mp4", "film.plan", "parts", "project.json"])
  }

  @Test(arguments: [false, true])
  func `A plan, a project and a folder of segments that are none are said to be`(isFolder: Bool) async throws {
    let run = try await run()
    try replace(run.scratch.url("other.plan"), byFolder: isFolder)
    try replace(run.scratch.url("other.json"), byFolder: isFolder)
    for line in ["join other.plan --from parts -o film.mkv", "render-segment other.plan 0 --into parts"] {
      expectFailure(try await outcome(run, line), 66, mentioning: "no regular file")
    }
    for line in ["validate other.json", "segments other.json -o new.plan"] {
      expectFailure(try await outcome(run, line), 66, mentioning: isFolder ? "folder" : "pipe")
    }
    try replace(run.scratch.url("parts"), byFolder: isFolder)
    expectFailure(try await outcome(run, "join film.plan --from parts -o film.mkv"), 66, mentioning: "2 of 2 segments")
    guard !isFolder else { return }
    expectFailure(try await outcome(run, "render-segment film.plan 0 --into parts"), 73, mentioning: "parts")
  }

  @Test(arguments: [false, true])
  func `Media that is no file any more is said to be none`(isFolder: Bool) async throws {
    let run = try await run()
    try replace(run.scratch.url("clip.mp4"), byFolder: isFolder)
    for line in ["render-segment film.plan 0 --into parts", "export project.json -o film.mkv"] {
      expectFailure(try await outcome(run, line), 66, mentioning: isFolder ? "a folder" : "no regular file")
    }
  }

  @Test func `Media that is another film by now is said to be, with what to do`() async throws {
    let run = try await run()
    let media = run.scratch.url("clip.mp4")
    try await expectDone(run, "render-segment film.plan 0 --into parts")
    // The date alone, as after a copy to another machine.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceReferenceDate: 1_000)], ofItemAtPath: media.path)
    try await expectDone(run, "render-segment film.plan 1 --into parts")
    try await expectDone(run, "join film.plan --from parts -o film.mkv")

    let other = IndexedFilm(film: 5) { $0.frameCount = 600 }
    try FileManager.default.removeItem(at: media)
    try FileManager.default.copyItem(at: try await other.url(), to: media)
    for line in ["render-segment film.plan 0-1 --into others", "join film.plan --from parts -o film.mkv -y"] {
      expectFailure(try await outcome(run, line), 66, mentioning: "make the plan again")
    }
    try await expectDone(run, "segments project.json -o film.plan -y")
    try await expectDone(run, "render-segment film.plan 0-1 --into parts")
    try await expectDone(run, "join film.plan --from parts -o film.mkv -y")
    let shown = try await FilmReader.frames(run.scratch.url("film.mkv"))
    #expect(
      shown.count > 300
        && shown.allSatisfy { picture in
          if case .frame(let code) = picture { code.film == 5 } else { false }
        })
  }
}
