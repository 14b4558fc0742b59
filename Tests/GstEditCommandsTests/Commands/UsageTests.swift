import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

struct UsageTests {
  @Test(arguments: [
    "", "fly", "export", "export project.json", "probe", "plan project.json --nonsense",
    "export project.json -o a.mkv --video-codec x", "export project.json -o a.mkv --quality fine",
    "export project.json -o a.mkv --progress loud", "export project.json -o a.mkv --range 5..1",
    "export project.json -o a.mkv --range 5", "export project.json -o a.mkv --range x..7",
    "export project.json -o a.mkv --range 5f..5f", "export project.json -o a.mkv --scale 0",
    "export project.json -o a.mkv --preset HEVC1920x1080WithAlpha", "export project.json -o a.mkv --preset 8K",
    "export project.json -o a.mkv --file-type avi", "package project.json -o a --smart",
    "package project.json -o a --preset Passthrough",
  ])
  func `wrong usage ends with 64 and a message on standard error alone`(line: String) async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run(line) == .usage)
    #expect(stage.errors.hasPrefix("gstedit: error: "))
    #expect(stage.output.isEmpty)
    #expect(stage.renderer.record.factsAsked.isEmpty)
  }

  @Test(arguments: [
    ("--range 100..", "starts where the film has ended"), ("--range 2.9..60f", "ends before it starts"),
    ("--quality 99", "quality 99"), ("--video-codec vp8", "VP8"), ("--file-type webm --video-codec ffv1", "FFV1"),
  ])
  func `a choice that does not fit the project is wrong usage too`(options: String, words: String) async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run("export project.json -o a.mp4 \(options)") == .usage)
    #expect(stage.errors.contains(words), "\(stage.errors)")
    #expect(stage.renderer.record.plans.isEmpty)
  }

  @Test func `a name that says no container needs a file type`() async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run("export project.json -o film") == .usage)
    #expect(stage.errors.contains("film does not say what"))
    #expect(await stage.run("export project.json -o film --file-type mov") == .done)
    #expect(stage.renderer.record.settingsChecked.first?.fileType == .mov)
  }

  @Test(arguments: [
    "export project.json", "play project.json", "submit project.json --slurm", "convert clip.mp4",
    "convert clip.mp4 --copy",
    "trim clip.mp4 --range 0..1", "trim clip.mp4 --range 0..1 --copy", "concat clip.mp4 clip.mp4", "record",
    "record --device videotestsrc -y", "frame clip.mp4 --at 0", "sheet clip.mp4", "strip clip.mp4", "waveform clip.mp4",
    "styles", "debug project.json", "subtitles clip.mp4",
  ])
  func `an output whose name says nothing is wrong usage in every command, and what stands there stays`(
    command: String
  ) async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    try stage.folder.write("mine", to: "notes.xyz")
    #expect(await stage.run("\(command) -o notes.xyz") == .usage)
    #expect(stage.errors.contains("notes.xyz"), "\(stage.errors)")
    #expect(try String(contentsOf: stage.folder.file("notes.xyz"), encoding: .utf8) == "mine")
    #expect(stage.renderer.record.outputs.isEmpty)
  }

  @Test(arguments: [
    "trim clip.mp4 -o a.mp4 --range -1..2", "export project.json -o a.mp4 --range -1..2",
    "waveform clip.mp4 --json --range -1..2",
    "frame clip.mp4 -o a.png --at -1", "explain project.json --at -1", "debug project.json --at -1",
  ])
  func `a time before zero is no time, and not a missing one`(line: String) async throws {
    let stage = try CommandStage()
    #expect(await stage.run(line) == .usage)
    #expect(stage.errors.contains(#""-1" is no time. Give a time of 0 or later"#), "\(stage.errors)")
  }

  @Test func `a command that there is not is named, and one that was meant`() async throws {
    let stage = try CommandStage()
    for (line, words) in [
      ("exprot project.json -o a.mp4", "There is no command “exprot”. Did you mean “export”?"),
      ("film.mp4", "There is no command “film.mp4”. Give one of those that --help lists."),
    ] {
      #expect(await stage.run(line) == .usage)
      #expect(stage.errors.contains(words), "\(stage.errors)")
      #expect(stage.output.isEmpty)
    }
  }

  @Test func `a drawing's name without a known ending gets a list of all`() async throws {
    let stage = try CommandStage()
    for (command, endings) in [("waveform", ".svg, .png, .jpg or .webp."), ("sheet", "in .png, .jpg or .webp.")] {
      #expect(await stage.run("\(command) clip.mp4 -o drawing.txt") == .usage)
      #expect(stage.errors.contains(endings), "\(stage.errors)")
    }
  }

  @Test(arguments: ["--help", "help", "export --help", "help plan", "--version"])
  func `help and the version are data`(line: String) async throws {
    let stage = try CommandStage()
    #expect(await stage.run(line) == .done)
    #expect(!stage.output.isEmpty)
    #expect(stage.errors.isEmpty)
  }

  @Test func `the contract's commands are there, and none twice`() {
    let commands = GstEditCommand.commandNames
    #expect(Set(commands).count == commands.count)
    let contract = ["play", "export", "validate", "plan", "explain", "probe", "schema", "plugins"]
    #expect(contract.filter { !commands.contains($0) } == [])
  }

  @Test(arguments: GstEditCommand.commandNames)
  func `every command has examples that its own parser understands`(command: String) async throws {
    let stage = try CommandStage()
    #expect(await stage.run("\(command) --help") == .done)
    let examples = stage.output.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("gstedit \(command) ") }
      .map { $0.dropFirst("gstedit ".count).prefix { !"<>".contains($0) } }
    #expect(!examples.isEmpty)
    for example in examples {
      #expect(await stage.run(String(example)) != .usage, "\(example)")
    }
  }

  // MARK: Completions

  @Test(arguments: [
    ("bash", "_gstedit_NAME() {", "-fX '!*.@(json)'"), ("zsh", "_gstedit_NAME() {", #"_files -g '\''*.json'\''"#),
    ("fish", "-fa 'NAME' -d", #"*.\'json\'"#),
  ])
  func `a completion script offers every command, and files for a project`(
    shell: String, offer: String, files: String
  ) async throws {
    let stage = try CommandStage()
    #expect(await stage.run("--generate-completion-script \(shell)") == .done)
    #expect(stage.errors.isEmpty)
    let missing = GstEditCommand.commandNames.filter { !stage.output.contains(offer.replacing("NAME", with: $0)) }
    #expect(missing == [])
    #expect(stage.output.contains(files))
  }

  @Test func `an unknown shell is wrong usage`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("--generate-completion-script tcsh") == .usage)
    #expect(stage.output.isEmpty)
  }
}
