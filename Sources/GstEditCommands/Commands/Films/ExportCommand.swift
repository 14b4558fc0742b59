import ArgumentParser
import Foundation
import GstEdit

/// `gstedit export`: the final file.
struct ExportCommand: RenderSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Render a project into its final file.",
    discussion: """
      What the file is written as comes from these options, then the preset, then the project's export section, then \
      what is usual for the container. The container is that of --file-type, or of the output's name; a codec of the \
      project that it cannot hold gives way to its usual one.

      The film is written under a temporary name beside the output, and gets its name when all of it is there. Ctrl-C \
      cancels and leaves nothing behind.

      A long film is encoded in segments, several at a time: gstedit segments lists them. With --cache they stay, and an export \
      that was ended goes on where it was. With --smart the pictures that need not be encoded are copied.

      EXAMPLES
        gstedit export project.json -o film.mp4
        gstedit export project.json -o film.mkv --video-codec ffv1 --audio-codec flac
        gstedit export project.json -o part.mp4 --range 60..90 --preset 1280x720
        gstedit export project.json -o part.mp4 --preset Passthrough --dry-run
        gstedit export project.json -o film.mp4 --jobs 4 --cache parts
        gstedit export project.json -o film.mp4 --smart --dry-run
        gstedit export project.json -o film.mp4 --fragments 2 --keyframe-interval 60
        gstedit export - -o film.webm --progress json < project.json
      """)

  @OptionGroup var argument: ProjectArgument

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output: String

  @OptionGroup(title: "What is rendered") var render: RenderOptions
  @OptionGroup(title: "What it is written as") var encoding: EncodingOptions

  @OptionGroup(title: "How it is encoded") var segments: SegmentOptions

  @OptionGroup var fragmentOptions: FragmentOptions

  @OptionGroup var plan: DryRunOptions

  @Flag(
    help: ArgumentHelp(
      "Open the finished file again, compare it with the project and decode all of it.",
      discussion: "A file that is not what it should be stays, and the exit status is 76."))
  var verify = false

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  func validate() throws {
    try plan.validate(verifies: verify)
    try segments.validate(isolated: shared.isolation.isolatesMedia)
  }

  var verifies: Bool { verify }
  var isDryRun: Bool { plan.dryRun }

  var fragmentDuration: Rational? { fragmentOptions.fragments }

  func segmentation(in environment: CommandEnvironment) -> Segmentation { segments.segmentation(in: environment) }

  var choices: ProjectRender.Choices { encoding.choices(render.range, scale: render.scale) }

  func outputURL(in environment: CommandEnvironment) -> URL { environment.url(output) }
}
