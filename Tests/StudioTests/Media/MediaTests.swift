import Foundation
import ModelValues
import TestSupport
import Testing

/// The list of media, and files that are dropped on it.
struct MediaTests {
  private static func still(_ film: UInt8) async throws -> [UInt8] {
    let scratch = try ScratchFolder()
    let url = scratch.url("still.png")
    let film = IndexedFilm(film: film) { ($0.frameCount, $0.timing) = (1, .constant(FrameRate(25))) }
    try await MediaTools.ffmpeg(["-i", try await film.url().path, "-frames:v", "1", url.path])
    return [UInt8](try Data(contentsOf: url))
  }

  private func upload(_ name: String, _ bytes: [UInt8], to visitor: Visitor) async throws -> WebAnswer {
    try await visitor.answer(to: visitor.request("POST", "/api/media?name=\(name)", body: bytes))
  }

  @Test func `all media of the folder are listed with what they hold, and those that the project names elsewhere`()
    async throws
  {
    let elsewhere = try ScratchFolder()
    let media = try await Film.media()
    let sound = try await SoundFile(.noise(seed: 1)).url()
    try FileManager.default.copyItem(at: sound, to: elsewhere.url("far.wav"))
    let text = Film.text.replacing(
      #""media/two.mov" }"#, with: #""media/two.mov" }, "far": { "uri": "\#(elsewhere.url("far.wav").path)" }"#)
    let stage = try await StudioStage(
      text,
      media: media.merging(["a/b/deep.wav": sound, "notes.txt": sound, ".hidden.wav": sound]) { first, _ in first })
    try Data(try await Self.still(9)).write(to: stage.scratch.url("still.png"))
    try stage.scratch.write("no sound", to: "broken.mp3")
    let answer = try await stage.visitor.get("/api/media")
    let files = Dictionary(
      uniqueKeysWithValues: (answer.json.at("/files")?.elements ?? []).map { ($0.at("/file")?.word ?? "", $0) })
    let far = elsewhere.url("far.wav").path
    #expect(
      files.keys.sorted()
        == ["a/b/deep.wav", "broken.mp3", far, "media/one.mov", "media/two.mov", "still.png"].sorted())
    let facts: [(String, [String: String])] = [
      (
        "media/one.mov",
        ["kind": "video", "duration": "5", "size": "[320,180]", "frameRate": "24", "hasSound": "true", "error": "null"]
      ),
      ("a/b/deep.wav", ["kind": "audio", "duration": "2", "size": "null", "frameRate": "null", "hasSound": "true"]),
      (far, ["kind": "audio", "duration": "2"]),
      (
        "still.png",
        ["kind": "image", "duration": "null", "size": "[320,180]", "frameRate": "null", "hasSound": "false"]
      ),
      ("broken.mp3", ["kind": "unreadable", "hasSound": "false"]),
    ]
    for (file, values) in facts {
      for (name, value) in values { #expect((files[file]?.at("/\(name)") ?? .null).word == value, "\(file) \(name)") }
    }
    #expect(files["broken.mp3"]?.at("/error")?.word.hasSuffix(".") == true)
    let placed = try await stage.visitor.edit(#"{"kind":"place","file":"\#(far)"}"#)
    #expect(placed.status == 200 && placed.json.at("/outline/assets/#")?.whole == 3)
  }

  @Test func `a dropped file is stored, is an event, and can be placed`() async throws {
    let stage = try await Film.stage()
    let bytes = [UInt8](try Data(contentsOf: stage.scratch.url("media/two.mov")))
    let (event, answer) = try await stage.visitor.listening { connection in
      let answer = try await upload("new%20film.mov", bytes, to: stage.visitor)
      return (try await connection.event()?.name, answer)
    }
    #expect(event == "media")
    #expect(answer.status == 201 && answer.json.word("/file") == "new film.mov" && answer.json.word("/kind") == "video")
    #expect(answer.json.word("/duration") == "5")
    #expect([UInt8](try Data(contentsOf: stage.scratch.url("new film.mov"))) == bytes)
    let listed = try await stage.visitor.get("/api/media").json.at("/files")?.elements.map { $0.at("/file")?.word }
    #expect(listed?.contains("new film.mov") == true)
    let placed = try await stage.visitor.edit(#"{"kind":"place","file":"new film.mov"}"#).json
    #expect(placed.word("/outline/tracks/0/segments/3/duration") == "5")
    let shown = try await stage.visitor.get("/api/picture?revision=2&frame=125")
    #expect(try await Film.readings(of: [shown.body], in: stage.scratch) == [.frame(FrameCode(film: 2, index: 5))])
  }

  @Test func `a file replaces no other, also where two come at once`() async throws {
    let stage = try await Film.stage()
    try stage.scratch.write("mine", to: "mine.wav")
    let existing = try await upload("mine.wav", Array("theirs".utf8), to: stage.visitor)
    #expect(existing.status == 409 && existing.hasSentence)
    #expect(try String(contentsOf: stage.scratch.url("mine.wav"), encoding: .utf8) == "mine")
    let still = try await Self.still(9)
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<6 { group.addTask { try await upload("one.png", still, to: stage.visitor).status } }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 201 }.count == 1 && statuses.filter { $0 == 409 }.count == 5, "\(statuses)")
    #expect(try stage.scratch.names().filter { $0.hasSuffix(".partial") } == [])
  }

  @Test func `a file that is no media is refused by its name, and is unreadable by what it holds`() async throws {
    let stage = try await Film.stage()
    for name in ["notes.txt", "run.sh", "film", "project.json", "film.mp4.exe"] {
      let answer = try await upload(name, [1, 2, 3], to: stage.visitor)
      #expect(answer.status == 400 && answer.hasSentence, "\(name)")
    }
    let answer = try await upload("noise.mp4", [1, 2, 3], to: stage.visitor)
    #expect(answer.status == 201 && answer.json.word("/kind") == "unreadable")
    #expect(try stage.scratch.names() == ["media", "noise.mp4", "project.json"])
  }

  @Test(arguments: [true, false]) func `a file that is broken off leaves nothing`(isChunked: Bool) async throws {
    let stage = try await Film.stage()
    var request = stage.visitor.request("POST", "/api/media?name=new.mov")
    request.headers.removeAll { $0.name == "Content-Length" }
    request.headers.append(isChunked ? ("Transfer-Encoding", "chunked") : ("Content-Length", "1000000"))
    try await WebConnection.open(to: stage.visitor.port) { [request] connection in
      try await connection.send(request)
      let part = String(repeating: "x", count: 0x8000)
      try await connection.send(isChunked ? "8000\r\n\(part)\r\n" : part)
      // It has begun to be written.
      let hasBegun = try await stage.holds { try $0.scratch.names().contains { $0.hasSuffix(".partial") } }
      #expect(hasBegun)
    }
    let isClean = try await stage.holds { try $0.scratch.names() == ["media", "project.json"] }
    #expect(isClean)
    let again = try await upload(
      "new.mov", [UInt8](try Data(contentsOf: stage.scratch.url("media/two.mov"))), to: stage.visitor)
    #expect(again.status == 201)
  }

  @Test func `what the page offers to choose from is what projects can say`() async throws {
    let stage = try await StudioStage(nil)
    let styles = try await stage.visitor.get("/api/styles").json
    for name in ["titleStyles", "titlePlaces", "titleEntrances", "directions"] {
      #expect(styles.at("/\(name)")?.elements.isEmpty == false, "\(name)")
    }
    let transitions = styles.at("/transitions")?.elements ?? []
    let kinds = Dictionary(
      uniqueKeysWithValues: transitions.map { ($0.at("/name")?.word ?? "", $0.at("/hasDirection")?.word) })
    #expect(kinds["crossDissolve"] == "false" && kinds["push"] == "true")
    let schema = try await stage.visitor.get("/api/schema")
    var run = ProgramRun(ProgramLocation.gstedit, ["schema"])
    run.directory = stage.scratch.url
    #expect(
      schema.text.trimmingCharacters(in: .newlines)
        == (try await run.outcome()).outputText.trimmingCharacters(in: .newlines))
    let presets = try await stage.visitor.get("/api/presets").json.at("/presets")?.elements ?? []
    #expect(presets.contains { $0.word("/name") == "1280x720" && $0.word("/size") == "[1280,720]" })
    #expect(presets.allSatisfy { $0.at("/extension")?.word.isEmpty == false && $0.at("/title")?.word.isEmpty == false })
  }
}
