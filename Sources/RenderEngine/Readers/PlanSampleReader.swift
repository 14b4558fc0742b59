import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaTime
import Rendering
import Synchronization

/// Reads the samples of a plan with GStreamer.
///
/// Threads: any; `state` is held while samples are made, so that a second caller waits. Lock order: only `state`.
final class PlanSampleReader: SampleReader {
  let plan: SoundPlan
  private let processing: SoundProcessing
  private let media: SourceMedia
  private let cancellation: Cancellation
  private let state = Mutex(State())

  /// The renderer, once there is one.
  private struct State {
    var renderer: SoundRenderer?
    var isClosed = false
  }

  /// The longest jump forward, in seconds, that is read through instead of starting a new renderer.
  private var worthwhileJump: Int64 { media.seeking == .exact ? 5 : 1 }
  /// Samples that are discarded at once.
  private static let portion: Int64 = 16_384

  /// The samples of `plan`, changed by `processing`, from the files of `media`.
  init(_ plan: SoundPlan, _ processing: SoundProcessing, media: SourceMedia, cancellation: Cancellation) {
    self.plan = plan
    self.processing = processing
    self.media = media
    self.cancellation = cancellation
  }

  deinit { close() }

  func blockingSamples(_ range: Range<Int64>) throws(RenderError) -> SampleBlock {
    guard range.lowerBound >= 0, range.upperBound <= plan.sampleCount else {
      throw RenderError(
        .outOfRange, "Samples \(range) were asked for, and there are \(plan.sampleCount).",
        remedy: "Ask for samples of 0..<\(plan.sampleCount).")
    }
    return try state.withLock { state throws(RenderError) in
      guard !state.isClosed else { throw .closedReader }
      try cancellation.check()
      let renderer = try renderer(at: range.lowerBound, &state)
      return SampleBlock(start: range.lowerBound, channels: plan.channels, interleaved: try renderer.next(range.count))
    }
  }

  /// The renderer of the samples from `first` on: the current one, if `first` is not far ahead.
  private func renderer(at first: Int64, _ state: inout State) throws(RenderError) -> SoundRenderer {
    if let renderer = state.renderer, renderer.position <= first,
      first - renderer.position <= worthwhileJump * Int64(plan.grid.rate)
    {
      while renderer.position < first { _ = try renderer.next(Int(min(Self.portion, first - renderer.position))) }
      return renderer
    }
    state.renderer?.close().settle()
    state.renderer = nil
    let renderer = try SoundRenderer(plan, processing, from: first, media: media, cancellation: cancellation)
    state.renderer = renderer
    return renderer
  }

  func damage() -> [MediaDamage] { media.recordedDamage() }

  func cancel() {
    cancellation.cancel()
  }

  func close() {
    cancellation.cancel()
    let renderer = state.withLock { state in
      state.isClosed = true
      defer { state.renderer = nil }
      return state.renderer
    }
    renderer?.close().settle()
  }
}
