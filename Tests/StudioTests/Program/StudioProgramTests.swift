import Foundation
import ModelValues
import TestSupport
import Testing

/// The program: its output, its end, and its messages where it cannot begin.
struct StudioProgramTests {
  private static let programs = [[StudioProgram.url.path], [ProgramLocation.gstedit.path, "studio"]]

  /// Whether programs end within two seconds, each by what `end` does with it. A busy machine may take longer now and then, but not each
  /// time.
  private func endsSoon(_ end: () async throws -> (status: Int32, duration: Duration)) async throws -> Bool {
    for _ in 0..<6 {
      let (status, duration) = try await end()
      guard status == 0 else {
        Issue.record("The status is \(status).")
        return false
      }
      if duration < .seconds(2) { return true }
    }
    return false
  }

  @Test(arguments: programs) func `one line is printed, the address, and a signal ends it well`(words: [String])
    async throws
  {
    let scratch = try await Film.folder()
    let isSoon = try await endsSoon {
      let program = try await StudioProgram(in: scratch, words: words)
      #expect(try await program.visitor.state().at("/text")?.word == Film.text)
      #expect(try await program.visitor.get("/api/film?revision=1").status == 200)
      let end = await program.end(by: SIGINT)
      #expect(program.outputText == "http://127.0.0.1:\(program.visitor.port)/?token=\(program.visitor.token)\n")
      #expect(program.errorText == "")
      return end
    }
    #expect(isSoon)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `it ends in two seconds while events, pictures, uploads and a film are under way`(
    signal: Int32
  ) async throws {
    let scratch = try await LongFilm.folder()
    let isSoon = try await endsSoon {
      let program = try await StudioProgram(in: scratch)
      let end = try await working(program) { await program.end(by: signal) }
      #expect(program.errorText == "")
      #expect(try scratch.names() == ["film.mp4", "project.json"])
      return end
    }
    #expect(isSoon)
  }

  /// Does `body` while `program` writes a film, and sends events and pictures, and takes a file.
  private func working<Result: Sendable>(
    _ program: StudioProgram, _ body: () async throws -> Result
  ) async throws -> Result {
    let (visitor, scratch) = (program.visitor, program.scratch)
    #expect(try await visitor.post("/api/export", #"{"name":"out.mp4"}"#).status == 202)
    _ = try await visitor.get("/api/export") { $0.json.at("/frame")?.whole ?? 0 > 0 }
    return try await visitor.listening { _ in
      try await WebConnection.open(to: visitor.port) { pictures in
        try await pictures.send(visitor.request("GET", "/api/pictures?revision=1&from=0&width=320&height=180"))
        _ = try await pictures.head()
        _ = try await pictures.bytes(8)
        return try await WebConnection.open(to: visitor.port) { upload in
          var request = visitor.request("POST", "/api/media?name=new.mp4")
          request.headers.removeAll { $0.name == "Content-Length" }
          request.headers.append(("Content-Length", "1000000"))
          try await upload.send(request)
          try await upload.send([UInt8](repeating: 7, count: 1_000))
          await Poll.eventually { ((try? scratch.names()) ?? []).contains { $0.hasSuffix(".partial") } }
          return try await body()
        }
      }
    }
  }

  @Test func `media are laid out one after another in a new project`() async throws {
    let scratch = try ScratchFolder()
    let media = try await Film.media()
    for name in ["one.mov", "two.mov"] {
      try FileManager.default.copyItem(at: try #require(media["media/\(name)"]), to: scratch.url(name))
    }
    let program = try await StudioProgram(["--no-browser", "one.mov", "two.mov"], in: scratch)
    let state = try await program.visitor.state()
    #expect(state.at("/outline/tracks/0/segments")?.elements.map { $0.at("/start")?.word } == ["0", "5"])
    #expect(state.at("/outline/tracks/1/segments/#")?.whole == 2)
    let film = try await program.visitor.get("/api/film?revision=\(try await program.visitor.revision())").json
    #expect(film.at("/frames")?.whole == 240)
    #expect(await program.end(by: SIGTERM).status == 0)
  }

  @Test func `a port that is given is listened at, and one that is taken is said to be`() async throws {
    let stage = try await StudioStage(nil)
    let (port, scratch) = (stage.visitor.port, try ScratchFolder())
    let outcome = try await run(["--port", "\(port)", "--no-browser"], in: scratch)
    #expect(outcome.output.isEmpty && outcome.ending != .exited(0) && outcome.ending != .timedOut)
    #expect(outcome.errorText.contains("\(port)") && outcome.errorText.contains("port"), "\(outcome.errorText)")
    #expect(outcome.errorLines.allSatisfy { !$0.contains("errno") && !$0.contains("IOError") }, "\(outcome.errorText)")
    await stage.close()
    let program = try await StudioProgram(["--port", "\(port)", "--no-browser"], in: scratch)
    #expect(program.visitor.port == port)
    #expect(await program.end(by: SIGINT).status == 0)
  }

  private func run(_ arguments: [String], in scratch: ScratchFolder, words: [String] = programs[0]) async throws
    -> ProgramOutcome
  {
    var run = ProgramRun(URL(filePath: words[0]), words.dropFirst() + arguments)
    (run.directory, run.timeout) = (scratch.url, 30)
    return try await run.outcome()
  }

  @Test(arguments: programs) func `wrong usage ends with 64, and what is not there with 66`(words: [String])
    async throws
  {
    let scratch = try ScratchFolder()
    let cases: [([String], Int32)] = [
      (["--port", "65536"], 64), (["--port", "-1"], 64), (["--port", "web"], 64), (["--none"], 64), (["--port"], 64),
      (["none.mp4"], 66), (["none/project.json"], 66),
    ]
    for (arguments, status) in cases {
      let outcome = try await run(arguments, in: scratch, words: words)
      #expect(outcome.ending == .exited(status), "\(arguments): \(outcome.ending) \(outcome.errorText)")
      #expect(
        outcome.output.isEmpty && outcome.errorText.contains(" ") && !outcome.errorText.contains("Error("),
        "\(outcome.errorText)")
    }
    let help = try await run(["--help"], in: scratch, words: words)
    #expect(help.ending == .exited(0) && help.outputText.contains("--no-browser"))
    #expect(try scratch.names() == [])
  }

  @Test func `arguments that are no media, no text, or several projects, end with a sentence`() async throws {
    let scratch = try ScratchFolder()
    try scratch.write("no film", to: "words.mp4")
    try Data([0xFF, 0xFE, 0, 1]).write(to: scratch.url("bytes.json"))
    let folder = scratch.url("several")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["a.json", "b.json"] { try scratch.write(#"{"gstedit":1}"#, to: "several/\(name)") }
    for (subject, statuses) in [("words.mp4", [65, 66]), ("bytes.json", [65]), ("several", [65])] as [(String, [Int32])]
    {
      let outcome = try await run([subject], in: scratch)
      #expect(statuses.contains { outcome.ending == .exited($0) }, "\(subject): \(outcome.ending) \(outcome.errorText)")
      #expect(outcome.output.isEmpty && outcome.errorText.hasPrefix("gstedit-studio: error: "), "\(outcome.errorText)")
      #expect(outcome.errorText.contains(subject) && !outcome.errorText.contains("Error("), "\(outcome.errorText)")
    }
    #expect(try scratch.names() == ["bytes.json", "several", "words.mp4"])
  }
}
