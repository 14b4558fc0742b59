import ArgumentParser
import Documents
import Foundation
import GstEdit

/// A command of the program, which works in a given environment.
protocol Subcommand: AsyncParsableCommand {
  /// The options of all commands.
  var shared: SharedOptions { get }
  /// The project's name in messages; empty for a command without a project.
  var projectName: String { get }
  /// Reports progress and the end of the command.
  func reporter(in environment: CommandEnvironment) -> any ProgressReporter
  /// The files that it reads and writes.
  func files(in environment: CommandEnvironment) throws -> CommandFiles
  /// Does the work.
  ///
  /// - Throws: Any error; `CommandFailure` describes it.
  func perform(in environment: CommandEnvironment) async throws
}

extension Subcommand {
  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    CompletionReporter(environment: environment, writesSummary: false, verbose: shared.verbose)
  }

  func files(in environment: CommandEnvironment) throws -> CommandFiles { CommandFiles() }
}

/// A command that renders a project into a file.
protocol RenderSubcommand: Subcommand {
  /// The project.
  var argument: ProjectArgument { get }
  /// The part that is rendered, and its settings.
  var choices: ProjectRender.Choices { get }
  /// The file to write.
  func outputURL(in environment: CommandEnvironment) -> URL
  /// Whether the finished file is opened again and compared with what was to be written.
  var verifies: Bool { get }
  /// Whether the plan is printed, and nothing written.
  var isDryRun: Bool { get }
  /// The number of the film's segments that are encoded at a time, and the place where they stay.
  func segmentation(in environment: CommandEnvironment) -> Segmentation
  /// Least duration of each fragment of a movie, in seconds; nil where it is not in fragments.
  var fragmentDuration: Rational? { get }
  /// A sentence to show before the work begins; nil where the command's name suffices.
  func announcement(of output: URL) -> String?
}

extension RenderSubcommand {
  var projectName: String { argument.name }
  var verifies: Bool { false }
  var isDryRun: Bool { false }

  func segmentation(in environment: CommandEnvironment) -> Segmentation { Segmentation() }

  var fragmentDuration: Rational? { nil }

  func announcement(of output: URL) -> String? { nil }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(
      in: environment, output: outputURL(in: environment).lastPathComponent, verbose: shared.verbose)
  }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    var files = try argument.files(in: environment)
    guard !isDryRun else { return files }
    files.output = CommandFiles.Output(outputURL(in: environment), replaces: shared.overwrites)
    return files
  }

  func perform(in environment: CommandEnvironment) async throws { try await render(in: environment) }

  /// Renders the project into its file, and says what came of it.
  func render(in environment: CommandEnvironment) async throws {
    let project = try argument.read(in: environment)
    try protectProject(in: environment)
    let output = outputURL(in: environment)
    var request = try await ProjectRender(project, renderer: environment.renderer)
      .session(
        to: output, choices, replacing: shared.overwrites, staging: environment.staged(output),
        segmentation: segmentation(in: environment)
      ).request
    request.fragmentDuration = fragmentDuration
    let session = ExportSession(request, renderer: environment.renderer)
    guard !isDryRun else { return try environment.write(try await session.makePlan(), asJSON: shared.json) }
    try await warn(about: project, in: environment)
    if let announcement = announcement(of: output), shared.progress == .auto || shared.progress == .tty {
      environment.writeMessage(announcement + "\n")
    }
    var run = RenderRun(session: session, reporter: reporter(in: environment), environment: environment)
    run.verifies = verifies
    let summary = try await run()
    // The last line of JSON progress contains the warnings.
    if shared.progress != .json { for warning in summary.warnings { environment.warn(warning) } }
    if shared.json { try environment.write(JSONOutput.document(summary)) }
  }

  /// Says the first of what is probably not meant, as validate does; to programs that read the progress that command says it.
  private func warn(about project: Project, in environment: CommandEnvironment) async throws {
    guard shared.progress != .json else { return }
    let found = try await ProjectRender(project, renderer: environment.renderer).pitfalls()
    for warning in found.prefix(mostWarnings) { environment.warn("\(projectName):\(warning)") }
    guard found.count > mostWarnings else { return }
    environment.warn("… and \(found.count - mostWarnings) more; gstedit validate \(argument.project) says all.")
  }

  /// Refuses an output that is the project itself, even where files may be replaced.
  private func protectProject(in environment: CommandEnvironment) throws(CommandFailure) {
    guard let project = argument.url(in: environment),
      project.resolvingSymlinksInPath() == outputURL(in: environment).resolvingSymlinksInPath()
    else { return }
    throw CommandFailure(
      .cannotCreateOutput, "The output \(project.path) is the project itself.", remedy: "Write to another file.")
  }
}

/// The greatest number of a project's warnings shown before it is rendered.
private let mostWarnings = 5

/// A command that goes through a project's film or a media file, and says what it finds.
protocol AnalysisSubcommand: Subcommand {
  /// The options of the analysis.
  var analysis: AnalysisOptions { get }
}

extension AnalysisSubcommand {
  var projectName: String { analysis.source.name }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(in: environment, output: Self._commandName, verbose: shared.verbose)
  }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    try analysis.source.files(in: environment)
  }

  /// Has `work` analyze what the options name, and reports how far it is.
  func analyze<Result>(
    in environment: CommandEnvironment,
    _ work: (AnalysisSubject, CMTimeRange?, @escaping @Sendable (Double) -> Void) async throws -> Result
  ) async throws -> Result {
    let (subject, timeRange) = try await analysis.subject(in: environment)
    let reporter = reporter(in: environment)
    let progress = AnalysisProgress(reporter, in: environment)
    let result = try await work(subject, timeRange) { progress.report($0) }
    reporter.completed()
    return result
  }
}

/// An analysis that comes to one picture, in a file of its own.
protocol OverviewSubcommand: AnalysisSubcommand {
  /// The picture's file.
  var output: String { get }
  /// Draws it.
  func picture(
    of subject: AnalysisSubject, in environment: CommandEnvironment, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> PixelBuffer
}

extension OverviewSubcommand {
  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    try analysis.source.files(writing: output, replacing: shared.overwrites, in: environment)
  }

  func perform(in environment: CommandEnvironment) async throws {
    let file = ImageFile(environment.url(output))
    let type = try file.type()
    try file.check(replacing: shared.overwrites)
    let picture = try await analyze(in: environment) { subject, _, progress in
      try await self.picture(of: subject, in: environment, progress: progress)
    }
    let bytes = try await environment.renderer.imageData(of: picture, as: type)
    try file.write(bytes, replacing: shared.overwrites, in: environment)
    guard shared.json else { return }
    let result: JSONObject = ["file": output, "width": picture.width, "height": picture.height]
    try environment.write(JSONOutput.document(result))
  }
}
