import Containers
import EditingModel
import Foundation
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// Opens the decoders of a picture plan shortly before they are needed, and closes them after their last frame.
///
/// ```
///  frames    0         100        200        300
///  run A     ├──────────┤
///  run B               ├─────────────┤        open at any time: the runs under way, and those of the next
///  run C                             ├────    instants at which any begin, as many as there are cores for
/// ```
///
/// So a movie of thousands of cuts never holds more than a few decoders. After a jump only what the frame needs is
/// open; later runs are opened once frames are requested in order. Threads: one at a time.
final class RunScheduler {
  private let plan: PicturePlan
  private let media: SourceMedia
  private let cancellation: Cancellation
  /// The number of instants ahead at which runs are opened.
  private let instantsAhead: Int
  private var opening: [Int: BackgroundTask<SourceBox>] = [:]
  private var closing: [BackgroundTask<Void>] = []
  /// The frames that are asked for next, if that is known.
  var expected: [Int] = []

  /// Passes a source from the opening thread to the reading thread.
  struct SourceBox: @unchecked Sendable {
    // @unchecked: the opening thread releases the source before another thread uses it.
    let source: FrameSource
  }

  /// The memory, in bytes, that decoded frames of decoders opened ahead may take.
  private static let aheadBudget = 512 << 20
  /// Limit of the decoders that are closing at once; then the oldest is waited for.
  private static let closingAtOnce = 1
  /// Roughly how many frames an open decoder holds: its output queue and its reference frames.
  private static let framesHeld = 8

  /// A scheduler of the runs of `plan`, which are sorted by first frame.
  init(_ plan: PicturePlan, media: SourceMedia, cancellation: Cancellation) {
    self.plan = plan
    self.media = media
    self.cancellation = cancellation
    let largest = plan.runs.map { $0.facts.size.width * $0.facts.size.height * 3 / 2 }.max() ?? 1
    let affordable = Self.aheadBudget / max(1, largest * Self.framesHeld)
    instantsAhead = max(1, min(ProcessInfo.processInfo.activeProcessorCount / 2, affordable, 8))
  }

  deinit { _ = closeAll() }

  /// Opens what frame `frame` needs and, with `inOrder`, the next runs; closes what is no longer needed.
  func advance(to frame: Int, inOrder: Bool) {
    for (run, task) in opening {
      let frames = plan.runs[run].frames
      if frames.upperBound <= frame || !inOrder && frames.lowerBound > frame {
        opening[run] = nil
        close(task, of: run)
      }
    }
    for run in plan.span(at: frame)?.method.runs ?? [] where opening[run] == nil { open(run, at: frame) }
    guard inOrder else { return }
    var next = plan.runs.partitioningIndex { $0.frames.lowerBound > frame }
    for _ in 0..<instantsAhead {
      guard next < plan.runs.count else { return }
      let start = plan.runs[next].frames.lowerBound
      guard start < plan.range.upperBound else { return }
      while next < plan.runs.count, plan.runs[next].frames.lowerBound == start {
        if opening[next] == nil { open(next, at: start) }
        next += 1
      }
    }
  }

  /// The source of run `run`, once it is open.
  ///
  /// - Throws: `RenderError` if it cannot be opened.
  func source(of run: Int) throws -> FrameSource {
    guard let task = opening[run] else {
      throw RenderError(.engineFailed, "A clip was asked for that is not open.", clip: plan.runs[run].clip)
    }
    let source = try task.value(cancellation).source
    source.expected = expected
    return source
  }

  /// The facts of the media track of run `run`.
  func facts(of run: Int) -> VideoTrackFacts { plan.runs[run].facts }

  /// Closes every decoder; returns the tasks that are still stopping.
  func closeAll() -> [BackgroundTask<Void>] {
    for (run, task) in opening { close(task, of: run) }
    opening = [:]
    defer { closing = [] }
    return closing
  }

  /// Whether `run` is decoded about as fast by one thread: short ones decode side by side, and the frames that several threads
  /// hold back weigh most there. A few of 2160p are as much work as many of 720p.
  private static func isShort(_ run: SourceRun) -> Bool {
    let size = run.facts.size
    let pixels = run.frames.count * size.width * size.height
    return run.frames.count < CutList.shortest && pixels < CutList.shortest * CutList.framePixels
  }

  private func open(_ number: Int, at frame: Int) {
    let run = plan.runs[number]
    let (index, damage, cancellation, closing) = (media[run.clip.asset], media.damage, cancellation, closing)
    // One more than two, which wait for each other, keeps two cores at work. The frames are the same either way.
    let threads = Self.isShort(run) ? 1 : 3
    let expected = expected
    let (kept, key) = (media.open, media.key(of: run))
    opening[number] = BackgroundTask(named: "open") {
      // A source that is not needed any more is gone before the next is there: so no more are open than are needed.
      closing.settle()
      guard let index else {
        throw RenderError(.mediaMissing, "Nothing is known of the media.", clip: run.clip)
      }
      if let key, let box = kept?.take(key) {
        box.source.resume(for: cancellation)
        return box
      }
      return SourceBox(
        source: try FrameSource(
          run, at: frame, expecting: expected, index: index, damage: damage, threads: threads,
          cancellation: cancellation))
    }
  }

  /// Closes what `task` opens for run `number`, once it is open, unless it is kept for another reader.
  ///
  /// Only a few may be closing at once; more would let memory grow where the machine cannot keep up.
  private func close(_ task: BackgroundTask<SourceBox>, of number: Int) {
    let (cancellation, kept, key) = (cancellation, media.open, media.key(of: plan.runs[number]))
    closing.removeAll { (try? $0.value(within: .zero)) != nil }
    while closing.count >= Self.closingAtOnce { [closing.removeFirst()].settle() }
    closing.append(
      BackgroundTask(named: "close") {
        guard let box = try? task.value(cancellation) else { return }
        if let key, kept?.keep(box, as: key) == true { return }
        box.source.close().settle()
      })
  }
}
