package import EditingModel
package import FoundationEssentials
package import MediaFormats
package import Rendering
import Synchronization

/// A renderer that does what a test says, and remembers what it was asked.
package final class ScriptedRenderer: Renderer {
  /// What happens when an answer is asked for.
  package enum Act: Sendable {
    /// Progress is reported.
    case progress(frame: Int, fraction: Double)
    /// The test runs some code of its own in the middle of the work.
    case perform(@Sendable () async -> Void)
    /// The work stands still until its task is cancelled, then ends as a cancelled task does.
    case waitForCancellation
    /// The work ends with an error.
    case fail(any Error)
  }

  /// What it was asked, in order.
  package struct Record {
    package var factsAsked: [[AssetReference]] = []
    package var settingsChecked: [ExportSettings] = []
    package var plans: [RenderPlan] = []
    package var outputs: [URL] = []
    package var replacing: [Bool] = []
  }

  private let media: [AssetReference: MediaFacts]
  private let compositors: Set<String>
  private let discovery: [Act]
  private let refusal: (any Error)?
  private let export: [Act]
  private let state = Mutex(Record())

  /// A renderer that knows `media` and custom compositors called `compositors`, goes through `discovery` before it answers what the media holds, refuses all
  /// settings with `refusal`, and goes through `export` when it renders.
  package init(
    media: [MediaFacts], compositors: Set<String> = [], discovery: [Act] = [], refusal: (any Error)? = nil,
    export: [Act] = []
  ) {
    self.compositors = compositors
    self.media = Dictionary(media.map { ($0.asset, $0) }, uniquingKeysWith: { first, _ in first })
    self.discovery = discovery
    self.refusal = refusal
    self.export = export
  }

  /// The media that it knows.
  package var knownAssets: Set<AssetReference> { Set(media.keys) }

  /// What it was asked so far.
  package var record: Record { state.withLock { $0 } }

  package func facts(of assets: [AssetReference]) async throws -> [AssetReference: MediaFacts] {
    state.withLock { $0.factsAsked.append(assets) }
    try await play(discovery) { _ in }
    for asset in assets where media[asset] == nil {
      throw RenderError(.mediaMissing, "The file does not exist.", asset: asset)
    }
    return media.filter { assets.contains($0.key) }
  }

  package func check(_ videoComposition: VideoComposition) throws {
    guard let name = videoComposition.customCompositor?.name, !compositors.contains(name) else { return }
    throw RenderError(.unsupported, "There is no custom compositor “\(name)”.")
  }

  package func check(_ settings: ExportSettings) throws {
    state.withLock { $0.settingsChecked.append(settings) }
    if let refusal { throw refusal }
  }

  package func export(
    _ plan: RenderPlan, as settings: ExportSettings, to url: URL, replacing: Bool,
    progress: @escaping @Sendable (RenderProgress) -> Void
  ) async throws -> ExportReport {
    state.withLock { record in
      record.plans.append(plan)
      record.outputs.append(url)
      record.replacing.append(replacing)
    }
    let frameCount = plan.picture?.frameCount ?? 0
    try await play(export) { act in
      guard case .progress(let frame, let fraction) = act else { return }
      progress(RenderProgress(frame: frame, frameCount: frameCount, fraction: fraction))
    }
    return ExportReport(frameCount: frameCount, sampleCount: plan.sound?.sampleCount ?? 0, byteCount: 1_000)
  }

  private func play(_ acts: [Act], _ report: (Act) -> Void) async throws {
    for act in acts {
      switch act {
      case .progress:
        report(act)
      case .perform(let body):
        await body()
      case .waitForCancellation:
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
      case .fail(let error):
        throw error
      }
    }
  }
}
