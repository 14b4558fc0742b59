import Foundation
import Glibc

/// The processes that media is kept in, as the kernel lists them.
public enum IsolatedWorkers {
  /// Those whose command line has `word`.
  public static func running(_ word: String) -> [Int32] {
    let all = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
    return all.filter { number in
      let words = (FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()).split(separator: 0)
        .map { String(decoding: $0, as: UTF8.self) }
      return words.count > 1 && words[1] == "isolated-worker" && words.contains(word)
    }
  }

  /// Whether none is left whose command line has `word`. Looks again as long as a loaded machine may need.
  public static func areGone(_ word: String) -> Bool {
    Poll.until(within: .seconds(20), every: .milliseconds(50)) { running(word).isEmpty }
  }

  /// The process that started process `number`.
  public static func parent(of number: Int32) -> Int32? {
    let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    // "PID (name) state parent …"; the name may hold anything.
    let fields = status?.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 1 ? Int32(fields[1]) : nil
  }

  /// Sends `signal` to those whose command line has `word`; whether there are any.
  public static func send(_ signal: Int32, to word: String) -> Bool {
    let numbers = running(word)
    for number in numbers { kill(number, signal) }
    return !numbers.isEmpty
  }
}
