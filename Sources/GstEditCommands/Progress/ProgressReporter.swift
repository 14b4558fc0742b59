import ArgumentParser
import Documents
import GstEdit

/// Reports the progress of a render and how it ended, on standard error.
protocol ProgressReporter: Sendable {
  /// The render has advanced.
  func progress(_ reading: ProgressMeter.Reading)
  /// The file is complete.
  func completed(_ summary: ExportSummary)
  /// Work without a film is done; what it came to is on its way to standard output.
  func completed()
  /// There is no file, because of `failure`; a cancel is one kind of it.
  func failed(_ failure: CommandFailure)
}

/// The form of progress reports (`--progress`).
enum ProgressStyle: String, Sendable, CaseIterable, ExpressibleByArgument {
  /// A bar on a terminal, nothing elsewhere.
  case auto
  /// A bar that redraws itself.
  case tty
  /// One JSON object a line.
  case json
  /// Nothing.
  case none

  /// The reporter of this style; `output` is the file's name.
  func reporter(in environment: CommandEnvironment, output: String, verbose: Bool) -> any ProgressReporter {
    switch self {
    case .json:
      ProgressLines(environment: environment)
    case .tty:
      ProgressBar(environment: environment, output: output, verbose: verbose)
    case .auto where environment.isTerminal:
      ProgressBar(environment: environment, output: output, verbose: verbose)
    case .auto:
      CompletionReporter(environment: environment, writesSummary: true, verbose: verbose)
    case .none:
      CompletionReporter(environment: environment, writesSummary: false, verbose: verbose)
    }
  }
}

/// Reports only the end.
struct CompletionReporter: ProgressReporter {
  let environment: CommandEnvironment
  /// Whether a complete file is reported, not only a failure.
  let writesSummary: Bool
  let verbose: Bool

  func progress(_ reading: ProgressMeter.Reading) {}

  func completed(_ summary: ExportSummary) {
    if writesSummary { environment.writeMessage(summary.sentence + "\n") }
  }

  func completed() {}

  func failed(_ failure: CommandFailure) {
    environment.writeMessage(failure.text(verbose: verbose, usesColor: environment.usesColor))
  }
}

/// Reports one JSON object a line: any number of `progress`, and at the end one of `completed`, `cancelled` and `failed`.
struct ProgressLines: ProgressReporter {
  let environment: CommandEnvironment

  /// The object of the last line.
  private struct End: Encodable {
    let event: String
    var output: ExportSummary?
    var error: ErrorReport?
  }

  func progress(_ reading: ProgressMeter.Reading) {
    // A time that is not known yet is null.
    let secondsLeft: any Encodable & Sendable =
      if let seconds = reading.secondsLeft { DecimalText.near(seconds, to: 2) } else { JSONValue.null }
    let object: JSONObject = [
      "event": "progress",
      "frame": reading.frame,
      "frames": reading.frames,
      "fraction": DecimalText.near(reading.fraction, to: 6),
      "fps": DecimalText.near(reading.framesPerSecond, to: 2),
      "speed": DecimalText.near(reading.speed, to: 3),
      "etaSeconds": secondsLeft,
    ]
    write(object)
  }

  func completed(_ summary: ExportSummary) {
    write(End(event: "completed", output: summary))
  }

  func completed() {
    write(End(event: "completed"))
  }

  func failed(_ failure: CommandFailure) {
    write(End(event: failure.status.isSignal ? "cancelled" : "failed", error: failure.report))
  }

  private func write(_ object: some Encodable) {
    environment.writeMessage(JSONOutput.line(object) + "\n")
  }
}
