public import ArgumentParser
import Foundation
import GstEdit
import MediaIsolation
import ProjectFile

/// The program `gstedit`.
public struct GstEditCommand: AsyncParsableCommand {
  /// The program's name, help and subcommands.
  public static let configuration = CommandConfiguration(
    commandName: "gstedit",
    abstract: "Edits films as AVFoundation does, from a project file, rendered by GStreamer.",
    discussion: """
      A project (project.json) lays media out on tracks, says how the tracks become one picture and how loud they are. \
      `gstedit play` shows what it comes to, `gstedit export` makes the film.

      Data goes to standard output, everything else to standard error. No file is ever replaced without -y, and no \
      partial file is left behind.

      EXIT STATUS
        0  done                      70  the engine failed
       64  wrong usage               73  the output exists or cannot be created
       65  invalid project           74  input/output error, as a full disk
       66  media missing/unreadable  75  stalled
       69  a plugin is missing       76  --verify found faults
                                    130  interrupted (143 on TERM)

      ENVIRONMENT
        GSTEDIT_PLUGIN_PATH  folders, with colons between, whose plug-ins are loaded.
        NO_COLOR             if set, messages are never colored.
      """,
    version: "gstedit \(Version.number) (\(Version.engine))",
    subcommands: [
      PlayCommand.self, ExportCommand.self, ConvertCommand.self, TrimCommand.self, ConcatCommand.self,
      RecordCommand.self, PackageCommand.self, SegmentsCommand.self, RenderSegmentCommand.self, JoinCommand.self,
      SubmitCommand.self,
      CacheCommand.self,
      StudioCommand.self, ValidateCommand.self, PlanCommand.self, ExplainCommand.self, DebugCommand.self,
      ThumbnailsCommand.self, FrameCommand.self, ProbeCommand.self, WaveformCommand.self, LoudnessCommand.self,
      SilencesCommand.self, ScenesCommand.self, SheetCommand.self, StripCommand.self,
      SubtitlesCommand.self, StylesCommand.self,
      SchemaCommand.self, PluginsCommand.self, FormatsCommand.self, DoctorCommand.self,
    ])

  /// The names of the subcommands, in the order of the help.
  static var commandNames: [String] { configuration.subcommands.map { $0._commandName } }

  /// The program without a command.
  public init() {}

  /// Runs the program with the arguments of the process, and ends the process.
  ///
  /// On the main actor: any other would start threads before a process that is to be closed in is.
  @MainActor public static func main() async {
    checkThreadList()
    ProcessStart.allowFiles()
    PluginServer.runIfAsked()
    Engine.shareHeaps()
    // Before anything starts a thread, which would stay outside.
    let confinement = Confinement.inherited()
    let request = EndRequest()
    var environment = CommandEnvironment.process(endedBy: request)
    if let argument = ProcessStart.undecodableArgument {
      Foundation.exit(end(with: undecodable(argument), in: environment).rawValue)
    }
    let arguments = confinement?.arguments ?? Array(ProcessStart.arguments.dropFirst())
    if let confinement {
      environment.confine(confinement)
    } else if let isolated = IsolatedRun(arguments, in: environment) {
      Foundation.exit(isolated())
    }
    let work = Task { [environment] in await run(arguments, in: environment) }
    let signals = Signals(noting: request) { work.cancel() }
    let status = await work.value
    withExtendedLifetime(signals) {
      // Work that was given up may be about to make a file.
      if status.isSignal { Engine.removeUnfinishedFiles() }
      Foundation.exit(status.rawValue)
    }
  }

  /// Runs the program with `arguments` in `environment`, and returns its exit status.
  static func run(_ arguments: [String], in environment: CommandEnvironment) async -> ProgramExit {
    let command: any ParsableCommand
    do {
      command = try parseAsRoot(arguments)
      if command is GstEditCommand { throw ValidationError("A command is missing.") }
      guard !namesStandardOutput(arguments) else {
        throw ValidationError(
          "A file is not written to standard output: its header is corrected when the rest is there. Name a file with -o "
            + "(./- for one that is called so).")
      }
      guard let command = command as? any Subcommand else {
        // The help command throws its text.
        var command = command
        try command.run()
        return .done
      }
      return await run(command, in: environment)
    } catch {
      return end(with: unknownCommand(arguments) ?? error, in: environment)
    }
  }

  /// The error that the first of `arguments`, which are not understood, names no command; nil where it does, or is an option.
  private static func unknownCommand(_ arguments: [String]) -> ValidationError? {
    guard let name = arguments.first, !name.hasPrefix("-"), name != "help", !commandNames.contains(name) else {
      return nil
    }
    let advice =
      NearName.nearest(to: name, among: commandNames).map { "Did you mean “\($0)”?" }
      ?? "Give one of those that --help lists."
    return ValidationError("There is no command “\(name)”. \(advice)")
  }

  /// The error that the bytes of `argument` are no UTF-8: what is written to a file of that name would stand under another one.
  private static func undecodable(_ argument: String) -> ValidationError {
    ValidationError(
      "The name \(argument) is no UTF-8: names are read as UTF-8 alone, and each \u{FFFD} stands for bytes that are none. "
        + "Give another name; a file that is there gets one with: mv NAME film.mp4.")
  }

  /// Whether `arguments` ask for a file called "-": standard output, in other programs.
  static func namesStandardOutput(_ arguments: [String]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    return zip(options, options.dropFirst()).contains { ["-o", "--output"].contains($0) && $1 == "-" }
      || options.contains { ["-o-", "-o=-", "--output=-"].contains($0) }
  }

  private static func run(_ command: some Subcommand, in environment: CommandEnvironment) async -> ProgramExit {
    if command.shared.verbose { environment.showEngineMessages(environment.writeMessage) }
    var environment = environment
    do {
      try environment.checkConfinement()
      try environment.prepareRenderer(command.shared)
      try await command.perform(in: environment)
      return .done
    } catch {
      var failure = CommandFailure(error, in: command.projectName)
      // Cancelled work does not know the signal.
      if failure.status == .interrupted { failure.status = environment.request.status ?? .interrupted }
      command.reporter(in: environment).failed(failure)
      return failure.status
    }
  }

  /// Ends the program where `/proc` is not mounted: Dispatch looks up there once a second how many of its threads run, and ends the
  /// process without a word where it cannot.
  private static func checkThreadList() {
    guard !FileManager.default.fileExists(atPath: "/proc/self/task") else { return }
    FileHandle.standardError.write(
      Data(
        "gstedit: error: /proc is not mounted, and threads are counted there. Mount it: mount -t proc proc /proc.\n"
          .utf8))
    Foundation.exit(ProgramExit.engineFailed.rawValue)
  }

  /// Writes the text of a parsing error: help, the version and completion scripts to standard output, wrong usage to
  /// standard error.
  private static func end(with error: any Error, in environment: CommandEnvironment) -> ProgramExit {
    let text = fullMessage(for: error, columns: environment.columns) + "\n"
    guard exitCode(for: error) != .success else {
      do throws(CommandFailure) {
        try environment.write(text)
        return .done
      } catch {
        return error.status
      }
    }
    let mark = "Error: "
    environment.writeMessage("gstedit: error: " + (text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text))
    return .usage
  }
}

/// The version that `--version` prints.
enum Version {
  /// The program's own version, after Semantic Versioning 2.0.0.
  static let number = "0.1.0"
  /// The engine's.
  static let engine = Engine.version
}
