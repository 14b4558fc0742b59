public import ArgumentParser
public import GstEdit

/// The options of all commands.
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

  @Option(
    name: .customLong("damaged"),
    help: ArgumentHelp(
      "What becomes of media of which a part cannot be decoded: refuse or keep.",
      discussion: """
        keep renders what is there: the last intact picture stays where there is none, sound is silent, and a warning names \
        each such stretch.
        """, valueName: "policy"))
  var damagePolicy = DamagePolicy.refuse

  @OptionGroup var isolation: IsolationOptions

  @Flag(name: .shortAndLong, help: "Say more: the engine's own words, and what its libraries complain of.")
  var verbose = false

  func validate() throws {
    if isolation.isolatesMedia, compositors.isolatesPlugins {
      throw ValidationError(
        "--isolate-media and --isolate-plugins cannot be given together: a process that is closed in starts no other. "
          + "Plug-ins run in the process of the media.")
    }
  }
}

/// The plug-ins that provide compositors, and the handling of their failures.
struct CompositorOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp(
      "Load a plug-in with compositors. May be given more than once; `gstedit plugins` lists what it holds.",
      valueName: "path"),
    completion: .file(extensions: ["so"]))
  var plugins: [String] = []

  @Flag(
    name: .customLong("isolate-plugins"),
    help: ArgumentHelp(
      "Run plug-ins in processes of their own: one that crashes or hangs ends in an error.",
      discussion: "One that takes twenty seconds over a frame counts as hanging. Each frame is copied there and back."))
  var isolatesPlugins = false

  @Option(
    name: .customLong("compositor-failure"),
    help: ArgumentHelp(
      "What becomes of a film when a compositor does not make a frame: fail or show-last-frame.",
      discussion: "show-last-frame shows the last good frame instead, and says in the end which frames those are.",
      valueName: "policy"))
  var failurePolicy = VideoCompositorFailurePolicy.fail

  /// The isolation of plug-ins in processes of their own; nil where they run in the program.
  var isolation: PluginIsolation? { isolatesPlugins ? PluginIsolation() : nil }
}

extension DamagePolicy: ExpressibleByArgument {}

extension VideoCompositorFailurePolicy: ExpressibleByArgument {
  /// The words of the command line.
  public static var allValueStrings: [String] { allCases.map(\.argument) }

  /// The policy that the command line calls `argument`.
  public init?(argument: String) {
    guard let policy = Self.allCases.first(where: { $0.argument == argument }) else { return nil }
    self = policy
  }

  /// The default as the help shows it.
  public var defaultValueDescription: String { argument }

  private var argument: String {
    switch self {
    case .fail: "fail"
    case .showLastFrame: "show-last-frame"
    }
  }
}
