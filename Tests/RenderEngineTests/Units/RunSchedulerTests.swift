import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import SeededRandom
import Testing

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// Which decoders are open when. Nothing is known of the media here: a decoder is open where its opening has failed.
@Suite("The scheduler of decoders")
struct RunSchedulerTests {
  private static let cancellation = Cancellation()

  /// A plan of 40 cuts of random lengths, with runs on one to three tracks at a time.
  private static func plan(seed: UInt64) throws -> PicturePlan {
    var random = SeededGenerator(seed: seed)
    let asset = AssetReference(url: URL(filePath: "/media/unknown.mp4"))
    let facts = VideoTrackFacts(
      codec: "H.264", size: PixelSize(width: 64, height: 48), pixelAspect: .one, orientation: .up,
      timing: .constant(start: .zero, frameDuration: try Rational(1, 25), count: 10_000), format: "I420",
      hasAlpha: false, isInterlaced: false, colorimetry: .bt709)
    var runs: [SourceRun] = []
    var spans: [PictureSpan] = []
    var start = 0
    for number in 0..<40 {
      let frames = start..<start + Int.random(in: 1...30, using: &random)
      let first = runs.count
      for track in 0..<(number % 7 == 3 ? 0 : Int.random(in: 1...3, using: &random)) {
        runs.append(
          SourceRun(
            clip: ClipReference(asset: asset, trackID: TrackID(rawValue: Int32(track + 1)), segmentIndex: number),
            source: .init(asset: asset), frames: frames, firstTime: .zero, step: try Rational(1, 25), facts: facts))
      }
      let layers = (first..<runs.count).map { run in
        MixLayer(
          run: run, crop: nil, orientation: .up, place: PixelRectangle(x: 0, y: 0, width: 64, height: 48),
          opacity: FrameCurve(constant: 1, over: frames))
      }
      spans.append(PictureSpan(frames: frames, method: .mix(background: .black, layers: layers)))
      start = frames.upperBound
    }
    return PicturePlan(
      grid: try FrameGrid(frameDuration: Rational(1, 25)), origin: .zero, frameCount: start,
      size: PixelSize(width: 64, height: 48), pixelFormat: .yuv420p, colorimetry: .bt709, runs: runs, spans: spans)
  }

  /// The runs whose decoders `scheduler` holds.
  private func open(_ scheduler: RunScheduler, of plan: PicturePlan) -> Set<Int> {
    Set(
      plan.runs.indices.filter { run in
        do {
          _ = try scheduler.source(of: run)
          return true
        } catch {
          // A run without a decoder has an error of its own; an open one fails as its media are unknown.
          return (error as? RenderError)?.code == .mediaMissing
        }
      })
  }

  /// The runs of the instants after `frame` at which any begin, as many instants as are looked ahead.
  private func ahead(of frame: Int, in plan: PicturePlan) -> Set<Int> {
    let instants = max(1, min(ProcessInfo.processInfo.activeProcessorCount / 2, 8))
    let starts = Set(plan.runs.map(\.frames.lowerBound)).filter { $0 > frame && $0 < plan.range.upperBound }
    let next = starts.sorted().prefix(instants)
    return Set(plan.runs.indices.filter { next.contains(plan.runs[$0].frames.lowerBound) })
  }

  private func underWay(at frame: Int, in plan: PicturePlan) -> Set<Int> {
    Set(plan.runs.indices.filter { plan.runs[$0].frames.contains(frame) })
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `in order, what is under way and what begins next is open`(seed: UInt64) throws {
    let plan = try Self.plan(seed: seed)
    let scheduler = RunScheduler(plan, media: SourceMedia([:], policy: .refuse), cancellation: Self.cancellation)
    for frame in 0..<plan.frameCount {
      scheduler.advance(to: frame, inOrder: true)
      let expected = underWay(at: frame, in: plan).union(ahead(of: frame, in: plan))
      #expect(open(scheduler, of: plan) == expected, "frame \(frame)")
    }
    scheduler.closeAll().settle()
    #expect(open(scheduler, of: plan).isEmpty)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `after a jump only what the frame needs is open`(seed: UInt64) throws {
    let plan = try Self.plan(seed: seed)
    let scheduler = RunScheduler(plan, media: SourceMedia([:], policy: .refuse), cancellation: Self.cancellation)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let frame = Int.random(in: 0..<plan.frameCount, using: &random)
      scheduler.advance(to: frame, inOrder: false)
      #expect(open(scheduler, of: plan) == underWay(at: frame, in: plan), "frame \(frame)")
      guard frame + 1 < plan.frameCount, Bool.random(using: &random) else { continue }
      scheduler.advance(to: frame + 1, inOrder: true)
      #expect(
        open(scheduler, of: plan) == underWay(at: frame + 1, in: plan).union(ahead(of: frame + 1, in: plan)),
        "frame \(frame + 1)")
    }
  }

  @Test func `of a range nothing is opened that begins behind it`() throws {
    var plan = try Self.plan(seed: 4)
    let end = plan.spans[10].frames.upperBound
    plan.range = plan.spans[5].frames.lowerBound..<end
    let scheduler = RunScheduler(plan, media: SourceMedia([:], policy: .refuse), cancellation: Self.cancellation)
    for frame in plan.range {
      scheduler.advance(to: frame, inOrder: true)
      #expect(open(scheduler, of: plan).allSatisfy { plan.runs[$0].frames.lowerBound < end })
    }
  }

  @Test func `a clip that is not open is an error that names it`() throws {
    let plan = try Self.plan(seed: 1)
    let scheduler = RunScheduler(plan, media: SourceMedia([:], policy: .refuse), cancellation: Self.cancellation)
    let last = plan.runs.count - 1
    let error = #expect(throws: RenderError.self) { _ = try scheduler.source(of: last) }
    #expect(error?.code == .engineFailed && error?.clip == plan.runs[last].clip)
    scheduler.advance(to: plan.frameCount - 1, inOrder: true)
    let missing = #expect(throws: RenderError.self) { _ = try scheduler.source(of: last) }
    #expect(missing?.code == .mediaMissing && missing?.clip == plan.runs[last].clip)
  }
}
