import Foundation
import TestSupport
import Testing

/// An output that cannot be written ends with 73 or 74, a sentence, and leaves everything as it was.
@Suite struct BadOutputTests {
  private func project() async throws -> ProjectRun {
    let film = IndexedFilm(film: 1) { $0.frameCount = 300 }
    let edit = FilmEdit.random(
      20, of: 15, from: [film], frameDuration: FrameRate.ntsc.frameDuration, seed: 1)
    return try ProjectRun(try await edit.document())
  }

  @Test func `A file that exists is not touched`() async throws {
    let run = try await project()
    try run.scratch.write("precious", to: "out.mkv")
    let outcome = try await run.export(to: "out.mkv").outcome()
    expectFailure(outcome, 73, mentioning: "out.mkv")
    #expect(try String(contentsOf: run.scratch.url("out.mkv"), encoding: .utf8) == "precious")
    #expect(try run.scratch.names() == ["out.mkv", "project.json"])
  }

  @Test func `A file that exists is replaced when asked`() async throws {
    let run = try await project()
    try run.scratch.write("worthless", to: "out.mkv")
    let outcome = try await run.export(to: "out.mkv", ["-y"]).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(try await FilmReader.frames(run.scratch.url("out.mkv")).count == 300)
    #expect(try run.scratch.names() == ["out.mkv", "project.json"])
  }

  @Test func `A failed export leaves the file that it was to replace`() async throws {
    let run = try ProjectRun(
      text: try await project().projectText().replacingOccurrences(of: ".mp4", with: ".missing"))
    try run.scratch.write("precious", to: "out.mkv")
    let outcome = try await run.export(to: "out.mkv", ["-y"]).outcome()
    expectFailure(outcome, 66, mentioning: ".missing")
    #expect(try String(contentsOf: run.scratch.url("out.mkv"), encoding: .utf8) == "precious")
  }

  @Test func `A folder that is missing`() async throws {
    let run = try await project()
    expectFailure(try await run.export(to: "nowhere/out.mkv").outcome(), 73, mentioning: "nowhere")
    #expect(try run.scratch.names() == ["project.json"])
  }

  @Test func `A folder where nothing can be written`() async throws {
    // Not even root can make files in sysfs.
    let run = try await project()
    let export = run.command(["export", run.project.path, "-o", "/sys/out.mkv", "--progress", "none"])
    expectFailure(try await export.outcome(), 73, mentioning: "/sys")
  }

  @Test func `An output that is a folder`() async throws {
    let run = try await project()
    try FileManager.default.createDirectory(at: run.scratch.url("out.mkv"), withIntermediateDirectories: false)
    expectFailure(try await run.export(to: "out.mkv", ["-y"]).outcome(), 73, mentioning: "out.mkv")
    #expect(try run.scratch.names() == ["out.mkv", "project.json"])
  }

  @Test func `An output that is one of the sources is refused`() async throws {
    let film = IndexedFilm(film: 1) { $0.frameCount = 300 }
    let run = try ProjectRun(
      text: try await project().projectText().replacingOccurrences(of: try await film.url().path, with: "source.mp4"))
    try FileManager.default.copyItem(at: try await film.url(), to: run.scratch.url("source.mp4"))
    let before = try Data(contentsOf: run.scratch.url("source.mp4"))
    let outcome = try await run.export(to: "source.mp4", ["-y", "--file-type", "mkv"]).outcome()
    expectFailure(outcome, 73, mentioning: "source.mp4")
    #expect(try Data(contentsOf: run.scratch.url("source.mp4")) == before)
  }

  @Test(.enabled(if: MountSpace.isAllowed, MountSpace.mountSpaceUnavailable))
  func `A disk that fills up`() async throws {
    let run = try await project()
    let arguments = ["export", "project.json", "-o", "disk/out.mkv", "--progress", "none"]
    let outcome = try await run.command(arguments, onDiskOf: "64k").outcome()
    expectFailure(outcome, 74, mentioning: "out.mkv")
    #expect(outcome.errorLines.last == "left:", "\(outcome.errorText)")
  }

  @Test func `A file that may not grow`() async throws {
    let run = try await project()
    let script = "ulimit -f 64; \"$0\" export \"$1\" -o out.mkv --progress none"
    var launch = ProgramRun(
      try MediaTools.executable("sh"), ["-c", script, ProgramLocation.gstedit.path, run.project.path])
    launch.directory = run.scratch.url
    launch.timeout = 120
    expectFailure(try await launch.outcome(), 74, mentioning: "out.mkv")
    #expect(try run.scratch.names() == ["project.json"])
  }

  @Test(arguments: ["o\\377.mkv", "folder\\376/o.mkv"])
  func `A name that is no UTF-8 is refused before anything is written`(name: String) async throws {
    let run = try await project()
    let script = "exec \"$0\" export project.json -o \"$(printf '\(name)')\" --progress none"
    var launch = ProgramRun(try MediaTools.executable("sh"), ["-c", script, ProgramLocation.gstedit.path])
    launch.directory = run.scratch.url
    expectFailure(try await launch.outcome(), 64, mentioning: "UTF-8")
    #expect(try run.scratch.names() == ["project.json"])
  }

  @Test func `In a folder whose name is no UTF-8 nothing is written elsewhere`() async throws {
    let run = try await project()
    let script = """
      folder=$(printf 'f\\376'); mkdir "$folder" && cd "$folder"
      "$0" export "$1" -o out.mkv --progress none; status=$?; cd .. && rmdir "$folder" && exit $status
      """
    var launch = ProgramRun(
      try MediaTools.executable("sh"), ["-c", script, ProgramLocation.gstedit.path, run.project.path])
    launch.directory = run.scratch.url
    expectFailure(try await launch.outcome(), 73, mentioning: "UTF-8")
    #expect(try run.scratch.names() == ["project.json"])
  }

  @Test(arguments: ["pipe:1.mkv", "concat:a?b#c.mkv", "%d%20.mkv", "two\nlines.mkv", "-dash.mkv"])
  func `A name that means something else elsewhere is a name here, written and read`(name: String) async throws {
    let film = try await IndexedFilm(film: 1) { $0.frameCount = 300 }.url()
    let scratch = try ScratchFolder()
    let trim = ["trim", film.path, "--range", "0..0.2", "--copy", "--output=\(name)", "--progress", "none"]
    for arguments in [trim, ["probe", "--", name]] {
      var run = ProgramRun(ProgramLocation.gstedit, arguments)
      run.directory = scratch.url
      let outcome = try await run.outcome()
      #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    }
    #expect(try scratch.names() == [name])
  }

  @Test(arguments: [
    [], ["export"], ["export", "project.json"], ["fly"],
    ["export", "project.json", "-o", "a.mkv", "--video-codec", "x"],
    ["export", "project.json", "-o", "a.mkv", "--quality", "fine"],
    ["export", "project.json", "-o", "a.mkv", "--progress", "loud"], ["probe"],
    ["export", "project.json", "-o", "a.mkv", "--range", "5..1"], ["plan", "project.json", "--nonsense"],
  ])
  func `Wrong usage ends with 64 and a word of help`(arguments: [String]) async throws {
    let run = try await project()
    let outcome = try await run.command(arguments).outcome()
    #expect(outcome.ending == .exited(64), "\(outcome.ending): \(outcome.errorText)")
    #expect(!outcome.errorText.isEmpty)
    #expect(outcome.output.isEmpty)
    expectNoNoise(outcome)
    #expect(try run.scratch.names() == ["project.json"])
  }
}

extension ProjectRun {
  /// The project file's text.
  fileprivate func projectText() throws -> String { try String(contentsOf: project, encoding: .utf8) }
}
