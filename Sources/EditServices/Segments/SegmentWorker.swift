import Rendering
import Synchronization

/// A worker on the segments of a film: takes segments from the queue until none is left.
///
/// Threads: any; blocking work runs on dedicated threads.
struct SegmentWorker: Sendable {
  let queue: SegmentQueue
  /// The permits of encoders that are fed at a time.
  let jobs: Permits
  let place: SegmentPlace
  let rendering: SegmentRendering
  let picture: PicturePlan
  let meter: FrameMeter
  /// Called with each segment that is there, made or found.
  let finished: @Sendable (SegmentPlan.Segment, EncodedSegment) -> Void

  /// Makes segments until none is left.
  ///
  /// - Throws: the first error.
  func run() async throws {
    while true {
      let permit = await jobs.take()
      guard let work = queue.next() else { return }
      switch work {
      case .alone(let segment): try await make(segment) { permit.giveBack() }
      case .together(let shared): try await make(shared)
      }
      permit.giveBack()
    }
  }

  /// Makes `segment` by itself, unless it is there; calls `fed` when nothing is decoded for it any more.
  private func make(_ segment: SegmentPlan.Segment, fed: () -> Void = {}) async throws {
    let made = try await place.segment(segment, rendering.renderer) { target in
      try await rendering.render(segment, to: target, notice: { meter.add(1) }, fed: fed)
    } found: {
      meter.add($0.frameCount)
    }
    finished(segment, made)
  }

  /// Makes the segments of `shared` that are not there, decoding their media once.
  private func make(_ shared: SharedDecoding) async throws {
    var missing: [SegmentPlan.Segment] = []
    for segment in shared.segments {
      guard let known = try await place.found(segment, rendering.renderer) else {
        missing.append(segment)
        continue
      }
      meter.add(known.frameCount)
      finished(segment, known)
    }
    for group in SharedDecoding.groups(of: missing, in: picture, jobs: 1) {
      let made = try await numbersMade(of: group)
      missing.removeAll { made.contains($0.number) }
    }
    // Errors belong to single segments, so these are made alone.
    for segment in missing { try await make(segment) }
  }

  /// Makes the segments of `shared`; the numbers of those that were made before anything failed.
  ///
  /// - Throws: where the work is cancelled.
  private func numbersMade(of shared: SharedDecoding) async throws -> Set<Int> {
    let made = Mutex<Set<Int>>([])
    do {
      var targets: [SegmentRendering.Target] = []
      for segment in shared.segments { targets.append(try await place.target(of: segment)) }
      let heard: @Sendable () -> Void = { meter.add(1) }
      try await rendering.render(shared, to: targets, notice: heard) { segment, encoded in
        made.withLock { _ = $0.insert(segment.number) }
        finished(segment, encoded)
      }
    } catch {
      let error = RenderError(describing: error)
      if error.code == .cancelled { throw error }
    }
    return made.withLock(\.self)
  }
}

/// The segments that were not taken yet. Threads: any. Lock order: only `rest`.
final class SegmentQueue: Sendable {
  /// A unit of work that is taken at once.
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

  /// `segments` of the frames of `picture`, for `jobs` workers; first those with the numbers `examples`, which the others wait for.
  init(_ segments: [SegmentPlan.Segment], of picture: PicturePlan, jobs: Int, examples: [Int] = []) {
    let first = segments.filter { examples.contains($0.number) }
    let others = segments.filter { !examples.contains($0.number) }
    let groups = SharedDecoding.groups(of: others, in: picture, jobs: jobs)
    let grouped = Set(groups.flatMap(\.segments).map(\.number))
    let work = others.filter { !grouped.contains($0.number) }.map(Work.alone) + groups.map(Work.together)
    rest = Mutex((first.map(Work.alone) + work.sorted { $0.number < $1.number })[...])
  }

  /// The first of them; nil where there is none.
  func next() -> Work? { rest.withLock { $0.popFirst() } }

  /// Takes all of them.
  func close() { rest.withLock { $0 = [] } }
}
