import Foundation

/// What a process used, read from `/proc` while it ran (proc(5)).
public struct ProcessUsage: Hashable, Sendable {
  /// The most resident memory it ever had, in bytes: the kernel's own high-water mark.
  public var peakMemory = 0

  /// The most threads seen at once.
  public var peakThreads = 0

  /// The most open files seen at once.
  public var peakOpenFiles = 0

  /// Processor time of all its threads and of the children that it waited for, in seconds, to 10 ms.
  public var processorSeconds = 0.0

  /// Looks at a running process and keeps the maxima.
  mutating func sample(_ process: Int32) {
    let folder = "/proc/\(process)"
    for line in Self.text("\(folder)/status").split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard words.count >= 2, let number = Int(words[1]) else { continue }
      if words[0] == "VmHWM:" { peakMemory = max(peakMemory, number * 1024) }
      if words[0] == "Threads:" { peakThreads = max(peakThreads, number) }
    }
    let files = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd")
    peakOpenFiles = max(peakOpenFiles, files?.count ?? 0)
    // The program's name, in brackets, may hold spaces; utime, stime, cutime and cstime are fields 14 to 17.
    let fields = Self.text("\(folder)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    if fields.count > 14 {
      let ticks = fields[11...14].compactMap { Double($0) }.reduce(0, +)
      processorSeconds = max(processorSeconds, ticks / 100)
    }
  }

  private static func text(_ path: String) -> String {
    guard let handle = FileHandle(forReadingAtPath: path) else { return "" }
    defer { try? handle.close() }
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
