package import Compositing
package import Containers
import GStreamer
import MediaDecoding
import MediaFormats
package import MediaTime
package import Rendering
import Subtitles
import Synchronization

/// The first of two passes: pictures go through the encoder, which notes what they cost; no file is written.
///
/// ```
///  write(picture) ─► StreamEncoder ─► thread "packets" ─► (nothing)
///                          └────────► statistics
/// ```
///
/// Threads: as `MediaWriter` says.
package final class FirstPass: PartialMediaWriter {
  private let encoder: StreamEncoder
  private let factory: PixelBufferFactory
  private let cancellation: Cancellation
  private let progress: @Sendable (WriterProgress) -> Void
  /// Takes the packets, until the last.
  private let draining: BackgroundTask<Void>
  private let frameCount = Atomic(0)
  private let hasEnded: EndMark
  private let statistics: PassStatistics

  /// Whether all pictures are in the encoder.
  private final class EndMark: Sendable {
    let isSet = Atomic(false)
  }

  /// The longest time that the encoder takes for a picture when all are in it.
  private static let stallLimit = Duration.seconds(120)

  /// Limit of the time in which an encoder that has failed closes its files.
  private static let closingLimit = Duration.seconds(20)

  /// A pass over the pictures of `settings`.
  package init(
    _ settings: WriterSettings, cancellation: Cancellation, progress: @escaping @Sendable (WriterProgress) -> Void
  ) throws(RenderError) {
    guard let pictures = settings.pictures, let video = settings.export.video,
      case .first(let path)? = pictures.pass
    else {
      throw RenderError(.outOfRange, "A file without pictures is gone through twice.", remedy: "Encode it once.")
    }
    statistics = PassStatistics(path: path)
    (self.cancellation, self.progress) = (cancellation, progress)
    (encoder, factory) = try translating {
      let factory = try PixelBufferFactory(pictures, for: video.codec)
      let encoder = try StreamEncoder(
        named: "first pass", caps: factory.format.caps,
        elements: VideoEncoding(video, of: pictures, in: settings.export.fileType).elements, capacity: 3)
      return (encoder, factory)
    }
    let (encoder, mark) = (encoder, EndMark())
    hasEnded = mark
    draining = BackgroundTask(named: "packets") {
      var watchdog = Watchdog(limit: Self.stallLimit)
      while true {
        try cancellation.check()
        switch try encoder.pull() {
        case .endOfStream: return
        case .sample: watchdog.restart()
        case .nothingYet:
          if !mark.isSet.load(ordering: .relaxed) { watchdog.restart() }
          try watchdog.check(waitingFor: "the first pass") { encoder.graph }
        }
      }
    }
  }

  deinit { cancel() }

  package func write(_ picture: PixelBuffer, at time: Rational, duration: Rational) throws(RenderError) {
    try working {
      try encoder.push(factory.buffer(of: picture, at: time, duration), while: { try cancellation.check() })
    }
    let count = frameCount.add(1, ordering: .relaxed).newValue
    if count % 8 == 0 { progress(WriterProgress(frameCount: count)) }
  }

  package func endPictures() throws(RenderError) {
    hasEnded.isSet.store(true, ordering: .relaxed)
    encoder.end()
  }

  package func finish() throws(RenderError) -> WrittenFile {
    let count = frameCount.load(ordering: .relaxed)
    try working {
      try draining.value(cancellation)
      // Statistics are complete when the encoder is closed.
      try encoder.stop().value(cancellation)
      try statistics.check(frameCount: count)
    }
    return WrittenFile(frameCount: count, sampleCount: 0, byteCount: 0)
  }

  /// Runs `body`; where it fails, the encoder is closed before the error is thrown, so that it makes no more files, and
  /// the disk's free space is checked: encoders only report that they could not encode.
  private func working(_ body: () throws -> Void) throws(RenderError) {
    do throws(RenderError) {
      try translating(body)
    } catch {
      let wasCancelled = cancellation.isOver
      cancellation.cancel()
      _ = try? encoder.stop().value(within: wasCancelled ? BackgroundTask<Void>.stopLimit : Self.closingLimit)
      guard !wasCancelled, [.engineFailed, .writeFailed].contains(error.code), let reason = statistics.failureOfDisk()
      else { throw error }
      throw reason
    }
  }

  package func cancel() {
    cancellation.cancel()
    _ = encoder.stop()
  }

  package static func noInput(_ what: String) -> RenderError {
    RenderError(.outOfRange, "The first pass takes no \(what).", remedy: "Write pictures alone.")
  }
}
