import FoundationEssentials
import Glibc

// SAFETY: the path is a C string for the length of the call, and the kernel gets the array's size in bytes.

/// The kernel's readings of a running process (`proc(5)`).
struct ProcessReadings {
  private let folder: String
  private let pageSize: Int64

  /// The readings of process `number`.
  init(_ number: Int32) {
    folder = "/proc/\(number)/"
    pageSize = Int64(max(1, sysconf(Int32(_SC_PAGESIZE))))
  }

  /// Resident memory, in bytes; nil where the process has ended.
  var memory: Int64? {
    words("statm").flatMap { $0.count > 1 ? Int64($0[1]).map { $0 * pageSize } : nil }
  }

  /// The number of threads, and the processor's time that they have taken, in ticks.
  var activity: (threads: Int, ticks: Int64)? {
    // "PID (name) state …"; the name may contain any byte. Fields 14, 15 and 20, numbered from the third one here.
    guard let text = text("stat"), let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 17, let user = Int64(fields[11]), let system = Int64(fields[12]), let threads = Int(fields[17])
    else { return nil }
    return (threads, user + system)
  }

  /// The bytes read and written so far; nil where the kernel does not count them.
  var transfer: Int64? {
    guard let lines = text("io")?.split(separator: "\n") else { return nil }
    let counts = lines.filter { $0.hasPrefix("rchar:") || $0.hasPrefix("wchar:") }
      .compactMap { Int64($0.dropFirst("rchar: ".count)) }
    return counts.count == 2 ? counts[0] &+ counts[1] : nil
  }

  private func words(_ name: String) -> [Substring]? {
    text(name)?.split(separator: " ")
  }

  private func text(_ name: String) -> String? {
    let file = unsafe open(folder + name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
