public import Rendering

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
/// The request is a value: what happens to the edit after the session was made changes nothing here. On any failure, and
/// when it is cancelled, no file is left behind.
///
/// Threads: any.
public final class ExportSession: Sendable {
  /// What is exported, as what, and where to.
  public let request: ExportRequest

  /// Whoever does the work.
  private let renderer: any Renderer
  /// Where the session stands, and who watches it.
  private let board: ExportSessionState

  /// A session for `request`; nothing happens until `export()`.
  ///
  /// `clock` is what the update intervals of `states(updateInterval:)` are measured by.
  public init(
    _ request: ExportRequest, renderer: any Renderer, clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.request = request
    self.renderer = renderer
    self.board = ExportSessionState(clock: clock)
  }

  /// Where the session stands (`AVAssetExportSession.Status`).
  public var status: Status { board.status }

  /// How far the render is; nothing of it falls, from one reading to the next.
  public var progress: RenderProgress { board.progress }

  /// What is carried out; nil until the state is `exporting`.
  public var plan: RenderPlan? { board.plan }

  /// Why the session failed, or that it was cancelled; nil otherwise.
  public var error: RenderError? { board.error }

  /// The states from now on: the present one at once, then each change, until the session ends
  /// (`states(updateInterval:)`).
  ///
  /// Progress is delivered at most once in an `updateInterval`; its first and its last value always are.
  public func states(updateInterval: Duration = .zero) -> some AsyncSequence<State, Never> & Sendable {
    board.states(updateInterval: updateInterval)
  }

  /// Does the whole work and returns when the file stands at its place (`export(to:as:)`).
  ///
  /// Cancelling the calling task cancels the session.
  ///
  /// - Returns: What was written.
  /// - Throws: `RenderError`. `.outputExists` and `.cannotCreateOutput` come before any work; a second call throws
  ///   `.sessionUsed`.
  @discardableResult
  public func export() async throws(RenderError) -> ExportReport {
    let work = try board.begin { [self] in await run() }
    let result = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  /// Ends the session: `export()` throws `.cancelled` as soon as everything is cleaned up (`cancelExport()`).
  ///
  /// Called before `export()`, it prevents the work; after its end, it changes nothing.
  public func cancel() {
    board.cancel()
  }

  private func run() async -> Result<ExportReport, RenderError> {
    let result: Result<ExportReport, RenderError>
    do throws(RenderError) {
      result = .success(try await exported())
    } catch {
      // Work that is torn down ends in errors of all kinds; what happened is that it was cancelled.
      result = .failure(
        Task.isCancelled && error.code != .cancelled ? .cancelled(underlying: error.description) : error)
    }
    board.end(result)
    return result
  }

  private func exported() async throws(RenderError) -> ExportReport {
    try Self.checkCancellation()
    board.enter(.waiting)
    try OutputLocation(request.outputURL)
      .check(replacing: request.replacesExistingFile, sources: request.edit.assets)
    let wanted = try ExportRules.complete(request.settings)
    let plan = try await request.edit.plan(
      settings: RenderSettings(for: wanted, timeRange: request.timeRange, scale: request.scale),
      fittingIn: request.maximumSize, renderer: renderer)
    let settings = wanted.limited(to: plan)
    try RenderError.catching { try renderer.check(settings) }
    try Self.checkCancellation()
    board.enter(.exporting, plan: plan)
    return try await Export(plan, as: settings, to: request.outputURL, replacing: request.replacesExistingFile)
      .run(renderer) { [board] progress in board.report(progress) }
  }

  private static func checkCancellation() throws(RenderError) {
    if Task.isCancelled { throw .cancelled() }
  }
}
