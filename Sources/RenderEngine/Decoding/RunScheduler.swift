import EditingModel
import Rendering

/// Opens the decoders of a picture plan shortly before they are needed and closes them when they are done.
///
/// ```
///  frames    0         100        200        300
///  run A     ├──────────┤
///  run B               ├─────────────┤        open at any time: the runs under way, and those of the next
///  run C                             ├────    instant at which any begin
/// ```
///
/// So a film of thousands of cuts never holds more than a few decoders. Threads: one at a time.
final class RunScheduler {
  private let runs: [SourceRun]
  private let indexes: [AssetReference: MediaIndex]
  private let cancellation: Cancellation
  private var opening: [Int: BackgroundTask<FeederBox>] = [:]
  private var nextToOpen = 0

  /// Hands a feeder from the thread that opened it to the one that reads it.
  struct FeederBox: @unchecked Sendable {
    // @unchecked: the opening thread lets go of the feeder before anybody else holds it.
    let feeder: FrameSource
  }

  /// A scheduler of `runs`, which stand in the order of their first frames.
  init(_ runs: [SourceRun], indexes: [AssetReference: MediaIndex], cancellation: Cancellation) {
    self.runs = runs
    self.indexes = indexes
    self.cancellation = cancellation
  }

  deinit { closeAll() }

  /// Opens what frame `frame` needs and what comes next, and closes what ended before it.
  func advance(to frame: Int) {
    for (run, promise) in opening where runs[run].frames.upperBound <= frame {
      opening[run] = nil
      Self.close(promise)
    }
    while nextToOpen < runs.count, runs[nextToOpen].frames.lowerBound <= frame { openNext() }
    // The next instant at which runs begin, once one of them is not open yet.
    guard nextToOpen < runs.count else { return }
    let isOneAhead = opening.keys.contains { runs[$0].frames.lowerBound > frame }
    guard !isOneAhead else { return }
    let start = runs[nextToOpen].frames.lowerBound
    while nextToOpen < runs.count, runs[nextToOpen].frames.lowerBound == start { openNext() }
  }

  /// The feeder of run `run`, once it is open.
  ///
  /// - Throws: `RenderError` if it cannot be opened.
  func feeder(of run: Int) throws -> FrameSource {
    guard let promise = opening[run] else {
      throw RenderError(.engineFailed, "A clip was asked for out of order.", clip: runs[run].clip)
    }
    return try promise.value().feeder
  }

  /// What the media track of run `run` holds.
  func facts(of run: Int) -> VideoTrackFacts { runs[run].facts }

  /// Closes every decoder.
  func closeAll() {
    for promise in opening.values { Self.close(promise) }
    opening = [:]
  }

  private func openNext() {
    let run = runs[nextToOpen]
    let (index, cancellation) = (indexes[run.clip.asset], cancellation)
    // Short cuts decode side by side; a long stretch has the machine to itself. The frames are the same either way.
    let threads = run.frames.count < 100 ? 1 : 2
    opening[nextToOpen] = BackgroundTask(named: "open") {
      guard let index else {
        throw RenderError(.mediaMissing, "Nothing is known of the media.", clip: run.clip)
      }
      return FeederBox(
        feeder: try FrameSource(run, index: index, threads: threads, cancellation: cancellation))
    }
    nextToOpen += 1
  }

  private static func close(_ promise: BackgroundTask<FeederBox>) {
    if let box = try? promise.value() { box.feeder.close() }
  }
}
