public import Compositing
public import MediaFormats

/// Plans carried out: any frame and any sample of them, in any order.
///
/// Readers are independent of each other: two readers of one plan share nothing that either could disturb.
///
/// Threads: any. The asynchronous calls do their blocking work on dedicated threads and honor task cancellation within a second.
public protocol PlanRendering: Sendable {
  /// Opens the pictures of `plan`, which has some, in `format`; in the plan's own format if nil.
  ///
  /// - Throws: `RenderError`: as `facts(of:)`, or where a file has changed since the plan was made.
  func pictures(of plan: RenderPlan, in format: PixelBuffer.Format?) async throws -> any PictureReader

  /// Opens the same, which begins with what is open in `media`, and leaves there what it has open when it is closed.
  ///
  /// - Parameter media: What `openMedia()` of such a renderer gave; nil for nothing.
  /// - Throws: As `pictures(of:in:)`.
  func pictures(
    of plan: RenderPlan, in format: PixelBuffer.Format?, using media: (any OpenMedia)?
  ) async throws -> any PictureReader

  /// Decoders that readers leave open for later ones; nil for an engine that keeps none open. Simultaneous holders may
  /// share it.
  func openMedia() -> (any OpenMedia)?

  /// Opens the samples of `plan`, which has some.
  ///
  /// - Throws: As `pictures(of:in:)`.
  func samples(of plan: RenderPlan) async throws -> any SampleReader

  /// Opens the samples of `plan`, which has some, for jumps that decode as `seeking` says.
  ///
  /// - Throws: As `pictures(of:in:)`.
  func samples(of plan: RenderPlan, seeking: SampleSeeking) async throws -> any SampleReader

  /// The decoder of each track that `plan` shows, in the order in which they are first shown; empty where no hardware is asked for.
  /// Still pictures and raw ones are not among them.
  ///
  /// - Throws: As `pictures(of:in:)`, which makes the same choice: `.missingPlugin` or `.unsupported` where hardware is required,
  ///   and there is none for a track.
  func decoders(of plan: RenderPlan) async throws -> [DecoderUse]
}

extension PlanRendering {
  /// The pictures of `pictures(of:in:)`, which leave nothing open.
  public func pictures(
    of plan: RenderPlan, in format: PixelBuffer.Format?, using media: (any OpenMedia)?
  ) async throws -> any PictureReader {
    try await pictures(of: plan, in: format)
  }

  /// Nothing is kept open.
  public func openMedia() -> (any OpenMedia)? { nil }

  /// The samples of `samples(of:)`, which are exact.
  public func samples(of plan: RenderPlan, seeking: SampleSeeking) async throws -> any SampleReader {
    try await samples(of: plan)
  }
}
