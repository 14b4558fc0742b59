import EditingModel
import MediaFormats
import MediaTime
public import Rendering
import Waiting

/// Writes an edit to a file, once (`AVAssetExportSession`).
///
/// ```swift
/// let session = ExportSession(ExportRequest(edit, as: settings, to: url))
/// async let report = session.export()
/// for await case .exporting(let progress) in session.states(updateInterval: .milliseconds(200)) {
///   print(progress.fraction)
/// }
/// print(try await report.frameCount)
/// ```
///
/// The request is a value: later changes of the edit do not affect it. On any failure, and
/// when it is cancelled, no file is left behind.
///
/// Threads: any.
public final class ExportSession: Sendable {
  /// The request: the edit, the file's settings and its place.
  public let request: ExportRequest

  /// The engine.
  let renderer: any Renderer
  /// The session's state and its watchers.
  private let state: ExportSessionState

  /// A session for `request`; nothing happens until `export()`.
  ///
  /// `clock` is what the update intervals of `states(updateInterval:)` are measured by.
  public init(
    _ request: ExportRequest, renderer: any Renderer, clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.request = request
    self.renderer = renderer
    self.state = ExportSessionState(clock: clock)
  }

  /// The session's status (`AVAssetExportSession.Status`).
  public var status: Status { state.status }

  /// The progress of the render; never falls.
  public var progress: RenderProgress { state.progress }

  /// The plan of the render; nil until the state is `exporting`.
  public var plan: RenderPlan? { state.plan }

  /// The plans of the sounds beside the film's own (``ExportRequest/separateSounds``), in the order of the file's tracks; empty until
  /// the state is `exporting`.
  public var otherSounds: [RenderPlan] { state.otherSounds }

  /// The error with which the session failed, or that of its cancellation; nil otherwise.
  public var error: RenderError? { state.error }

  /// The report of the written file; nil until it is complete.
  public var report: ExportReport? { state.report }

  /// The states from now on: the present one at once, then each change, until the session ends
  /// (`states(updateInterval:)`).
  ///
  /// Progress is delivered at most once in an `updateInterval`; its first and its last value always are.
  public func states(updateInterval: Duration = .zero) -> some AsyncSequence<State, Never> & Sendable {
    state.states(updateInterval: updateInterval)
  }

  /// Does the whole work and returns when the file is complete (`export(to:as:)`).
  ///
  /// Cancelling the calling task cancels the session.
  ///
  /// - Returns: The report of the written file.
  /// - Throws: `RenderError`. `.outputExists` and `.cannotCreateOutput` come before any work; a second call throws
  ///   `.sessionUsed`.
  @discardableResult
  public func export() async throws(RenderError) -> ExportReport {
    let work = try state.begin { [self] in await run() }
    let result = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  /// Does the whole work, and calls `handler` once, when it has ended: ``status``, ``report`` and ``error`` have the
  /// outcome (`exportAsynchronously(completionHandler:)`).
  ///
  /// The handler is called on any thread, and never before this returns. The session lives until then. A second call
  /// does not affect the work, and its handler is called when that has ended.
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    Task.detached(executorPreference: WorkerThreads.shared) { [self] in
      do throws(RenderError) {
        try await export()
      } catch {
        if error.code == .sessionUsed { await state.waitForEnd() }
      }
      handler()
    }
  }

  /// Ends the session: `export()` throws `.cancelled` as soon as everything is cleaned up (`cancelExport()`).
  ///
  /// Called before `export()`, it prevents the work; after its end, it changes nothing.
  public func cancel() {
    state.cancel()
  }

  private func run() async -> Result<ExportReport, RenderError> {
    let result: Result<ExportReport, RenderError>
    do throws(RenderError) {
      var report = try await exported()
      report.notes = request.notes + report.notes
      result = .success(report)
    } catch {
      // Cancelled work may fail with any error; the cause is the cancellation.
      result = .failure(
        Task.isCancelled && error.code != .cancelled ? .cancelled(underlying: error.description) : error)
    }
    state.end(result)
    return result
  }

  private func exported() async throws(RenderError) -> ExportReport {
    try Self.checkCancellation()
    state.enter(.waiting)
    try request.checkFragments()
    try OutputLocation(request.outputURL)
      .check(
        replacing: request.replacesExistingFile, sources: request.edit.assets,
        isSequence: request.settings.fileType.isPictureSequence)
    guard request.stagingURL == nil || !request.settings.fileType.isPictureSequence else {
      throw RenderError(
        .unsupported, "A sequence of pictures is many files, and one can be handed over.",
        remedy: "Write it without isolation, or write a film.")
    }
    if request.isPassthrough { return try await passed() }
    let (plan, settings) = try await planned()
    let sounds = try await request.separatePlans(as: settings, renderer: renderer)
    let decoders = try await plan.decoders(renderer: renderer)
    let remarks = try await fontRemarks(on: plan)
    try Self.checkCancellation()
    state.enter(.exporting, plan: plan, otherSounds: sounds)
    let metadata = try await request.statedMetadata(in: settings.fileType, renderer: renderer)
    var report = try await write(plan, beside: sounds, as: settings, stating: metadata)
    report.decoders = decoders
    report.notes += metadata.notes + remarks + (plan.picture?.notes ?? [])
    if request.namesLosses, let picture = plan.picture {
      report.notes += PictureLossNotes(settings, asked: request.edit.videoComposition?.color).notes(on: picture)
    }
    return report
  }

  /// The plan of ``export()``: its source frames and samples, or its packets. Nothing is written, and the session
  /// stays as it is.
  ///
  /// - Throws: `RenderError`, as ``export()`` does, but for what is wrong with the output.
  public func makePlan() async throws(RenderError) -> ExportPlan {
    try request.checkFragments()
    guard request.isPassthrough else { return .render(try await filmPlan()) }
    let copy = try passedPackets()
    return .copy(try await PassthroughExport(copy, to: request.outputURL, renderer: renderer).plan())
  }

  /// Everything that ``export()`` would do of a film that is rendered, as a value: so that others may do it in parts. Nothing is
  /// written, and the session stays as it is.
  ///
  /// - Throws: `RenderError`, as ``makePlan()``; `.unsupported` where packets are copied.
  public func filmPlan() async throws(RenderError) -> FilmPlan {
    guard !request.isPassthrough else {
      throw RenderError(.unsupported, "Packets are copied, and nothing is rendered.", remedy: "Choose another preset.")
    }
    let (plan, settings) = try await planned()
    var film = try await film(
      plan, beside: request.separatePlans(as: settings, renderer: renderer), as: settings,
      stating: request.statedMetadata(in: settings.fileType, renderer: renderer))
    try await film.stampMedia()
    return film
  }

  /// The film of `plan` and of `sounds`, the separate ones, as `settings`, which says `metadata` of itself.
  private func film(
    _ plan: RenderPlan, beside sounds: [RenderPlan], as settings: ExportSettings, stating metadata: FileMetadata
  ) async throws(RenderError) -> FilmPlan {
    var film = try await FilmPlan(plan, as: settings, request.smartRendering, renderer: renderer)
    (film.metadata, film.isOptimizedForNetwork) = (metadata, request.isOptimizedForNetwork)
    film.fragmentDuration = request.fragmentDuration
    guard film.fragmentDuration == nil || plan.renderedSubtitles.isEmpty else {
      throw RenderError(
        .unsupported, "A film in fragments has no tracks of text.",
        remedy: "Write it without fragments, or without subtitles.")
    }
    film.otherSounds = sounds
    if request.smartRendering.copiesSound(beside: film.segments) { try await film.planSmartSounds(by: renderer) }
    film.headers = request.headers(of: film.otherSounds.count + (plan.sound == nil ? 0 : 1), plan.picture != nil)
    return film
  }

  /// The render plan, and the settings of the file.
  private func planned() async throws(RenderError) -> (plan: RenderPlan, settings: ExportSettings) {
    let wanted = try ExportRules.complete(request.settings)
    // A range beyond the media is rendered whole: animations go on there.
    let edit = try request.edit.extended(toCover: request.timeRange).timed(for: wanted.fileType)
    let plan = try await edit.plan(
      settings: RenderSettings(for: wanted, timeRange: request.timeRange, scale: request.scale),
      fittingIn: request.maximumSize, renderer: renderer)
    let settings = wanted.limited(to: plan)
    try plan.checkSubtitles(in: settings.fileType)
    try RenderError.catching { try renderer.check(settings) }
    return (plan, settings)
  }

  /// Remarks on the letters in `plan`: those that no font has, and fonts that others stand in for.
  private func fontRemarks(on plan: RenderPlan) async throws(RenderError) -> [String] {
    guard let picture = plan.picture, let composition = request.edit.videoComposition,
      let tool = composition.animationTool,
      !tool.allFontFamilies.isEmpty
    else { return [] }
    let size =
      composition.renderSize.width > 0
      ? composition.renderSize : Size(width: Double(picture.size.width), height: Double(picture.size.height))
    do {
      return try await renderer.remarks(
        on: tool, in: size, lasting: request.edit.composition.duration.rational ?? .zero
      )
      .filter { $0.code == .missingFont }.map { "\($0.location): \($0.diagnostic.message)" }
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// Writes the file of `plan` and of `sounds`, the separate ones, which says `metadata` of itself.
  private func write(
    _ plan: RenderPlan, beside sounds: [RenderPlan], as settings: ExportSettings, stating metadata: FileMetadata
  ) async throws(RenderError) -> ExportReport {
    let file = request.stagingURL ?? request.outputURL
    var request = request
    request.metadata = metadata
    try FilmAssembly.check(request, in: settings.fileType)
    guard request.fileLengthLimit <= 0 else {
      return try await FilmAssembly(request, plan, beside: sounds, as: settings, renderer: renderer)
        .run(to: file) { [state] progress in state.report(progress) }
    }
    var film = try await film(plan, beside: sounds, as: settings, stating: metadata)
    // Segments that are removed with the export need no other names.
    if request.segmentation.cache != nil { try await film.stampMedia() }
    var export = Export(
      film, to: file, replacing: request.replacesExistingFile, temporaryFolder: request.temporaryFolder)
    export.segmentation = request.segmentation
    return try await export.run(renderer) { [state] progress in state.report(progress) }
  }

  /// The packets of the edit's media.
  private func passedPackets() throws(RenderError) -> PacketCopy {
    var copy = try PacketCopy(
      passing: request.edit, range: request.timeRange, as: request.settings.fileType)
    copy.isOptimizedForNetwork = request.isOptimizedForNetwork
    (copy.languages, copy.titles) = (request.languages, request.titles)
    copy.metadataFilter = request.metadataFilter
    for sound in request.separateSounds { copy.soundTracks?.formUnion(sound.composition.soundTrackNumbers) }
    copy.metadata = request.metadata
    // Where nothing is to be said of the file, nothing is of its tracks either.
    if let metadata = request.metadata, metadata.items.isEmpty, metadata.chapters.isEmpty {
      copy.metadataFilter = .none
    }
    return copy
  }

  /// Copies the packets of the edit's media.
  private func passed() async throws(RenderError) -> ExportReport {
    let copy = try passedPackets()
    state.enter(.exporting)
    let file: CopiedFile
    do {
      file = try await renderer.copyPackets(
        copy, to: request.stagingURL ?? request.outputURL, replacing: request.replacesExistingFile
      ) { [state] in state.report(RenderProgress(frame: 0, frameCount: 0, fraction: $0)) }
    } catch {
      throw RenderError(describing: error)
    }
    var report = ExportReport(frameCount: 0, sampleCount: 0, byteCount: file.byteCount)
    report.damage = file.damage
    report.notes = file.notes
    return report
  }

  private static func checkCancellation() throws(RenderError) {
    if Task.isCancelled { throw .cancelled() }
  }
}

extension ExportSession {
  /// The status of a session (`AVAssetExportSession.Status`).
  public enum Status: Int, Hashable, Sendable {
    /// `export()` has not been called.
    case unknown = 0
    /// The media is inspected and the render planned.
    case waiting = 1
    /// Frames and samples are made.
    case exporting = 2
    /// The file is complete at the output URL.
    case completed = 3
    /// It ended with an error, and without a file.
    case failed = 4
    /// It was cancelled, and there is no file.
    case cancelled = 5

    /// Whether nothing more will happen.
    public var isFinal: Bool { rawValue >= Status.completed.rawValue }
  }
}

extension ExportSession {
  /// A state that `states(updateInterval:)` delivers (`AVAssetExportSession.State`).
  public enum State: Hashable, Sendable {
    /// `export()` has not been called.
    case pending
    /// The media is inspected and the render planned.
    case waiting
    /// Frames and samples are made.
    case exporting(progress: RenderProgress)
  }
}

extension RenderError.Code {
  /// A session that can run only once was started again (AVFoundation raises an exception).
  public static let sessionUsed = Self(rawValue: "sessionUsed")
}

extension ExportRequest {
  /// Rejects fragments where the file has none, or not of that length.
  ///
  /// - Throws: `RenderError` with `.unsupported`.
  func checkFragments() throws(RenderError) {
    guard let fragmentDuration else { return }
    guard settings.fileType.isMovie else {
      throw RenderError(
        .unsupported, "\(settings.fileType.format.title) has no fragments.", remedy: "Write MP4, QuickTime or M4A.")
    }
    guard fragmentDuration > .zero, fragmentDuration <= Rational(3_600) else {
      throw RenderError(
        .unsupported, "Fragments of \(fragmentDuration) seconds are not made.",
        remedy: "Choose more than 0 and at most 3600 seconds.")
    }
    guard fileLengthLimit <= 0, !isPassthrough else {
      throw RenderError(
        .unsupported, "A film in fragments is encoded, and has no greatest size.",
        remedy: "Write it without fragments, or encode all of it.")
    }
  }
}

extension RenderPlan {
  /// The decoders of the plan's pictures; empty where no hardware is asked for.
  func decoders(renderer: any PlanRendering) async throws(RenderError) -> [DecoderUse] {
    guard let picture, picture.hardwareDecoding != .off else { return [] }
    do {
      return try await renderer.decoders(of: self)
    } catch {
      throw RenderError(describing: error)
    }
  }
}
