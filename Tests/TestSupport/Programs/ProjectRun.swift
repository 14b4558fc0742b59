public import Foundation

/// A project in a folder of its own, and `gstedit` to be run on it.
public struct ProjectRun: Sendable {
  /// The folder that holds the project and takes the output.
  public let scratch: ScratchFolder

  /// The project file.
  public let project: URL

  /// Writes a project.
  public init(_ document: ProjectDocument) throws {
    try self.init(text: document.text())
  }

  /// Writes a project as it is spelled.
  public init(text: String) throws {
    scratch = try ScratchFolder()
    project = try scratch.write(text, to: "project.json")
  }

  /// The run of a command of the program in the project's folder.
  public func command(_ arguments: [String]) -> ProgramRun {
    var run = ProgramRun(ProgramLocation.gstedit, arguments)
    run.directory = scratch.url
    return run
  }

  /// The run of an export to a file in the project's folder.
  public func export(to name: String, _ options: [String] = []) -> ProgramRun {
    command(["export", project.path, "-o", scratch.url(name).path, "--progress", "none"] + options)
  }
}

/// A film or a sound that the program has made without complaint.
public struct Exported: Sendable {
  /// The file.
  public let url: URL

  /// What the program said and used.
  public let outcome: ProgramOutcome

  /// The folder, which lives as long as this does.
  public let run: ProjectRun

  /// Exports a project. Throws what the program says when it fails.
  public init(_ document: ProjectDocument, as name: String = "out.mkv", _ options: [String] = []) async throws {
    run = try ProjectRun(document)
    outcome = try await run.export(to: name, options).outcome()
    url = run.scratch.url(name)
    guard outcome.ending == .exited(0) else {
      throw MediaTools.Failure(tool: "gstedit", complaint: "\(outcome.ending): \(outcome.errorText)")
    }
  }

  /// What each frame shows.
  public func frames() async throws -> [FrameReading] { try await FilmReader.frames(url) }
}
