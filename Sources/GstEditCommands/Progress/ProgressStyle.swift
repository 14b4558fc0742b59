import ArgumentParser

/// How a render says how far it is (`--progress`), always on standard error.
enum ProgressStyle: String, Sendable, CaseIterable, ExpressibleByArgument {
  /// A bar on a terminal, nothing elsewhere.
  case auto
  /// A bar that redraws itself.
  case tty
  /// One JSON object a line.
  case json
  /// Nothing.
  case none
}
