public import Compositing
public import EditingModel
public import MediaTime

/// The machine that layers, titles and custom compositors are drawn on: its fonts, its compositors, and what it remarks on.
///
/// Threads: any. The asynchronous calls do their blocking work on dedicated threads and honor task cancellation within a second;
/// `check(_:)` returns at once.
public protocol DrawingHost: Sendable {
  /// Rejects, by name, a custom compositor that is not registered or cannot use its parameters; nothing is made.
  ///
  /// - Throws: `RenderError` with `.unsupported` or `.invalidModel`.
  func check(_ videoComposition: VideoComposition) throws

  /// The colors that the custom compositor `reference` declares to support.
  ///
  /// - Throws: `RenderError` with `.unsupported`, `.invalidModel` or `.videoCompositorFailed`.
  func colorSupport(of reference: CompositorReference) async throws -> CompositorColorSupport

  /// The font `families` that are missing on this machine, and the substitute for each.
  func fontSubstitutes(for families: Set<String>) async throws -> [String: String]

  /// Probable mistakes in the layers and titles of `tool`, in a film of `renderSize` and `duration`: invisible layers,
  /// text beyond the picture, missing fonts.
  func remarks(on tool: AnimationTool, in renderSize: Size, lasting duration: Rational) async throws -> [ModelProblem]
}

extension DrawingHost {
  /// The colors of a compositor that declares nothing.
  public func colorSupport(of reference: CompositorReference) async throws -> CompositorColorSupport {
    CompositorColorSupport()
  }

  /// None is known to be missing.
  public func fontSubstitutes(for families: Set<String>) async throws -> [String: String] { [:] }

  /// Nothing is remarked on.
  public func remarks(
    on tool: AnimationTool, in renderSize: Size, lasting duration: Rational
  ) async throws -> [ModelProblem] { [] }
}
