import Foundation
import ModelValues
import TestSupport
import Testing

/// The file is shared: changes by other programs are noticed, are a step of undo, and never replace typed text.
struct OutsideChangeTests {
  private let mine = Film.text + "\n\n"
  private let theirs = Film.text.replacing(#""id": 2,   "#, with: #""id": 2, "#)

  @Test func `a change from outside is an event within half a second, and a step of undo`() async throws {
    // In a process of its own, whose threads no other test takes.
    let program = try await StudioProgram(in: try await Film.folder())
    let (visitor, scratch, text) = (program.visitor, program.scratch, theirs)
    let delays = try await visitor.listening { connection in
      var delays: [Duration] = []
      // A busy machine delays one or another; what the studio waits for, it waits for each time.
      while delays.count < 3 || (delays.count < 60 && delays.allSatisfy { $0 >= .milliseconds(500) }) {
        let number = delays.count + 1
        let start = ContinuousClock.now
        try scratch.write(text + String(repeating: "\n", count: number), to: "project.json")
        let event = try await connection.event()
        delays.append(ContinuousClock.now - start)
        #expect(event?.name == "project")
        let data = try JSONDecoder().decode(JSONValue.self, from: Data((event?.data ?? "").utf8))
        #expect(data.at("/revision")?.whole == 1 + number)
      }
      return delays
    }
    #expect(try #require(delays.min()) < .milliseconds(500), "\(delays)")
    let state = try await visitor.state()
    #expect(state.word("/text") == text + String(repeating: "\n", count: delays.count) && state.word("/undo") != "null")
    for count in (1..<delays.count).reversed() {
      #expect(try await visitor.undo().json.word("/text") == text + String(repeating: "\n", count: count))
    }
    #expect(try await visitor.undo().json.word("/text") == Film.text)
    #expect(try String(contentsOf: scratch.url("project.json"), encoding: .utf8) == Film.text)
  }

  @Test func `an edit is an event for every listener`() async throws {
    let stage = try await Film.stage()
    let revisions = try await stage.visitor.listening { first in
      try await stage.visitor.listening { second in
        _ = try await stage.visitor.edit(#"{"kind":"split","segment":"\#(Film.segment(0))","at":"1"}"#)
        return [try await first.event()?.data, try await second.event()?.data]
      }
    }
    for data in revisions { #expect(data?.contains(#""revision":2"#) == true) }
  }

  @Test func `a file that is replaced, removed or made again is looked after`() async throws {
    let stage = try await Film.stage()
    try Data(theirs.utf8).write(to: stage.project, options: .atomic)
    let replaced = try await stage.visitor.get("/api/project") { $0.json.at("/revision")?.whole == 2 }
    #expect(replaced.json.word("/text") == theirs)
    try FileManager.default.removeItem(at: stage.project)
    // The text is in the studio, and the next edit writes it.
    let edited = try await stage.visitor.edit(#"{"kind":"split","segment":"\#(Film.segment(0))","at":"1"}"#)
    #expect(edited.status == 200)
    #expect(try stage.fileText() == edited.json.at("/text")?.word)
  }

  @Test func `an edit that comes with a change from outside is refused, and the change is there`() async throws {
    let stage = try await Film.stage()
    try stage.scratch.write(theirs, to: "project.json")
    let answer = try await stage.visitor.edit(#"{"kind":"split","segment":"\#(Film.segment(0))","at":"1"}"#, on: 1)
    #expect(answer.status == 409 && answer.json.word("/state/text") == theirs)
    #expect(answer.json.word("/state/conflict") == "null")
    #expect(try stage.fileText() == theirs)
  }

  /// A studio whose text was typed while the file was changed.
  private func conflict() async throws -> StudioStage {
    let stage = try await Film.stage()
    try stage.scratch.write(theirs, to: "project.json")
    let answer = try await stage.visitor.type(mine, on: 1)
    #expect(answer.status == 409 && answer.hasSentence)
    for state in [answer.json.at("/state") ?? .null, try await stage.visitor.state()] {
      #expect(state.word("/text") == mine && state.word("/conflict/text") == theirs)
    }
    // Until the user chooses, the other program's text is not overwritten.
    #expect(try stage.fileText() == theirs)
    return stage
  }

  @Test func `while there is a conflict, nothing is edited and nothing is written`() async throws {
    let stage = try await conflict()
    let revision = try await stage.visitor.revision()
    let refused = [
      try await stage.visitor.edit(#"{"kind":"split","segment":"\#(Film.segment(0))","at":"1"}"#),
      try await stage.visitor.undo(), try await stage.visitor.type("{}", on: revision),
    ]
    for answer in refused {
      #expect(answer.status == 409 && answer.json.word("/state/conflict/text") == theirs, "\(answer.text.prefix(200))")
    }
    #expect(try stage.fileText() == theirs)
    #expect(try await stage.visitor.post("/api/resolve", #"{"keep":"none"}"#).status == 400)
  }

  @Test(arguments: ["mine", "theirs"]) func `either text can be kept, and the other one had back`(keep: String)
    async throws
  {
    let stage = try await conflict()
    let answer = try await stage.visitor.post("/api/resolve", #"{"keep":"\#(keep)"}"#)
    let kept = keep == "mine" ? mine : theirs
    #expect(answer.status == 200 && answer.json.word("/conflict") == "null" && answer.json.word("/text") == kept)
    #expect(try stage.fileText() == kept)
    var texts: [String] = []
    while case let undone = try await stage.visitor.undo(), undone.status == 200 {
      texts.append(undone.json.at("/text")?.word ?? "")
    }
    #expect(texts.contains(keep == "mine" ? theirs : mine) && texts.last == Film.text)
    let again = try await stage.visitor.post("/api/resolve", #"{"keep":"\#(keep)"}"#)
    #expect(again.status == 422 && again.hasSentence)
  }

  @Test func `a file that changes again before the choice keeps its last text`() async throws {
    let stage = try await conflict()
    try stage.scratch.write(theirs + " ", to: "project.json")
    #expect(try await stage.visitor.post("/api/resolve", #"{"keep":"mine"}"#).json.word("/text") == mine)
    #expect(try await stage.visitor.undo().json.word("/text") == theirs + " ")
  }

  @Test func `a conflict outlives the studio`() async throws {
    let stage = try await conflict()
    await stage.close()
    let again = try await StudioStage(in: stage.scratch)
    let state = try await again.visitor.state()
    #expect(state.word("/text") == mine && state.word("/conflict/text") == theirs)
    #expect(try again.fileText() == theirs)
  }

  @Test func `two studios of one file see each other's edits, and leave a history that can be gone on with`()
    async throws
  {
    let first = try await Film.stage()
    let second = try await StudioStage(in: first.scratch)
    for number in 1...6 {
      let (one, other) = number.isMultiple(of: 2) ? (first, second) : (second, first)
      let edit = #"{"kind":"split","segment":"\#(Film.segment(number - 1))","at":"\#(number)/24"}"#
      let edited = try await one.visitor.edit(edit)
      #expect(edited.status == 200)
      let text = edited.json.at("/text")?.word
      let seen = try await other.visitor.get("/api/project") { $0.json.word("/text") == text }
      #expect(seen.json.word("/text") == text && seen.json.word("/conflict") == "null")
    }
    let text = try first.fileText()
    await first.close()
    await second.close()
    let third = try await StudioStage(in: first.scratch)
    let state = try await third.visitor.state()
    #expect(state.word("/text") == text && state.word("/conflict") == "null")
    #expect(try third.fileText() == text)
  }
}
