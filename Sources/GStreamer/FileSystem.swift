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

  /// Waits until the names in the folder at `path` are on the disk, so that a renamed file is still there after the power
  /// went; nil if it worked. POSIX: `fsync` of a directory.
  public static func synchronizeFolder(_ path: String) -> Failure? {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return Failure() }
    defer { close(descriptor) }
    guard fsync(descriptor) != 0 else { return nil }
    let failure = Failure()
    // Some file systems have nothing to synchronize for a folder.
    return failure.code == EINVAL || failure.code == ENOTSUP ? nil : failure
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

  /// What tells a file from every other, and from itself before it was written again. POSIX: `stat`.
  public struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// Bytes in the file.
    public let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64
    /// When its name, its permissions or its bytes changed last, which cannot be set back.
    private let changed: Int64

    /// The identity of the file at `path`, links followed; nil where there is none.
    public init?(path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
      seconds = Int64(status.st_mtim.tv_sec)
      nanoseconds = Int64(status.st_mtim.tv_nsec)
      changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
    }

    /// The identity as text, to be kept.
    public var text: String { "\(device)-\(inode)-\(size)-\(seconds).\(nanoseconds)-\(changed)" }
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
