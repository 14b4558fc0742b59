import Foundation
import ModelValues
import TestSupport

/// A client with a studio's address that sends the requests of its page.
struct Visitor: Sendable {
  /// The port that the studio listens at.
  let port: Int
  /// The secret in its address.
  let token: String

  /// Reads an address as the studio prints it: `http://127.0.0.1:PORT/?token=T`.
  init?(address: String) {
    guard let match = address.wholeMatch(of: #/http://127\.0\.0\.1:(\d+)/\?token=([A-Za-z0-9]+)/#),
      let port = Int(match.output.1)
    else { return nil }
    (self.port, token) = (port, String(match.output.2))
  }

  /// The name of the cookie that has the token.
  var cookie: String { "gstedit-studio-\(port)" }

  /// A request that is let in, with what `headers` say besides.
  func request(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8] = [], keepsOpen: Bool = false
  ) -> WebRequest {
    var all = [("Host", "127.0.0.1:\(port)"), ("Authorization", "Bearer \(token)")] + headers
    if !keepsOpen { all.append(("Connection", "close")) }
    if method != "GET" { all.append(("Content-Length", "\(body.count)")) }
    return WebRequest(method, target, headers: all, body: body)
  }

  /// The answer to `request`, on a connection of its own.
  func answer(to request: WebRequest) async throws -> WebAnswer {
    try await WebConnection.open(to: port) { connection in
      try await connection.send(request)
      return try await connection.answer()
    }
  }

  func get(_ target: String) async throws -> WebAnswer { try await answer(to: request("GET", target)) }

  /// Posts JSON.
  func post(_ target: String, _ json: String) async throws -> WebAnswer {
    try await answer(
      to: request("POST", target, headers: [("Content-Type", "application/json")], body: Array(json.utf8)))
  }

  // MARK: The project

  /// The project's state.
  func state() async throws -> JSONValue { try await get("/api/project").json }

  /// The number of the newest revision.
  func revision() async throws -> Int { try await state().at("/revision")?.whole ?? -1 }

  /// Carries out `edit`, which is JSON, on the newest revision.
  func edit(_ edit: String) async throws -> WebAnswer { try await self.edit(edit, on: revision()) }

  /// Carries out `edit`, which is JSON.
  func edit(_ edit: String, on revision: Int) async throws -> WebAnswer {
    try await post("/api/edit", #"{"revision":\#(revision),"edit":\#(edit)}"#)
  }

  /// Types `text` in place of the text of `revision`.
  func type(_ text: String, on revision: Int) async throws -> WebAnswer {
    try await post("/api/text", #"{"revision":\#(revision),"text":\#(JSONValue.quoted(text))}"#)
  }

  /// Takes the last step back.
  func undo() async throws -> WebAnswer { try await post("/api/undo", #"{"revision":\#(try await revision())}"#) }

  /// Makes the step again that was taken back last.
  func redo() async throws -> WebAnswer { try await post("/api/redo", #"{"revision":\#(try await revision())}"#) }

  // MARK: Streams

  /// Opens the stream of events for `body`, which begins when the studio sends events.
  func listening<Result: Sendable>(_ body: (WebConnection) async throws -> Result) async throws -> Result {
    try await WebConnection.open(to: port) { connection in
      try await connection.send(request("GET", "/api/events", keepsOpen: true))
      _ = try await connection.head()
      _ = try await connection.bytes(": hello\n\n".utf8.count)
      return try await body(connection)
    }
  }

  /// Asks until an answer to `target` satisfies `condition`, within a minute; the last answer.
  func get(_ target: String, until condition: (WebAnswer) -> Bool) async throws -> WebAnswer {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let answer = try await get(target)
      if condition(answer) || ContinuousClock.now > end { return answer }
      await Poll.eventually(within: .milliseconds(20), every: .milliseconds(20)) { false }
    }
  }
}
