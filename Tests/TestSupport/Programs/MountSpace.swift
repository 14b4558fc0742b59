import Foundation
public import Testing

/// Mount name spaces, in which tests mount what a command is to meet: a full disk, a machine without `/proc`.
///
/// A kernel may refuse them, as most do inside a container. Tests that need one are then skipped with ``mountSpaceUnavailable``:
///
/// ```swift
/// @Test(.enabled(if: MountSpace.isAllowed, MountSpace.whyNot))
/// ```
public enum MountSpace {
  /// The command that starts another one in a mount name space of its own: as a user who is root in it, else as root; nil where
  /// the kernel refuses both.
  public static let launcher: [String]? = [["unshare", "--map-root-user", "--mount"], ["unshare", "--mount"]]
    .first { launcher in
      guard let program = try? MediaTools.executable(launcher[0]) else { return false }
      let process = Process()
      process.executableURL = program
      process.arguments = launcher.dropFirst() + ["mount", "-t", "tmpfs", "none", "/mnt"]
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }

  /// Whether there can be one.
  public static var isAllowed: Bool { launcher != nil }

  /// Why a test that needs one does not run.
  public static let mountSpaceUnavailable: Comment =
    "the kernel lets this user make no mount name space, or mount nothing in it"
}
