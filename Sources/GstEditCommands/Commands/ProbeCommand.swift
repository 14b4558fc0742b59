import ArgumentParser
import GstEdit

/// `gstedit probe`: what media files hold.
struct ProbeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Print what media files hold: tracks, exact durations and rates, orientation, color.",
    discussion: """
      Durations and rates are fractions, exact to the file's own clock; time 0 is the earliest presented sample. With \
      --json, an array with one object a file.

      EXAMPLES
        gstedit probe cat.mp4
        gstedit probe --json *.mov
      """)

  @Argument(help: ArgumentHelp("The media files.", valueName: "file"))
  var files: [String]

  @OptionGroup var shared: SharedOptions

  var projectName: String { "" }

  func perform(in environment: CommandEnvironment) async throws {
    let assets = files.map { AssetReference(url: environment.url($0), name: $0) }
    let results = await MediaInspector(renderer: environment.renderer).results(of: assets)
    let facts = results.compactMap { try? $0.get() }
    if shared.json {
      try environment.write(JSONText.document(facts.map(MediaDocument.init)))
    } else {
      try environment.write(facts.map { MediaText($0).text }.joined(separator: "\n"))
    }
    let failures = results.compactMap { result in
      if case .failure(let error) = result { CommandFailure(error) } else { nil }
    }
    if let failure = CommandFailure(all: failures) { throw failure }
  }
}
