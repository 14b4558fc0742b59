import Foundation
import GStreamer
import Rendering

/// A demuxer's pad whose stream is held at its first packet, so that the demuxer can be sent elsewhere before anything is
/// decoded.
struct BlockedPad: Sendable {
  private let pad: Pad
  private let block: PadBlock
  private let stands: DispatchSemaphore

  /// Holds the stream at `pad` as soon as it comes.
  init(_ pad: Pad) {
    self.pad = pad
    let stands = DispatchSemaphore(value: 0)
    self.stands = stands
    block = pad.block { stands.signal() }
  }

  /// Waits until the stream stands here, which says that the demuxer can seek.
  ///
  /// - Throws: the error that keeps `pipeline` from it, or `RenderError` with `.cancelled` or `.stalled`.
  func awaitFirstPacket(of pipeline: Pipeline, named name: String, cancellation: Cancellation) throws {
    let stopwatch = Watchdog()
    while stands.wait(timeout: .now() + .nanoseconds(Int(Cancellation.pollInterval))) == .timedOut {
      _ = try pipeline.checkMessages()
      try cancellation.check()
      try stopwatch.check(waitingFor: "the first packet of \(name)") { pipeline.graph }
    }
  }

  /// Sends the demuxer to `start` nanoseconds of stream time; all its streams move.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` if the file does not allow that.
  func seek(to start: Int64) throws(RenderError) {
    guard pad.seek(to: max(0, start)) else {
      throw RenderError(
        .mediaUnreadable, "The file does not allow to start anywhere but at its beginning.",
        remedy: "Convert it to MP4 or Matroska first.")
    }
  }

  /// Lets the stream go on.
  func lift() {
    block.lift()
  }
}
