import Documents
import Foundation
import TestSupport

/// A session of a browser, and the commands of W3C WebDriver that the tests say to it. All are about the window that was chosen last.
struct WebDriver: Sendable {
  /// What the browser did not do.
  struct Failure: Error, CustomStringConvertible {
    /// WebDriver's word, as "stale element reference".
    let kind: String
    /// A sentence.
    let message: String

    var description: String { "\(kind): \(message)" }
  }

  /// Where commands go.
  private struct Address {
    let port: Int
    let path: String
  }

  /// The session's address.
  private let session: Address

  /// A new browser without a screen.
  init(_ driver: Chromedriver) async throws {
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required",
      "--window-size=1280,800",
      "--force-device-scale-factor=1", "--hide-scrollbars=false", "--remote-debugging-pipe", "--js-flags=--expose-gc",
      "--lang=en-US",
      "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
      "--disable-backgrounding-occluded-windows",
      "--user-data-dir=\(driver.profile.url.path)",
    ]
    let capabilities: JSONObject = [
      "browserName": "chrome", "unhandledPromptBehavior": "accept",
      "timeouts": ["script": 240_000, "pageLoad": 120_000, "implicit": 0] as JSONObject,
      "goog:chromeOptions": ["binary": try MediaTools.executable("chromium").path, "args": arguments] as JSONObject,
      "goog:loggingPrefs": ["browser": "ALL"] as JSONObject,
    ]
    struct Session: Decodable, Sendable { let sessionId: String }
    let made = try await Self.send(
      "POST", Address(port: driver.port, path: "/session"),
      ["capabilities": ["alwaysMatch": capabilities] as JSONObject], as: Session.self)
    session = Address(port: driver.port, path: "/session/\(made.sessionId)")
  }

  /// Ends the browser.
  func quit() async throws { try await command("DELETE", "") }

  // MARK: Windows

  /// A window, by the name that the browser gives it.
  struct Window: Codable, Sendable {
    fileprivate let handle: String
  }

  /// Opens a window and chooses it.
  func openWindow() async throws -> Window {
    let window = try await command("POST", "window/new", ["type": "window"], as: Window.self)
    try await choose(window)
    return window
  }

  /// The window that is chosen.
  func window() async throws -> Window { Window(handle: try await command("GET", "window", as: String.self)) }

  /// Chooses a window.
  func choose(_ window: Window) async throws { try await command("POST", "window", ["handle": window.handle]) }

  /// Closes the window that is chosen.
  func closeWindow() async throws { try await command("DELETE", "window") }

  /// Gives the window a size, with its frame.
  func resizeWindow(width: Int, height: Int) async throws {
    try await command("POST", "window/rect", ["width": width, "height": height])
  }

  /// Goes to an address.
  func open(_ address: String) async throws { try await command("POST", "url", ["url": address]) }

  /// Loads the page again.
  func reload() async throws { try await command("POST", "refresh", [:]) }

  /// The window as PNG.
  func screenshot() async throws -> Data {
    Data(base64Encoded: try await command("GET", "screenshot", as: String.self)) ?? Data()
  }

  // MARK: Scripts

  /// What the body of a function returns, which may `await`; `arguments` are its arguments.
  func script<Value: Decodable & Sendable>(
    _ body: String, _ arguments: [any Encodable & Sendable] = [], as type: Value.Type
  ) async throws -> Value {
    let wrapped = """
      const done = arguments[arguments.length - 1];
      const act = async function () { \(body) };
      act.apply(null, [...arguments].slice(0, -1)).then((value) => done({ value: value ?? null }),
        (error) => done({ failure: String(error?.stack ?? error) }));
      """
    let answer = try await command(
      "POST", "execute/async", ["script": wrapped, "args": arguments.map(AnyArgument.init)], as: Outcome<Value>.self)
    if let failure = answer.failure { throw Failure(kind: "javascript error", message: failure) }
    if let value = answer.value { return value }
    throw Failure(kind: "javascript error", message: "The script returns nothing: \(body.prefix(200))")
  }

  private struct Outcome<Value: Decodable & Sendable>: Decodable, Sendable {
    let value: Value?
    let failure: String?
  }

  /// Runs the body of a function.
  func run(_ body: String, _ arguments: any Encodable & Sendable...) async throws {
    _ = try await script("\(body); return true;", arguments, as: Bool.self)
  }

  // MARK: Elements

  /// An element of the page.
  struct Element: Codable, Sendable {
    fileprivate let id: String

    private enum CodingKeys: String, CodingKey { case id = "element-6066-11e4-a52e-4f735466cecf" }
  }

  /// The first element that a CSS selector finds.
  func element(_ selector: String) async throws -> Element {
    try await command("POST", "element", ["using": "css selector", "value": selector], as: Element.self)
  }

  /// Presses the pointer on an element; chooses it where it is an option of a menu, whose list is a window of the desktop's.
  func click(_ element: Element) async throws { try await command("POST", "element/\(element.id)/click", [:]) }

  /// Types into an element; chooses a file by its path where it is an input of files.
  func type(_ text: String, into element: Element) async throws {
    try await command("POST", "element/\(element.id)/value", ["text": text])
  }

  // MARK: Input

  /// Does what a person does with the pointer and the keys.
  func perform(_ actions: InputActions) async throws { try await command("POST", "actions", actions.body) }

  /// Releases all keys and buttons.
  func release() async throws { try await command("DELETE", "actions") }

  // MARK: Chromium's own

  /// A command of the Chrome DevTools Protocol.
  func devTools(_ name: String, _ parameters: JSONObject = [:]) async throws {
    try await command("POST", "goog/cdp/execute", ["cmd": name, "params": parameters])
  }

  /// A command of the Chrome DevTools Protocol, and its result.
  func devToolsResult<Value: Decodable & Sendable>(_ name: String, as type: Value.Type)
    async throws -> Value
  {
    try await command("POST", "goog/cdp/execute", ["cmd": name, "params": [:] as JSONObject], as: type)
  }

  /// An entry of the console.
  struct LogEntry: Decodable, Sendable {
    /// "SEVERE", "WARNING", "INFO" and others.
    let level: String
    /// What was said.
    let message: String
  }

  /// What the console has said since it was asked last.
  func log() async throws -> [LogEntry] {
    try await command("POST", "se/log", ["type": "browser"], as: [LogEntry].self)
  }

  // MARK: Requests

  private struct Nothing: Decodable, Sendable {
    init(from decoder: any Decoder) {}
  }

  private func command(_ method: String, _ path: String, _ body: JSONObject? = nil) async throws {
    _ = try await command(method, path, body, as: Nothing?.self)
  }

  private func command<Value: Decodable & Sendable>(
    _ method: String, _ path: String, _ body: JSONObject? = nil, as type: Value.Type
  ) async throws -> Value {
    try await Self.send(
      method, path.isEmpty ? session : Address(port: session.port, path: "\(session.path)/\(path)"), body, as: type)
  }

  private struct Answer<Value: Decodable & Sendable>: Decodable { let value: Value }
  private struct Refusal: Decodable, Sendable {
    let error: String
    let message: String
  }

  private static func send<Value: Decodable & Sendable>(
    _ method: String, _ address: Address, _ body: JSONObject? = nil, as type: Value.Type
  ) async throws -> Value {
    let json = method == "POST" ? JSONOutput.line(body ?? [:]) : nil
    let answer = try await PlainHTTP.send(method, port: address.port, path: address.path, json: json)
    guard answer.status == 200 else {
      let refusal = try? JSONDecoder().decode(Answer<Refusal>.self, from: answer.body).value
      throw Failure(
        kind: refusal?.error ?? "no answer",
        message: refusal?.message ?? String(decoding: answer.body.prefix(400), as: UTF8.self))
    }
    return try JSONDecoder().decode(Answer<Value>.self, from: answer.body).value
  }
}

/// An argument of a script, of any kind.
private struct AnyArgument: Encodable, Sendable {
  let value: any Encodable & Sendable

  init(_ value: any Encodable & Sendable) { self.value = value }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
