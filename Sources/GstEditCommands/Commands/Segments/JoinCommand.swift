import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit join`: the film of segments that are rendered.
struct JoinCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Make the film of a plan whose segments are rendered.",
    discussion: """
      The sound is rendered now, as a whole. Segments that are missing or damaged, or of other media, settings or versions, are \
      named, and there is no film then (exit status 66); nor is there where media has changed since the plan was made.

      EXAMPLES
        gstedit join film.plan --from parts -o film.mp4
      """)

  @Argument(help: ArgumentHelp("The plan.", valueName: "plan"), completion: .file())
  var plan: String

  @Option(help: ArgumentHelp("The folder with the segments.", valueName: "folder"), completion: .directory)
  var from: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output: String

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { plan }

  func validate() throws { try shared.refuseIsolation(of: Self.configuration.commandName ?? "") }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(
      in: environment, output: environment.url(output).lastPathComponent, verbose: shared.verbose)
  }

  func perform(in environment: CommandEnvironment) async throws {
    let film = try PlanFile(environment.url(plan)).read()
    let (url, start) = (environment.url(output), environment.elapsed())
    if let named = FileType(pathExtension: url.pathExtension), named != film.settings.fileType {
      throw CommandFailure(
        .usage, "The plan is of a film as \(film.settings.fileType.rawValue), and \(url.lastPathComponent) is none.",
        remedy: "Name it so, or make the plan with --file-type \(named.rawValue).")
    }
    let reporter = reporter(in: environment)
    let meter = ProgressMeter(outputSeconds: film.render.seconds)
    let report = try await film.join(
      from: environment.url(from), to: url, replacing: shared.overwrites, by: environment.renderer
    ) { progress in
      reporter.progress(meter.reading(progress, elapsed: environment.elapsed() - start))
    }
    let summary = ExportSummary(
      report, of: url, outputSeconds: film.render.seconds, elapsed: environment.elapsed() - start)
    reporter.completed(summary)
    if shared.progress != .json { for warning in summary.warnings { environment.warn(warning) } }
    if shared.json { try environment.write(JSONOutput.document(summary)) }
  }
}
