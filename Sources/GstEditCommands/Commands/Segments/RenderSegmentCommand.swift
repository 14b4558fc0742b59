import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit render-segment`: one part of an export.
struct RenderSegmentCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "render-segment",
    abstract: "Render one segment of a film's plan into a folder.",
    discussion: """
      The plan is one that gstedit segments wrote. The segment's file has a name that says what it was made from, and is \
      there when it is complete: where it is there already nothing is done, and two that make the same one at the same time \
      make the same file. So a segment may be rendered again whenever it is not known whether it was.

      EXAMPLES
        gstedit render-segment film.plan 3 --into parts
        gstedit render-segment film.plan 4 --into parts --progress none --json
      """)

  @Argument(help: ArgumentHelp("The plan.", valueName: "plan"), completion: .file())
  var plan: String

  @Argument(help: ArgumentHelp("The number of the segment, from 0.", valueName: "number"))
  var number: Int

  @Option(help: ArgumentHelp("The folder for segments; made if it is not there.", valueName: "folder"))
  var into: String

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { plan }

  func validate() throws { try shared.refuseIsolation(of: Self.configuration.commandName ?? "") }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(in: environment, output: "segment \(number)", verbose: shared.verbose)
  }

  func perform(in environment: CommandEnvironment) async throws {
    let film = try PlanFile(environment.url(plan)).read()
    let reporter = reporter(in: environment)
    let progress = AnalysisProgress(reporter, in: environment)
    let segment = try await film.render(number, into: environment.url(into), by: environment.renderer) {
      progress.report($0.fraction)
    }
    reporter.completed()
    for damage in segment.findings.damage { environment.warn("\(damage)") }
    for failure in segment.findings.compositorFailures { environment.warn("\(failure)") }
    guard shared.json else { return }
    let result: JSONObject = [
      "segment": number, "file": segment.url.path, "frames": segment.frameCount, "bytes": segment.byteCount,
    ]
    try environment.write(JSONOutput.document(result))
  }
}

extension SharedOptions {
  /// Refuses to close in a command called `name`, whose files have names that only it knows.
  func refuseIsolation(of name: String) throws {
    guard isolation.isolatesMedia else { return }
    throw ValidationError("\(name) cannot be closed in: it works in a folder with others. Leave out --isolate-media.")
  }
}
