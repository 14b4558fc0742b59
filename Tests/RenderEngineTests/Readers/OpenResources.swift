import Foundation
import Rendering
import TestSupport

/// What this process holds at this moment (proc(5)).
enum OpenResources {
  /// The names of its threads, sorted.
  static func threads() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { thread in
      try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }.sorted()
  }

  /// The names of its threads once their number has stayed the same for a quarter of a second: those that are ending
  /// have ended.
  static func settledThreads() async throws -> [String] {
    try await DedicatedThread.run(named: "look") {
      var (names, unchanged) = (try threads(), -1)
      _ = try Poll.until(within: .seconds(20)) {
        let now = try threads()
        unchanged = now.count == names.count ? unchanged + 1 : 0
        names = now
        return unchanged >= 25
      }
      // This thread is not one of them.
      return names.filter { $0 != "look" }
    }
  }

  /// How often it has the file at `url` open.
  static func count(of url: URL) throws -> Int {
    let path = url.resolvingSymlinksInPath().path
    return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { number in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) == path
    }.count
  }

  /// How many bytes it has read so far, from wherever.
  static func bytesRead() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/io", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("rchar:") }
    return line.flatMap { Int($0.dropFirst(6).trimmingCharacters(in: .whitespaces)) } ?? 0
  }

  /// Within how long a cancelled call ends: a second is promised, and a busy machine may take another to notice.
  static let cancelLimit = Duration.seconds(2)
}

extension FileManager {
  /// A copy of the file at `url` in `folder`, which nothing else in this process opens.
  func copy(of url: URL, in folder: URL, named name: String? = nil) throws -> URL {
    let copy = folder.appending(path: name ?? "copy-\(url.lastPathComponent)")
    try copyItem(at: url, to: copy)
    return copy
  }
}
