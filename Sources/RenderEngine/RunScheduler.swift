import Composition
import RenderPlan

/// Opens the decoders of a picture plan shortly before they are needed and closes them when they are done.
///
/// ```
///  frames    0         100        200        300
///  run A     ├──────────┤
///  run B               ├─────────────┤        open at any time: the runs under way, and those of the next
///  run C                             ├────    two instants at which any begin
/// ```
///
/// Two, because what lies between a key frame and a cut differs from cut to cut: while one decoder is still on its way,
/// the one after it keeps the processors busy. A film of thousands of cuts never holds more than a few decoders.
/// Threads: one at a time.
final class RunScheduler {
  private let runs: [SourceRun]
  private let indexes: [AssetReference: MediaIndex]
  private let cancellation: Cancellation
  private var opening: [Int: Promise<FeederBox>] = [:]
  private var nextToOpen = 0

  /// Hands a feeder from the thread that opened it to the one that reads it.
  struct FeederBox: @unchecked Sendable {
    // @unchecked: the opening thread lets go of the feeder before anybody else holds it.
    let feeder: PictureFeeder
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
    while let group = nextInstant, isWorthOpening(group, at: frame) {
      for _ in group { openNext() }
    }
  }

  /// The runs that begin at the first instant of which none is open.
  private var nextInstant: Range<Int>? {
    guard nextToOpen < runs.count else { return nil }
    let start = runs[nextToOpen].frames.lowerBound
    let end = runs[nextToOpen...].firstIndex { $0.frames.lowerBound != start } ?? runs.count
    return nextToOpen..<end
  }

  /// Whether it is time to open the runs of `group`: the next instant always, the one after it as long as no more than two
  /// times what is under way is open, and two besides.
  private func isWorthOpening(_ group: Range<Int>, at frame: Int) -> Bool {
    let ahead = opening.keys.filter { runs[$0].frames.lowerBound > frame }
    let instants = Set(ahead.map { runs[$0].frames.lowerBound })
    let underWay = opening.count - ahead.count
    return instants.isEmpty || instants.count == 1 && ahead.count + group.count <= underWay + 2
  }

  /// The feeder of run `run`, once it is open.
  ///
  /// - Throws: `RenderError` if it cannot be opened.
  func feeder(of run: Int) throws -> PictureFeeder {
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
    opening[nextToOpen] = Promise(named: "open") {
      guard let index else {
        throw RenderError(.mediaMissing, "Nothing is known of the media.", clip: run.clip)
      }
      return FeederBox(
        feeder: try PictureFeeder(run, index: index, threads: threads, cancellation: cancellation))
    }
    nextToOpen += 1
  }

  private static func close(_ promise: Promise<FeederBox>) {
    if let box = try? promise.value() { box.feeder.close() }
  }
}
