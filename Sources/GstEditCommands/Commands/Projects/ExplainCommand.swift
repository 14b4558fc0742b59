import ArgumentParser
import Documents
import GstEdit

/// `gstedit explain`: what the output shows and plays at one time, and why.
struct ExplainCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say what a film shows and plays at one time, and which part of the project makes it so.",
    discussion: """
      For the time T: the output frame, the instruction, the layers from top to bottom with the segment, the source frame \
      and its timestamp, opacity, transform and crop; and of each audio track the segment, the source's time and the gain. \
      Each value stands with the setting or ramp that gives it, by its JSON pointer. What is not seen or heard stands \
      there too, with the reason. The answer is read off the plan that a render carries out; nothing is rendered.

      EXAMPLES
        gstedit explain project.json --at 7.5
        gstedit explain project.json --at 120f --json
      """)

  @OptionGroup var argument: ProjectArgument

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time.", discussion: TimeArgument.forms, valueName: "time"),
    transform: TimeArgument.time)
  var at: ProjectTime

  @OptionGroup var shared: SharedOptions

  var projectName: String { argument.name }

  func files(in environment: CommandEnvironment) throws -> CommandFiles { try argument.files(in: environment) }

  func perform(in environment: CommandEnvironment) async throws {
    let project = try argument.read(in: environment)
    let explanation = try await ProjectRender(project, renderer: environment.renderer).explain(at: at)
    try environment.write(
      shared.json ? JSONOutput.document(explanation.json) : ExplanationText(explanation).text)
  }
}
