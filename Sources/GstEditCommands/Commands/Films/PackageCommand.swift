public import ArgumentParser
import Documents
import Foundation
public import GstEdit

/// `gstedit package`: a presentation for HLS and DASH.
struct PackageCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "package",
    abstract: "Make a presentation for HLS and DASH: several sizes of a film, cut into segments, in one pass.",
    discussion: """
      The film is decoded and composed once, in its largest size, and scaled for the others. Each size has a folder of its own, \
      and so has each sound; beside them stand master.m3u8, by which players of HLS begin, and manifest.mpd of DASH. Both \
      describe the same files. Segments begin at the same frames in all sizes, with a key frame.

      Sizes that are larger than the film are left out. Pictures are encoded in constant quality; behind a colon stands how many \
      bits a second a size may have at most.

      The folder is there when all of it is written. With -y it replaces another presentation, and nothing else.

      EXAMPLES
        gstedit package project.json -o film
        gstedit package film.mov -o film --renditions 1080p:6M,720p:3M,480p:1200k
        gstedit package project.json -o film --hls --segment-format ts
        gstedit package project.json -o film --segment-duration 4 --poster jpg --waveform json
      """)

  @OptionGroup var source: MediaSourceArgument

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder to make.", valueName: "folder"), completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      "The sizes: lines of the shorter side, or source for the film's own; 1080p,720p,480p by default.",
      discussion: "Behind a colon the most bits a second: 720p:3M.", valueName: "sizes"),
    transform: Self.renditions)
  var renditions = Rendition.usual

  @Flag(help: "Write playlists for HLS; both manifests are written unless one is named.")
  var hls = false

  @Flag(help: "Write a manifest for DASH.")
  var dash = false

  @Option(
    help: ArgumentHelp(
      "What the segments are: fmp4, fragmented MP4; or ts, MPEG transport streams, for HLS alone.", valueName: "format")
  )
  var segmentFormat = MediaSegmentFormat.fragmentedMP4

  @Option(
    help: ArgumentHelp(
      "How long a segment is, in seconds: as many whole frames as come nearest to it.", valueName: "seconds"),
    transform: FragmentOptions.seconds)
  var segmentDuration = PackageRequest.usualSegmentDuration

  @Option(
    help: ArgumentHelp("Also a picture of the film, called poster: jpg, png or webp.", valueName: "type"),
    transform: Self.imageType)
  var poster: ImageType?

  @Option(
    help: ArgumentHelp("When the poster is shown; a tenth of the film by default.", valueName: "time"),
    transform: FragmentOptions.seconds)
  var posterAt: Rational?

  @Option(help: ArgumentHelp("Also what the sound looks like, called waveform: png, svg or json.", valueName: "type"))
  var waveform: WaveformType?

  @OptionGroup(title: "What is rendered") var render: RenderOptions
  @OptionGroup(title: "What it is written as") var encoding: EncodingOptions

  @Flag(help: "Print the plan, and write nothing.")
  var dryRun = false

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  /// The kinds of file that show the sound.
  enum WaveformType: String, ExpressibleByArgument, CaseIterable { case png, svg, json }

  func validate() throws {
    guard posterAt == nil || poster != nil else {
      throw ValidationError("--poster-at says which picture the poster is: give --poster, too.")
    }
    guard encoding.smart != true, encoding.preset?.isPassthrough != true else {
      let remedy = encoding.smart == true ? "Leave out --smart." : "Choose another preset than Passthrough, or none."
      throw ValidationError(
        "The pictures of a presentation are encoded in each of its sizes, with a key frame where each segment begins: none are copied. "
          + remedy)
    }
    guard !shared.isolation.isolatesMedia else {
      throw ValidationError(
        "A presentation is many files, and a process that is closed in hands over one. Leave out --isolate-media.")
    }
  }

  var projectName: String { source.name }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(
      in: environment, output: environment.url(output).lastPathComponent, verbose: shared.verbose)
  }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    try source.files(writing: dryRun ? nil : output, replacing: shared.overwrites, in: environment)
  }

  func perform(in environment: CommandEnvironment) async throws {
    let session = PackageSession(try await request(in: environment), renderer: environment.renderer)
    guard !dryRun else { return try environment.write(try await session.planText()) }
    let run = PackageRun(session: session, reporter: reporter(in: environment), environment: environment)
    let summary = try await run()
    if shared.progress != .json { for warning in summary.warnings { environment.warn(warning) } }
    if shared.json { try environment.write(JSONOutput.document(summary.json)) }
  }

  /// The request of the presentation.
  private func request(in environment: CommandEnvironment) async throws -> PackageRequest {
    var wishes = encoding.wishes
    wishes.fileType = wishes.fileType ?? .mp4
    let choices = ProjectRender.Choices(
      timeRange: render.range, scale: render.scale, preset: encoding.preset, wishes: wishes)
    let folder = environment.url(output)
    let session: ExportSession
    if let project = try source.project(in: environment) {
      session = try await ProjectRender(project, renderer: environment.renderer)
        .session(to: folder, choices, replacing: shared.overwrites)
    } else {
      session = try await FileConversion(
        [source.asset(in: environment)], choices: choices, renderer: environment.renderer
      ).session(to: folder, replacing: shared.overwrites)
    }
    var request = PackageRequest(session.request)
    request.renditions = renditions
    request.segmentFormat = segmentFormat
    request.segmentDuration = segmentDuration
    if hls || dash { request.manifests = Set([hls ? .hls : nil, dash ? .dash : nil].compactMap(\.self)) }
    request.poster = poster.map { .init(at: posterAt, as: $0) }
    if let waveform { request.soundFiles = [waveform.file(renderer: environment.renderer)] }
    return request
  }

  /// Reads "1080p,720p:3M,source".
  @Sendable private static func renditions(_ text: String) throws -> [Rendition] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let fields = part.split(separator: ":", omittingEmptySubsequences: false)
      let most = try fields.count == 2 ? EncodingOptions.bitrate(String(fields[1])) : nil
      if fields.count <= 2, fields[0] == "source" { return Rendition(lines: nil, maximumBitrate: most) }
      guard fields.count <= 2, let lines = Int(fields[0].hasSuffix("p") ? fields[0].dropLast() : fields[0]) else {
        throw ValidationError("“\(part)” is no size. Give 720p, 720p:3M or source, with commas between.")
      }
      return Rendition(lines: lines, maximumBitrate: most)
    }
  }

  @Sendable private static func imageType(_ text: String) throws -> ImageType {
    guard let type = ImageType(pathExtension: text) else {
      throw ValidationError("“\(text)” is no kind of picture. Give jpg, png or webp.")
    }
    return type
  }
}

extension PackageCommand.WaveformType {
  /// The file of this type.
  fileprivate func file(renderer: any Renderer) -> SoundFileRequest {
    let width = 1_800
    let chart = WaveformChart(size: PixelSize(width: width, height: 280))
    let name = "waveform.\(rawValue)"
    switch self {
    case .png:
      return .waveform(name, .points(width)) { waveform in
        try renderer.encodeImage(try chart.picture(of: waveform), as: .png, quality: ImageType.usualQuality)
      }
    case .svg: return .waveform(name, .points(width)) { Array(chart.svg(of: $0).utf8) }
    case .json: return .waveform(name, .pointsPerSecond(20)) { Array(JSONOutput.document($0.json).utf8) }
    }
  }
}

extension MediaSegmentFormat: ExpressibleByArgument {}
