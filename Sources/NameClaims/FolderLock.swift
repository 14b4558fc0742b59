import Glibc

// SAFETY: paths are C strings for the length of the call, and status is written to local variables.

/// A locked file, which says that the process which made it is alive (`flock(2)`).
package struct FolderLock {
  private let path: String
  private let descriptor: Int32

  /// The outcome of making one.
  package enum Outcome {
    /// It is there, and locked.
    case made(FolderLock)
    /// Another process has the name.
    case taken
    /// No file can be made there, or none can be locked.
    case refused
  }

  /// Makes the file at `path` and locks it, or locks the one that a process left there which has ended: for a name that is always
  /// the same.
  package static func take(_ path: String) -> Outcome {
    let outcome = make(path)
    guard case .taken = outcome, let left = ofEnded(path) else { return outcome }
    return .made(left)
  }

  /// Makes the file at `path`, and locks it.
  static func make(_ path: String) -> Outcome {
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return errno == EEXIST ? .taken : .refused }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      // Another process checks whether it may be removed; or the file system has no locks.
      let isTaken = errno == EWOULDBLOCK
      unsafe unlink(path)
      close(descriptor)
      return isTaken ? .taken : .refused
    }
    let lock = FolderLock(path: path, descriptor: descriptor)
    // It was there unlocked for a moment.
    guard lock.isThere else {
      close(descriptor)
      return .taken
    }
    return .made(lock)
  }

  /// Locks the file of another process of this user that has ended; nil where it has not, or there is none.
  static func ofEnded(_ path: String) -> FolderLock? {
    // NFS locks for one alone where the file is open for writing (`flock(2)`).
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let lock = FolderLock(path: path, descriptor: descriptor)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, lock.isThere else {
      close(descriptor)
      return nil
    }
    return lock
  }

  /// Whether the file is still called so, and is a file of this user's.
  private var isThere: Bool {
    var (own, named) = (stat(), stat())
    return unsafe fstat(descriptor, &own) == 0 && lstat(path, &named) == 0 && own.st_ino == named.st_ino
      && own.st_dev == named.st_dev && own.st_mode & S_IFMT == S_IFREG && own.st_uid == geteuid()
  }

  /// Removes the file, and unlocks it.
  package func remove() {
    unsafe unlink(path)
    close(descriptor)
  }
}
