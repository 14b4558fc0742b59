import GStreamer
import Synchronization

/// The files that exports are writing at this moment, so that a process which must end at once can take them along.
///
/// Threads: any. Lock order: only `paths`.
enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])

  /// Something is written at `path` from now on.
  static func add(_ path: String) {
    paths.withLock { _ = $0.insert(path) }
  }

  /// What stood at `path` is finished, or gone.
  static func remove(_ path: String) {
    paths.withLock { _ = $0.remove(path) }
  }

  /// Removes all of them from the disk.
  static func discardAll() {
    paths.withLock { paths in
      for path in paths { FileSystem.remove(path) }
      paths = []
    }
  }
}
