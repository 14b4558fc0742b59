/// Says nothing on the way: only how it ended.
struct PlainReporter: ProgressReporter {
  let environment: CommandEnvironment
  /// Whether a finished film is worth a line.
  let saysSummary: Bool
  let verbose: Bool

  func progress(_ reading: ProgressMeter.Reading) {}

  func completed(_ summary: ExportSummary) {
    if saysSummary { environment.say(summary.sentence + "\n") }
  }

  func failed(_ failure: CommandFailure) {
    environment.say(failure.text(verbose: verbose, usesColor: environment.usesColor))
  }
}
