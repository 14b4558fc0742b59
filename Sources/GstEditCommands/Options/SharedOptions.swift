import ArgumentParser

/// The options that every command takes.
struct SharedOptions: ParsableArguments {
  @Flag(name: [.customShort("y"), .customLong("overwrite")], help: "Replace the output if it exists already.")
  var overwrites = false

  @Option(
    help: ArgumentHelp(
      "How a render says how far it is, on standard error: auto, tty, json or none.",
      discussion: "json is one object a line; the last one is completed, cancelled or failed.", valueName: "style"))
  var progress = ProgressStyle.auto

  @Flag(help: "Give results as JSON, on standard output.")
  var json = false

  @OptionGroup var compositors: CompositorOptions

  @Flag(name: .shortAndLong, help: "Say more: the engine's own words, and what its libraries complain of.")
  var verbose = false
}
