import Foundation
import Testing

extension ProjectRun {
  /// The run of a command of the program in the project's folder, in which `disk` is a file system of `size`, "64k": a mount
  /// name space of its own, which is gone with the run. What then stands on the disk is the last line of standard error,
  /// behind "left:".
  ///
  /// - Parameter preparing: What the shell does on the disk before.
  public func command(_ arguments: [String], onDiskOf size: String, preparing: String = ":") throws -> ProgramRun {
    let script = """
      mkdir -p disk && mount -t tmpfs -o size=\(size) none disk || exit 99
      (cd disk && \(preparing)) || exit 98
      "$@"
      status=$?
      echo "left:" $(ls -A disk) >&2
      exit $status
      """
    return try inMountSpace(script, arguments)
  }

  /// The run of a command of the program behind what `script` does in a mount name space of its own, "$@" being the command.
  public func inMountSpace(_ script: String, _ arguments: [String]) throws -> ProgramRun {
    let launcher = try #require(MountSpace.launcher, MountSpace.mountSpaceUnavailable)
    var run = ProgramRun(
      try MediaTools.executable(launcher[0]),
      launcher.dropFirst() + ["sh", "-c", script, "sh", ProgramLocation.gstedit.path] + arguments)
    run.directory = scratch.url
    run.timeout = 240
    return run
  }
}
