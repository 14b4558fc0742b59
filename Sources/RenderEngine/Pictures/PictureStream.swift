import EditingModel
import GStreamer
import MediaTime
import Rendering

/// All frames of a picture plan, in order, in the output's format and on its grid.
///
/// Threads: one at a time.
final class PictureStream {
  private let plan: PicturePlan
  private let output: PictureFormat
  private let scheduler: RunScheduler
  private let stage: CompositorSession
  private let cancellation: Cancellation
  private var spanIndex = 0
  private var painter: (any SpanRenderer)?
  private var frame = 0

  /// The frames of `plan`, from the media that `indexes` describe, with the custom compositors of `stage`.
  init(
    _ plan: PicturePlan, indexes: [AssetReference: MediaIndex], stage: CompositorSession, cancellation: Cancellation
  ) throws {
    self.plan = plan
    self.stage = stage
    self.cancellation = cancellation
    output = try PictureFormat(plan)
    scheduler = RunScheduler(plan.runs, indexes: indexes, cancellation: cancellation)
  }

  /// The caps of every frame.
  var caps: Caps { output.caps }

  /// The next frame, or nil after the last.
  ///
  /// - Throws: `RenderError` with the composition time.
  func next() throws(RenderError) -> Buffer? {
    guard frame < plan.frameCount else {
      scheduler.closeAll()
      try stage.failures.check()
      return nil
    }
    defer { frame += 1 }
    let time = try? plan.origin + plan.grid.time(of: frame)
    return try translating(time: time) {
      try cancellation.check()
      scheduler.advance(to: frame)
      let picture = try currentPainter().picture(at: frame)
      let start = try plan.grid.nanoseconds(of: frame)
      return try picture.restamped(
        presentationTime: start, duration: try plan.grid.nanoseconds(of: frame + 1) - start)
    }
  }

  private func currentPainter() throws -> any SpanRenderer {
    while spanIndex < plan.spans.count, plan.spans[spanIndex].frames.upperBound <= frame {
      spanIndex += 1
      painter = nil
    }
    if let painter { return painter }
    guard spanIndex < plan.spans.count else {
      throw RenderError(.engineFailed, "The plan has no span for frame \(frame).")
    }
    let span = plan.spans[spanIndex]
    let new: any SpanRenderer =
      switch span.method {
      case .empty(let background):
        StillRenderer(
          try BackgroundPicture(background, in: output).buffer(output))
      case .passthrough(let run):
        LayerSource(run: run, of: scheduler, as: output)
      case .mix(let background, let layers):
        try MixRenderer(
          span.frames, background: background, layers: layers, plan: plan, scheduler: scheduler,
          cancellation: cancellation)
      case .warp(let background, let layers):
        try WarpRenderer(background: background, layers: layers, plan: plan, scheduler: scheduler)
      case .custom(let call):
        try CustomRenderer(
          span.frames, call: call, plan: plan, scheduler: scheduler, stage: stage, cancellation: cancellation)
      }
    painter = new
    return new
  }
}
