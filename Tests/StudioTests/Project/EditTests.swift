import Foundation
import ModelValues
import TestSupport
import Testing

/// Edits as the page sends them: the state that comes back, the file, and the way back.
struct EditTests {
  /// An edit, and what the outline then says at JSON pointers.
  struct Case: Sendable, CustomTestStringConvertible {
    var edit: String
    var facts: [String: String]
    var testDescription: String { edit }

    init(_ edit: String, _ facts: [String: String]) { (self.edit, self.facts) = (edit, facts) }
  }

  private static let track = "/tracks/0/segments"
  private static let (first, second, third) = (
    #""segment":"\#(Film.segment(0))""#, #""segment":"\#(Film.segment(1))""#, #""segment":"\#(Film.segment(2))""#
  )

  static let cases: [Case] = [
    Case(
      #"{"kind":"trimStart",\#(second),"to":"5/2"}"#,
      [
        "\(track)/1/start": "5/2", "\(track)/1/duration": "3/2", "\(track)/1/sourceStart": "3/2",
        "\(track)/2/start": "4",
      ]),
    Case(
      #"{"kind":"trimEnd",\#(second),"to":"3.5"}"#,
      ["\(track)/1/start": "2", "\(track)/1/duration": "3/2", "\(track)/1/sourceStart": "1", "\(track)/2/start": "4"]),
    Case(
      #"{"kind":"rippleStart",\#(second),"to":"5/2"}"#,
      [
        "\(track)/1/start": "2", "\(track)/1/duration": "3/2", "\(track)/1/sourceStart": "3/2",
        "\(track)/2/start": "7/2",
      ]),
    Case(
      #"{"kind":"rippleEnd",\#(second),"to":3}"#,
      ["\(track)/1/start": "2", "\(track)/1/duration": "1", "\(track)/2/start": "3", "\(track)/2/duration": "1"]),
    Case(
      #"{"kind":"roll",\#(first),"to":"3/2"}"#,
      [
        "\(track)/0/duration": "3/2", "\(track)/1/start": "3/2", "\(track)/1/sourceStart": "1/2",
        "\(track)/1/duration": "5/2",
      ]),
    Case(
      #"{"kind":"slip",\#(second),"by":"-1/2"}"#,
      ["\(track)/1/start": "2", "\(track)/1/duration": "2", "\(track)/1/sourceStart": "1/2"]),
    Case(#"{"kind":"move",\#(third),"to":"6"}"#, ["\(track)/2/start": "6", "\(track)/2/duration": "1"]),
    Case(
      #"{"kind":"split",\#(first),"at":"1"}"#,
      ["\(track)/#": "4", "\(track)/0/duration": "1", "\(track)/1/start": "1", "\(track)/1/sourceStart": "1"]),
    Case(#"{"kind":"delete",\#(second),"ripple":false}"#, ["\(track)/#": "2", "\(track)/1/start": "4"]),
    Case(#"{"kind":"delete",\#(second),"ripple":true}"#, ["\(track)/#": "2", "\(track)/1/start": "2"]),
    Case(
      #"{"kind":"transition",\#(first),"transition":{"name":"push","direction":"left","duration":"1/2"}}"#,
      [
        "\(track)/0/transition/name": "push", "\(track)/0/transition/direction": "left",
        "\(track)/0/transition/duration": "1/2",
      ]),
    Case(
      #"{"kind":"levels","track":2,"entries":[{"at":"0","value":0.5},{"start":"1","duration":"2","from":0.5,"to":0}]}"#,
      [
        "/tracks/1/levels/property": "volume", "/tracks/1/levels/entries/0/value": "0.5",
        "/tracks/1/levels/entries/1/start": "1", "/tracks/1/levels/entries/1/to": "0",
      ]),
    Case(
      #"{"kind":"levels","track":1,"entries":[{"start":0,"duration":1,"from":0,"to":1}]}"#,
      ["/tracks/0/levels/property": "opacity", "/tracks/0/levels/entries/0/duration": "1"]),
    Case(
      #"{"kind":"place","file":"media/two.mov","track":null,"at":null,"duration":"2","video":true,"audio":false}"#,
      [
        "\(track)/#": "4", "\(track)/3/asset": "two", "\(track)/3/start": "5", "\(track)/3/duration": "2",
        "/assets/#": "2",
      ]),
    Case(
      #"{"kind":"title","title":null,"value":{"text":"The Sea","start":1,"duration":2}}"#,
      ["/titles/#": "1", "/titles/0/text": "The Sea", "/titles/0/start": "1", "/titles/0/value/duration": "2"]),
    Case(#"{"kind":"set","pointer":"\#(Film.segment(0))/duration","value":"3/2"}"#, ["\(track)/0/duration": "3/2"]),
    Case(#"{"kind":"remove","pointer":"/composition/tracks/1"}"#, ["/tracks/#": "1"]),
    Case(
      #"{"kind":"insert","pointer":"\#(Film.segment(3))","value":{"asset":"two","in":0,"duration":"1/3"}}"#,
      ["\(track)/#": "4", "\(track)/3/duration": "1/3", "\(track)/3/start": "5"]),
  ]

  @Test func `every kind of edit does what it says, is saved, and can be taken back and made again`() async throws {
    let stage = try await Film.stage()
    let visitor = stage.visitor
    for (number, test) in Self.cases.enumerated() {
      let answer = try await visitor.edit(test.edit)
      #expect(answer.status == 200, "\(test.edit): \(answer.text.prefix(400))")
      let state = answer.json
      for (pointer, value) in test.facts {
        #expect(
          state.says(value, at: "/outline\(pointer)"), "\(test.edit): \(pointer): \(state.word("/outline\(pointer)"))")
      }
      #expect(state.at("/revision")?.whole == 4 * number + 2 && state.at("/diagnostics/#")?.whole == 0)
      let name = state.word("/undo")
      #expect(!name.isEmpty && name != "null" && state.word("/redo") == "null")
      let text = try #require(state.at("/text")?.word)
      #expect(try stage.fileText() == text && text != Film.text, "\(test.edit)")
      // What is not touched stays as its author wrote it.
      if !test.edit.contains("/tracks/1") { #expect(text.contains(#"{ "id": 2,   "kind": "audio""#), "\(test.edit)") }
      let undone = try await visitor.undo().json
      #expect(undone.word("/text") == Film.text && undone.word("/redo") == name)
      #expect(undone.word("/undo") == "null")
      #expect(try stage.fileText() == Film.text)
      #expect(try await visitor.redo().json.word("/text") == text)
      #expect(try stage.fileText() == text)
      #expect(try await visitor.undo().status == 200)
    }
    let none = try await visitor.undo()
    #expect(none.status == 422 && none.hasSentence && none.errorCode == "nothingToDo")
  }

  @Test func `values are brought to what the media and the neighbours allow`() async throws {
    let stage = try await Film.stage()
    let cases = [
      // The media has five seconds.
      Case(#"{"kind":"trimEnd",\#(Self.third),"to":"100"}"#, ["\(Self.track)/2/duration": "2"]),
      Case(#"{"kind":"trimEnd",\#(Self.first),"to":"100"}"#, ["\(Self.track)/0/duration": "2"]),
      Case(#"{"kind":"slip",\#(Self.second),"by":"-100"}"#, ["\(Self.track)/1/sourceStart": "0"]),
      Case(#"{"kind":"slip",\#(Self.second),"by":"100"}"#, ["\(Self.track)/1/sourceStart": "3"]),
      Case(#"{"kind":"move",\#(Self.first),"to":"-5"}"#, ["\(Self.track)/0/start": "0"]),
    ]
    for test in cases {
      let answer = try await stage.visitor.edit(test.edit)
      for (pointer, value) in test.facts {
        #expect(answer.json.says(value, at: "/outline\(pointer)"), "\(test.edit): \(answer.text.prefix(300))")
      }
      if answer.json.word("/text") != Film.text { _ = try await stage.visitor.undo() }
    }
    let outside = try await stage.visitor.edit(#"{"kind":"split",\#(Self.first),"at":"5"}"#)
    #expect(outside.status == 422 && outside.hasSentence)
    #expect(try stage.fileText() == Film.text)
  }
}

extension JSONValue {
  /// Whether what stands at `pointer` is `word`, or the same time in another way of writing.
  fileprivate func says(_ word: String, at pointer: String) -> Bool {
    let found = self.word(pointer)
    return found == word || Fraction(seconds: word).map { Fraction(seconds: found) == $0 } ?? false
  }
}
