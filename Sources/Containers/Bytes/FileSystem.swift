import Glibc

// SAFETY: paths are C strings for the length of the call, the kernel gets each array's size in bytes, and status is a
// local variable.

/// Atomic file system operations that Foundation does not offer.
///
/// Threads: any. POSIX: `open`, `link`, `rename`, `unlink`.
public enum FileSystem {
  /// Makes an empty file at `path`, where there must be none; nil on success.
  public static func create(_ path: String) -> Failure? {
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return Failure() }
    close(descriptor)
    return nil
  }

  /// Puts `bytes` behind what stands in the file at `path`, which is made where there is none; nil on success.
  public static func append(_ bytes: [UInt8], to path: String) -> Failure? {
    let descriptor = unsafe open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return Failure() }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return Failure() }
      rest = rest.dropFirst(count)
    }
    // Some file systems say only here that there is no room.
    return fsync(descriptor) == 0 || errno == EINVAL ? nil : Failure()
  }

  /// Gives the file at `path` the name `target`, if that name is free; nil on success.
  public static func name(_ path: String, _ target: String) -> Failure? {
    guard unsafe link(path, target) == 0 else {
      let failure = Failure()
      // Some file systems have no hard links: check, then rename.
      guard !failure.isTaken, unsafe access(target, F_OK) != 0 else { return Failure(code: EEXIST) }
      return rename(path, replacing: target)
    }
    remove(path)
    return nil
  }

  /// Gives the file at `path` the name `target`, replacing any file of that name; nil on success.
  public static func rename(_ path: String, replacing target: String) -> Failure? {
    unsafe Glibc.rename(path, target) == 0 ? nil : Failure()
  }

  /// Waits until the names in the folder at `path` are on the disk, so that a renamed file survives a power
  /// failure; nil on success. POSIX: `fsync` of a directory.
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

  /// The kind of file at `path`, links followed; nil where there is nothing.
  public static func kind(of path: String) -> Kind? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Identifies a file and its version: changes when the file is rewritten. POSIX: `stat`.
  public struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// Bytes in the file.
    public let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64
    /// The time of the last change of its name, its permissions or its bytes, which cannot be set back.
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

  /// The kinds of entry that a path can name.
  public enum Kind: Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A pipe, a socket or a device.
    case other
  }

  /// The failure of a call.
  public struct Failure: Sendable {
    /// The value of `errno`.
    public let code: Int32

    /// The failure with this `errno`.
    public init(code: Int32) {
      self.code = code
    }

    /// The calling thread's last failure.
    package init() {
      self.init(code: errno)
    }

    /// Whether the name is taken.
    public var isTaken: Bool { code == EEXIST }
    /// Whether the disk is full.
    public var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
    /// The system's message.
    public var words: String { unsafe String(cString: strerror(code)) }
  }
}
