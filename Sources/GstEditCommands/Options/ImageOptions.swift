import ArgumentParser
import Foundation
import GstEdit

/// The project or the media file that images are made of, or that is analyzed.
struct MediaSourceArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The project file (- for standard input), or a media file.", valueName: "project-or-file"),
    completion: .file())
  var source: String

  init() {}

  /// The project or file `source`, as an argument says it.
  init(_ source: String) {
    self.source = source
  }

  /// Its name in messages.
  var name: String { source == "-" ? "standard input" : source }

  /// Its name without folders, in titles.
  var title: String { source == "-" ? name : String(source.split(separator: "/").last ?? "") }

  /// The generator of its images, and `times` in seconds.
  func generator(
    for times: [ProjectTime], in environment: CommandEnvironment
  ) async throws -> (ImageGenerator, times: [CMTime]) {
    guard let project = try project(in: environment) else {
      return try await ImageGenerator.generator(
        of: asset(in: environment), for: times, renderer: environment.renderer)
    }
    return try await ProjectRender(project, renderer: environment.renderer).imageGenerator(for: times)
  }

  /// The subject that is played or analyzed, and its part: `range`, all if nil. Of a media file the tracks that it plays by itself, or
  /// number `track` of its kind.
  func subject(
    of range: ProjectTimeRange?, track: Int? = nil, in environment: CommandEnvironment
  ) async throws -> (AnalysisSubject, timeRange: CMTimeRange?) {
    if let project = try project(in: environment) {
      return try await ProjectRender(project, renderer: environment.renderer).analysisSubject(range)
    }
    return try await AnalysisSubject.file(
      asset(in: environment), track: track, range, renderer: environment.renderer)
  }

  /// The project; nil where it is a media file.
  func project(in environment: CommandEnvironment) throws -> Project? {
    guard isProject(in: environment) else { return nil }
    var argument = ProjectArgument()
    argument.project = source
    return try argument.read(in: environment)
  }

  /// The media file.
  func asset(in environment: CommandEnvironment) -> AssetReference {
    AssetReference(url: environment.url(source))
  }

  /// The files that it is, or names, and standard input where that is the project.
  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    guard isProject(in: environment) else { return CommandFiles(readable: [environment.url(source)]) }
    var argument = ProjectArgument()
    argument.project = source
    return try argument.files(in: environment)
  }

  /// The same, with the file that is written of it; nil for none.
  func files(writing output: String?, replacing: Bool, in environment: CommandEnvironment) throws -> CommandFiles {
    var files = try files(in: environment)
    files.output = output.map { CommandFiles.Output(environment.url($0), replaces: replacing) }
    return files
  }

  /// A project is JSON, whatever it is called: its first character is a brace.
  private func isProject(in environment: CommandEnvironment) -> Bool {
    if source == "-" || source.lowercased().hasSuffix(".json") { return true }
    let url = environment.url(source)
    guard url.isRegularFile, let file = try? FileHandle(forReadingFrom: url) else { return false }
    defer { try? file.close() }
    let head = (try? file.read(upToCount: 64)) ?? Data()
    return head.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }
}

/// The largest size of images.
struct ImageSizeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Scale images down to fit inside, as 320x180; their shape stays, and none is scaled up.", valueName: "WxH"),
    transform: { try size($0, smallest: 2) })
  var size: PixelSize?

  /// Reads a size of the command line, whose edges have `smallest` pixels or more.
  static func size(_ text: String, smallest: Int) throws -> PixelSize {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], width >= smallest, height >= smallest,
      width <= 16_384, height <= 16_384
    else {
      throw ValidationError("“\(text)” is no size. Give a width and a height of \(smallest) to 16384, as 320x180.")
    }
    return PixelSize(width: width, height: height)
  }
}

/// The quality of images.
struct ImageQualityOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How good JPEG and WebP are, from 0 to 100; at 100 a WebP is without loss, and a JPEG keeps all chroma.",
      valueName: "number"))
  var quality = 90.0

  func validate() throws {
    guard (0...100).contains(quality), quality == quality.rounded() else {
      throw ValidationError("“\(quality)” is no quality. Give a whole number from 0 to 100.")
    }
  }

  /// The same, of 1.
  var part: Double { quality / 100 }
}

extension ImageType {
  /// The only pixel format that images of the type can be made of; nil where they hold whatever there is.
  var pixelFormat: PixelBuffer.Format? { self == .jpeg ? .rgb24 : nil }
}

/// A still image on its way into a file.
struct ImageFile {
  private let url: URL

  /// The file at `url`.
  init(_ url: URL) {
    self.url = url
  }

  /// The type of image that the name stands for.
  ///
  /// - Parameter others: what names may end in besides, for the message.
  func type(besides others: [String] = []) throws(CommandFailure) -> ImageType {
    guard let type = ImageType(pathExtension: url.pathExtension) else {
      throw CommandFailure(
        .usage, "The name \(url.lastPathComponent) does not say what the image is to be written as.",
        remedy: "Choose a name that ends in \((others + [".png", ".jpg"]).joined(separator: ", ")) or .webp.")
    }
    return type
  }

  /// Refuses to replace a file unless that is allowed.
  func check(replacing: Bool) throws(CommandFailure) {
    do throws(RenderError) {
      try OutputLocation(url).check(replacing: replacing)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Writes `bytes`: all of them, or nothing.
  func write(_ bytes: [UInt8], replacing: Bool, in environment: CommandEnvironment) throws(CommandFailure) {
    // A folder that is still to be made holds nothing.
    if environment.stagingFolder == nil { try check(replacing: replacing) }
    do {
      try Data(bytes).write(to: environment.staged(url) ?? url, options: .atomic)
      try environment.handOver(url)
    } catch let error as RenderError {
      throw CommandFailure(error)
    } catch {
      throw Self.unwritten(url, error)
    }
  }

  /// The failure of writing the image at `url`, by Foundation's `error`.
  static func unwritten(_ url: URL, _ error: any Error) -> CommandFailure {
    guard (error as? CocoaError)?.code == .fileWriteOutOfSpace else {
      return CommandFailure(
        .inputOutput, "\(url.path) cannot be written.", remedy: "Check the folder and the disk.", underlying: "\(error)"
      )
    }
    return CommandFailure(
      .inputOutput, "\(url.path) cannot be written: The disk is full.", remedy: "Make room, or write to another disk.")
  }
}
