public import EditingModel
public import FoundationEssentials
public import MediaFormats

/// Whoever carries plans out: the seam between the services, which know nothing of GStreamer, and the engine.
///
/// Threads: any; each call does its blocking work on threads of its own and honours task cancellation within a second.
public protocol Renderer: Sendable {
  /// Finds out what the files hold, each once, in any order.
  ///
  /// - Throws: `RenderError` with `.mediaMissing`, `.mediaUnreadable`, `.missingPlugin`, `.stalled` or `.cancelled`.
  func facts(of assets: [AssetReference]) async throws -> [AssetReference: MediaFacts]

  /// Refuses, by name, settings that cannot be carried out on this machine; nothing is written.
  ///
  /// - Throws: `RenderError` with `.unsupported` or `.missingPlugin`.
  func check(_ settings: ExportSettings) throws

  /// Refuses, by name, a custom compositor that is not there or cannot use what it is told; nothing is made.
  ///
  /// - Throws: `RenderError` with `.unsupported` or `.invalidModel`.
  func check(_ videoComposition: VideoComposition) throws

  /// Renders `plan` into the file at `url`: into a temporary name beside it first, which becomes the file when
  /// everything is there and is removed when not. A file that stands at `url` is replaced only if `replacing`.
  ///
  /// `progress` is called now and then, from any thread.
  ///
  /// - Throws: `RenderError`; on any error nothing is left behind.
  func export(
    _ plan: RenderPlan, as settings: ExportSettings, to url: URL, replacing: Bool,
    progress: @escaping @Sendable (RenderProgress) -> Void
  ) async throws -> ExportReport
}

extension Renderer {
  /// Refuses every custom compositor.
  public func check(_ videoComposition: VideoComposition) throws {
    guard let compositor = videoComposition.customCompositor else { return }
    throw RenderError(
      .unsupported, "There is no custom compositor “\(compositor.name)”.", remedy: "Remove customCompositor.")
  }
}
