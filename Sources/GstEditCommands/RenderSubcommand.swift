import ArgumentParser
import Foundation
import GstEdit

/// A command that renders a project into a file.
protocol RenderSubcommand: Subcommand {
  /// The project.
  var argument: ProjectArgument { get }
  /// What of it is rendered, and as what.
  var choices: ProjectRender.Choices { get }
  /// The file to write.
  func outputURL(in environment: CommandEnvironment) -> URL
}

extension RenderSubcommand {
  var projectName: String { argument.name }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(
      in: environment, film: outputURL(in: environment).lastPathComponent, verbose: shared.verbose)
  }

  func perform(in environment: CommandEnvironment) async throws {
    let project = try argument.read(in: environment)
    try protectProject(in: environment)
    let session = try await ProjectRender(project, renderer: environment.renderer)
      .session(to: outputURL(in: environment), choices, replacing: shared.overwrites)
    let run = RenderRun(session: session, reporter: reporter(in: environment), environment: environment)
    let summary = try await run()
    // To programs, the last line of progress says it.
    if shared.progress != .json { for warning in summary.warnings { environment.warn(warning) } }
    if shared.json { try environment.write(JSONText.document(summary)) }
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
