import Compositing
import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// The frames of a picture plan, at any frame and in any order, in the output's format.
///
/// ```
///  requested       12      13      14 …
///  decoded         ├───────┼───────┼───────┤            in order, on the caller's thread
///  drawn              ├───────┤ ├───────┤ ├──────┤      in parallel, a few frames ahead while frames are
///                                                       requested in order
/// ```
///
/// Threads: one at a time.
final class PictureRenderer {
  private let plan: PicturePlan
  private let output: PictureFormat
  private let scheduler: RunScheduler
  private let session: CompositorSession
  private let cancellation: Cancellation
  /// The renderer of layers over finished frames; nil where there are none.
  private let overlay: OverlayRenderer?
  /// The drawings of layers that are tracks.
  private let trees: LayerTrackDrawings
  /// The renderer of the span that was drawn last.
  private var span: (frames: Range<Int>, renderer: any SpanRenderer)?
  /// Frames that are being made, in order.
  private var pending: [(frame: Int, picture: Result<PendingPicture, RenderError>)] = []
  /// The last frame that was requested.
  private var last: Int?
  /// Whether it is known which frames are asked for next, so that none after a frame is made ahead.
  private var knowsNextFrames = false
  /// The end of the frames that are asked for next; nil where it is not known.
  private var expectedEnd: Int?
  private let hints: CompositorHints
  /// The number of frames that are made in parallel.
  private let depth: Int

  /// The memory, in bytes, that frames made in parallel may take.
  private static let budget = 256 << 20

  /// The frames of `plan`, from the files of `media`, with the custom compositors of `session`.
  init(
    _ plan: PicturePlan, media: SourceMedia, session: CompositorSession, cancellation: Cancellation
  ) throws {
    self.plan = plan
    self.session = session
    self.cancellation = cancellation
    output = try PictureFormat(plan)
    hints = CompositorHints(plan, session: session, cancellation: cancellation)
    scheduler = RunScheduler(plan, media: media, cancellation: cancellation)
    trees = LayerTrackDrawings(plan, media: media, cancellation: cancellation)
    overlay = try plan.overlay.map {
      try OverlayRenderer($0, plan: plan, media: media, cancellation: cancellation)
    }
    // A frame in flight holds its sources, their conversions, and the drawn picture.
    let frameBytes = 4 * plan.size.width * plan.size.height * 3 / 2
    depth = max(1, min(ProcessInfo.processInfo.activeProcessorCount, Self.budget / max(1, frameBytes)))
  }

  /// The picture of frame `frame`.
  ///
  /// - Throws: `RenderError` with the composition time.
  func picture(at frame: Int) throws(RenderError) -> Buffer {
    try cancellation.check()
    let end = max(frame + 1, min(expectedEnd ?? .max, plan.range.upperBound))
    if last == nil, expectedEnd == nil { try translating(time: time(of: frame)) { try hints.preroll(frame..<end) } }
    let isInOrder = !knowsNextFrames && (last.map { frame == $0 + 1 } ?? (frame == plan.range.lowerBound))
    last = frame
    pending.removeAll { $0.frame < frame }
    if pending.first?.frame != frame {
      pending = []
      if !isInOrder { span = nil }
    }
    var next = pending.last.map { $0.frame + 1 } ?? frame
    while pending.isEmpty || isInOrder && canRenderAhead, next < end {
      let made = begin(next, inOrder: isInOrder, end: isInOrder ? end : next + 1)
      pending.append((next, made))
      next += 1
    }
    let picture = pending.removeFirst().picture
    return try translating(time: time(of: frame)) { try picture.get().buffer(cancellation) }
  }

  /// Notes that `frames` are asked for next, and nothing else is worth decoding. A row of frames is best made as any other.
  func expect(_ frames: [Int]) {
    let numbers = Set(frames)
    let isRow = numbers.count > 1 && (numbers.max() ?? 0) - (numbers.min() ?? 0) < numbers.count
    knowsNextFrames = !frames.isEmpty && !isRow
    expectedEnd = frames.max().map { $0 + 1 }
    scheduler.expected = knowsNextFrames ? frames : []
  }

  /// Closes every decoder; returns the tasks that are still stopping.
  func close() -> [BackgroundTask<Void>] {
    pending = []
    span = nil
    return scheduler.closeAll()
  }

  /// Whether the last frame is still being made, and there is room for another one.
  private var canRenderAhead: Bool {
    guard pending.count < depth, case .success(let picture)? = pending.last?.picture else { return false }
    return !picture.isReady
  }

  private func time(of frame: Int) -> Rational? { try? plan.origin + plan.time(of: frame) }

  /// Begins frame `frame`, behind which those up to `end` are asked for.
  private func begin(_ frame: Int, inOrder: Bool, end: Int) -> Result<PendingPicture, RenderError> {
    do throws(RenderError) {
      return .success(
        try translating(time: time(of: frame)) {
          scheduler.advance(to: frame, inOrder: inOrder)
          let renderer = try renderer(for: frame)
          try hints.anticipate(frame, upTo: end, isJump: !inOrder)
          renderer.limit(to: end)
          return try overlay?.picture(at: frame, of: renderer) ?? renderer.picture(at: frame)
        })
    } catch {
      return .failure(error)
    }
  }

  /// The renderer of frame `frame` and the following frames of its span.
  private func renderer(for frame: Int) throws -> any SpanRenderer {
    if let span, span.frames.contains(frame) { return span.renderer }
    guard let planned = plan.span(at: frame) else {
      throw RenderError(.engineFailed, "The plan has no span for frame \(frame).")
    }
    let frames = frame..<planned.frames.upperBound
    let renderer = try renderer(of: planned.method, over: frames)
    span = (frames, renderer)
    return renderer
  }

  private func renderer(of method: PictureSpan.Method, over frames: Range<Int>) throws -> any SpanRenderer {
    switch method {
    case .empty(let background):
      StillRenderer(try BackgroundPicture(background, in: output).buffer(output))
    case .passthrough(let run):
      LayerSource(run: run, of: scheduler, as: output, crop: plan.runs[run].facts.cleanAperture)
    case .mix(_, let layers) where layers.count == 1 && layers[0].isAlone(in: plan):
      // Nothing is to be mixed: the converted picture is the output's.
      LayerSource(
        run: layers[0].run, of: scheduler, as: output, backdrop: layers[0].backdrop, crop: layers[0].crop,
        orientation: layers[0].orientation)
    case .mix(let background, let layers) where output.video.depth > 8:
      try WarpRenderer(
        background: background, layers: layers, plan: plan, scheduler: scheduler, cancellation: cancellation)
    case .mix(let background, let layers):
      try MixRenderer(
        frames, background: background, layers: layers, plan: plan, scheduler: scheduler, cancellation: cancellation)
    case .warp(let background, let layers):
      try WarpRenderer(
        background: background, layers: layers, plan: plan, scheduler: scheduler, trees: trees,
        cancellation: cancellation)
    case .custom(let call):
      try CustomRenderer(
        frames, call: call, plan: plan, scheduler: scheduler, trees: trees, session: session, cancellation: cancellation
      )
    }
  }
}

extension MixLayer {
  /// Whether nothing is seen of `plan`'s frames beside it.
  fileprivate func isAlone(in plan: PicturePlan) -> Bool {
    opacity.constant == 1 && motion == nil
      && place == PixelRectangle(x: 0, y: 0, width: plan.size.width, height: plan.size.height)
  }
}
