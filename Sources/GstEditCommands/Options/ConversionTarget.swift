public import ArgumentParser
import Foundation
public import GstEdit

/// Where the file goes that is made of other files, and how.
struct ConversionTarget: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output: String

  @Flag(help: "Copy the packets as they are: nothing is decoded, nothing is lost.")
  var copy = false

  @Option(
    name: .customLong("sound-tracks"),
    help: ArgumentHelp(
      "What becomes of several sound tracks: keep, mix or first.",
      discussion: "keep keeps them apart; a file of sound alone, as FLAC, keeps the first.", valueName: "how"))
  var soundTracks = FileEdit.SoundTracks.keep

  @Option(
    help: ArgumentHelp(
      "What the file says of itself of what the first one says: share, all or none.",
      discussion:
        "share: title, artist, description, chapters and the like; not where, when and with what it was taken.",
      valueName: "what"))
  var metadata = MetadataFilter.forSharing

  @Flag(
    name: .customLong("fast-start"),
    help: "Put a movie's header before its media, so that it can be played while it is loaded.")
  var fastStart = false

  @Option(
    help: ArgumentHelp(
      "The greatest size of the file in bytes: a longer film ends earlier.", valueName: "bytes"))
  var sizeLimit: Int64 = 0

  @Flag(
    help: ArgumentHelp(
      "Open the finished file again, compare it with what it should be and decode all of it.",
      discussion: "A file that is not what it should be stays, and the exit status is 76."))
  var verify = false

  /// Whether packets are copied.
  func copies(_ encoding: EncodingOptions) -> Bool { copy || encoding.preset?.isPassthrough == true }

  /// Refuses an encoding of what is copied.
  func validate(_ encoding: EncodingOptions) throws {
    guard sizeLimit >= 0 else { throw ValidationError("A file has at least 0 bytes.") }
    guard copies(encoding) else { return }
    let wishes = encoding.wishes
    guard wishes.video == nil, wishes.audio == nil, encoding.preset?.isPassthrough != false, sizeLimit == 0 else {
      throw ValidationError(
        "What is copied keeps all packets as they are. Leave out --copy, or the options of encoding and of size.")
    }
  }

  /// What is read and written.
  func files(_ inputs: [String], replacing: Bool, in environment: CommandEnvironment) -> CommandFiles {
    var files = CommandFiles(readable: inputs.map { environment.url($0) })
    files.output = CommandFiles.Output(environment.url(output), replaces: replacing)
    return files
  }

  /// Reports how far the work is.
  func reporter(_ shared: SharedOptions, in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(
      in: environment, output: environment.url(output).lastPathComponent, verbose: shared.verbose)
  }

  /// Copies `parts` one after another.
  func copy(
    _ parts: [PacketCopy.Part], _ encoding: EncodingOptions, _ shared: SharedOptions, reporter: any ProgressReporter,
    in environment: CommandEnvironment
  ) async throws {
    let url = environment.url(output)
    let fileType = try encoding.fileType ?? FileType.named(like: url)
    let copy = PacketCopy(parts, as: fileType, isOptimizedForNetwork: fastStart)
    try await CopyRun(
      copy: copy, output: url, shared: shared, verifies: verify, reporter: reporter, environment: environment)()
  }

  /// Encodes `range` of `assets`, one after another, anew.
  func convert(
    _ assets: [AssetReference], _ range: ProjectTimeRange?, scale: Double = 1, _ encoding: EncodingOptions,
    _ shared: SharedOptions, reporter: any ProgressReporter, in environment: CommandEnvironment
  ) async throws {
    let url = environment.url(output)
    if encoding.fileType == nil, encoding.preset?.description.fileType == nil { _ = try FileType.named(like: url) }
    var conversion = FileConversion(
      assets,
      choices: ProjectRender.Choices(
        timeRange: range, scale: scale, preset: encoding.preset, wishes: encoding.wishes),
      renderer: environment.renderer)
    conversion.soundTracks = soundTracks
    conversion.metadata = metadata
    conversion.isOptimizedForNetwork = fastStart
    conversion.fileLengthLimit = sizeLimit
    let session = try await conversion.session(
      to: url, replacing: shared.overwrites, staging: environment.staged(url))
    var run = RenderRun(session: session, reporter: reporter, environment: environment)
    run.verifies = verify
    var summary = try await run()
    if range != nil {
      summary.start = (session.request.timeRange?.start.rational ?? .zero).description
      summary.duration = session.plan?.exactDuration?.description
      summary.exact = true
    }
    if shared.progress != .json { for warning in summary.warnings { environment.warn(warning) } }
    guard shared.json else { return }
    try environment.write(JSONOutput.document(summary))
  }
}

extension RenderPlan {
  /// How long the film is: its picture, or its sound where there is none.
  fileprivate var exactDuration: Rational? {
    if let picture { return try? picture.grid.frameDuration * Rational(Int64(picture.range.count)) }
    return sound.flatMap { try? Rational(Int64($0.range.count), Int64($0.grid.rate)) }
  }
}

extension FileEdit.SoundTracks: ExpressibleByArgument {}
extension MetadataFilter: ExpressibleByArgument {}
