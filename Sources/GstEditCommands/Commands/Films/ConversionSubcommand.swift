import ArgumentParser
import Documents
import Foundation
import GstEdit

/// A command that makes a file of other files.
protocol ConversionSubcommand: Subcommand {
  /// The files that it is made of, in order.
  var inputs: [String] { get }
  /// The destination and the form of the file.
  var target: ConversionTarget { get }
  /// The changes of pictures and sound.
  var adjustments: AdjustmentOptions { get }
  /// The encoding, where there is one.
  var encoding: EncodingOptions { get }
  /// The factor of the picture's size.
  var scale: Double { get }
  /// The transition from each file to the next; nil for a cut.
  var transition: ClipTransition? { get }
  /// The policy of copying media, without settings of the encoding, and without changes.
  var usualSmartRendering: SmartRenderingPolicy { get }
}

extension ConversionSubcommand {
  var projectName: String { inputs.first ?? "" }
  var scale: Double { 1 }
  var transition: ClipTransition? { nil }
  var usualSmartRendering: SmartRenderingPolicy { .off }

  func validate() throws { try target.validate(encoding, adjustments, scale: scale) }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    let readable = inputs + [adjustments.subtitles].compactMap(\.self)
    var files = CommandFiles(readable: readable.map { environment.url($0) })
    guard !target.plan.dryRun else { return files }
    files.output = CommandFiles.Output(environment.url(target.output), replaces: shared.overwrites)
    return files
  }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(
      in: environment, output: environment.url(target.output).lastPathComponent, verbose: shared.verbose)
  }

  /// Whether packets are copied.
  var copies: Bool { target.copies(encoding) }

  /// The policy of copying media without `--smart` and `--no-smart`: where pictures are changed, or settings of their encoding given,
  /// nothing is copied; where only the sound is, pictures are not encoded for that.
  private var smartRendering: SmartRenderingPolicy {
    guard !encoding.setsPictures, adjustments.keepsPictures, scale == 1, target.frameRate == nil, target.sizeLimit == 0
    else { return .off }
    return encoding.setsSound || !adjustments.given.isEmpty ? .automatic : usualSmartRendering
  }

  /// The type of the file at `url`.
  private func fileType(of url: URL) throws(CommandFailure) -> FileType {
    let fileType =
      if let named = encoding.fileType ?? encoding.preset?.description.fileType { named } else {
        try FileType.named(like: url)
      }
    guard !target.fastStart || fileType.isMovie else {
      throw CommandFailure(
        .usage, "A file of type \(fileType.rawValue) has no header that could stand before its media.",
        remedy: "Leave out --fast-start, or write mp4, mov or m4a.")
    }
    return fileType
  }

  /// Copies `parts` one after another.
  func copy(_ parts: [PacketCopy.Part], in environment: CommandEnvironment) async throws {
    let url = environment.url(target.output)
    let fileType = try fileType(of: url)
    var copy = PacketCopy(parts, as: fileType, isOptimizedForNetwork: target.fastStart)
    copy.metadataFilter = target.metadata
    if target.soundTracks == .first { copy.soundTracks = [0] }
    guard !target.plan.dryRun else {
      let plan = try await PassthroughExport(copy, to: url, renderer: environment.renderer).plan()
      return try environment.write(.copy(plan), asJSON: shared.json)
    }
    try await CopyRun(
      copy: copy, output: url, shared: shared, verifies: target.verify, reporter: reporter(in: environment),
      environment: environment)()
  }

  /// Encodes `range` of `assets`, one after another, anew.
  func convert(
    _ assets: [AssetReference], _ range: ProjectTimeRange? = nil, in environment: CommandEnvironment
  ) async throws {
    let url = environment.url(target.output)
    _ = try fileType(of: url)
    var conversion = FileConversion(
      assets,
      choices: encoding.choices(range, scale: scale, otherwise: smartRendering),
      renderer: environment.renderer)
    conversion.frameRate = target.frameRate
    conversion.soundTracks = target.soundTracks
    conversion.transition = transition
    conversion.metadata = target.metadata
    conversion.isOptimizedForNetwork = target.fastStart
    conversion.fragmentDuration = target.fragmentOptions.fragments
    conversion.fileLengthLimit = target.sizeLimit
    try await adjustments.apply(to: &conversion, writing: url, in: environment)
    let session = try await conversion.session(
      to: url, replacing: shared.overwrites, staging: environment.staged(url))
    guard !target.plan.dryRun else {
      return try environment.write(try await session.makePlan(), asJSON: shared.json)
    }
    var run = RenderRun(session: session, reporter: reporter(in: environment), environment: environment)
    run.verifies = target.verify
    var summary = try await run()
    if range != nil {
      let start = session.request.timeRange?.start.rational ?? .zero
      summary.start = try (start * conversion.adjustments.speedFactor).description
      let ending = session.report?.duration
      summary.duration = (ending ?? session.plan?.outputDuration)?.description
      summary.exact = ending == nil
    }
    if shared.progress != .json { for warning in summary.warnings { environment.warn(warning) } }
    guard shared.json else { return }
    try environment.write(JSONOutput.document(summary))
  }
}
