import Glibc

/// The few calls of the file system that must happen at once or not at all, which Foundation does not offer so.
///
/// They stand here because this module is where C is called. Threads: any. POSIX: `open`, `link`, `rename`, `unlink`.
public enum FileSystem {
  /// Makes an empty file at `path`, where there must be none; nil if it worked, else the system's words.
  public static func create(_ path: String) -> Failure? {
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return Failure() }
    close(descriptor)
    return nil
  }

  /// Gives the file at `path` the name `target`, if that name is free; nil if it worked.
  public static func name(_ path: String, _ target: String) -> Failure? {
    guard unsafe link(path, target) == 0 else {
      let failure = Failure()
      // Some file systems know no second names: look, then rename.
      guard !failure.isTaken, unsafe access(target, F_OK) != 0 else { return Failure(code: EEXIST) }
      return rename(path, replacing: target)
    }
    remove(path)
    return nil
  }

  /// Gives the file at `path` the name `target`, whoever had it before; nil if it worked.
  public static func rename(_ path: String, replacing target: String) -> Failure? {
    unsafe Glibc.rename(path, target) == 0 ? nil : Failure()
  }

  /// Removes the file at `path`, if there is one.
  public static func remove(_ path: String) {
    unsafe unlink(path)
  }

  /// What stands at `path`, links followed; nil where there is nothing.
  public static func kind(of path: String) -> Kind? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// What a path can name.
  public enum Kind: Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A pipe, a socket or a device.
    case other
  }

  /// Why a call did not work.
  public struct Failure: Sendable {
    /// The system's number, as `errno` had it.
    public let code: Int32

    init(code: Int32 = errno) {
      self.code = code
    }

    /// Whether the name is taken.
    public var isTaken: Bool { code == EEXIST }
    /// Whether the disk is full.
    public var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
    /// The system's words.
    public var words: String { unsafe String(cString: strerror(code)) }
  }
}
