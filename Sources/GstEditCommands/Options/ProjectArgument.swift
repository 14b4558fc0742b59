import ArgumentParser
import Foundation
import GstEdit

/// The project that a command works on.
struct ProjectArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The project file, or - for standard input.", valueName: "project"))
  var project: String

  /// Whether the project is read from standard input.
  var isStandardInput: Bool { project == "-" }

  /// What the project is called in messages.
  var name: String { isStandardInput ? "standard input" : project }

  /// Where the project stands; nil for one from standard input.
  func url(in environment: CommandEnvironment) -> URL? {
    isStandardInput ? nil : environment.url(project)
  }

  /// Reads the project. From standard input, its paths are relative to the working folder.
  func read(in environment: CommandEnvironment) throws -> Project {
    guard isStandardInput else { return try Project(contentsOf: environment.url(project)) }
    let data: Data
    do {
      data = try environment.readInput()
    } catch {
      throw CommandFailure(.inputOutput, "Standard input cannot be read.", underlying: "\(error)")
    }
    return try Project(json: Array(data), baseURL: environment.workingFolder)
  }
}
