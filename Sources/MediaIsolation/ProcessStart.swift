import CProcess
import Glibc

// SAFETY: the arguments are C strings of the process's own start, which stay; they are copied.

/// The start of the running process, and what it does before anything else.
public enum ProcessStart {
  /// Its arguments, its name first. Swift reads them from /proc, and stops where that is not there.
  public static var arguments: [String] {
    let count = gstedit_start_argument_count()
    guard count > 0 else { return CommandLine.arguments }
    return (0..<count).compactMap { index in unsafe gstedit_start_argument(index).map { unsafe String(cString: $0) } }
  }

  /// The first of its arguments whose bytes are no UTF-8, with U+FFFD for those that are none; nil where all are text. A file of such a name
  /// has another one in `arguments`.
  public static var undecodableArgument: String? {
    for index in 0..<gstedit_start_argument_count() {
      guard let argument = unsafe gstedit_start_argument(index) else { continue }
      if unsafe String(validatingCString: argument) == nil { return unsafe String(cString: argument) }
    }
    return nil
  }

  /// Lets it have as many files open as is usual, where it may have them and was started with fewer.
  public static func allowFiles() {
    gstedit_start_allow_files(1_024)
  }
}

extension ProcessStart {
  /// Lets the process go on as the program at `path`, called with `arguments`, its name first. Returns an `errno` where that fails; else
  /// not at all.
  public static func become(_ path: String, arguments: [String]) -> Int32 {
    // Joined, so that one buffer holds them all.
    let bytes = arguments.map { Array($0.utf8CString) }
    var offsets: [Int] = []
    var all: [CChar] = []
    for text in bytes {
      offsets.append(all.count)
      all += text
    }
    return unsafe all.withUnsafeBufferPointer { buffer -> Int32 in
      guard let base = buffer.baseAddress else { return EINVAL }
      let pointers = unsafe offsets.map { unsafe Optional(base + $0) }
      return unsafe pointers.withUnsafeBufferPointer { list in
        unsafe gstedit_start_become(path, list.baseAddress, Int32(arguments.count))
      }
    }
  }
}
