import CProcess
import FoundationEssentials
import Glibc
import NameClaims

// SAFETY: paths are C strings for the length of the call; nothing keeps them.

/// A worker's only writable folder, inside the output's folder and so on the same file system: what is
/// finished gets its name from the program, and what is left in it goes with it.
///
/// A rule of Landlock for the output's folder would let the worker replace everything in it.
public final class StagingFolder {
  /// The folder's path.
  public let path: String
  /// The component of the path that the files' own path does not have: "/.gstedit-5f2c81a0".
  public static func component(of path: String) -> String {
    "/" + (path.split(separator: "/").last.map(String.init) ?? "")
  }

  /// The number of files that have got their names.
  public private(set) var count = 0

  private let target: String
  private let names: [String]
  private let replaces: Bool
  private let claim: NameClaim

  /// A new folder for files called `names` that are to stand in the folder `target`; if `replaces`, in the place of others.
  ///
  /// - Returns: nil where none can be made; then no file can be, either.
  public init?(for names: [String], in target: String, replacing replaces: Bool) {
    var home = URL(filePath: target, directoryHint: .isDirectory)
    // A folder that is made together with its files is not there yet.
    while home.path != "/", !FileManager.default.fileExists(atPath: home.path) {
      home = home.deletingLastPathComponent()
    }
    claim = NameClaim(in: home.path)
    path = home.appending(path: ".\(claim.mark)", directoryHint: .notDirectory).path
    self.target = target
    self.names = names
    self.replaces = replaces
    guard unsafe mkdir(path, 0o700) == 0 else { return nil }
  }

  /// Gives the finished files their names: 0, or the `errno` of the first that cannot have it. Then none has it that was free
  /// before, and folders that were made for them are gone.
  public func handOver() -> Int32 {
    let made = makeTarget()
    let (from, to) = unsafe (
      open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), open(target, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    )
    defer { for descriptor in [from, to] where descriptor >= 0 { close(descriptor) } }
    guard from >= 0, to >= 0 else {
      let error = errno
      Self.remove(made)
      return error
    }
    var placed: [String] = []
    for name in names {
      let error = unsafe -gstedit_worker_hand_over(from, to, name, replaces ? 1 : 0)
      guard error == 0 || error == ENOENT else {
        if !replaces { for name in placed { unsafe unlinkat(to, name, 0) } }
        Self.remove(made)
        return error
      }
      if error == 0 { placed.append(name) }
    }
    count += placed.count
    return 0
  }

  /// Makes the folder of the files' names, and those that it is in; returns those that were not there, the innermost first.
  private func makeTarget() -> [String] {
    var missing: [URL] = []
    var folder = URL(filePath: target, directoryHint: .isDirectory)
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
      missing.append(folder)
      folder = folder.deletingLastPathComponent()
    }
    for folder in missing.reversed() { unsafe mkdir(folder.path, 0o777) }
    return missing.map(\.path)
  }

  private static func remove(_ folders: [String]) {
    for folder in folders { unsafe rmdir(folder) }
  }

  /// Removes the folder, and what is left in it.
  public func remove() {
    claim.removeFiles()
    claim.release()
  }
}
