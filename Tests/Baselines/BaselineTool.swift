import ArgumentParser
import Foundation
import TestSupport

/// `make baseline`: what the program reads and writes, recorded before a change and compared after it.
@main
struct BaselineTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Records what the program reads and writes, and compares two recordings.",
    discussion: """
      Before a change that must not be seen from outside, everything is recorded; after it, again, with the program of the \
      changed sources, and the two recordings are compared. What differs is listed with the first frame, sample or packet.
      """,
    subcommands: [Record.self, Compare.self])
}

/// Records.
struct Record: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Records how media are read, what is written of a film, and the plans of projects.")

  @Argument(help: "Media files, or folders of them.")
  var media: [String] = []

  @Option(help: "A folder of projects, whose plans and films are recorded.")
  var projects = "Pipelines"

  @Flag(inversion: .prefixedNo, help: "Write a film in every codec and container, and every project.")
  var written = true

  @Option(name: .shortAndLong, help: "The recording, a row a line as JSON.")
  var output: String

  func run() async throws {
    try Data().write(to: URL(filePath: output))
    let file = try FileHandle(forWritingTo: URL(filePath: output))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func add(_ row: BaselineRow) throws {
      // Written at once: a recording that is interrupted holds what was done.
      try file.write(contentsOf: encoder.encode(row) + Data("\n".utf8))
      print(row.name)
    }
    for argument in media {
      let root = URL(filePath: argument)
      for url in files(below: root) {
        let name =
          url.path.hasPrefix(root.path + "/") ? String(url.path.dropFirst(root.path.count + 1)) : url.lastPathComponent
        try add(await ReadFile(url: url).row(name: "read: \(root.lastPathComponent)/\(name)"))
      }
    }
    let projects = files(below: URL(filePath: projects)).filter { $0.lastPathComponent == "project.json" }
    for project in projects { try add(await PrintedPlan(project: project).row()) }
    guard written else { return }
    let folder = try ScratchFolder()
    let film = folder.url("film.mov")
    try await Self.makeFilm(film)
    for file in WrittenFile.all(film: film, projects: projects) { try add(await file.row(in: folder)) }
  }

  private func files(below root: URL) -> [URL] {
    guard let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey]) else {
      return [root]
    }
    let files = found.compactMap { $0 as? URL }.filter {
      (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
    }
    return files.isEmpty ? [root] : files.sorted { $0.path < $1.path }
  }

  /// A film of two seconds with a click at one second, a title and two chapters.
  private static func makeFilm(_ url: URL) async throws {
    let chapters =
      "data:text/plain;base64,"
      + Data(
        """
        ;FFMETADATA1
        title=A film
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=1000
        title=One
        [CHAPTER]
        TIMEBASE=1/1000
        START=1000
        END=2000
        title=Two
        """.utf8
      ).base64EncodedString()
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=320x192:rate=25:duration=2", "-f", "lavfi", "-i"]
        + ["aevalsrc=exprs=0.7*exp(-pow((t-1)/0.0004\\,2))*cos(2*PI*2500*(t-1)):s=48000:d=2"]
        + ["-f", "ffmetadata", "-i", chapters, "-map", "0:v", "-map", "1:a", "-map_metadata", "2"]
        + ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "12", "-pix_fmt", "yuv420p"]
        + ["-c:a", "aac", "-b:a", "192k", url.path])
  }
}

/// Compares.
struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists in what a later recording differs; ends with 1 where it does.")

  @Argument(help: "The recording before.")
  var before: String

  @Argument(help: "The recording after.")
  var after: String

  func run() throws {
    let comparison = try Baseline(contentsOf: URL(filePath: before))
      .comparison(with: Baseline(contentsOf: URL(filePath: after)))
    print(comparison.text)
    throw ExitCode(comparison.differing == 0 ? 0 : 1)
  }
}
