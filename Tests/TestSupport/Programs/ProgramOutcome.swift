public import Foundation

/// How a program ended and what it left.
public struct ProgramOutcome: Sendable {
  /// The ways to end.
  public enum Ending: Hashable, Sendable {
    /// By itself, with a status.
    case exited(Int32)

    /// By a signal that it did not catch.
    case killed(signal: Int32)

    /// By the test, which had waited long enough.
    case timedOut
  }

  /// How it ended.
  public let ending: Ending

  /// What it wrote to standard output.
  public let output: Data

  /// What it wrote to standard error.
  public let errorText: String

  /// From start to end, in seconds.
  public let wallSeconds: Double

  /// What it used.
  public let usage: ProcessUsage

  /// Standard output as text.
  public var outputText: String { String(decoding: output, as: UTF8.self) }

  /// The lines of standard error.
  public var errorLines: [String] { errorText.split(whereSeparator: \.isNewline).map(String.init) }
}
