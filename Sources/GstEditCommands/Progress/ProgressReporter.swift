/// Tells somebody how a render goes, and how it ended.
protocol ProgressReporter: Sendable {
  /// The render is this far.
  func progress(_ reading: ProgressMeter.Reading)
  /// The file stands at its place.
  func completed(_ summary: ExportSummary)
  /// There is no file, because of `failure`; or because of a cancel, which is one of its kinds.
  func failed(_ failure: CommandFailure)
}

extension ProgressStyle {
  /// Whoever reports in this style in `environment`.
  func reporter(in environment: CommandEnvironment, film: String, verbose: Bool) -> any ProgressReporter {
    switch self {
    case .json:
      ProgressLines(environment: environment)
    case .tty:
      ProgressBar(environment: environment, film: film, verbose: verbose)
    case .auto where environment.isTerminal:
      ProgressBar(environment: environment, film: film, verbose: verbose)
    case .auto:
      PlainReporter(environment: environment, saysSummary: true, verbose: verbose)
    case .none:
      PlainReporter(environment: environment, saysSummary: false, verbose: verbose)
    }
  }
}
