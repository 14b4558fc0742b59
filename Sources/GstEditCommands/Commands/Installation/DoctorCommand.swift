import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit doctor`: what is installed, what is missing, and whether it works.
struct DoctorCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what is installed, what each missing package would add, and whether a film can be made.",
    discussion: """
      A line says of each purpose how many of its elements are installed, and in which fonts letters are drawn; with --all \
      each element has a line, and those that drive devices have too. The self-test writes a short film of background and silence into a temporary file, reads it back and \
      removes it. The exit status is 0 when all is well, and 69 when something is missing that no other element does.

      EXAMPLES
        gstedit doctor
        gstedit doctor --all
        gstedit doctor --json
      """)

  @Flag(help: "A line for each element, installed or not.")
  var all = false

  @OptionGroup var shared: SharedOptions

  var projectName: String { "" }

  func validate() throws {
    guard shared.isolation.isolatesMedia else { return }
    throw ValidationError("doctor opens no media, so that --isolate-media has nothing to close in. Leave it out.")
  }

  func perform(in environment: CommandEnvironment) async throws {
    let installation = try environment.installation()
    let start = environment.elapsed()
    let result: Result<SelfTest.Report, RenderError>
    do throws(RenderError) {
      let test = SelfTest(renderer: environment.renderer)
      result = .success(try await test.run(in: FileManager.default.temporaryDirectory))
    } catch {
      guard error.code != .cancelled else { throw error }
      result = .failure(error)
    }
    let diagnosis = Diagnosis(
      installation: installation, selfTest: result, duration: environment.elapsed() - start,
      plugins: environment.bundledPlugins)
    try environment.write(
      shared.json ? JSONOutput.document(diagnosis.json) : diagnosis.text(listsElements: all || shared.verbose))
    if let failure = diagnosis.failure { throw failure }
  }
}
