import Compositing
import Containers
import EditingModel
import MediaTime
import Rendering

/// Sends custom compositors hints on the frames of coming requests.
///
/// ```
///  spans         │   custom, instruction 0   │   custom, instruction 1   │  passthrough  │
///  preroll       ├──────────────────────────►│                             before the first frame of a film
///  anticipate    ├──────────────────────────►├──────────────────────────►│ each span's row once, a span ahead
/// ```
///
/// Threads: one at a time.
final class CompositorHints {
  private let plan: PicturePlan
  private let session: CompositorSession
  private let cancellation: Cancellation
  /// The frames of the last hints, without a gap up to its end.
  private var hintedFrames = 0..<0

  /// Hints for the compositors of `session`, which make the custom spans of `plan`.
  init(_ plan: PicturePlan, session: CompositorSession, cancellation: Cancellation) {
    self.plan = plan
    self.session = session
    self.cancellation = cancellation
  }

  /// Has each compositor of the film's frames `frames` prepare for the first that it makes; waits until it has.
  ///
  /// A compositor that cannot be made is left out: its frames have the error.
  ///
  /// - Throws: `RenderError` with `.cancelled`, or with `.videoCompositorFailed` where one takes too long.
  func preroll(_ frames: Range<Int>) throws {
    var seen: Set<String> = []
    for span in plan.spans where span.frames.overlaps(frames) {
      guard case .custom(let call) = span.method, seen.insert(call.compositor.name).inserted,
        let compositor = try? session.compositor(call.compositor),
        (try? compositor.context(for: call, plan: plan)) != nil
      else { continue }
      let limit = session.settings.requestTimeLimit
      let hint = try hint(for: span.frames.clamped(to: frames))
      guard try !compositor.preroll(hint, limit: limit, cancellation: cancellation) else { continue }
      try session.failures.handle(
        RenderError(
          .videoCompositorFailed, "The custom compositor “\(compositor.name)” has not prerolled within \(limit).",
          remedy: "Correct the compositor, or let failed frames show the last good one.",
          time: try plan.origin + plan.time(of: frames.lowerBound)))
    }
  }

  /// Sends hints for frame `frame`, which is asked for now, and for those behind it up to `end`: the rest of its own
  /// span, and those of the next one. After a jump, earlier hints do not count.
  func anticipate(_ frame: Int, upTo end: Int, isJump: Bool) throws {
    if isJump { hintedFrames = frame..<frame }
    guard let span = plan.span(at: frame) else { return }
    let border = min(span.frames.upperBound, end)
    if !hintedFrames.contains(frame) || hintedFrames.upperBound < border { try sendHints(frame..<border, of: span) }
    guard hintedFrames.upperBound == border, border < end, let next = plan.span(at: border) else { return }
    try sendHints(border..<min(next.frames.upperBound, end), of: next)
  }

  private func sendHints(_ frames: Range<Int>, of span: PictureSpan) throws {
    hintedFrames =
      (hintedFrames.upperBound == frames.lowerBound ? hintedFrames.lowerBound : frames.lowerBound)..<frames.upperBound
    guard case .custom(let call) = span.method, let compositor = try? session.compositor(call.compositor) else {
      return
    }
    compositor.anticipate(try hint(for: frames))
  }

  private func hint(for frames: Range<Int>) throws -> VideoCompositionRenderHint {
    VideoCompositionRenderHint(
      startCompositionTime: try CMTime(exactly: plan.origin + plan.time(of: frames.lowerBound)),
      endCompositionTime: try CMTime(exactly: plan.origin + plan.time(of: frames.upperBound)))
  }
}
