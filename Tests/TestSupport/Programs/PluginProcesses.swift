import Foundation
import Glibc

/// The processes that plug-ins run in, as the kernel lists them.
public enum PluginProcesses {
  /// Those whose plug-in is the file at `path`.
  public static func running(_ path: String) -> [Int32] {
    all.filter { number in
      let words = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
      return words.split(separator: 0).last.map { String(decoding: $0, as: UTF8.self) } == path
    }
  }

  /// Whether no process is left: neither of the plug-in at `path`, nor an ended one that was not waited for. Looks
  /// again as long as a loaded machine may need.
  public static func areGone(_ path: String) -> Bool {
    Poll.until(within: .seconds(20), every: .milliseconds(50)) { running(path).isEmpty && unburied.isEmpty }
  }

  /// Children of this process that lead a session of their own, as plug-ins' processes do, and have ended.
  private static var unburied: [Int32] {
    all.filter { number in
      let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      // "PID (name) state parent group session …"; the name may hold anything.
      let fields = status?.split(separator: ")").last?.split(separator: " ") ?? []
      return fields.count > 3 && fields[0] == "Z" && fields[1] == "\(getpid())" && fields[3] == "\(number)"
    }
  }

  private static var all: [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
  }
}
