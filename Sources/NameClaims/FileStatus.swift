import Glibc

// SAFETY: the path is a C string for the length of the call, and the status is a local variable.

/// The size and the date of a regular file, links followed (`stat(2)`).
///
/// Foundation's attributes of an item look up the names of its owner and its group as well, which takes a hundred times as long.
package struct FileStatus: Hashable, Sendable {
  /// Bytes in the file.
  package let byteCount: Int64
  /// The time of the last change of its bytes, in seconds since 1970.
  package let modificationTime: Double

  /// The status of the file at `path`; nil where there is no regular one.
  package init?(ofRegularFile path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    byteCount = Int64(status.st_size)
    modificationTime = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1_000_000_000
  }
}
