import Foundation
import GStreamer
import Rendering

/// A demuxer's pad that is blocked at its first packet, so that the demuxer can seek before anything is decoded.
struct BlockedPad: Sendable {
  private let pad: Pad
  private let block: PadBlock
  private let isBlocked: DispatchSemaphore

  /// Blocks `pad` at its first packet.
  init(_ pad: Pad) {
    self.pad = pad
    let isBlocked = DispatchSemaphore(value: 0)
    self.isBlocked = isBlocked
    block = pad.block { isBlocked.signal() }
  }

  /// Waits until the first packet is here: from then on the demuxer can seek.
  ///
  /// - Throws: the error that keeps `pipeline` from it, or `RenderError` with `.cancelled` or `.stalled`.
  func awaitFirstPacket(of pipeline: Pipeline, named name: String, cancellation: Cancellation) throws {
    let watchdog = Watchdog()
    while isBlocked.wait(timeout: .now() + .nanoseconds(Int(Cancellation.pollInterval))) == .timedOut {
      _ = try pipeline.checkMessages()
      try cancellation.check()
      try watchdog.check(waitingFor: "the first packet of \(name)") { pipeline.graph }
    }
  }

  /// Seeks the demuxer to `start` nanoseconds of stream time, with all its streams.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` if the file does not allow that.
  func seek(to start: Int64) throws(RenderError) {
    guard pad.seek(to: max(0, start)) else {
      throw RenderError(
        .mediaUnreadable, "The file does not allow to start anywhere but at its beginning.",
        remedy: "Convert it to MP4 or Matroska first.")
    }
  }

  /// Unblocks the pad.
  func lift() {
    block.lift()
  }
}
