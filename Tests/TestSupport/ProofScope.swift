import Foundation

/// How much is proved: a short form in minutes, or everything.
public enum ProofScope {
  /// Whether the variable `GSTEDIT_FULL` asks for everything.
  public static let isFull = ProcessInfo.processInfo.environment["GSTEDIT_FULL"] == "1"
}
