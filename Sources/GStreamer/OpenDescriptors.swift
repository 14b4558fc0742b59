import Glibc

// SAFETY: the path is a C string for the length of the call.

/// The files that the process has open.
public enum OpenDescriptors {
  /// Whether the process may hardly open another file: elements fail by that, and seldom report the reason. Their open
  /// files are closed when they stop, so this is asked when they fail.
  public static var areExhausted: Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<8 {
      let descriptor = unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
      opened.append(descriptor)
    }
    return false
  }
}
