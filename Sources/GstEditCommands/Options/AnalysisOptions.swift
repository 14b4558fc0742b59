import ArgumentParser
import GstEdit

/// What a command analyzes: a project's film, or a media file.
struct AnalysisOptions: ParsableArguments {
  @OptionGroup var source: MediaSourceArgument

  @Option(
    help: ArgumentHelp(
      "Which of a media file's tracks of that kind, counted from 0.",
      discussion: "Of a project the whole film is analyzed.", valueName: "number"))
  var track = 0

  @Option(
    help: ArgumentHelp(
      "Only a part: START..END, START.. or ..END.",
      discussion: "Seconds (2.5), fractions (1001/30000), 00:01:02.500, or frames (120f).", valueName: "range"),
    transform: { text in
      do {
        return try ProjectTimeRange(text)
      } catch {
        throw ValidationError("\(error)")
      }
    })
  var range: ProjectTimeRange?

  func validate() throws {
    guard track >= 0 else { throw ValidationError("There is no track \(track). Count from 0.") }
  }

  /// What is analyzed, and which part of it.
  func subject(in environment: CommandEnvironment) async throws -> (AnalysisSubject, timeRange: CMTimeRange?) {
    if let project = try source.project(in: environment) {
      return try await ProjectRender(project, renderer: environment.renderer).analysisSubject(range)
    }
    return try await AnalysisSubject.file(
      source.asset(in: environment), track: track, range, renderer: environment.renderer)
  }
}
