import ArgumentParser
import Documents
import GstEdit

/// `gstedit silences`: where sound is silent.
struct SilencesCommand: AnalysisSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "silences",
    abstract: "Find where a project's film or a media file is silent.",
    discussion: """
      Silence is where no sample of any channel lies above a level, for some time. With --json "silent" are these \
      stretches, and "audible" what lies between them: segments that a project's track takes, a film without its pauses.

      EXAMPLES
        gstedit silences talk.wav --level -45 --minimum 0.5
        gstedit silences talk.wav --json
      """)

  @OptionGroup var analysis: AnalysisOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The level of silence, in decibels below full scale.", valueName: "dBFS"))
  var level = -60.0

  @Option(
    help: ArgumentHelp("How long silence lasts at least: seconds, or a fraction.", valueName: "time"),
    transform: StretchText.duration)
  var minimum = CMTime(value: 2, timescale: 1)

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  func validate() throws {
    guard level <= 0 else { throw ValidationError("A level of \(level) dBFS lies above full scale. Give 0 or less.") }
  }

  func perform(in environment: CommandEnvironment) async throws {
    let stretches = try await analyze(in: environment) { subject, timeRange, progress in
      var detector = SilenceDetector(of: subject, renderer: environment.renderer)
      (detector.timeRange, detector.level, detector.minimumDuration) = (timeRange, level, minimum)
      return try await detector.stretches(progress: progress)
    }
    guard shared.json else {
      if stretches.silent.isEmpty, shared.progress == .auto || shared.progress == .tty {
        let length = DecimalText.short(minimum.seconds)
        environment.writeMessage(
          "\(projectName): no silence: it is nowhere below \(DecimalText.short(level)) dBFS for \(length) s\n")
      }
      return try environment.write(stretches.silent.map { StretchText.line($0) + "\n" }.joined())
    }
    let result: JSONObject = [
      "silent": stretches.silent.map(StretchText.json), "audible": stretches.audible.map(StretchText.json),
    ]
    try environment.write(JSONOutput.document(result))
  }
}
