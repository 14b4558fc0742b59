import CompositorPlugins
import Documents
import Foundation
import GstEdit
import ProjectEditing
import ProjectFile
import Rendering
import Studio
import TestSupport
import Testing

/// The studio of one test: a folder with media and a project, its server in this process, and its page in a window of its own.
struct StudioPage: Sendable {
  /// The folder of the project.
  let folder: ScratchFolder
  /// The browser, in which the page's window is chosen.
  let browser: WebDriver
  /// The server's address.
  let address: String

  /// What the browser says where the text has changed while a picture of it was on its way: the page asks for another then.
  private static let stale = "status of 409"

  /// Opens a studio, does what a test does in it, and ends it, whatever came of that.
  ///
  /// - Parameters:
  ///   - media: Files that lie in the folder, by their names there.
  ///   - text: The project; none where it is nil.
  ///   - errors: What the console may say, besides nothing.
  static func with<Result: Sendable>(
    _ media: [String: URL] = [:], text: String? = nil, errors: [String] = [],
    perform: (StudioPage) async throws -> Result
  ) async throws -> Result {
    let browser = try #require(Browser.current)
    let folder = try ScratchFolder()
    for (name, file) in media {
      let place = folder.url(name)
      try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: file, to: place)
    }
    if let text { try folder.write(text, to: "project.json") }
    let server = try await RunningStudio(folder.url("project.json"))
    let first = try await browser.window()
    _ = try await browser.log()
    let window = try await browser.openWindow()
    let page = StudioPage(folder: folder, browser: browser, address: server.address)
    let outcome: Swift.Result<Result, any Error>
    do {
      try await page.resize(1280, 1000)
      try await page.open()
      outcome = .success(try await perform(page))
    } catch {
      try? await page.keepPicture(named: "failed")
      outcome = .failure(error)
    }
    let complaints = ((try? await browser.log()) ?? []).filter { entry in
      entry.level == "SEVERE" && !(errors + [Self.stale]).contains { entry.message.contains($0) }
    }
    #expect(complaints.map(\.message) == [], "The page's console is silent of errors.")
    try? await browser.release()
    // A test may have left other windows than its own.
    try? await browser.choose(window)
    try? await browser.closeWindow()
    try await browser.choose(first)
    await server.stop()
    return try outcome.get()
  }

  /// Goes to the page, and waits until it is there.
  private func open() async throws {
    try await browser.open(address)
    try await settle()
  }

  /// Waits until the page has the newest text, and its film where there is one.
  func settle() async throws {
    try await wait(
      "the page at rest",
      until: """
        (() => { const known = window.studio?.state; return known?.project
          && (!known.project.outline || known.filmError || !known.outline.tracks.some((track) => track.segments.length)
            || known.film?.revision === known.project.revision); })()
        """)
  }

  /// Waits until the picture of the frame under the playhead is seen.
  func settlePicture() async throws {
    try await settle()
    try await wait(
      "the picture", until: "document.getElementById('picture').dataset.frame === String(studio.player.frame)")
  }

  // MARK: The project

  /// The text of the project's file.
  var text: String {
    get throws { try String(contentsOf: folder.url("project.json"), encoding: .utf8) }
  }

  /// What the project's file says.
  func outline() throws -> ProjectOutline { try ProjectOutline(of: text, baseURL: folder.url) }

  /// The number of the text that the page has.
  func revision() async throws -> Int { try await value("studio.state.project.revision", as: Int.self) }

  /// Does something that changes the project, waits until the page has its film, unless `settles` is false, and returns the new text.
  @discardableResult
  func edited(settles: Bool = true, by action: () async throws -> Void) async throws -> String {
    let before = try await revision()
    try await action()
    try await wait("an edit", until: "studio.state.project.revision > \(before)")
    if settles { try await settle() }
    return try text
  }

  /// Waits until nothing more is edited: what one does in a form can be several edits, one after another.
  func rest() async throws {
    try await browser.run(
      """
      for (let seen = -1, count = 0; count < 12; count += 1) {
        if (studio.state.project.revision !== seen) [seen, count] = [studio.state.project.revision, 0];
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      """)
    try await settle()
  }

  // MARK: Scripts

  /// The value of an expression.
  func value<Value: Decodable & Sendable>(_ expression: String, as type: Value.Type) async throws -> Value {
    try await browser.script("return \(expression)", as: type)
  }

  /// Waits until an expression holds, within a bound that only says that it never will; returns the milliseconds that it took.
  @discardableResult
  func wait(_ what: String, until expression: String, within seconds: Int = 90) async throws -> Double {
    let taken = try await browser.script(
      """
      const start = performance.now();
      while (!(\(expression))) {
        if (performance.now() - start > \(seconds * 1000)) return -1;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return performance.now() - start;
      """, as: Double.self)
    guard taken >= 0 else { throw WebDriver.Failure(kind: "timeout", message: "\(what) did not come: \(expression)") }
    return taken
  }

  // MARK: Pictures of the window

  /// Keeps a picture of the window where `GSTEDIT_SCREENSHOTS` names a folder for them.
  func keepPicture(named name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["GSTEDIT_SCREENSHOTS"] else { return }
    try await browser.screenshot().write(to: URL(filePath: folder).appending(path: "\(name).png"))
  }
}

/// A server of the studio in this process.
final class RunningStudio: Sendable {
  /// The address of the page that it has printed.
  let address: String
  private let task: Task<Void, any Error>

  /// Starts it at any free port, or at `port`.
  init(_ project: URL, port: Int = 0) async throws {
    let server = try await StudioServer(.project(project), port: port, renderer: try Self.renderer())
    let (addresses, ready) = AsyncStream.makeStream(of: String.self)
    task = Task {
      defer { ready.finish() }
      try await server.run(endsAtSignals: false) { ready.yield($0) }
    }
    address = try #require(await addresses.first { _ in true }, "The server listens.")
  }

  /// Ends it.
  func stop() async {
    task.cancel()
    _ = await task.result
  }

  /// The engine, with the transitions that come with the program.
  static func renderer() throws -> any Renderer {
    var settings = VideoCompositingSettings()
    try settings.compositors.register(CompositorPlugin(contentsOf: ProgramLocation.plugin("Transitions")))
    return Engine.renderer(compositing: settings)
  }
}
