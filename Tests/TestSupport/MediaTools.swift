public import Foundation

/// ffmpeg and ffprobe, which make the tests' media and bear witness to the program's output.
public enum MediaTools {
  /// A tool that did not do what a test needs of it.
  public struct Failure: Error, CustomStringConvertible {
    /// The tool's name.
    public let tool: String

    /// The tool's own words.
    public let complaint: String

    /// Says what a tool did not do.
    public init(tool: String, complaint: String) {
      self.tool = tool
      self.complaint = complaint
    }

    /// The tool and its words.
    public var description: String { "\(tool): \(complaint)" }
  }

  /// Runs ffmpeg, which reads `input` as its standard input.
  public static func ffmpeg(_ arguments: [String], input: Data? = nil) async throws {
    let scratch = try ScratchFolder()
    var inputFile: URL?
    if let input {
      let file = scratch.url("input")
      try input.write(to: file)
      inputFile = file
    }
    try await succeed("ffmpeg", ["-y", "-v", "error"] + arguments, input: inputFile)
    // FFmpeg 5 turns a movie's pictures by a statement where it copies them, and later ones ignore it.
    if arguments.contains("copy"),
      let turn = arguments.lazy.compactMap({ $0.wholeMatch(of: /rotate=(\d+)/) }).first, let degrees = Int(turn.1),
      let path = arguments.last
    {
      try TurnedMovie.turn(URL(fileURLWithPath: path), by: degrees)
    }
  }

  /// Runs ffmpeg and takes what it writes. The last arguments name the format.
  public static func ffmpegOutput(_ arguments: [String]) async throws -> Data {
    try await succeed("ffmpeg", ["-nostdin", "-v", "error"] + arguments + ["pipe:1"]).output
  }

  /// Runs ffprobe and takes what it prints.
  public static func ffprobe(_ arguments: [String]) async throws -> String {
    String(decoding: try await succeed("ffprobe", ["-v", "error"] + arguments).output, as: UTF8.self)
  }

  /// Runs another tool, such as an encoder of pictures.
  public static func run(_ tool: String, _ arguments: [String]) async throws {
    try await succeed(tool, arguments)
  }

  @discardableResult
  private static func succeed(_ tool: String, _ arguments: [String], input: URL? = nil) async throws -> ProgramOutcome {
    var run = ProgramRun(try executable(tool), arguments)
    run.input = input
    let outcome = try await run.outcome()
    guard outcome.ending == .exited(0) else {
      throw Failure(
        tool: tool, complaint: "\(outcome.ending) after \(arguments.joined(separator: " ")): \(outcome.errorText)")
    }
    return outcome
  }

  /// Where a program is, by `PATH`.
  public static func executable(_ name: String) throws -> URL {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    for folder in folders {
      let url = URL(filePath: String(folder)).appending(path: name)
      if FileManager.default.isExecutableFile(atPath: url.path) { return url }
    }
    throw Failure(tool: name, complaint: "not installed")
  }
}
