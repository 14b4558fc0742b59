import ArgumentParser
import GstEdit

/// The subject of a command: a project's film, or a media file.
struct AnalysisOptions: ParsableArguments {
  @OptionGroup var source: MediaSourceArgument

  @Option(
    help: ArgumentHelp(
      "Which of a media file's tracks of that kind, counted from 0.",
      discussion: "Unless given, the first that is enabled. Of a project the whole film is analyzed.",
      valueName: "number"))
  var track: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only a part: \(TimeArgument.rangeForms).", discussion: TimeArgument.forms, valueName: "range"),
    transform: TimeArgument.range)
  var range: ProjectTimeRange?

  func validate() throws {
    if let track, track < 0 { throw ValidationError("There is no track \(track). Count from 0.") }
  }

  /// The subject of the analysis, and its time range.
  func subject(in environment: CommandEnvironment) async throws -> (AnalysisSubject, timeRange: CMTimeRange?) {
    try await source.subject(of: range, track: track, in: environment)
  }
}
