import Foundation
import ModelValues
import TestSupport
import Testing

/// Films that lack something: media, pictures, sound, or a constant rate.
struct UnfitFilmTests {
  @Test func `a film whose media are missing says so, and is there when they are`() async throws {
    let stage = try await StudioStage(
      Film.text, media: ["media/one.mov": try #require(try await Film.media()["media/one.mov"])])
    let visitor = stage.visitor
    for target in ["film?", "picture?frame=0&", "pictures?from=0&", "sound?from=0&count=1&", "explain?frame=0&"] {
      let answer = try await visitor.get("/api/\(target)revision=1")
      #expect(answer.status == 422 && answer.hasSentence, "\(target): \(answer.status)")
      #expect(answer.text.contains("two.mov"), "\(target): \(answer.text.prefix(300))")
    }
    let film = try await visitor.get("/api/film?revision=1")
    #expect(film.json.word("/diagnostics/0/severity") == "error", "\(film.text)")
    #expect(film.json.at("/diagnostics/0/message")?.word.isEmpty == false)
    #expect(
      film.json.at("/diagnostics/0/line")?.whole == 3
        && film.json.word("/diagnostics/0/pointer").hasPrefix("/assets/two"))
    let files = try await visitor.get("/api/media").json.at("/files")?.elements ?? []
    #expect(
      files.map { $0.word("/kind") } == ["video", "unreadable"] && files.last?.at("/error")?.word.isEmpty == false)
    // Edits go on without it.
    let edit = try await visitor.edit(#"{"kind":"split","segment":"\#(Film.segment(0))","at":"1"}"#)
    #expect(edit.status == 200)
    let media = try await Film.media()
    try FileManager.default.copyItem(at: try #require(media["media/two.mov"]), to: stage.scratch.url("media/two.mov"))
    let found = try await visitor.get("/api/film?revision=2")
    #expect(found.status == 200 && found.json.at("/frames")?.whole == Film.frameCount, "\(found.text.prefix(300))")
  }

  @Test func `a film that could not be shown is tried again, for its media may have come`() async throws {
    let media = try await Film.media()
    let stage = try await StudioStage(Film.text, media: ["media/one.mov": try #require(media["media/one.mov"])])
    #expect(try await stage.visitor.get("/api/film?revision=1").status == 422)
    try FileManager.default.copyItem(at: try #require(media["media/two.mov"]), to: stage.scratch.url("media/two.mov"))
    #expect(try await stage.visitor.get("/api/film?revision=1").status == 200)
  }

  @Test func `media that cannot be read are an error of their own`() async throws {
    let text = Film.text.replacing("media/two.mov", with: "words.mov")
    let stage = try await StudioStage(
      text, media: ["media/one.mov": try #require(try await Film.media()["media/one.mov"])])
    try stage.scratch.write("no film", to: "words.mov")
    let film = try await stage.visitor.get("/api/film?revision=1")
    #expect(film.status == 422 && film.hasSentence && film.text.contains("words.mov"))
    let thumbnail = try await stage.visitor.get("/api/thumbnail?asset=two&time=0")
    #expect(thumbnail.status == 422 && thumbnail.hasSentence)
    let file = try await stage.visitor.get("/api/media").json.at("/files")?.elements.first {
      $0.word("/file") == "words.mov"
    }
    #expect(file?.word("/kind") == "unreadable" && file?.at("/error")?.word.isEmpty == false)
  }

  @Test func `a film without sound has none to hear, and one without pictures none to see`() async throws {
    let media = try await Film.media()
    let start = try #require(Film.text.range(of: "{ \"id\": 1"))
    let middle = try #require(Film.text.range(of: "{ \"id\": 2"))
    let silent =
      String(Film.text[..<middle.lowerBound]).trimmingCharacters(in: .whitespacesAndNewlines).dropLast() + "] } }"
    let stage = try await StudioStage(String(silent), media: media)
    let film = try await stage.visitor.get("/api/film?revision=1")
    #expect(film.status == 200 && film.json.word("/sampleRate") == "null", "\(film.text.prefix(300))")
    let sound = try await stage.visitor.get("/api/sound?revision=1&from=0&count=10")
    #expect(sound.status == 404 && sound.hasSentence)

    let blind = String(Film.text[..<start.lowerBound]) + String(Film.text[middle.lowerBound...])
    let heard = try await StudioStage(blind, media: media)
    let document = try await heard.visitor.get("/api/film?revision=1")
    #expect(document.status == 200 && document.json.at("/frames")?.whole == 0 && document.json.word("/size") == "null")
    #expect(document.json.word("/duration") == "5")
    for target in ["picture?frame=0&", "pictures?from=0&"] {
      let answer = try await heard.visitor.get("/api/\(target)revision=1")
      #expect(answer.status == 404 && answer.hasSentence)
    }
  }

  @Test func `an empty project has a film without anything, and not an error of the server`() async throws {
    let stage = try await StudioStage(nil)
    for target in ["film?", "picture?frame=0&", "pictures?from=0&", "sound?from=0&count=1&", "explain?frame=0&"] {
      let answer = try await stage.visitor.get("/api/\(target)revision=1")
      #expect(
        answer.status < 500 && (answer.status == 200 || answer.hasSentence),
        "\(target): \(answer.status) \(answer.text)")
    }
    let export = try await stage.visitor.post("/api/export", #"{"name":"film.mp4"}"#)
    let end = try await stage.visitor.get("/api/export") { $0.json.word("/state") != "exporting" }.json
    #expect(
      export.status == 202 && end.word("/state") == "failed" && end.word("/error/message").hasSuffix("."), "\(end.word)"
    )
    #expect(try stage.scratch.names() == [])
  }

  @Test func `a film of variable rate says when each frame begins, and shows it`() async throws {
    let film = IndexedFilm(film: 3) {
      $0.frameCount = 40
      $0.timing = .cycle(durations: [1, 2, 3], timescale: 30)
    }
    let text = """
      { "gstedit": 1, "assets": { "film": { "uri": "film.mp4" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [ { "asset": "film", "in": 0, "duration": "2" } ] } ] },
        "videoComposition": { "frameDuration": "source" } }
      """
    let stage = try await StudioStage(text, media: ["film.mp4": try await film.url()])
    let document = try await stage.visitor.get("/api/film?revision=1").json
    let times = document.at("/times")?.elements.compactMap(\.number) ?? []
    #expect(document.word("/frameDuration") == "null" && document.at("/frames")?.whole == 30)
    #expect(times.count == 31 && times.first == 0 && abs((times.last ?? 0) - 2) < 1e-9)
    for (index, time) in times.enumerated() {
      #expect(abs(time - film.timing.start(of: index).value) < 1e-9, "\(index)")
    }
    var pictures: [[UInt8]] = []
    for frame in [0, 1, 2, 3, 17, 29] {
      pictures.append(try await stage.visitor.get("/api/picture?revision=1&frame=\(frame)").body)
    }
    let readings = try await Film.readings(of: pictures, in: stage.scratch)
    #expect(readings == [0, 1, 2, 3, 17, 29].map { .frame(FrameCode(film: 3, index: $0)) })
  }
}
