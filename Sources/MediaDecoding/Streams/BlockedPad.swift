import Containers
import GStreamer
import Rendering
import Waiting

/// A demuxer's pad that is blocked at its first packet, so that the demuxer can seek before anything is decoded.
struct BlockedPad: Sendable {
  private let pad: Pad
  private let block: PadBlock
  private let isBlocked: Monitor<Bool>

  /// Blocks `pad` at its first packet.
  init(_ pad: Pad) {
    self.pad = pad
    let isBlocked = Monitor(false)
    self.isBlocked = isBlocked
    block = pad.block { isBlocked.change { $0 = true } }
  }

  /// Waits until the first packet is here: from then on the demuxer can seek.
  ///
  /// - Throws: the error that keeps `pipeline` from it, or `RenderError` with `.cancelled` or `.stalled`.
  func awaitFirstPacket(of pipeline: Pipeline, named name: String, cancellation: Cancellation) throws {
    let watchdog = Watchdog()
    let check = {
      _ = try pipeline.checkMessages()
      try cancellation.check()
      try watchdog.check(waitingFor: "the first packet of \(name)") { pipeline.graph }
    }
    try isBlocked.wait(checking: check, every: .nanoseconds(Cancellation.pollInterval)) { $0 ? () : nil }
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
