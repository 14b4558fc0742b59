import Glibc

// SAFETY: paths are C strings for the length of the call, the kernel gets each array's size in bytes, and status and
// names are written to local variables and to an array of that size.

/// Replaces a file atomically: at any time its name has the old bytes or the new ones, also after a crash or a power
/// failure.
///
/// The new file is written beside the old one under a claimed name, brought to the disk, and renamed. It has the old one's permissions.
///
/// Threads: any. POSIX: `open`, `fsync`, `rename`.
package enum FileReplacement {
  /// Makes `bytes` the content of the file at `path`.
  ///
  /// - Parameter followsLinks: whether a link that stands there stays, and the file that it names is replaced; otherwise the link is.
  package static func replace(
    _ path: String, with bytes: [UInt8], followingLinks followsLinks: Bool = true
  ) throws(Failure) {
    let target = followsLinks ? try destination(of: path) : path
    let folder = target.lastIndex(of: "/").map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    let claim = NameClaim(in: folder)
    defer { claim.release() }
    let name = target.split(separator: "/").last.map(String.init) ?? ""
    // A name may have 255 bytes, and the target's may use all of them.
    let temporary = "\(folder)/.\(String(decoding: name.utf8.prefix(200), as: UTF8.self)).\(claim.mark).part"
    do throws(Failure) {
      try write(bytes, to: temporary, like: target)
      guard unsafe rename(temporary, target) == 0 else { throw Failure() }
    } catch {
      unsafe unlink(temporary)
      throw error
    }
    synchronizeFolder(folder)
  }

  /// The file that `path` names, links followed; also where there is none yet.
  private static func destination(of path: String) throws(Failure) -> String {
    var path = path
    for _ in 0..<40 {
      var state = stat()
      guard unsafe lstat(path, &state) == 0 else {
        guard errno == ENOENT else { throw Failure() }
        return path
      }
      guard state.st_mode & S_IFMT == S_IFLNK else {
        guard state.st_mode & S_IFMT == S_IFREG else { throw Failure(code: EISDIR) }
        return path
      }
      let room = Int(PATH_MAX)
      var bytes = [CChar](repeating: 0, count: room)
      let count = unsafe readlink(path, &bytes, room)
      guard count > 0 else { throw Failure() }
      let link = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = link.hasPrefix("/") ? link : folder + link
    }
    throw Failure(code: ELOOP)
  }

  /// Writes a new file, with the permissions of `model` where there is one.
  private static func write(_ bytes: [UInt8], to path: String, like model: String) throws(Failure) {
    var state = stat()
    let isFile = unsafe lstat(model, &state) == 0 && state.st_mode & S_IFMT == S_IFREG
    let mode = isFile ? state.st_mode & 0o7777 : nil
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    // Another user's group may be one that this user cannot give.
    if let mode { fchmod(descriptor, mode) }
    try append(bytes, to: descriptor)
  }

  /// Writes `bytes` to an open file, and brings it to the disk.
  fileprivate static func append(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure() }
      rest = rest.dropFirst(count)
    }
    // Some files have nothing to bring to a disk.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Failure() }
  }

  private static func synchronizeFolder(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // The file is whole under its name in any case; after a power failure it may be the old one.
    fsync(descriptor)
    close(descriptor)
  }

  /// A failure of writing a file.
  package struct Failure: Error, Hashable {
    /// The value of `errno`.
    package let code: Int32

    /// The failure with this `errno`.
    init(code: Int32) {
      self.code = code
    }

    /// The calling thread's last failure.
    init() {
      self.init(code: errno)
    }

    /// The system's message.
    package var words: String { unsafe String(cString: strerror(code)) }
  }
}

/// A file that only grows, each addition brought to the disk.
///
/// Threads: one at a time.
package struct FileGrowth: ~Copyable {
  private let descriptor: Int32

  /// Opens the file at `path`. A link is not followed.
  package init(_ path: String) throws(FileReplacement.Failure) {
    descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw FileReplacement.Failure() }
  }

  deinit { close(descriptor) }

  /// Puts `bytes` behind what stands in the file.
  package func append(_ bytes: [UInt8]) throws(FileReplacement.Failure) {
    try FileReplacement.append(bytes, to: descriptor)
  }
}
