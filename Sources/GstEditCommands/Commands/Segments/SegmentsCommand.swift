import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit segments`: the work of an export, part by part.
struct SegmentsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "segments",
    abstract: "List the segments in which a project's film is encoded; with -o write the plan that others work by.",
    discussion: """
      A long film is encoded in segments, each by an encoder of its own, whose packets follow one another in the file. \
      Export does so by itself, several at a time. With the plan they can be made one by one, in any order, on any machine \
      that sees the media under the same paths, with the same version of the program and its libraries: render-segment makes \
      one, join makes the film of them, and it has the same bytes as that of export.

      One JSON object a line: the number, the start and the duration in the film (exact seconds), the method, and why it is \
      made so.

      EXAMPLES
        gstedit segments project.json
        gstedit segments project.json --smart
        gstedit segments project.json --quality 20 -o film.plan
        gstedit render-segment film.plan 0 --into parts
        gstedit join film.plan --from parts -o film.mp4
      """)

  @OptionGroup var argument: ProjectArgument

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write the plan to.", valueName: "plan"), completion: .file())
  var output: String?

  @OptionGroup(title: "What is rendered") var render: RenderOptions
  @OptionGroup(title: "What it is written as") var encoding: EncodingOptions
  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { argument.name }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    var files = try argument.files(in: environment)
    files.output = output.map { CommandFiles.Output(environment.url($0), replaces: shared.overwrites) }
    return files
  }

  func perform(in environment: CommandEnvironment) async throws {
    let project = try argument.read(in: environment)
    let film = try await ProjectRender(project, renderer: environment.renderer)
      .filmPlan(encoding.choices(render.range, scale: render.scale))
    if let output { try PlanFile(environment.url(output)).write(film, replacing: shared.overwrites, in: environment) }
    for line in try film.segmentLines { try environment.write(JSONOutput.line(line) + "\n") }
  }
}

extension FilmPlan {
  /// The description of each segment, in order.
  fileprivate var segmentLines: [JSONObject] {
    get throws {
      guard let picture = render.picture, let segments else { return [] }
      return try segments.segments.map { segment in
        let times = try segment.times(in: picture)
        return [
          "segment": segment.number, "start": times.start.description, "duration": times.duration.description,
          "frames": segment.frames.count, "method": segment.isCopied ? "copy" : "encode",
          "why": segments.reason(for: segment), "file": segment.copies.first?.source.asset.url.path,
          "first": segment.copies.first?.frames.lowerBound,
          "copies": segment.copies.count < 2
            ? nil
            : segment.copies.map { copied -> JSONObject in
              [
                "file": copied.source.asset.url.path, "first": copied.frames.lowerBound, "frames": copied.frames.count,
              ]
            },
        ]
      }
    }
  }
}

extension SegmentPlan {
  /// The reason for which `segment` is made as it is.
  fileprivate func reason(for segment: Segment) -> String {
    if segment.isCopied { return "The media's packets can stand in the film as they are." }
    let reasons = (smart?.reasons ?? []).filter { $0.frames.overlaps(segment.frames) }.map(\.sentence)
    guard reasons.isEmpty else { return reasons.joined(separator: " ") }
    return reasonForOne ?? "Pictures are encoded, not copied."
  }
}

/// A file that holds a `FilmPlan`, as JSON.
struct PlanFile {
  private let url: URL

  /// The file at `url`.
  init(_ url: URL) { self.url = url }

  /// The plan in it.
  ///
  /// - Throws: `CommandFailure` where it cannot be read, or is no plan of this version.
  func read() throws -> FilmPlan {
    guard url.isRegularFile else {
      let isThere = FileManager.default.fileExists(atPath: url.path)
      throw unreadable(": \(isThere ? "it is no regular file" : "there is no such file")")
    }
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw unreadable(underlying: error.localizedDescription)
    }
    do {
      return try JSONDecoder().decode(FilmPlan.self, from: data)
    } catch let error as RenderError {
      throw error
    } catch {
      throw CommandFailure(
        .invalidProject, "\(url.path) is no plan of segments, or another version's.",
        remedy: "Make it with gstedit segments PROJECT -o PLAN.",
        underlying: "\(error)")
    }
  }

  /// Writes `film`, all of it or nothing.
  func write(_ film: FilmPlan, replacing: Bool, in environment: CommandEnvironment) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try ImageFile(url).write([UInt8](try encoder.encode(film)), replacing: replacing, in: environment)
  }

  private func unreadable(_ reason: String = "", underlying: String? = nil) -> CommandFailure {
    CommandFailure(
      .mediaUnavailable, "The plan \(url.path) cannot be read\(reason).",
      remedy: "Make it with gstedit segments PROJECT -o PLAN.", underlying: underlying)
  }
}
