public import Foundation
import Glibc

/// A page that Chromium opens from a plain file server, and its result.
///
/// The page's script ends with `console.log('RESULT ' + …)`.
public struct BrowserPage: Sendable {
  /// The folder that is served; the page is put into it.
  private let folder: URL
  private let script: String

  /// A page in `folder` that runs `script`, in which `await` may stand.
  public init(in folder: URL, running script: String) { (self.folder, self.script) = (folder, script) }

  /// Whether there is such a browser, and what serves files.
  public static var isInstalled: Bool {
    (try? MediaTools.executable("chromium")) != nil && (try? MediaTools.executable("python3")) != nil
  }

  /// What the script says behind `RESULT `, read as JSON of `type`.
  public func result<Value: Decodable>(_ type: Value.Type) async throws -> Value {
    let page = """
      <!doctype html><meta charset="utf-8"><body><script type="module">
      try { \(script) } catch (error) { console.log('RESULT ' + JSON.stringify({ failure: String(error && error.stack || error) })) }
      </script>
      """
    try Data(page.utf8).write(to: folder.appending(path: "page.html"))
    let server = try FileServer(folder)
    defer { server.stop() }
    let profile = try ScratchFolder()
    var run = ProgramRun(
      try MediaTools.executable("chromium"),
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required",
        "--enable-logging=stderr", "--user-data-dir=\(profile.url.path)", "http://127.0.0.1:\(server.port)/page.html",
      ])
    run.interruption = (SIGTERM, { $0.contains("RESULT ") })
    run.timeout = 120
    let words = try await run.outcome().errorText
    guard let start = words.range(of: "RESULT ")?.upperBound, let end = words[start...].range(of: "\", source:") else {
      throw MediaTools.Failure(tool: "chromium", complaint: "it says nothing: \(words.suffix(600))")
    }
    return try JSONDecoder().decode(type, from: Data(words[start..<end.lowerBound].utf8))
  }
}

/// A plain file server: Python's.
private final class FileServer: Sendable {
  /// Where it listens.
  let port: Int
  private let process: Process

  /// Serves `folder`.
  init(_ folder: URL) throws {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = try MediaTools.executable("python3")
    process.arguments = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.path]
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    try process.run()
    // "Serving HTTP on 127.0.0.1 port 40123 …"
    let words = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self).split(separator: " ")
    guard let place = words.firstIndex(of: "port"), words.indices.contains(place + 1), let port = Int(words[place + 1])
    else {
      process.terminate()
      throw MediaTools.Failure(tool: "python3", complaint: "it serves nothing: \(words)")
    }
    (self.process, self.port) = (process, port)
  }

  /// A child is deaf to the signals that the thread which starts it blocks, but for this one.
  func stop() { kill(process.processIdentifier, SIGKILL) }
}
