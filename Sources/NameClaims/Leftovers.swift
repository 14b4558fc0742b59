import CProcess
import Glibc

/// The files in a folder under the names of `NameClaim`s.
struct Leftovers {
  private let folder: String

  private static let beginning = ".gstedit-"
  private static let ending = ".lock"
  /// Digits of a mark.
  private static let digitCount = 8

  init(in folder: String) {
    self.folder = folder
  }

  /// Removes what stands under marks whose process has ended.
  func removeUnlocked() {
    let names = Self.names(in: folder)
    let marks = names.compactMap(Self.mark)
    guard !marks.isEmpty, isOfThisMachine else { return }
    for mark in marks {
      guard let lock = FolderLock.ofEnded("\(folder)/.\(mark)\(Self.ending)") else { continue }
      // Names that the process took while this one looked.
      remove(mark)
      lock.remove()
    }
  }

  /// Removes what stands under `mark`, a process' or a claim's, but its lock.
  func remove(_ mark: String) {
    for name in Self.names(in: folder) where Self.bears(name, mark) {
      let path = "\(folder)/\(name)"
      var state = stat()
      guard unsafe lstat(path, &state) == 0, state.st_uid == geteuid() else { continue }
      guard state.st_mode & S_IFMT == S_IFDIR else {
        unsafe unlink(path)
        continue
      }
      Self.removeFolder(path)
    }
  }

  /// Deepest nesting of this program's folders.
  private static let depth = 3

  /// Removes the folder at `path` and what is in it: files, and folders of files.
  private static func removeFolder(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    empty(descriptor, names(in: path), path, depth)
    close(descriptor)
    unsafe rmdir(path)
  }

  /// Removes `names` from the folder open as `descriptor`, at `path`; no link is followed.
  private static func empty(_ descriptor: Int32, _ names: [String], _ path: String, _ depth: Int) {
    for name in names where unsafe unlinkat(descriptor, name, 0) != 0 && depth > 0 {
      let inner = unsafe openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard inner >= 0 else { continue }
      empty(inner, self.names(in: "\(path)/\(name)"), "\(path)/\(name)", depth - 1)
      close(inner)
      unsafe _ = unlinkat(descriptor, name, AT_REMOVEDIR)
    }
  }

  /// The process' mark in the name of a lock; nil of another name.
  private static func mark(_ name: String) -> String? {
    guard name.hasPrefix(beginning), name.hasSuffix(ending) else { return nil }
    let digits = name.dropFirst(beginning.count).dropLast(ending.count)
    guard digits.utf8.count == digitCount, digits.utf8.allSatisfy(Self.isDigit) else { return nil }
    return String(name.dropFirst().dropLast(ending.count))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }

  /// Whether a hidden file's `name` has `mark` in it, and no longer one.
  private static func bears(_ name: String, _ mark: String) -> Bool {
    guard name.hasPrefix("."), !name.hasSuffix(ending) else { return false }
    let (name, mark) = (Array(name.utf8), Array(".\(mark)".utf8))
    guard name.count >= mark.count else { return false }
    return (0...(name.count - mark.count)).contains { start in
      name[start...].starts(with: mark) && name.dropFirst(start + mark.count).first.map(isDigit) != true
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // SAFETY: the name ends with a zero, and stays until the next call.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Whether the folder is on a local file system, whose users are all processes of this machine, so that a file
  /// without a lock here is locked by no process. Network file systems are not local, nor are those that a virtual
  /// machine shares with its host.
  private var isOfThisMachine: Bool {
    Self.localSystems.contains(unsafe gstedit_files_system(folder))
  }

  /// ext2 to ext4, XFS, Btrfs, F2FS, ZFS, bcachefs, tmpfs, ramfs, overlayfs, FAT, exFAT, NTFS (`statfs(2)`).
  private static let localSystems: Set<UInt32> = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E, 0x0102_1994, 0x8584_58F6, 0x794C_7630,
    0x4D44, 0x2011_BAB0, 0x7366_746E,
  ]
}
