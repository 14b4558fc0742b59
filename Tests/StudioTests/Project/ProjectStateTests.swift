import Foundation
import ModelValues
import SeededRandom
import TestSupport
import Testing

/// The project's state, its revisions, and what is typed.
struct ProjectStateTests {
  @Test func `the state is the text, its revision, and what stands in it`() async throws {
    let stage = try await Film.stage()
    let answer = try await stage.visitor.get("/api/project")
    let state = answer.json
    #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
    #expect(state.at("/revision")?.whole == 1 && state.word("/name") == "project.json")
    #expect(state.word("/folder") == stage.scratch.url.path)
    #expect(state.word("/text") == Film.text)
    for name in ["undo", "redo", "conflict"] { #expect(state.word("/\(name)") == "null", "\(name)") }
    #expect(state.word("/diagnostics") == "[]")
    let outline = try #require(state.at("/outline"))
    #expect(outline.at("/assets/#")?.whole == 2 && outline.word("/assets/1/name") == "two")
    #expect(outline.word("/assets/0/uri") == "media/one.mov" && outline.word("/assets/0/pointer") == "/assets/one")
    #expect(outline.at("/tracks/#")?.whole == 2 && outline.word("/titles") == "[]" && outline.word("/music") == "null")
    let track = try #require(outline.at("/tracks/0"))
    let facts = ["pointer": "/composition/tracks/0", "id": "1", "kind": "video", "enabled": "true", "volume": "1"]
    for (name, value) in facts { #expect(track.word("/\(name)") == value, "\(name)") }
    let segment = [
      "pointer": Film.segment(1), "asset": "two", "start": "2", "duration": "2", "sourceStart": "1",
      "sourceDuration": "2",
      "rate": "1", "transition": "null",
    ]
    for (name, value) in segment { #expect(track.word("/segments/1/\(name)") == value, "\(name)") }
    #expect(track.word("/levels/property") == "opacity")
    #expect(outline.word("/tracks/1/levels") == "{entries:[],pointer:null,property:volume}")
  }

  @Test func `a folder without a project has an empty one, which the first edit writes`() async throws {
    let stage = try await StudioStage(nil, media: try await Film.media())
    let state = try await stage.visitor.state()
    #expect(state.at("/outline/tracks/#")?.whole == 0 && state.word("/diagnostics") == "[]")
    #expect(try stage.scratch.names() == ["media"])
    let placed = try await stage.visitor.edit(#"{"kind":"place","file":"media/one.mov"}"#)
    #expect(placed.status == 200 && placed.json.at("/outline/tracks/#")?.whole == 2)
    #expect(try stage.fileText() == placed.json.at("/text")?.word)
  }

  @Test func `a request for a revision that passes meanwhile is answered, or refused as stale`() async throws {
    let stage = try await Film.stage()
    let visitor = stage.visitor
    let edits = [
      #"{"kind":"split","segment":"\#(Film.segment(0))","at":"1"}"#,
      #"{"kind":"split","segment":"\#(Film.segment(0))","at":"0.5"}"#,
      #"{"kind":"split","segment":"\#(Film.segment(0))","at":"0.25"}"#,
    ]
    var answers: [(String, WebAnswer)] = []
    for (number, edit) in edits.enumerated() {
      let revision = number + 1
      answers += try await withThrowingTaskGroup(of: (String, WebAnswer).self) { group in
        for index in 0..<6 {
          // Of sizes of their own, so that each opens a reader, which the film that follows closes.
          let target =
            index < 4
            ? "picture?revision=\(revision)&frame=\(100 - index)&width=\(160 + 2 * index)&height=180"
            : "sound?revision=\(revision)&from=\(index * 40_000)&count=48000"
          group.addTask { (target, try await visitor.get("/api/\(target)")) }
        }
        group.addTask {
          #expect(try await visitor.edit(edit, on: revision).status == 200)
          return ("film", try await visitor.get("/api/film?revision=\(revision + 1)"))
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    for (target, answer) in answers {
      #expect([200, 409].contains(answer.status), "\(target): \(answer.text.prefix(300))")
    }
    #expect(answers.filter { $0.0 == "film" }.allSatisfy { $0.1.status == 200 })
  }

  @Test func `an edit of another revision than the newest is refused, with the state as it is`() async throws {
    let stage = try await Film.stage()
    let visitor = stage.visitor
    let edit = #"{"kind":"split","segment":"\#(Film.segment(0))","at":"1"}"#
    let text = try await visitor.edit(edit, on: 1).json.at("/text")?.word
    for revision in [0, 1, 3, -1, Int.max] {
      let refused = [
        try await visitor.edit(edit, on: revision), try await visitor.post("/api/undo", #"{"revision":\#(revision)}"#),
        try await visitor.post("/api/redo", #"{"revision":\#(revision)}"#), try await visitor.type("{}", on: revision),
      ]
      for answer in refused {
        #expect(answer.status == 409 && answer.hasSentence, "\(revision): \(answer.status)")
        #expect(
          answer.json.word("/state/revision") == "2" && answer.json.at("/state/text")?.word == text,
          "\(answer.text.prefix(300))")
      }
      for target in [
        "film?", "picture?frame=0&", "sound?from=0&count=1&", "explain?frame=0&", "pictures?from=0&", "estimate?",
      ] {
        let answer = try await visitor.get("/api/\(target)revision=\(max(0, revision))")
        #expect(answer.status == 409 && answer.hasSentence, "\(target) \(revision): \(answer.status)")
      }
    }
    #expect(try stage.fileText() == text)
  }

  @Test func `one of many simultaneous edits of a revision is accepted`() async throws {
    let stage = try await Film.stage()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...12 {
        group.addTask {
          try await stage.visitor.edit(#"{"kind":"split","segment":"\#(Film.segment(0))","at":"\#(number)/24"}"#, on: 1)
            .status
        }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 200 }.count == 1 && statuses.filter { $0 == 409 }.count == 11)
    #expect(try await stage.visitor.state().at("/outline/tracks/0/segments/#")?.whole == 4)
  }

  @Test func `text that is no JSON is kept, with what is wrong at its line`() async throws {
    let stage = try await Film.stage()
    let broken = Film.text.replacing(#""id": 1, "kind": "video","#, with: #""id": 1 "kind": "video","#)
    let state = try await stage.visitor.type(broken, on: 1).json
    #expect(state.word("/text") == broken && state.word("/outline") == "null")
    #expect(state.word("/diagnostics/0/severity") == "error" && state.at("/diagnostics/0/line")?.whole == 5)
    #expect(state.at("/diagnostics/0/column")?.whole ?? 0 > 1)
    #expect(state.at("/diagnostics/0/message")?.word.hasSuffix(".") == true)
    #expect(try stage.fileText() == broken)
    let film = try await stage.visitor.get("/api/film?revision=2")
    #expect(film.status == 422 && film.hasSentence && film.json.at("/diagnostics/0/line")?.whole == 5)
    // A gesture has nothing to begin with, and the text stays.
    let edit = try await stage.visitor.edit(#"{"kind":"split","segment":"\#(Film.segment(0))","at":"1"}"#)
    #expect(edit.status == 422 && edit.hasSentence)
    #expect(try stage.fileText() == broken)
    #expect(try await stage.visitor.undo().json.word("/text") == Film.text)
  }

  @Test func `an unknown member is named, with its place and the nearest known ones`() async throws {
    let stage = try await Film.stage()
    let wrong = Film.text.replacing(#""asset": "two""#, with: #""aset": "two""#)
    let state = try await stage.visitor.type(wrong, on: 1).json
    let found = state.at("/diagnostics")?.elements.first { $0.word("/pointer") == "\(Film.segment(1))/aset" }
    #expect(found?.word("/suggestion") == "asset" && found?.at("/line")?.whole == 7)
  }

  @Test func `letters typed without a pause are one step`() async throws {
    let stage = try await Film.stage()
    var revision = 1
    for count in 1...20 {
      let answer = try await stage.visitor.type(Film.text + String(repeating: " ", count: count), on: revision)
      #expect(answer.status == 200)
      revision = answer.json.at("/revision")?.whole ?? 0
    }
    var steps = 0
    while case let undone = try await stage.visitor.undo(), undone.status == 200 { steps += 1 }
    // A machine that pauses makes more of them.
    #expect((1..<20).contains(steps))
    #expect(try stage.fileText() == Film.text)
  }

  @Test func `text of any language and with any line ends comes back byte for byte`() async throws {
    let stage = try await Film.stage()
    let texts = [
      "", "\r\n\u{FEFF}{\t}", "\u{0}\u{1}\u{7F}", "ä\u{308}漢字🎬\u{202E}", #"{"a":"\u0000\\"}"#,
      Film.text.replacing("\n", with: "\r\n"),
    ]
    for text in texts {
      let answer = try await stage.visitor.type(text, on: try await stage.visitor.revision())
      let found = answer.json.at("/text")?.word ?? "-"
      #expect(Array(found.utf8) == Array(text.utf8), "\(text.debugDescription): \(answer.status)")
      #expect(Array(try stage.fileText().utf8) == Array(text.utf8))
    }
  }

  @Test func `200 edits at random are taken back to the first bytes, and made again`() async throws {
    // Without its media the film is not looked at before each.
    let stage = try await StudioStage(Film.text)
    let visitor = stage.visitor
    var generator = SeededGenerator(seed: 407)
    var (state, texts) = (try await visitor.state(), [Film.text])
    while texts.count <= 200 {
      let edit = Self.edit(of: state.at("/outline/tracks/0/segments")?.elements ?? [], using: &generator)
      let answer = try await visitor.edit(edit, on: state.at("/revision")?.whole ?? 0)
      #expect([200, 422].contains(answer.status), "\(edit): \(answer.text.prefix(300))")
      guard answer.status == 200, answer.json.word("/text") != texts.last else { continue }
      state = answer.json
      texts.append(state.word("/text"))
    }
    #expect(try stage.fileText() == texts.last)
    for text in texts.reversed().dropFirst() {
      state = try await visitor.post("/api/undo", #"{"revision":\#(state.word("/revision"))}"#).json
      #expect(state.word("/text") == text)
    }
    #expect(try stage.fileText() == Film.text)
    for text in texts.dropFirst().prefix(40) {
      state = try await visitor.post("/api/redo", #"{"revision":\#(state.word("/revision"))}"#).json
      #expect(state.word("/text") == text)
    }
    #expect(try stage.fileText() == texts[40])
  }

  private static func edit(of segments: [JSONValue], using generator: inout SeededGenerator) -> String {
    let time = "\(Int.random(in: 0...160, using: &generator))/24"
    guard let segment = segments.randomElement(using: &generator)?.at("/pointer")?.word, segments.count < 8 else {
      return #"{"kind":"set","pointer":"/composition/tracks/0/segments","value":[{"asset":"one","in":0,"duration":4}]}"#
    }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: return #"{"kind":"trimStart","segment":"\#(segment)","to":"\#(time)"}"#
    case 1: return #"{"kind":"trimEnd","segment":"\#(segment)","to":"\#(time)"}"#
    case 2: return #"{"kind":"rippleEnd","segment":"\#(segment)","to":"\#(time)"}"#
    case 3: return #"{"kind":"slip","segment":"\#(segment)","by":"-\#(time)"}"#
    case 4: return #"{"kind":"move","segment":"\#(segment)","to":"\#(time)"}"#
    case 5: return #"{"kind":"delete","segment":"\#(segment)","ripple":true}"#
    case 6: return #"{"kind":"levels","track":2,"entries":[{"at":"\#(time)","value":0.5}]}"#
    case 7: return #"{"kind":"set","pointer":"/titles","value":[{"text":"Sea","start":"\#(time)","duration":1}]}"#
    default: return #"{"kind":"split","segment":"\#(segment)","at":"\#(time)"}"#
    }
  }
}
