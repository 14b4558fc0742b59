import CProcess
import FoundationEssentials
import Glibc

/// The one folder that a worker may write into, inside the output's folder and so on the same file system: what is
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

  /// How many files have got their names.
  public private(set) var count = 0

  private let target: String
  private let names: [String]
  private let replaces: Bool

  /// A new folder for files called `names` that are to stand in the folder `target`; if `replaces`, in the place of others.
  ///
  /// - Returns: nil where none can be made; then no file can be, either.
  public init?(for names: [String], in target: String, replacing replaces: Bool) {
    var home = URL(filePath: target, directoryHint: .isDirectory)
    // A folder that is made together with its files is not there yet.
    while home.path != "/", !FileManager.default.fileExists(atPath: home.path) {
      home = home.deletingLastPathComponent()
    }
    let digits = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
    path = home.appending(path: ".gstedit-\(digits)", directoryHint: .notDirectory).path
    self.target = target
    self.names = names
    self.replaces = replaces
    guard unsafe mkdir(path, 0o700) == 0 else { return nil }
  }

  /// Gives the finished files their names: 0, or the `errno` of the first that cannot have it.
  public func handOver() -> Int32 {
    let folder = URL(filePath: target, directoryHint: .isDirectory)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (from, to) = unsafe (
      open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), open(target, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    )
    defer { for descriptor in [from, to] where descriptor >= 0 { close(descriptor) } }
    guard from >= 0, to >= 0 else { return errno }
    for name in names {
      let error = unsafe -gstedit_worker_hand_over(from, to, name, replaces ? 1 : 0)
      guard error == 0 || error == ENOENT else { return error }
      if error == 0 { count += 1 }
    }
    return 0
  }

  /// Removes the folder, and what is left in it.
  public func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
