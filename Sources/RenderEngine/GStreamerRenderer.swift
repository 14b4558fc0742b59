public import Compositing
import Containers
public import EditingModel
public import FoundationEssentials
import GStreamer
import LayerDrawing
import MediaDecoding
public import MediaFormats
public import MediaTime
public import Rendering
import Synchronization

/// Renders with GStreamer.
///
/// ```swift
/// let renderer = GStreamerRenderer()
/// let facts = try await renderer.facts(of: [AssetReference(url: clip)])
/// ```
///
/// Facts about a file are shared by all renderers of the process, as long as the file does not change.
///
/// Threads: any. Blocking work runs on dedicated threads; cancelling the calling task ends it within a second.
public final class GStreamerRenderer: Renderer {
  private let compositing: VideoCompositingSettings
  let soundProcessing: SoundProcessing
  let damagePolicy: DamagePolicy

  /// A renderer with the custom compositors of `compositing`, which changes tracks' sound by `soundProcessing`, and does with damaged
  /// media as `damagePolicy` says.
  public init(
    compositing: VideoCompositingSettings = VideoCompositingSettings(),
    soundProcessing: SoundProcessing = SoundProcessing(), damagePolicy: DamagePolicy = .refuse
  ) {
    self.compositing = compositing
    self.soundProcessing = soundProcessing
    self.damagePolicy = damagePolicy
  }

  // MARK: Facts

  /// Facts about the files. Files that have not changed since the last call are not read again.
  public func facts(of assets: [AssetReference]) async throws -> [AssetReference: MediaFacts] {
    try await cancellable(named: "facts") { [damagePolicy] in
      try Self.indexes(of: assets, damagePolicy, $0).mapValues(\.facts)
    }
  }

  /// Facts about the file, as `facts(of:)` finds them. Blocks.
  public func blockingFacts(of asset: AssetReference) throws -> MediaFacts {
    guard let index = try translating({ try Self.indexes(of: [asset], damagePolicy, Cancellation()) })[asset] else {
      throw RenderError(.mediaUnreadable, "Nothing could be found out about the file.", asset: asset)
    }
    return index.facts
  }

  /// The file's facts by its beginning; the precise facts where they are cached or found as quickly.
  public func estimatedFacts(of asset: AssetReference) async throws -> MediaFacts {
    try await cancellable(named: "facts") { [damagePolicy] cancellation in
      if let known = MediaIndexStore.shared(damagePolicy).knownIndex(of: asset) { return known.facts }
      return try MediaProbe(asset, damagePolicy: damagePolicy, cancellation: cancellation).estimate()
    }
  }

  /// The file's metadata, read from its own bytes.
  public func metadata(of asset: AssetReference, readingData: Bool) async throws -> FileMetadata {
    try await cancellable(named: "metadata") { cancellation in
      try MediaProbe(asset, cancellation: cancellation).metadata(readsData: readingData)
    }
  }

  /// The subtitles of the file, read from its own bytes.
  public func subtitles(of asset: AssetReference, charset: String?) async throws -> [StoredSubtitles] {
    try await cancellable(named: "subtitles") { [damagePolicy] cancellation in
      try SubtitleProbe(asset: asset, charset: charset, cancellation: cancellation).tracks {
        try MediaIndexStore.shared(damagePolicy).index(of: asset, cancellation: cancellation).facts
      }
    }
  }

  /// The samples of a movie's track of data, read from its own bytes.
  public func data(of asset: AssetReference, track number: Int32) async throws -> DataTrack {
    try await cancellable(named: "data") { [damagePolicy] cancellation in
      try MediaProbe(asset, cancellation: cancellation).dataTrack(number) {
        try MediaIndexStore.shared(damagePolicy).index(of: asset, cancellation: cancellation).facts
      }
    }
  }

  /// The frames of a file's video track at which decoding can start.
  public func keyFrames(of source: CompositionTrackSegment.Source) async throws -> [Int] {
    try await cancellable(named: "facts") { cancellation in
      try self.index(of: source, cancellation).keyFrames(ofVideoTrack: source.trackIndex)
    }
  }

  /// Rejects a custom compositor that is not registered, or that cannot use its parameters.
  public func check(_ videoComposition: VideoComposition) throws {
    do throws(CompositingError) {
      try compositing.compositors.check(videoComposition)
    } catch {
      throw RenderError(error)
    }
  }

  /// The colors that the custom compositor `reference` takes.
  public func colorSupport(of reference: CompositorReference) async throws -> CompositorColorSupport {
    try await cancellable(named: "compositor colors") { [compositing] _ in
      try CustomCompositor(reference, from: compositing.compositors).colorSupport
    }
  }

  // MARK: Layers

  /// The font `families` that fontconfig does not have, and Pango's substitute for each.
  public func fontSubstitutes(for families: Set<String>) async throws -> [String: String] {
    try await cancellable(named: "fonts") { _ in FontFamilies.substitutes(for: families) }
  }

  /// Probable mistakes in the layers and titles of `tool`.
  public func remarks(
    on tool: AnimationTool, in renderSize: Size, lasting duration: Rational
  ) async throws -> [ModelProblem] {
    try await cancellable(named: "layers") { _ in
      LayerReview.remarks(on: tool, in: renderSize, lasting: duration)
    }
  }

  // MARK: Readers

  /// Opens the pictures of `plan` in `format`.
  public func pictures(of plan: RenderPlan, in format: PixelBuffer.Format?) async throws -> any PictureReader {
    try await pictures(of: plan, in: format, using: nil)
  }

  /// Opens the pictures of `plan` in `format`, with the decoders that are open in `media`.
  public func pictures(
    of plan: RenderPlan, in format: PixelBuffer.Format?, using media: (any OpenMedia)?
  ) async throws -> any PictureReader {
    guard let picture = plan.picture else { throw Self.missingMedia("picture") }
    return try await cancellable(named: "pictures") { [compositing, damagePolicy] opening in
      let open = media as? OpenSources
      // Before they are looked at: what changes meanwhile has another identity.
      let files = open == nil ? [:] : Self.identities(of: picture)
      let indexes = try Self.indexes(of: picture.assets, damagePolicy, opening)
      try plan.check(against: indexes)
      let decoders = try DecoderChoice.choices(for: picture, indexes: indexes)
      return try PlanPictureReader(
        picture, in: format,
        media: SourceMedia(indexes, decoders: decoders, policy: damagePolicy, open: open, files: files),
        compositing: compositing, cancellation: Cancellation())
    }
  }

  /// The decoders that readers of the process leave open: eight at most, whose frames take 256 MB at most.
  public func openMedia() -> (any OpenMedia)? { OpenSources.ofProcess() }

  private static func identities(of picture: PicturePlan) -> [AssetReference: FileSystem.Identity] {
    Dictionary(
      Set(picture.runs.map(\.source.asset)).compactMap { asset in
        FileSystem.Identity(path: asset.url.path).map { (asset, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The decoder of each track that `plan` shows, where hardware is asked for.
  public func decoders(of plan: RenderPlan) async throws -> [DecoderUse] {
    guard let picture = plan.picture, picture.hardwareDecoding != .off else { return [] }
    return try await cancellable(named: "decoders") { [damagePolicy] opening in
      let indexes = try Self.indexes(of: picture.assets, damagePolicy, opening)
      try plan.check(against: indexes)
      let choices = try DecoderChoice.choices(for: picture, indexes: indexes)
      var uses: [DecoderUse] = []
      for run in picture.runs where !uses.contains(where: { $0.source == run.source }) {
        if let choice = choices[run.source] { uses.append(DecoderUse(choice, of: run)) }
      }
      return uses
    }
  }

  /// Opens the samples of `plan`.
  public func samples(of plan: RenderPlan) async throws -> any SampleReader {
    try await samples(of: plan, seeking: .exact)
  }

  /// Opens the samples of `plan`, for jumps that decode as `seeking` says.
  public func samples(of plan: RenderPlan, seeking: SampleSeeking) async throws -> any SampleReader {
    guard let sound = plan.sound else { throw Self.missingMedia("sound") }
    return try await cancellable(named: "samples") { [soundProcessing, damagePolicy] opening in
      let indexes = try Self.indexes(of: sound.assets, damagePolicy, opening)
      try plan.check(against: indexes)
      let media = SourceMedia(indexes, policy: damagePolicy, seeking: seeking)
      return PlanSampleReader(sound, soundProcessing, media: media, cancellation: Cancellation())
    }
  }

  /// Opens the packets of one track of a file.
  public func packets(
    of source: CompositionTrackSegment.Source, _ mediaType: MediaType
  ) async throws -> any PacketReader {
    try await cancellable(named: "packets") { [damagePolicy] opening in
      let index = try MediaIndexStore.shared(damagePolicy).index(of: source.asset, cancellation: opening)
      return try TrackPacketReader(
        mediaType, track: source.trackIndex, of: index, cancellation: Cancellation(partOf: opening))
    }
  }

  /// The packets of one track of a file as the file lists them.
  public func sampleTable(
    of source: CompositionTrackSegment.Source, _ mediaType: MediaType
  ) async throws -> SampleTable {
    try await cancellable(named: "sample table") { [damagePolicy] opening in
      let index = try MediaIndexStore.shared(damagePolicy).index(of: source.asset, cancellation: opening)
      return try StoredSamples(of: source, mediaType, index, cancellation: opening).table
    }
  }

  /// Up to `count` bytes of a file.
  public func bytes(of asset: AssetReference, at offset: UInt64, _ count: Int) throws -> [UInt8] {
    try translating(asset: asset) {
      try FileBytes(asset.url.path, isReadOnly: true).read(at: offset, count)
    }
  }

  private static func missingMedia(_ what: String) -> RenderError {
    RenderError(.invalidModel, "The plan has no \(what).", remedy: "Plan one that has.")
  }

  // MARK: Copies

  /// Makes the file of `copy`.
  public func copyPackets(
    _ copy: PacketCopy, to url: URL, replacing: Bool, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> CopiedFile {
    try await cancellable(named: "copy") { cancellation in
      try self.copyRun(copy, cancellation)
        .run(to: url, replacing: replacing, progress: progress)
    }
  }

  /// The plan of the file of `copy`.
  public func plan(_ copy: PacketCopy) async throws -> CopyPlan {
    try await cancellable(named: "copy plan") { cancellation in
      try self.copyRun(copy, cancellation).plan()
    }
  }

  /// The work of `copy`; files of other programs are looked at as those that are decoded.
  private func copyRun(_ copy: PacketCopy, _ cancellation: Cancellation) throws(RenderError) -> PacketCopyRun {
    try PacketCopyRun(copy, damagePolicy: damagePolicy, cancellation: cancellation) { [damagePolicy] asset in
      let check = CopiedFileCheck(asset: asset, copy: copy, damagePolicy: damagePolicy, cancellation: cancellation)
      let task = BackgroundTask(named: "copy check") { try check.damage() }
      return { try task.value(cancellation) }
    }
  }

  /// Rejects what `copyPackets` would.
  public func check(_ copy: PacketCopy) async throws -> [String] {
    try await cancellable(named: "copy") { cancellation in
      try self.copyRun(copy, cancellation).check()
    }
  }

  // MARK: Files

  /// The indexes of the files of `assets`; two files are probed in parallel, since most of it is reading and waiting.
  private static func indexes(
    of assets: some Sequence<AssetReference> & Sendable, _ damagePolicy: DamagePolicy, _ cancellation: Cancellation
  ) throws -> [AssetReference: MediaIndex] {
    let assets = Array(assets)
    let store = MediaIndexStore.shared(damagePolicy)
    let looking = Cancellation(partOf: cancellation)
    let halves = [assets.indices.filter { $0 % 2 == 0 }, assets.indices.filter { $0 % 2 == 1 }].filter { !$0.isEmpty }
    let tasks = halves.map { half in
      BackgroundTask(named: "indexes") {
        try half.map { (assets[$0], try store.index(of: assets[$0], cancellation: looking)) }
      }
    }
    do {
      return try tasks.flatMap { try $0.value(cancellation) }.reduce(into: [:]) { $0[$1.0] = $1.1 }
    } catch {
      looking.cancel()
      throw error
    }
  }

  /// Runs `body` on a dedicated thread. Cancelling the task cancels the work, and returns within a second even if an
  /// element hangs.
  func cancellable<Result: Sendable>(
    named name: String, _ body: @escaping @Sendable (Cancellation) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await DedicatedThread.run(named: name) {
        try BackgroundTask(named: name) { try translating { try body(cancellation) } }.value(cancellation)
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}

extension RenderPlan {
  /// Checks against `indexes` that the media is still what the plan was made for.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` for the first clip whose file has changed.
  fileprivate func check(against indexes: [AssetReference: MediaIndex]) throws(RenderError) {
    for run in picture?.runs ?? [] {
      guard let tracks = indexes[run.clip.asset]?.facts.videoTracks else { continue }
      guard tracks.indices.contains(run.source.trackIndex), tracks[run.source.trackIndex] == run.facts else {
        throw Self.changed(run.clip)
      }
    }
    for sound in sound?.strips.flatMap(\.pieces).compactMap(\.sound) ?? [] {
      guard let tracks = indexes[sound.clip.asset]?.facts.audioTracks else { continue }
      guard tracks.indices.contains(sound.source.trackIndex), tracks[sound.source.trackIndex] == sound.facts else {
        throw Self.changed(sound.clip)
      }
    }
  }

  private static func changed(_ clip: ClipReference) -> RenderError {
    RenderError(
      .mediaUnreadable, "The file has changed since the plan was made.", remedy: "Plan again.", clip: clip)
  }
}

extension PicturePlan {
  /// Every file that the pictures are made from.
  fileprivate var assets: Set<AssetReference> {
    Set(runs.map(\.clip.asset)).union(
      ([overlay] + layerTracks.map(\.drawing)).compactMap(\.self).flatMap(\.pictures).map(\.source.asset))
  }
}

extension SoundPlan {
  /// Every file that the sound is made from.
  fileprivate var assets: Set<AssetReference> {
    Set(strips.flatMap(\.pieces).compactMap { $0.sound?.clip.asset })
  }
}

/// Settings of the process as a whole, independent of any renderer.
extension GStreamerRenderer {
  /// The version of GStreamer that is installed: "1.22.0".
  public static var frameworkVersion: String { Framework.version }

  /// Passes the log messages of GStreamer and GLib to `handler`; without one they are discarded.
  ///
  /// `handler` is called on any thread.
  public static func onMessage(_ handler: (@Sendable (_ message: String) -> Void)?) {
    guard let handler else { return Framework.setLogHandler(nil) }
    Framework.setLogHandler { domain, message in handler(domain.isEmpty ? message : "\(domain): \(message)") }
  }

  /// Lets all threads of the process share two heaps. See `Framework.shareHeaps`.
  public static func shareHeaps() {
    Framework.shareHeaps()
  }

  /// Removes the files of running exports: for a process that ends at once, without waiting for their own cleanup.
  public static func removeUnfinishedFiles() {
    UnfinishedFiles.discardAll()
  }
}
