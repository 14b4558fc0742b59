import ArgumentParser
import Foundation
import GstEdit

/// The project that a command works on.
struct ProjectArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The project file, or - for standard input.", valueName: "project"),
    completion: .file(extensions: ["json"]))
  var project: String

  /// Whether the project is read from standard input.
  var isStandardInput: Bool { project == "-" }

  /// The project's name in messages.
  var name: String { isStandardInput ? "standard input" : project }

  /// The project's file; nil for standard input.
  func url(in environment: CommandEnvironment) -> URL? {
    isStandardInput ? nil : environment.url(project)
  }

  /// The project's file or text, and the files that it names. One that cannot be read names none: the command says why.
  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    guard let url = url(in: environment) else {
      let input = try text(in: environment)
      let project = try? Project(json: Array(input), baseURL: environment.workingFolder)
      return CommandFiles(readable: project?.files ?? [], input: input)
    }
    return CommandFiles(readable: [url] + ((try? Project(contentsOf: url))?.files ?? []))
  }

  /// Reads the project. From standard input, its paths are relative to the working folder.
  ///
  /// - Throws: `ProjectError`; `CommandFailure` where standard input cannot be read, or the file is none of text.
  func read(in environment: CommandEnvironment) throws -> Project {
    if let url = url(in: environment) {
      try Self.refuseMedia(url, named: project)
      return try Project(contentsOf: url)
    }
    return try Project(json: Array(text(in: environment)), baseURL: environment.workingFolder)
  }

  /// Rejects a file with an early zero byte, as in media and never in JSON: an error about its letters would not help.
  private static func refuseMedia(_ url: URL, named name: String) throws(CommandFailure) {
    guard url.isRegularFile, let file = try? FileHandle(forReadingFrom: url) else { return }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: 4_096), head.contains(0) else { return }
    throw CommandFailure(
      .invalidProject, "\(name) is no project: it holds no text, but media or the like.",
      remedy: "gstedit convert, trim, frame and probe take media; a project names them in its assets.")
  }

  /// Standard input.
  private func text(in environment: CommandEnvironment) throws(CommandFailure) -> Data {
    do {
      return try environment.readInput()
    } catch {
      throw CommandFailure(.inputOutput, "Standard input cannot be read.", underlying: "\(error)")
    }
  }
}

/// The part of a project that is rendered, and its size.
struct RenderOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Render only a part: \(TimeArgument.rangeForms).", discussion: TimeArgument.forms, valueName: "range"),
    transform: TimeArgument.range)
  var range: ProjectTimeRange?

  @Option(
    help: ArgumentHelp("Multiply the picture's size, as 0.5 does for a quarter of the pixels.", valueName: "factor"))
  var scale = 1.0

  func validate() throws {
    guard scale > 0, scale <= 16 else {
      throw ValidationError("The scale \(scale) is out of range. Give a number above 0, up to 16.")
    }
  }
}
