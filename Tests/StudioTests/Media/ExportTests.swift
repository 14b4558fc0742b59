import Foundation
import ModelValues
import TestSupport
import Testing

/// Films written by the page: their contents, their progress events, and the remains of unfinished ones.
struct ExportTests {
  private func start(_ json: String, _ visitor: Visitor) async throws -> WebAnswer {
    try await visitor.post("/api/export", json)
  }

  private func ended(_ visitor: Visitor) async throws -> JSONValue {
    try await visitor.get("/api/export") { $0.json.word("/state") != "exporting" }.json
  }

  @Test func `a film is written as it is shown, and its progress only grows`() async throws {
    let stage = try await Film.stage()
    let idle = try await stage.visitor.get("/api/export").json
    #expect(idle.word("/state") == "idle")
    let events = try await stage.visitor.listening { connection in
      let begun = try await start(#"{"name":"film.mp4","preset":null,"replace":false}"#, stage.visitor)
      #expect(begun.status == 202 && begun.json.word("/file") == "film.mp4", "\(begun.text)")
      var events: [JSONValue] = []
      while let event = try await connection.event() {
        guard event.name == "export" else { continue }
        events.append(try JSONDecoder().decode(JSONValue.self, from: Data(event.data.utf8)))
        if events.last?.word("/state") != "exporting" { break }
      }
      return events
    }
    let fractions = events.compactMap { $0.at("/fraction")?.number }
    #expect(fractions == fractions.sorted() && fractions.last == 1 && fractions.allSatisfy { 0...1 ~= $0 })
    let status = try await ended(stage.visitor)
    #expect(
      status.word("/state") == "completed" && status.at("/frame")?.whole == 120 && status.at("/frames")?.whole == 120)
    #expect(status.word("/error") == "null")
    let file = stage.scratch.url("film.mp4")
    #expect(status.at("/bytes")?.whole == (try Data(contentsOf: file).count))
    #expect(try await FilmReader.frames(file) == (0..<Film.frameCount).map(Film.frame))
    #expect(try await SoundReader.firstChannel(file).count >= Film.sampleCount)
    #expect(try stage.scratch.names() == ["film.mp4", "media", "project.json"])
  }

  @Test func `a film that is there is replaced only where that is wished, and media never`() async throws {
    let stage = try await Film.stage()
    try stage.scratch.write("mine", to: "film.mkv")
    let refused = try await start(#"{"name":"film.mkv"}"#, stage.visitor)
    #expect(refused.status == 409 && refused.hasSentence)
    #expect(try String(contentsOf: stage.scratch.url("film.mkv"), encoding: .utf8) == "mine")
    #expect(try await start(#"{"name":"film.mkv","replace":true,"preset":"LowQuality"}"#, stage.visitor).status != 409)
    #expect(try await ended(stage.visitor).word("/state") != "exporting")
    let own = stage.scratch.url("own.mov")
    try FileManager.default.copyItem(at: stage.scratch.url("media/two.mov"), to: own)
    let bytes = try Data(contentsOf: own)
    _ = try await stage.visitor.type(Film.text.replacing("media/two.mov", with: "own.mov"), on: 1)
    let source = try await start(#"{"name":"own.mov","replace":true}"#, stage.visitor)
    #expect((400..<500).contains(source.status) && source.hasSentence, "\(source.status)")
    #expect(try Data(contentsOf: own) == bytes)
  }

  @Test func `a film that cannot be exported is refused at once`() async throws {
    let stage = try await Film.stage()
    let cases = [
      #"{"name":"film.mp4","preset":"None"}"#, #"{"name":"film.xyz"}"#, #"{"name":"film"}"#,
      #"{"preset":"LowQuality"}"#,
      #"{"name":"film.mp4","revision":7}"#, #"{"name":7}"#,
    ]
    for json in cases {
      let answer = try await start(json, stage.visitor)
      #expect((400..<500).contains(answer.status) && answer.hasSentence, "\(json): \(answer.status) \(answer.text)")
    }
    #expect(try await stage.visitor.get("/api/export").json.word("/state") == "idle")
    #expect(try stage.scratch.names() == ["media", "project.json"])
  }

  @Test func `one film is written at a time, and one that is cancelled leaves no file`() async throws {
    let stage = try await StudioStage(in: try await LongFilm.folder())
    let visitor = stage.visitor
    let begun = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<3 { group.addTask { try await start(#"{"name":"film\#(number).mp4"}"#, visitor).status } }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(begun.sorted() == [202, 409, 409])
    let going = try await visitor.get("/api/export") { $0.json.at("/frame")?.whole ?? 0 > 0 }.json
    #expect(going.word("/state") == "exporting" && going.at("/frames")?.whole == 54_000)
    #expect(going.at("/fraction")?.number ?? 1 < 0.5)
    let second = try await start(#"{"name":"other.mp4"}"#, visitor)
    #expect(second.status == 409 && second.hasSentence)
    let cancelled = try await visitor.answer(to: visitor.request("DELETE", "/api/export"))
    #expect(cancelled.status == 200 && cancelled.json.word("/state") == "cancelled")
    #expect(cancelled.json.word("/error") == "null")
    #expect(try stage.scratch.names() == ["film.mp4", "project.json"])
    // What is over can be cancelled, too, and the next one begins.
    #expect(try await visitor.answer(to: visitor.request("DELETE", "/api/export")).json.word("/state") == "cancelled")
    #expect(try await start(#"{"name":"other.mp4"}"#, visitor).status == 202)
    await stage.close()
    #expect(try stage.scratch.names() == ["film.mp4", "project.json"])
  }

  @Test func `how large a film will be is estimated`() async throws {
    let stage = try await Film.stage()
    let answer = try await stage.visitor.get("/api/estimate?revision=1&preset=LowQuality")
    let estimate = try #require(answer.json.at("/bytes")?.number, "\(answer.text)")
    #expect(try stage.scratch.names() == ["media", "project.json"])
    #expect(try await start(#"{"name":"film.mp4","preset":"LowQuality"}"#, stage.visitor).status == 202)
    let bytes = try #require(try await ended(stage.visitor).at("/bytes")?.number)
    #expect(abs(estimate - bytes) < bytes / 4, "\(estimate), \(bytes)")
    #expect((try await stage.visitor.get("/api/estimate?revision=1&preset=None")).status == 422)
  }
}
