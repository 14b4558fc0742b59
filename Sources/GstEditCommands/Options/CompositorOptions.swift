public import ArgumentParser
public import GstEdit

/// Where compositors come from, and how far they are trusted.
struct CompositorOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp(
      "Load a plug-in with compositors. May be given more than once; `gstedit plugins` lists what it holds.",
      valueName: "path"))
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
}

extension VideoCompositorFailurePolicy: ExpressibleByArgument {
  /// The words of the command line.
  public static var allValueStrings: [String] { allCases.map(\.argument) }

  /// The policy that the command line calls `argument`.
  public init?(argument: String) {
    guard let policy = Self.allCases.first(where: { $0.argument == argument }) else { return nil }
    self = policy
  }

  /// What the help shows as the default.
  public var defaultValueDescription: String { argument }

  private var argument: String {
    switch self {
    case .fail: "fail"
    case .showLastFrame: "show-last-frame"
    }
  }
}
