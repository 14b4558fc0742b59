import GstEdit

/// What `--version` says.
enum Version {
  /// The program's own version, after Semantic Versioning 2.0.0.
  static let number = "0.1.0"
  /// The engine's.
  static let engine = Engine.version
}
