import ArgumentParser
import Documents
import GstEdit

/// `gstedit validate`: every error in a project; nothing is rendered.
struct ValidateCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Say everything that is wrong with a project; render nothing.",
    discussion: """
      The project is read, its media is looked at, and the render is planned. Each fault is named with its line and \
      column and a JSON pointer, with what was found, what was expected and the name that was probably meant. What can be \
      rendered and is probably not meant is a warning: gaps of a frame or two, instructions, ramps and segments that do not \
      meet, layers and tracks that are never seen. With --json, an array of objects with severity (error or warning), \
      pointer, line, column, message, expected and suggestion; empty for a project that nothing is to be said of.

      Ends with 65 if the project is at fault, with 66 if only its media is; warnings alone leave it at 0, or with --strict \
      at 65.

      EXAMPLES
        gstedit validate project.json
        gstedit validate --json - < project.json
      """)

  @OptionGroup var argument: ProjectArgument

  @Flag(help: "Take warnings for errors.")
  var strict = false

  @Option(help: ArgumentHelp("Warn where more pictures are decoded at a time.", valueName: "count"))
  var decoders: Int?

  @OptionGroup var shared: SharedOptions

  var projectName: String { argument.name }

  func files(in environment: CommandEnvironment) throws -> CommandFiles { try argument.files(in: environment) }

  func validate() throws {
    guard decoders ?? 1 > 0 else { throw ValidationError("The count of --decoders is 1 or more.") }
  }

  func perform(in environment: CommandEnvironment) async throws {
    let check: ProjectCheck
    do {
      let project = try argument.read(in: environment)
      check = try await ProjectRender(project, renderer: environment.renderer).check(decoderLimit: decoders)
    } catch ProjectError.invalid(let diagnostics) {
      throw try failure(diagnostics, status: .invalidProject, in: environment)
    }
    if strict, check.faults.isEmpty, !check.warnings.isEmpty {
      throw try failure(check.warnings, status: .invalidProject, in: environment)
    }
    for warning in check.warnings { environment.warn("\(projectName):\(warning)") }
    guard let plan = check.plan else {
      let statuses = check.faults.map { ProgramExit($0.error.code) }
      let status = statuses.contains(.invalidProject) ? .invalidProject : statuses.first ?? .invalidProject
      throw try failure(
        check.faults.map(\.diagnostic), warnings: check.warnings, status: status, in: environment)
    }
    if shared.json {
      try environment.write(JSONOutput.document(check.warnings.map { DiagnosticReport($0, .warning) }))
    } else {
      try environment.write("\(projectName) is valid: \(Self.summary(of: plan)).\n")
    }
  }

  /// "450 frames of 1280x720 at 1001/30000 s, 720720 samples at 48000 Hz".
  private static func summary(of plan: RenderPlan) -> String {
    let picture = plan.picture.map { "\($0.frameCount) frames of \($0.grid.frameDuration) s, \($0.size)" }
    let sound = plan.sound.map { "\($0.sampleCount) samples at \($0.grid.rate) Hz" }
    return [picture, sound].compactMap(\.self).joined(separator: "; ")
  }

  /// The failure with these diagnostics, which `--json` writes to standard output as well.
  private func failure(
    _ diagnostics: [ProjectDiagnostic], warnings: [ProjectDiagnostic] = [], status: ProgramExit,
    in environment: CommandEnvironment
  ) throws -> CommandFailure {
    if shared.json {
      let reports = diagnostics.map { DiagnosticReport($0) } + warnings.map { DiagnosticReport($0, .warning) }
      try environment.write(JSONOutput.document(reports))
    }
    return CommandFailure(diagnostics, in: projectName, status: status)
  }
}
