import Documents
import GstEdit

/// A command's failure: sentences for people, an object for programs, and an exit status.
struct CommandFailure: Error {
  /// The program's exit status.
  var status: ProgramExit {
    didSet { report.exitCode = status.rawValue }
  }
  /// The failure for programs.
  var report: ErrorReport
  /// The failure for people, each sentence on a line of its own.
  private(set) var sentences: [String]

  /// A failure of the command itself, with one sentence.
  init(_ status: ProgramExit, _ message: String, remedy: String? = nil, underlying: String? = nil) {
    self.status = status
    self.sentences = [[message, remedy].compactMap(\.self).joined(separator: " ")]
    self.report = ErrorReport(
      code: "\(status)", message: message, remedy: remedy, underlying: underlying, exitCode: status.rawValue)
  }

  /// A failure without a message.
  static func silent(_ status: ProgramExit) -> CommandFailure {
    var failure = CommandFailure(status, "")
    failure.sentences = []
    return failure
  }

  /// The failure of a plan or a render.
  init(_ error: RenderError) {
    var error = error
    // The library's advice in terms of the command line's options.
    switch error.code {
    case .outputExists:
      error.remedy = "Give -y to replace it, or another name with -o."
    case .videoCompositorFailed where error.time != nil:
      error.remedy = "Correct the compositor, or give --compositor-failure show-last-frame."
    default: error.remedy = error.remedy.map(OptionAdvice.completing)
    }
    self.status = ProgramExit(error.code)
    self.sentences = [error.description]
    self.report = ErrorReport(error, exitCode: status.rawValue)
  }

  /// All failures together, with the exit status of the first; nil without any.
  init?(all failures: [CommandFailure]) {
    guard var all = failures.first else { return nil }
    for failure in failures.dropFirst() { all.sentences += failure.sentences }
    self = all
  }

  /// The failure to read the project called `name`.
  init(_ error: ProjectError, in name: String) {
    switch error {
    case .invalid(let diagnostics):
      self.init(diagnostics, in: name, status: .invalidProject)
    case .unreadable(let file, let reason):
      self.init(.mediaUnavailable, "The project \(file) cannot be read: \(reason)")
    case .notExpressible:
      self.init(.invalidProject, error.description)
    }
  }

  /// Errors in the project called `name`, each with its position.
  init(_ diagnostics: [ProjectDiagnostic], in name: String, status: ProgramExit) {
    self.status = status
    self.sentences = diagnostics.map { "\(name):\($0)" }
    self.report = ErrorReport(
      code: "\(status)", message: diagnostics.first?.message ?? "The project is not valid.", exitCode: status.rawValue)
    self.report.diagnostics = diagnostics.map { DiagnosticReport($0) }
  }

  /// Any error that a command throws; `name` is the project's.
  init(_ error: any Error, in name: String) {
    switch error {
    case let error as CommandFailure: self = error
    case let error as ProjectError: self.init(error, in: name)
    case let error as PluginError: self.init(.pluginMissing, error.description)
    case let error as ProjectRender.ChoiceError: self.init(.usage, error.message, remedy: error.remedy)
    default: self.init(RenderError(describing: error))
    }
  }

  /// The text for standard error, a line a sentence; if `verbose`, with the underlying message.
  func text(verbose: Bool, usesColor: Bool) -> String {
    let mark = usesColor ? "gstedit: \u{1B}[1;31merror:\u{1B}[0m " : "gstedit: error: "
    var lines = sentences.map { mark + $0 }
    if verbose, let underlying = report.underlying {
      lines += underlying.split(separator: "\n").map { "  " + $0 }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
