import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit render-segment`: one part of an export, or several one after another.
struct RenderSegmentCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "render-segment",
    abstract: "Render segments of a film's plan into a folder.",
    discussion: """
      The plan is one that gstedit segments wrote. The segment's file has a name that says what it was made from, and is \
      there when it is complete: where it is there already nothing is done, and two that make the same one at the same time \
      make the same file. So a segment may be rendered again whenever it is not known whether it was. Media that another file \
      has replaced since the plan was made ends it with exit status 66: then make the plan again.

      EXAMPLES
        gstedit render-segment film.plan 3 --into parts
        gstedit render-segment film.plan 4-19 --into parts --progress none --json
      """)

  @Argument(help: ArgumentHelp("The plan.", valueName: "plan"), completion: .file())
  var plan: String

  @Argument(help: ArgumentHelp("The number of the segment, from 0, or of several: 3-7.", valueName: "number"))
  var numbers: SegmentNumbers

  @Option(help: ArgumentHelp("The folder for segments; made if it is not there.", valueName: "folder"))
  var into: String

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { plan }

  func validate() throws { try shared.refuseIsolation(of: Self.configuration.commandName ?? "") }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(in: environment, output: "segment \(numbers)", verbose: shared.verbose)
  }

  func perform(in environment: CommandEnvironment) async throws {
    let film = try PlanFile(environment.url(plan)).read()
    let reporter = reporter(in: environment)
    let progress = AnalysisProgress(reporter, in: environment)
    let segments = try await film.render(numbers.range, into: environment.url(into), by: environment.renderer) {
      progress.report($0.fraction)
    }
    reporter.completed()
    for (number, segment) in zip(numbers.range, segments) {
      for damage in segment.findings.damage { environment.warn("\(damage)") }
      for failure in segment.findings.compositorFailures { environment.warn("\(failure)") }
      guard shared.json else { continue }
      let result: JSONObject = [
        "segment": number, "file": segment.url.path, "frames": segment.frameCount, "bytes": segment.byteCount,
      ]
      try environment.write(segments.count == 1 ? JSONOutput.document(result) : JSONOutput.line(result) + "\n")
    }
  }
}

/// The numbers of segments one after another, as arguments name them: `3`, `3-7`.
struct SegmentNumbers: ExpressibleByArgument, CustomStringConvertible {
  /// From the first to the last one.
  let range: ClosedRange<Int>

  /// The numbers `range`.
  init(_ range: ClosedRange<Int>) { self.range = range }

  init?(argument: String) {
    let ends = argument.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { UInt32($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else { return nil }
    range = Int(first)...Int(last)
  }

  var description: String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
  }
}

extension SharedOptions {
  /// Rejects isolation in a command called `name`, which chooses the names of its files itself.
  func refuseIsolation(of name: String) throws {
    guard isolation.isolatesMedia else { return }
    throw ValidationError("\(name) cannot be closed in: it works in a folder with others. Leave out --isolate-media.")
  }
}
