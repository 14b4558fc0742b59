import CProcess

// SAFETY: the arguments are C strings of the process's own start, which stay; they are copied.

/// How the running process was started, and what it does before anything else.
public enum ProcessStart {
  /// Its arguments, its name first. Swift reads them from /proc, and stops where that is not there.
  public static var arguments: [String] {
    let count = gstedit_start_argument_count()
    guard count > 0 else { return CommandLine.arguments }
    return (0..<count).compactMap { index in unsafe gstedit_start_argument(index).map { unsafe String(cString: $0) } }
  }

  /// Lets it have as many files open as is usual, where it may have them and was started with fewer.
  public static func allowFiles() {
    gstedit_start_allow_files(1_024)
  }
}
