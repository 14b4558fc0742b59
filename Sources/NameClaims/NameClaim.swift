import Glibc
import Synchronization

/// Names in a folder that belong to the running process: files under them are removed with it, if need be by the next
/// process that works in the folder.
///
/// ```
///  .gstedit-5f2c81a0.lock          locked as long as the process lives
///  .gstedit-5f2c81a0-0…            files and folders of the same mark
///  .film.mp4.gstedit-5f2c81a0-1…   likewise
/// ```
///
/// The kernel unlocks the file of a process that has ended, however it did. So a process that claims names in a folder first
/// removes what stands there under marks that are not locked any more (``removeLeftovers(in:)``).
///
/// All claims of a process in a folder have the same mark, and different numbers. A folder that cannot be written has
/// no lock: making a file in it then fails with the reason.
///
/// Threads: any. Lock order: only `held`.
public final class NameClaim: Sendable {
  /// The folder.
  public let folder: String
  /// The common part of its names, which no others have: "gstedit-5f2c81a0-0".
  public let mark: String
  private let isReleased = Atomic(false)

  /// The process's claim in a folder.
  private struct Held {
    var lock: FolderLock?
    var mark: String
    var count = 0
    /// The next claim's number.
    var next = 0
  }

  /// The process's claims, and whether it is about to end.
  private struct All {
    var folders: [String: Held] = [:]
    var isOver = false
  }

  private static let held = Mutex(All())

  /// Claims names in `folder`.
  public init(in folder: String) {
    self.folder = folder
    mark = Self.held.withLock { all in
      var own = all.folders[folder] ?? (all.isOver ? Held(lock: nil, mark: Self.newMark()) : Self.taken(folder))
      defer { all.folders[folder] = own }
      own.count += 1
      own.next += 1
      return "\(own.mark)-\(own.next - 1)"
    }
  }

  deinit { release() }

  /// Gives the names up. What stands under them is the caller's.
  public func release() {
    guard !isReleased.exchange(true, ordering: .relaxed) else { return }
    let lock: FolderLock? = Self.held.withLock { all in
      guard var own = all.folders[folder] else { return nil }
      own.count -= 1
      all.folders[folder] = own.count > 0 ? own : nil
      return own.count > 0 ? nil : own.lock
    }
    lock?.remove()
  }

  /// Removes what stands under the names of this claim.
  public func removeFiles() {
    Leftovers(in: folder).remove(mark)
  }

  /// Removes what stands under all names of the process, which ends at once: no more locks are made.
  public static func removeAllFiles() {
    let all = held.withLock { all in
      defer { all = All(isOver: true) }
      return all.folders
    }
    for (folder, own) in all {
      Leftovers(in: folder).remove(own.mark)
      own.lock?.remove()
    }
  }

  /// Removes from `folder` what processes that have ended left there: this user's files and folders whose mark's lock is there
  /// and is held by none. On file systems that other machines may write to as well, which a lock does not always reach, nothing is
  /// removed.
  public static func removeLeftovers(in folder: String) {
    Leftovers(in: folder).removeUnlocked()
  }

  private static func taken(_ folder: String) -> Held {
    removeLeftovers(in: folder)
    // A name that another process takes at the same time, or removes before it is locked, is given up for another one.
    for _ in 0..<8 {
      let mark = newMark()
      switch FolderLock.make("\(folder)/.\(mark).lock") {
      case .made(let lock): return Held(lock: lock, mark: mark)
      case .taken: continue
      case .refused: return Held(lock: nil, mark: mark)
      }
    }
    return Held(lock: nil, mark: newMark())
  }

  private static func newMark() -> String {
    let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
    return "gstedit-" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
