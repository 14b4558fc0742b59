import GStreamer
import Synchronization

/// The files that are being written, so that a process which must end at once can remove them.
///
/// Threads: any. Lock order: only `paths`.
enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])

  /// Registers the file at `path`, which is being written.
  static func add(_ path: String) {
    paths.withLock { _ = $0.insert(path) }
  }

  /// Unregisters the file at `path`, which is finished or removed.
  static func remove(_ path: String) {
    paths.withLock { _ = $0.remove(path) }
  }

  /// Removes all registered files from the disk.
  static func discardAll() {
    paths.withLock { paths in
      for path in paths { FileSystem.remove(path) }
      paths = []
    }
  }
}
