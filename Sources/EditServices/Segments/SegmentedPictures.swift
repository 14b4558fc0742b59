import FoundationEssentials
import NameClaims
import Rendering
import Synchronization

/// Encodes the segments of a film, several at a time, and hands them to the film's file in order.
///
/// ```
///  worker 1   ├── 0 ──┤···├──── 3 ────┤···
///  worker 2           ├──── 1 ────┤···├── 4 ──┤···      each takes the first that was not taken yet
///  worker 3   ├── 2 ──────┤···                          ── fed, as many at a time as there are jobs
///  file                   0       1 2      …            ··· the encoder ends by itself, beside the next one
/// ```
///
/// Short pieces of one media track are taken together (``SharedDecoding``).
///
/// Threads: any; blocking work runs on dedicated threads.
struct SegmentedPictures: Sendable {
  private let plan: RenderPlan
  private let segments: SegmentPlan
  /// The states of the media that the plan was made for.
  private let media: [MediaStamp]
  private let segmentation: Segmentation
  private let joinsOnly: Bool

  /// The pictures of `film`, divided as its `segments` say, which all have to be in the cache where it `joinsOnly`.
  init(_ film: FilmPlan, _ segments: SegmentPlan, _ segmentation: Segmentation, joinsOnly: Bool) {
    (plan, media, self.segments) = (film.render, film.media, segments)
    (self.segmentation, self.joinsOnly) = (segmentation, joinsOnly)
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
      identities: SegmentIdentities(plan, of: media, settings.export, segments, renderer: renderer))
    defer { place.close() }
    if joinsOnly { try await place.check(segments.segments, renderer) }
    let (finished, feed) = AsyncStream.makeStream(of: (Int, EncodedSegment).self)
    let jobs = Permits(segmentation.jobs(for: picture, segments.segments))
    let (queue, meter) = (
      SegmentQueue(segments.segments, of: picture, jobs: jobs.count, examples: segments.examples),
      FrameMeter(picture.range.count, progress)
    )
    // Twice as many: while one encoder ends, the next one is fed.
    let workers = min(2 * jobs.count, segments.segments.count)
    let running = Mutex(workers)
    let rendering = SegmentRendering(plan, segments, settings, renderer: renderer)
    let worker = SegmentWorker(
      queue: queue, jobs: jobs, place: place, rendering: rendering, picture: picture, meter: meter
    ) { segment, made in feed.yield((segment.number, made)) }
    var work: [@Sendable () async throws -> EncodedSegment.Findings] = []
    for _ in 0..<workers {
      work.append {
        try await worker.run()
        let isLast = running.withLock { running in
          running -= 1
          return running == 0
        }
        if isLast { feed.finish() }
        return EncodedSegment.Findings()
      }
    }
    work.append {
      var (waiting, next, findings) = ([Int: EncodedSegment](), 0, EncodedSegment.Findings())
      var undescribed = Set(segments.examples)
      for await (number, segment) in finished {
        waiting[number] = segment
        // Where pictures of two kinds are in one track, the file's header must describe both; the first segment has
        // only one.
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

extension SegmentPlan {
  /// The numbers of the segments that show what the pictures of all are: the first that is encoded, and the first that is copied; of a
  /// film without copies none, since any does.
  var examples: [Int] {
    guard hasCopies else { return [] }
    return [segments.firstIndex { !$0.isCopied }, segments.firstIndex(where: \.isCopied)].compactMap(\.self)
  }
}

/// The count of encoded frames in all segments. Threads: any. Lock order: only `count`; progress is reported while it
/// is held, so that it never falls.
final class FrameMeter: Sendable {
  private let whole: Int
  private let progress: @Sendable (RenderProgress) -> Void
  private let count = Mutex(0)

  init(_ whole: Int, _ progress: @escaping @Sendable (RenderProgress) -> Void) {
    (self.whole, self.progress) = (whole, progress)
  }

  func add(_ frames: Int) {
    count.withLock { count in
      // What failed beside others is made again alone, and its frames come twice.
      count = min(whole, count + frames)
      progress(RenderProgress(frame: count, frameCount: whole, fraction: Double(count) / Double(max(1, whole))))
    }
  }
}
