import CProcess
import Glibc

// SAFETY: paths are C strings for the length of the call, and the system's text is copied at once.

/// Closes the running process in, for good.
///
/// ```
///  PR_SET_NO_NEW_PRIVS, capabilities   no privileges but the superuser's to reach files
///  Landlock                            no files but those of the rules; no TCP; no signals out (kernel 6.12)
///  seccomp                             no program, no process, no socket, no other process' memory, no change of modes
///  RLIMIT_CORE, RLIMIT_DATA            no memory image; memory that can be written to
///  PR_SET_PDEATHSIG                    the end with the program that started it
/// ```
///
/// Landlock holds for the thread that closes it and for those that start later, so this is done while there is one.
public enum Sandbox {
  /// The rules in force.
  public struct Report: Hashable, Sendable {
    /// The version of Landlock; 0 where the kernel has none: then any file can be reached that the user can.
    public var landlock: Int32
    /// Whether seccomp refuses system calls.
    public var filtersCalls: Bool

    /// A sentence for what the kernel does not have; nil where nothing is missing.
    public var complaint: String? {
      let missing = [landlock > 0 ? nil : "Landlock", filtersCalls ? nil : "seccomp"].compactMap(\.self)
      guard !missing.isEmpty else { return nil }
      let abilities = [
        landlock > 0 ? nil : "reach every file that this user can",
        filtersCalls ? nil : "start programs and use the network",
      ]
      return "The kernel does not offer \(missing.joined(separator: " and ")): the media's process can "
        + abilities.compactMap(\.self).joined(separator: ", ") + "."
    }
  }

  /// The reason for which a process could not be closed in.
  public struct Failure: Error, CustomStringConvertible {
    /// The step that was refused.
    let step: String
    /// The system's reason.
    let error: Int32

    /// The refused step, and the reason in the system's words.
    public var description: String { "\(step): \(unsafe String(cString: strerror(error)))" }
  }

  /// Whether the kernel has Landlock, without which a worker can reach every file that the user can.
  public static var hasLandlock: Bool { gstedit_sandbox_landlock_version() > 0 }

  /// Closes the process in, which the process `parent` started, as `rules` say. What the kernel does not have is left out,
  /// and stands in the report.
  ///
  /// - Throws: `Failure`. The process is then closed in by half, and must do no work.
  public static func close(_ rules: SandboxRules, parent: Int32) throws(Failure) -> Report {
    try check(gstedit_sandbox_settle(parent), "giving up privileges")
    let threads = gstedit_sandbox_threads()
    // Threads that are there already would stay free; 0 and less is a system without that list.
    guard threads <= 1 else { throw Failure(step: "\(threads) threads are running", error: EBUSY) }
    let landlock = max(0, gstedit_sandbox_landlock_version())
    if landlock > 0 { try restrictFiles(to: rules, version: landlock) }
    if rules.dataLimit < .max { try check(gstedit_sandbox_limit_data(rules.dataLimit), "limiting memory") }
    let filter = gstedit_sandbox_filter()
    guard filter >= 0 || filter == -EINVAL || filter == -ENOSYS else { throw Failure(step: "seccomp", error: -filter) }
    return Report(landlock: landlock, filtersCalls: filter >= 0)
  }

  private static func restrictFiles(to rules: SandboxRules, version: Int32) throws(Failure) {
    let set = gstedit_sandbox_rules(version)
    try check(set, "Landlock")
    func allow(_ paths: [String], _ what: Int) throws(Failure) {
      for path in paths {
        let error = unsafe -gstedit_sandbox_allow(set, version, path, Int32(what))
        // Missing paths, folders instead of files and unreachable paths stay refused: the work reports them itself.
        guard [0, ENOENT, ENOTDIR, EISDIR, EACCES, ENODEV, ELOOP, ENAMETOOLONG, ENXIO].contains(error) else {
          throw Failure(step: "a rule for \(path)", error: error)
        }
      }
    }
    try allow(["/dev/null"], GSTEDIT_ALLOW_DEVICE)
    try allow(rules.files, GSTEDIT_ALLOW_READING_FILE)
    try allow(rules.folders + ["/proc/self"], GSTEDIT_ALLOW_READING_FOLDER)
    try allow(rules.listedFolders, GSTEDIT_ALLOW_LISTING_FOLDER)
    // Dispatch reads what state its threads are in, each by a number that is not known yet, and crashes where it may not.
    // Landlock keeps the memory, the environment and the files of other processes out of it.
    try allow(["/proc"], GSTEDIT_ALLOW_READING_BELOW)
    try allow(rules.writableFolders, GSTEDIT_ALLOW_WRITING_FOLDER)
    try check(gstedit_sandbox_enforce(set), "Landlock")
  }

  private static func check(_ result: Int32, _ step: String) throws(Failure) {
    guard result >= 0 else { throw Failure(step: step, error: -result) }
  }
}
