import ArgumentParser
import Documents
import GstEdit

/// `gstedit plan`: what would be rendered, frame by frame and sample by sample.
struct PlanCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Print what would be rendered: which source frame when, by which method, and which samples.",
    discussion: """
      The text is canonical: the same project on the same media gives the same text, one fact a line, so that two plans \
      can be compared with diff. Media is looked at, nothing is rendered. convert, trim, concat and export print the plan of \
      their file with --dry-run; where packets are copied, it says which.

      EXAMPLES
        gstedit plan project.json
        gstedit plan project.json --range 7..8 --json
      """)

  @OptionGroup var argument: ProjectArgument
  @OptionGroup var render: RenderOptions
  @OptionGroup var shared: SharedOptions

  var projectName: String { argument.name }

  func files(in environment: CommandEnvironment) throws -> CommandFiles { try argument.files(in: environment) }

  func perform(in environment: CommandEnvironment) async throws {
    let project = try argument.read(in: environment)
    let plan = try await ProjectRender(project, renderer: environment.renderer)
      .plan(ProjectRender.Choices(timeRange: render.range, scale: render.scale))
    try environment.write(shared.json ? JSONOutput.document(plan.renderedPart.json) : plan.text)
  }
}
