package import Compositing
package import Containers
import EditingModel
package import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
package import MediaTime
package import Rendering
import Synchronization

/// Encodes the pictures of one segment with an encoder of its own.
///
/// ```
///  write(picture) ─► StreamEncoder ─► thread "packets" ─► SegmentFileWriter ─► .NAME.part ─► NAME
/// ```
///
/// Threads: as `SegmentWriter` says. Lock order: only `state`.
package final class SegmentEncoder: SegmentWriter {
  private let identity: String
  private let output: OutputFile
  private let file: SegmentFileWriter
  private let input: EncodedInput
  private let factory: PixelBufferFactory
  /// Brings pictures of another size to that of the film; nil where they are refused.
  private let scaling: PictureScaling?
  private let cancellation: Cancellation
  /// Moves the packets, until the last.
  private let moving: BackgroundTask<Void>
  /// The count of packets: shows whether the encoder makes progress.
  private let packetCount: PacketCount
  private let state = Mutex(State())

  private struct State {
    var pictures = PictureExtent()
    var isOpen = true
  }

  private final class PacketCount: Sendable {
    let value = Atomic(0)
  }

  /// The longest time without a packet before the encoder counts as stalled.
  private static let stallLimit = Duration.seconds(120)

  /// Begins the file at `url`, of pictures of a film of `settings` that are made from what `identity` says.
  ///
  /// - Throws: `RenderError`; then nothing is left of the file.
  package init(_ settings: WriterSettings, identity: String, to url: URL, cancellation: Cancellation)
    throws(RenderError)
  {
    guard let pictures = settings.pictures, let video = settings.export.video else {
      throw .noInput("pictures")
    }
    // Metadata of the file and its tracks are written where segments are joined.
    let own = WriterSettings(settings.export, pictures: pictures)
    (self.identity, self.cancellation) = (identity, cancellation)
    let output = try OutputFile(url, replacing: true)
    self.output = output
    let (file, input, factory): (SegmentFileWriter, EncodedInput, PixelBufferFactory)
    do throws(RenderError) {
      (file, input, factory) = try translating {
        let file = try SegmentFileWriter(own, to: output.temporary.path)
        let (input, factory) = try EncodedInput.pictures(pictures, video, into: file)
        return (file, input, factory)
      }
    } catch {
      output.discard()
      throw output.naming(error)
    }
    (self.file, self.input, self.factory) = (file, input, factory)
    scaling = pictures.isScaled ? PictureScaling(pictures, to: factory) : nil
    let count = PacketCount()
    packetCount = count
    moving = BackgroundTask(named: "packets") {
      try input.pump(
        checking: { try cancellation.check() }, notice: { count.value.add(1, ordering: .relaxed) })
    }
  }

  deinit { abandon() }

  package func write(_ picture: PixelBuffer, at time: Rational, duration: Rational) throws(RenderError) {
    try working {
      try state.withLock { try $0.pictures.add(time, duration) }
      let scaled = try scaling?.scaled(picture) ?? picture
      try input.push(factory.buffer(of: scaled, at: time, duration), while: watch())
    }
  }

  package func finish(_ findings: EncodedSegment.Findings) throws(RenderError) -> EncodedSegment {
    let (byteCount, extent) = try working {
      input.finish()
      let isWanted = watch()
      while try moving.value(within: .milliseconds(100)) == nil { try isWanted() }
      input.stop().settle()
      let (extent, made) = (state.withLock(\.pictures), packetCount.value.load(ordering: .relaxed))
      guard extent.count == made else {
        throw RenderError(.engineFailed, "The encoder gave \(made) of \(extent.count) frames.")
      }
      let (file, identity, times) = (file, identity, extent.times)
      let size = try BackgroundTask(named: "disk") { try file.finish(identity, times, findings) }.value(cancellation)
      return (size, extent)
    }
    guard close() else { throw .cancelled() }
    do {
      let output = output
      try translating { try BackgroundTask(named: "disk") { try output.commit(isOneOfMany: true) }.value(cancellation) }
    } catch {
      output.discard()
      throw output.naming(error)
    }
    return EncodedSegment(
      at: output.target, identity: identity, frameCount: extent.count, times: extent.times, byteCount: Int64(byteCount),
      findings: findings)
  }

  package func cancel() { abandon() }

  /// The check that a wait repeats: whether packets still move. Where their thread has failed, as on a full disk, nothing makes room for
  /// pictures any more, and that failure is the cause.
  private func watch() -> () throws -> Void {
    var watchdog = Watchdog(limit: Self.stallLimit)
    return { [self] in
      try cancellation.check()
      _ = try moving.value(within: .zero)
      watchdog.note(packetCount.value.load(ordering: .relaxed))
      try watchdog.check(waitingFor: "the encoder of a segment") { input.graph }
    }
  }

  /// Runs `body`, and abandons the file where it fails; the failure of the packets' thread is the cause where it is one.
  private func working<Result>(_ body: () throws -> Result) throws(RenderError) -> Result {
    do throws(RenderError) {
      guard state.withLock(\.isOpen) || cancellation.isOver else {
        throw RenderError(.closed, "The segment is finished or given up.", remedy: "Make another writer.")
      }
      try cancellation.check()
      return try translating {
        _ = try moving.value(within: .zero)
        return try body()
      }
    } catch {
      let wasCancelled = cancellation.isOver
      abandon()
      throw wasCancelled ? .cancelled(underlying: error.description) : output.naming(error)
    }
  }

  private func close() -> Bool {
    state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
  }

  private func abandon() {
    guard close() else { return }
    cancellation.cancel()
    output.discard()
    _ = input.stop()
  }
}
