import FoundationEssentials
import NameClaims
import Rendering
import Synchronization

/// Encodes the segments of a film, several at a time, and hands them to the film's file in order.
///
/// ```
///  worker 1   ├── 0 ──┤···├──── 3 ────┤···
///  worker 2           ├──── 1 ────┤···├── 4 ──┤···      each takes the first that nobody has taken
///  worker 3   ├── 2 ──────┤···                          ── fed, of which as many at a time as there are jobs
///  file                   0       1 2      …            ··· the encoder ends by itself, beside the next one
/// ```
///
/// Short pieces of one media track are taken together (``SharedDecoding``).
///
/// Threads: any; blocking work runs on dedicated threads.
struct SegmentedPictures: Sendable {
  private let plan: RenderPlan
  private let segments: SegmentPlan
  private let segmentation: Segmentation
  private let joinsOnly: Bool

  /// The pictures of `plan`, divided as `segments` says, which all have to be in the cache where it `joinsOnly`.
  init(_ plan: RenderPlan, _ segments: SegmentPlan, _ segmentation: Segmentation, joinsOnly: Bool) {
    (self.plan, self.segments, self.segmentation, self.joinsOnly) = (plan, segments, segmentation, joinsOnly)
  }

  /// Writes all pictures to `writer`, whose file at `film` is of `settings`, and says what was not as it should be. What is needed until then
  /// is in `folder`; what fails is noted in `failure` before anything else fails by it.
  func write(
    to writer: any MediaWriter, _ settings: WriterSettings, at film: URL, in folder: URL, _ renderer: any Renderer,
    noting failure: FirstFailure, progress: @escaping @Sendable (RenderProgress) -> Void
  ) async throws -> EncodedSegment.Findings {
    guard let picture = plan.picture else { return EncodedSegment.Findings() }
    let place = try SegmentPlace(
      segmentation, in: folder, for: film, joinsOnly: joinsOnly,
      identities: SegmentIdentities(plan, settings.export, segments, renderer: renderer))
    defer { place.close() }
    if joinsOnly { try await place.check(segments.segments, renderer) }
    let (queue, meter) = (SegmentQueue(segments, of: picture), FrameMeter(picture.range.count, progress))
    let (finished, feed) = AsyncStream.makeStream(of: (Int, EncodedSegment).self)
    let jobs = Permits(segmentation.jobs(for: picture, segments.segments.count))
    // Twice as many: while one encoder ends, the next one is fed.
    let workers = min(2 * jobs.count, segments.segments.count)
    let running = Mutex(workers)
    let rendering = SegmentRendering(plan, segments, settings, renderer: renderer)
    let alone = { @Sendable (segment: SegmentPlan.Segment, fed: () -> Void) async throws -> EncodedSegment in
      try await place.segment(segment, renderer) { target in
        try await rendering.render(segment, to: target, notice: { meter.add(1) }, fed: fed)
      } found: {
        meter.add($0.frameCount)
      }
    }
    var work: [@Sendable () async throws -> EncodedSegment.Findings] = []
    for _ in 0..<workers {
      work.append {
        while true {
          let permit = await jobs.take()
          guard let work = queue.next() else { break }
          switch work {
          case .alone(let segment):
            feed.yield((segment.number, try await alone(segment) { permit.giveBack() }))
          case .together(let all):
            // Those that are kept are not made again.
            var missing: [SegmentPlan.Segment] = []
            for segment in all.segments {
              if let known = try await place.found(segment, renderer) {
                meter.add(known.frameCount)
                feed.yield((segment.number, known))
              } else {
                missing.append(segment)
              }
            }
            for shared in SharedDecoding.groups(of: missing, in: picture) {
              let made = Mutex<Set<Int>>([])
              do {
                try await rendering.render(
                  shared, to: shared.segments.map { try place.target(of: $0) }, notice: { meter.add(1) }
                ) { segment, encoded in
                  made.withLock { _ = $0.insert(segment.number) }
                  feed.yield((segment.number, encoded))
                }
              } catch is CancellationError {
                throw CancellationError()
              } catch let error as RenderError where error.code == .cancelled {
                throw error
              } catch {
                // What is wrong is said of the segment that it is wrong with, by those that are made alone.
              }
              missing.removeAll { made.withLock { $0 }.contains($0.number) }
            }
            for segment in missing { feed.yield((segment.number, try await alone(segment) {})) }
          }
          permit.giveBack()
        }
        if running.withLock({
          $0 -= 1
          return $0 == 0
        }) {
          feed.finish()
        }
        return EncodedSegment.Findings()
      }
    }
    work.append {
      var (waiting, next, findings) = ([Int: EncodedSegment](), 0, EncodedSegment.Findings())
      var undescribed = Set(segments.examples)
      for await (number, segment) in finished {
        waiting[number] = segment
        // Where pictures of two kinds stand side by side, the file's header has to tell of both.
        undescribed.remove(number)
        guard undescribed.isEmpty else { continue }
        if next == 0, segments.hasCopies {
          let examples = segments.examples.compactMap { waiting[$0] }
          try await blocking(cancelledBy: writer.cancel) { () throws(RenderError) in
            try writer.describePictures(by: examples)
          }
        }
        while let segment = waiting.removeValue(forKey: next) {
          do throws(RenderError) {
            try await blocking(cancelledBy: writer.cancel) { () throws(RenderError) in try writer.write(segment) }
          } catch {
            throw place.naming(error, segment.url)
          }
          findings.add(segment.findings)
          place.release(segment)
          next += 1
        }
      }
      try Task.checkCancellation()
      try await blocking(cancelledBy: writer.cancel) { () throws(RenderError) in try writer.endPictures() }
      return findings
    }
    let findings = try await sideBySide(work, noting: failure) {
      queue.close()
      jobs.close()
      feed.finish()
      writer.cancel()
    }
    return findings.reduce(into: EncodedSegment.Findings()) { $0.add($1) }
  }
}

/// The segments that nobody has taken yet. Threads: any. Lock order: only `rest`.
private final class SegmentQueue: Sendable {
  /// What is taken at once.
  enum Work: Sendable {
    /// A segment by itself.
    case alone(SegmentPlan.Segment)
    /// Several whose media is decoded once.
    case together(SharedDecoding)

    /// The first segment's number.
    var number: Int {
      switch self {
      case .alone(let segment): segment.number
      case .together(let shared): shared.segments.map(\.number).min() ?? 0
      }
    }
  }

  private let rest: Mutex<ArraySlice<Work>>

  /// Those of `plan`, the frames of `picture`; first those that the others wait for.
  init(_ plan: SegmentPlan, of picture: PicturePlan) {
    let first = plan.examples.map { plan.segments[$0] }
    let others = plan.segments.filter { !plan.examples.contains($0.number) }
    let groups = SharedDecoding.groups(of: others, in: picture)
    let grouped = Set(groups.flatMap(\.segments).map(\.number))
    let work = others.filter { !grouped.contains($0.number) }.map(Work.alone) + groups.map(Work.together)
    rest = Mutex((first.map(Work.alone) + work.sorted { $0.number < $1.number })[...])
  }

  /// The first of them; nil where there is none.
  func next() -> Work? { rest.withLock { $0.popFirst() } }

  /// Takes all of them.
  func close() { rest.withLock { $0 = [] } }
}

extension SegmentPlan {
  /// The numbers of the segments that show what the pictures of all are: the first that is encoded, and the first that is copied; of a
  /// film without copies none, since any does.
  fileprivate var examples: [Int] {
    guard hasCopies else { return [] }
    return [segments.firstIndex { $0.copied == nil }, segments.firstIndex { $0.copied != nil }].compactMap(\.self)
  }
}

/// How many frames are encoded, in all segments. Threads: any. Lock order: only `count`; progress is reported while it is held, so
/// that it never falls.
final class FrameMeter: Sendable {
  private let whole: Int
  private let progress: @Sendable (RenderProgress) -> Void
  private let count = Mutex(0)

  init(_ whole: Int, _ progress: @escaping @Sendable (RenderProgress) -> Void) {
    (self.whole, self.progress) = (whole, progress)
  }

  func add(_ frames: Int) {
    count.withLock { count in
      count += frames
      progress(RenderProgress(frame: count, frameCount: whole, fraction: Double(count) / Double(max(1, whole))))
    }
  }
}

/// How many may do something at a time. Threads: any. Lock order: only `state`.
private final class Permits: Sendable {
  private struct State {
    var free: Int
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// How many there are.
  let count: Int
  private let state: Mutex<State>

  init(_ count: Int) {
    self.count = count
    state = Mutex(State(free: count))
  }

  /// One of them, once one is free.
  func take() async -> Permit {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0, !state.isClosed else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    return Permit(of: self)
  }

  /// Has nobody wait any more.
  func close() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isClosed = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  fileprivate func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// One of some permits; given back at the latest when nobody has it. Threads: any.
private final class Permit: Sendable {
  private let all: Permits
  private let isGiven = Atomic(false)

  fileprivate init(of all: Permits) { self.all = all }

  deinit { giveBack() }

  /// Lets another one have it.
  func giveBack() {
    guard !isGiven.exchange(true, ordering: .relaxed) else { return }
    all.giveBack()
  }
}
