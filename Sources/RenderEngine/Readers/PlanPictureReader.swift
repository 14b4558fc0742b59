import Compositing
import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaTime
import Rendering
import Synchronization

/// Reads the pictures of a plan with GStreamer.
///
/// Threads: any; `state` is held while a picture is made, so that a second caller waits. Lock order: only `state`.
final class PlanPictureReader: PictureReader {
  let plan: PicturePlan
  let format: PixelBuffer.Format
  private let cancellation: Cancellation
  private let failures: CompositorFailures
  private let media: SourceMedia
  private let state: Mutex<State?>

  /// The renderer and its conversion; nil once the reader is closed.
  private struct State {
    var renderer: PictureRenderer
    /// The formats of rendered and of requested pictures.
    var made: PixelBufferFactory
    var wanted: PixelBufferFactory
    /// The conversion between the two; nil where they are the same.
    var conversion: PictureConversion?
    /// The last picture, which a paused player requests again.
    var last: (frame: Int, picture: PixelBuffer)?
  }

  /// The pictures of `plan` in `format`, from the files of `media`.
  init(
    _ plan: PicturePlan, in format: PixelBuffer.Format?, media: SourceMedia,
    compositing: VideoCompositingSettings, cancellation: Cancellation
  ) throws {
    self.plan = plan
    self.media = media
    self.cancellation = cancellation
    let own = plan.pixelFormat
    self.format = format ?? own
    failures = CompositorFailures(compositing.failurePolicy)
    let made = try PixelBufferFactory(own, size: plan.size, plan: plan)
    let wanted = try PixelBufferFactory(format ?? own, size: plan.size, plan: plan)
    let conversion = try PictureConversion(from: made.format.video, color: made.format.color, to: wanted.format)
    let renderer = try PictureRenderer(
      plan, media: media, session: CompositorSession(compositing, failures: failures), cancellation: cancellation)
    state = Mutex(
      State(
        renderer: renderer, made: made, wanted: wanted, conversion: conversion.isIdentity ? nil : conversion))
  }

  deinit { close() }

  func blockingPicture(at frame: Int) throws(RenderError) -> PixelBuffer {
    guard (0..<plan.frameCount).contains(frame) else {
      throw RenderError(
        .outOfRange, "Frame \(frame) was asked for, and there are frames 0 to \(plan.frameCount - 1).",
        remedy: "Ask for one of these.")
    }
    return try state.withLock { state throws(RenderError) in
      try translating {
        guard state != nil else { throw RenderError.closedReader }
        try cancellation.check()
        if let last = state?.last, last.frame == frame { return last.picture }
        guard let renderer = state?.renderer, let wanted = state?.wanted else { throw RenderError.closedReader }
        let buffer = try renderer.picture(at: frame)
        let picture = try wanted.wrap(state?.conversion?.apply(to: buffer) ?? buffer)
        state?.last = (frame, picture)
        return picture
      }
    }
  }

  func expect(_ frames: [Int]) {
    state.withLock { $0?.renderer.expect(frames) }
  }

  func compositorFailures() throws(RenderError) -> [RenderError] {
    try failures.check()
    return failures.reported
  }

  func damage() -> [MediaDamage] { media.recordedDamage() }

  func cancel() {
    cancellation.cancel()
  }

  func close() {
    // A picture under way ends within a moment, and then the lock is free.
    cancellation.cancel()
    let renderer: PictureRenderer? = state.withLock { state in
      defer { state = nil }
      return state?.renderer
    }
    renderer?.close().settle()
  }
}

extension RenderError {
  /// The error of a call after `close()`.
  static var closedReader: RenderError {
    RenderError(.closed, "The reader is closed.", remedy: "Open another one.")
  }
}
