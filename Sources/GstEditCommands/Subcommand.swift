import ArgumentParser
import Foundation

/// A command of the program, which does its work in an environment it is given.
protocol Subcommand: AsyncParsableCommand {
  /// The options that every command takes.
  var shared: SharedOptions { get }
  /// What failures name the project by; empty for a command without one.
  var projectName: String { get }
  /// How it says how far it is, and how it ended.
  func reporter(in environment: CommandEnvironment) -> any ProgressReporter
  /// Does the work.
  ///
  /// - Throws: Any error; `CommandFailure` makes of it what people and programs are told.
  func perform(in environment: CommandEnvironment) async throws
}

extension Subcommand {
  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    PlainReporter(environment: environment, saysSummary: false, verbose: shared.verbose)
  }
}
