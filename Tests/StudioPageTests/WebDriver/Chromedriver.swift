import Foundation
import Glibc
import TestSupport

/// Debian's chromedriver: it starts Chromium and controls it by HTTP requests (W3C WebDriver).
///
/// It and its browser end with `stop`, and with the process: a shell that watches the process ends both where `stop` is
/// not called.
final class Chromedriver: Sendable {
  /// The port at which it listens.
  let port: Int
  /// The browser's own folder.
  let profile: ScratchFolder
  /// A child ignores the signals that are blocked in the thread that starts it, except the one that cannot be blocked.
  private let process: pid_t

  /// Whether there are such programs.
  static var isInstalled: Bool {
    ["chromedriver", "chromium"].allSatisfy { (try? MediaTools.executable($0)) != nil }
  }

  /// Starts it at any free port.
  init() throws {
    let (shell, output) = (Process(), Pipe())
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c",
      """
      "$0" --port=0 & driver=$!
      echo "process $driver"
      while kill -0 "$1" && kill -0 $driver; do sleep 1; done
      kill -KILL $driver
      """, try MediaTools.executable("chromedriver").path, "\(getpid())",
    ]
    (shell.standardInput, shell.standardOutput, shell.standardError) = (
      FileHandle.nullDevice, output, FileHandle.nullDevice
    )
    profile = try ScratchFolder()
    try shell.run()
    // "ChromeDriver was started successfully on port 40123."
    var words = ""
    var port: Int?
    while port == nil {
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { break }
      words += String(decoding: bytes, as: UTF8.self)
      port = words.firstMatch(of: /successfully on port (\d+)/).flatMap { Int($0.1) }
    }
    let found = words.firstMatch(of: /process (\d+)/).flatMap { pid_t($0.1) }
    guard let port, let found else {
      kill(shell.processIdentifier, SIGKILL)
      throw MediaTools.Failure(tool: "chromedriver", complaint: "it does not start: \(words)")
    }
    (self.port, self.process) = (port, found)
  }

  /// Ends it, and every process that has its profile. Blocks.
  func stop() {
    kill(process, SIGKILL)
    for process in browsers { kill(process, SIGKILL) }
    _ = Poll.until(within: .seconds(20)) { browsers.isEmpty }
  }

  /// The browser's processes that are left.
  var browsers: [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap(pid_t.init).filter { number in
      let line = (try? Data(contentsOf: URL(filePath: "/proc/\(number)/cmdline"))) ?? Data()
      return String(decoding: line, as: UTF8.self).contains("--user-data-dir=\(profile.url.path)")
    }
  }
}
