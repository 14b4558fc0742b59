import Foundation
import ModelValues
import NIOCore
import TestSupport
import Testing

/// Requests with invalid bodies: too long, endless, broken, deep, or of another kind.
@Suite(.oneStudio) struct BodyTests {
  let stage: StudioStage
  var visitor: Visitor { stage.visitor }

  init() throws { stage = try #require(StudioStage.shared) }

  private static let targets = ["/api/edit", "/api/text", "/api/undo", "/api/redo", "/api/resolve", "/api/export"]

  private func isUsable() async throws -> Bool {
    try await visitor.get("/api/project").status == 200 && stage.fileText() == Film.text
  }

  @Test func `a text of 40 MB is refused`() async throws {
    let long = #"{"revision":1,"text":""# + String(repeating: "x", count: 40 << 20) + #""}"#
    let answer = try await visitor.post("/api/text", long)
    #expect(answer.status == 413 && answer.errorCode == "tooLarge" && answer.hasSentence)
    #expect(try await isUsable())
  }

  @Test func `a text that is longer than projects are is refused, and a long one is not`() async throws {
    let stage = try await StudioStage("{}")
    let long = try await stage.visitor.type(String(repeating: "y", count: (16 << 20) + 1), on: 1)
    #expect(long.status == 413 && long.hasSentence)
    #expect(try stage.fileText() == "{}")
    let most = String(repeating: "y", count: 1 << 20)
    #expect(try await stage.visitor.type(most, on: 1).status == 200)
    #expect(try stage.fileText() == most)
  }

  @Test func `a body without an end is ended`() async throws {
    let heads = Self.targets.map { visitor.request("POST", $0, headers: [("Transfer-Encoding", "chunked")]) }
    for var request in heads.prefix(2) {
      request.headers.removeAll { ["Content-Length", "Connection"].contains($0.name) }
      request.headers.append(("Content-Type", "application/json"))
      let sent = try await WebConnection.open(to: visitor.port) { [request] connection in
        try await connection.send(request)
        let chunk = [UInt8]("40000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x40000) + [UInt8]("\r\n".utf8)
        var sent = 0
        // 256 MiB are eight times as much as is read of any text.
        while sent < 1_024 {
          do { try await connection.send(chunk) } catch { break }
          sent += 1
        }
        return sent
      }
      #expect(sent < 1_024)
    }
    #expect(try await isUsable())
  }

  @Test func `a body that is shorter than it says changes nothing`() async throws {
    let stage = try await StudioStage(Film.text, patience: .seconds(1))
    let visitor = stage.visitor
    let edit = Array(#"{"revision":1,"edit":{"kind":"remove","pointer":"/composition/tracks/1"}}"#.utf8)
    var request = visitor.request("POST", "/api/edit", headers: [("Content-Type", "application/json")], body: edit)
    request.headers.removeAll { $0.name == "Content-Length" }
    request.headers.append(("Content-Length", "\(edit.count + 10)"))
    let isEnded = try await WebConnection.open(to: visitor.port) { [request] connection in
      // On a machine that is busy it may be over by now.
      try? await connection.send(request)
      connection.finish()
      return await connection.ends()
    }
    #expect(isEnded)
    #expect(try await visitor.get("/api/project").status == 200 && stage.fileText() == Film.text)
  }

  @Test func `lengths that contradict each other are refused`() async throws {
    let values = ["-1", "abc", "99999999999999999999999", "5, 6"]
    for value in values {
      let request = WebRequest(
        "POST", "/api/undo",
        headers: [
          ("Host", "127.0.0.1:\(visitor.port)"), ("Authorization", "Bearer \(visitor.token)"),
          ("Content-Length", value),
        ], body: Array("{}".utf8))
      let status = try await WebConnection.open(to: visitor.port) { connection in
        try await connection.send(request)
        connection.finish()
        return try? await connection.head().status
      }
      #expect(status == nil || (400..<500).contains(status ?? 0), "\(value)")
    }
    #expect(try await isUsable())
  }

  @Test(arguments: targets) func `a body that is no JSON, or other JSON, is refused with a sentence`(target: String)
    async throws
  {
    let deep = String(repeating: "[", count: 30_000)
    let deepObject = String(repeating: #"{"a":"#, count: 15_000)
    let closed = deep + String(repeating: "]", count: 30_000)
    let bodies = [
      "", " ", "words", "{", "null", "1", "\"text\"", "[]", "{}", #"{"revision":}"#, #"{"revision":"x"}"#, "\u{FEFF}{}",
      #"{"revision":1.5,"text":1,"edit":1,"keep":1,"name":1}"#, #"{"revision":null,"edit":null}"#,
      #"{"revision":1e99,"edit":{},"text":[],"name":{}}"#, deep, deepObject, closed,
      #"{"revision":1,"edit":{"kind":"set","pointer":"/assets","value":\#(closed)},"text":\#(closed),"name":\#(closed)}"#,
      #"{"revision":1,"revision":2}"#,
    ]
    for body in bodies {
      let answer = try await visitor.post(target, body)
      #expect(
        [400, 409, 422].contains(answer.status) && answer.hasSentence,
        "\(target) \(body.prefix(60)): \(answer.status) \(answer.text.prefix(200))")
    }
    let broken = visitor.request(
      "POST", target, headers: [("Content-Type", "application/json")], body: [0xFF, 0xFE, 0x7B, 0])
    #expect(try await visitor.answer(to: broken).status == 400)
    let other = visitor.request("POST", target, headers: [("Content-Type", "text/plain")], body: Array("{}".utf8))
    #expect(try await visitor.answer(to: other).status == 415)
    #expect(try await isUsable())
  }

  @Test func `edits of wrong types are refused, and say what was expected`() async throws {
    let edits = [
      #"{"kind":"trimEnd","segment":1,"to":"1"}"#,
      #"{"kind":"trimEnd","segment":"/composition/tracks/0/segments/0","to":true}"#,
      #"{"kind":"trimEnd","segment":"/composition/tracks/0/segments/0","to":"1/0"}"#,
      #"{"kind":"trimEnd","segment":"/composition/tracks/0/segments/0","to":"99999999999999999999/7"}"#,
      #"{"kind":"trimEnd","segment":"/composition/tracks/9/segments/0","to":"1"}"#, #"{"kind":"none"}"#, #"{"kind":7}"#,
      #"{"kind":"trimEnd","segment":"composition","to":"1"}"#, #"{"kind":"levels","track":"2","entries":{}}"#,
      #"{"kind":"transition","segment":"/composition/tracks/0/segments/0","transition":{"name":"none","duration":1}}"#,
      #"{"kind":"place","file":["media/one.mov"]}"#, #"{"kind":"set","pointer":"/gstedit"}"#, #"[]"#, #""set""#, "7",
      #"{"kind":"split","segment":"/composition/tracks/0/segments/0","at":"1","more":1}"#,
      #"{"kind":"remove","pointer":""}"#,
      #"{"kind":"remove","pointer":"/none"}"#, #"{"kind":"title","title":null,"value":7}"#,
    ]
    for edit in edits {
      let answer = try await visitor.edit(edit, on: 1)
      #expect([400, 422].contains(answer.status) && answer.hasSentence, "\(edit): \(answer.status) \(answer.text)")
    }
    #expect(try await isUsable())
  }

  @Test func `numbers that are none, or that are out of range, are refused`() async throws {
    let values = ["", "x", "-1", "1.5", "99999999999999999999", "9223372036854775807", "%00", "1%20"]
    for value in values {
      let targets = [
        "/api/film?revision=\(value)", "/api/picture?revision=1&frame=\(value)",
        "/api/picture?revision=1&frame=0&width=\(value)",
        "/api/pictures?revision=1&from=\(value)", "/api/pictures?revision=1&from=0&step=\(value)",
        "/api/sound?revision=1&from=\(value)&count=1", "/api/sound?revision=1&from=0&count=\(value)",
        "/api/explain?revision=1&frame=\(value)", "/api/thumbnail?asset=one&time=0&height=\(value)",
        "/api/waveform?asset=one&perSecond=\(value)",
      ]
      for target in targets {
        let answer = try await visitor.get(target)
        #expect(
          [400, 404, 409].contains(answer.status) && answer.hasSentence, "\(target): \(answer.status) \(answer.text)")
      }
    }
    for time in ["", "x", "1/0", "f"] {
      let answer = try await visitor.get("/api/thumbnail?asset=one&time=\(time)")
      #expect(answer.status == 400 && answer.hasSentence, "\(time): \(answer.status)")
    }
    #expect(try await visitor.get("/api/picture?revision=1&frame=0&type=exe").status == 400)
  }
}
