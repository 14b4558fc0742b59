import ArgumentParser
import Foundation
import GstEdit
import MediaIsolation

/// A command whose work is done by a process of its own: this one reads the project to learn the files' names, keeps the
/// other within its limits, and says how it ended where it cannot do so itself.
struct IsolatedRun {
  private let command: any Subcommand
  private let arguments: [String]
  private let environment: CommandEnvironment

  /// The run of `arguments`; nil where they are no command that is to be isolated.
  init?(_ arguments: [String], in environment: CommandEnvironment) {
    // Parsing takes longer than much of what is asked for: arguments without the word need it once.
    guard arguments.contains(where: { $0.hasPrefix("--isolate-media") }),
      let command = (try? GstEditCommand.parseAsRoot(arguments)) as? any Subcommand,
      command.shared.isolation.isolatesMedia
    else { return nil }
    self.command = command
    self.arguments = arguments
    self.environment = environment
  }

  /// Runs the command, and returns the program's exit status.
  func callAsFunction() -> Int32 {
    do {
      return try run()
    } catch {
      let failure = CommandFailure(error, in: command.projectName)
      command.reporter(in: environment).failed(failure)
      return failure.status.rawValue
    }
  }

  private func run() throws -> Int32 {
    let files = try command.files(in: environment)
    let staging = files.output.flatMap {
      StagingFolder(for: $0.names, in: $0.folder.path, replacing: $0.replaces)
    }
    defer { staging?.remove() }
    let variables = ProcessInfo.processInfo.environment
    let limits = command.shared.isolation.limits
    var orders = WorkerOrders(rules: rules(for: files, variables))
    orders.rules.writableFolders = [staging?.path].compactMap(\.self)
    orders.rules.dataLimit = limits.data
    orders.stagingFolder = staging?.path
    orders.isStrict = command.shared.isolation.isStrict
    let ending = WorkerProcess(
      orders, limits: limits, arguments: arguments, variables: Self.needed(of: variables), input: files.input
    ).run { staging?.handOver() ?? 0 }
    let status = try status(of: ending, limits)
    if status == 0, staging?.count == 0 {
      throw RenderError(.engineFailed, "The process of the media has ended without its output.")
    }
    return status
  }

  /// The files that the process may read: the command's, plug-ins, and those of the system.
  private func rules(for files: CommandFiles, _ variables: [String: String]) -> SandboxRules {
    let plugins = command.shared.compositors.plugins.map(environment.url) + environment.bundledPlugins.compactMap(\.url)
    let sequences = files.readable.compactMap(Self.numberedPictures)
    var rules = SandboxRules(
      files: (files.readable + sequences.flatMap(\.pictures) + plugins).map(\.path) + SandboxRules.systemFiles,
      folders: SandboxRules.systemFolders + SandboxRules.folders(in: variables) + environment.pluginFolders.map(\.path))
    rules.listedFolders = sequences.map(\.folder.path)
    return rules
  }

  /// The pictures that `url` names with a number in it, and their folder; nil where it names a file.
  private static func numberedPictures(_ url: URL) -> (folder: URL, pictures: [URL])? {
    guard let name = NumberedFileName(url.lastPathComponent), !FileManager.default.fileExists(atPath: url.path) else {
      return nil
    }
    let folder = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return (folder, names.filter { name.number($0) != nil }.map { folder.appending(path: $0) })
  }

  /// The variables that the process gets: those of languages, libraries and this program, and no secrets of its parent's.
  private static func needed(of variables: [String: String]) -> [String: String] {
    let names: Set = [
      "HOME", "LANG", "LANGUAGE", "TZ", "TERM", "COLUMNS", "NO_COLOR", "XDG_CACHE_HOME", "XDG_DATA_HOME",
      "XDG_DATA_DIRS",
    ]
    let beginnings = ["LC_", "GST_", "GSTEDIT_", "G_", "LD_", "MALLOC_", "GLIBC_", "ORC_", "SWIFT_", "FONTCONFIG_"]
    return variables.filter { name, _ in names.contains(name) || beginnings.contains { name.hasPrefix($0) } }
      // A stranger's file must not decide what is known of other files.
      .merging(["GSTEDIT_CACHE": "no"]) { $1 }
  }

  /// The exit status of a process that ended as `ending`.
  ///
  /// - Throws: `CommandFailure` or `RenderError`, where the process could not say it itself.
  private func status(of ending: WorkerEnding, _ limits: WorkerLimits) throws -> Int32 {
    func seconds(_ duration: Duration) -> String { "\(DecimalText.short(duration / .seconds(1))) s" }
    switch ending {
    case .exited(let status):
      guard ProgramExit(rawValue: status) == nil else { return status }
      throw RenderError(.engineFailed, "The process of the media has ended itself, with status \(status).")
    case .killed(let signal):
      throw RenderError(
        .engineFailed, "The process of the media was ended by a signal (\(WorkerEnding.name(ofSignal: signal))).",
        remedy: "Probe the files one by one to find the one that does it.")
    case .outOfMemory:
      throw RenderError(
        .limitExceeded, "The process of the media took more than \(DecimalText.size(limits.memory)) of memory.",
        remedy: "Allow more with --memory-limit, if the files are trusted so far.")
    case .tooManyThreads:
      throw RenderError(
        .limitExceeded, "The process of the media started more than \(WorkerLimits.threads) threads.",
        remedy: "Probe the files one by one to find the one that does it.")
    case .overtime:
      throw RenderError(
        .limitExceeded, "The work took longer than \(limits.totalTime.map(seconds) ?? "allowed").",
        remedy: "Allow more with --time-limit.")
    case .idle:
      throw RenderError(
        .stalled, "The process of the media has neither read nor written anything for \(seconds(limits.idleTime)).",
        remedy: "Check the files, or allow more with --idle-limit.")
    case .dismissed(let signal, let status):
      if let status { return status }
      var failure = CommandFailure(RenderError(.cancelled, "The work was cancelled."))
      failure.status = ProgramExit(rawValue: 128 + signal) ?? .interrupted
      throw failure
    case .notStarted(ENOENT) where !FileManager.default.fileExists(atPath: "/proc/self/exe"):
      throw RenderError(
        .engineFailed, "The media cannot be isolated: the program does not find itself, since /proc is not mounted.",
        remedy: "Mount it, or give no --isolate-media, if all files are trusted.")
    // A descriptor that is to have a number above the limit is invalid.
    case .notStarted(EMFILE), .notStarted(ENFILE), .notStarted(EINVAL):
      throw RenderError(
        .limitExceeded, "The process may not have as many files open as this takes.",
        remedy: "Allow it more: ulimit -n 256.")
    case .notStarted(let error):
      throw RenderError(
        .engineFailed, "No process can be started for the media.", remedy: "End other programs.",
        underlying: POSIXErrorCode(rawValue: error).map { POSIXError($0).localizedDescription })
    }
  }
}
