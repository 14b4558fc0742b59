import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit thumbnails`: still images at given times.
struct ThumbnailsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnails",
    abstract: "Write still images of a project's film or of a media file, at given times.",
    discussion: """
      The images are files called 000.png, 001.png … in the order of the times, or .jpg or .webp with --format, and a line \
      says of each when the frame begins that it shows. That is the frame which is shown at the time; with --key-frames the \
      nearest key frame of a media file, which takes a third of the time. Of a sound it is the cover, at any time.

      EXAMPLES
        gstedit thumbnails film.mp4 --at 0 10 20.5 00:01:30 -o stills
        gstedit thumbnails long.mkv --at 600 1200 1800 --key-frames -o stills
        gstedit thumbnails project.json --at 30f 2.5 -o stills --format webp --quality 80
      """)

  @OptionGroup var source: MediaSourceArgument

  @Option(
    name: .customLong("at"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "The times of the images: one or more.",
      discussion: TimeArgument.forms, valueName: "time"),
    transform: TimeArgument.time)
  var times: [ProjectTime]

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder to write them into; made if there is none.", valueName: "dir"),
    completion: .directory)
  var output: String

  @OptionGroup var size: ImageSizeOption

  @Option(help: "What the images are written as: png, jpg or webp.")
  var format = Format.png

  @OptionGroup var quality: ImageQualityOption

  /// The kinds of file, by their names' ends.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case png, jpg, webp

    var type: ImageType {
      switch self {
      case .png: .png
      case .jpg: .jpeg
      case .webp: .webp
      }
    }
  }

  @Flag(help: "How near the image has to be: exactly the frame that is shown at each time, or the nearest key frame.")
  var precision = Precision.exact

  /// The precision of an image's time.
  enum Precision: String, EnumerableFlag {
    case exact, keyFrames
  }

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { source.name }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(in: environment, output: Self._commandName, verbose: shared.verbose)
  }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    var files = try source.files(in: environment)
    files.output = CommandFiles.Output(
      folder: environment.url(output), names: times.indices.map(fileName), replaces: shared.overwrites)
    return files
  }

  func perform(in environment: CommandEnvironment) async throws {
    let folder = environment.url(output)
    let names = times.indices.map(fileName)
    try check(folder, for: names.map { folder.appending(path: $0) })
    let images = ImageFolder(folder, names: names, replacing: shared.overwrites, in: environment)
    defer { images.close() }
    var (generator, times) = try await source.generator(for: times, in: environment)
    generator.maximumSize = size.size
    generator.pixelFormat = format.type.pixelFormat
    if precision == .exact { (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero) }
    var results: [JSONObject] = []
    var lines: [String] = []
    var failures: [CommandFailure] = []
    let reporter = reporter(in: environment)
    let progress = AnalysisProgress(reporter, in: environment)
    for await result in try await generator.images(for: times) {
      let number = results.count
      let requested = times[number].rational?.description ?? "\(times[number])"
      defer { progress.report(Double(results.count) / Double(times.count)) }
      let made: (image: ImageGenerator.Image, data: [UInt8])
      do {
        let image = try result.get()
        made = (
          image,
          try await environment.renderer.imageData(of: image.picture, as: format.type, quality: quality.part)
        )
      } catch {
        let failure = CommandFailure(error, in: source.name)
        failures.append(failure)
        results.append(["requested": requested, "error": failure.report])
        continue
      }
      try images.write(made.data, named: names[number])
      let actual = made.image.actualTime.rational
      lines.append("\(names[number])  \(actual?.timecode ?? "")  (\(actual?.description ?? "?") s)\n")
      let damage = made.image.damage.map { DamageReport($0) }
      for report in damage { environment.warn(report.sentence) }
      results.append([
        "requested": requested, "actual": made.image.actualTime.rational?.description,
        "file": names[number], "damage": damage.isEmpty ? nil : damage,
      ])
    }
    if Task.isCancelled { throw RenderError(.cancelled, "The work was cancelled.") }
    try images.name()
    if failures.isEmpty { reporter.completed() }
    try environment.write(shared.json ? JSONOutput.document(results) : lines.joined())
    if let failure = CommandFailure(all: failures) { throw failure }
  }

  private func fileName(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits + ".\(format.rawValue)"
  }

  /// Refuses a folder that is none, and to replace what stands in it.
  private func check(_ folder: URL, for files: [URL]) throws(CommandFailure) {
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    let target = folder.resolvingSymlinksInPath()
    guard (try? target.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true else {
      throw CommandFailure(
        .cannotCreateOutput, "\(folder.path) is not a folder.", remedy: "Give another one with -o.")
    }
    for file in files { try ImageFile(file).check(replacing: shared.overwrites) }
  }
}
