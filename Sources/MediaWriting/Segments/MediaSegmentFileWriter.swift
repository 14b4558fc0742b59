import Compositing
package import Containers
package import FoundationEssentials
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
package import Rendering
import Synchronization

/// Writes one track of a presentation as media segments, in a folder of its own.
///
/// ```
///  write(segment) ──────────────────────────────────┐
///                                                   ├─► MediaSegmenter ─► 00001.m4s, 00002.m4s, …
///  write(samples) ─► StreamEncoder ─► thread "packets" ─┘
/// ```
///
/// Threads: as `MediaSegmentWriter` says. Lock order: only `state`.
package final class MediaSegmentFileWriter: MediaSegmentWriter {
  private let input: Input
  private let segmenter: MediaSegmenter
  private let cancellation: Cancellation
  /// The count of packets: shows whether the encoder makes progress.
  private let packetCount: PacketCount
  private let state = Mutex(State())

  private final class PacketCount: Sendable {
    let value = Atomic(0)
  }

  /// The longest time without a packet before the encoder counts as stalled.
  private static let stallLimit = Duration.seconds(120)

  private enum Input {
    case pictures(SegmentInput)
    /// A sound, and what moves its packets.
    case sound(SoundInput, BackgroundTask<Void>)
  }

  private struct State {
    var isOpen = true
  }

  /// Begins a track of a film of `settings`, laid out as `layout` says, in `folder`.
  ///
  /// - Throws: `RenderError`.
  package init(
    _ settings: WriterSettings, _ layout: MediaSegmentLayout, into folder: URL, cancellation: Cancellation
  ) throws(RenderError) {
    self.cancellation = cancellation
    let track: WriterTrack = settings.pictures == nil ? .sound(0) : .pictures
    let segmenter = MediaSegmenter(settings, track, layout, into: folder.path)
    self.segmenter = segmenter
    let count = PacketCount()
    packetCount = count
    input = try translating {
      guard track != .pictures else { return .pictures(SegmentInput(segmenter)) }
      guard let sound = settings.sounds.first else { throw RenderError.noInput("samples") }
      let input = try SoundInput(sound, settings, into: segmenter)
      let moving = BackgroundTask(named: "packets") {
        try input.encoder.pump(
          checking: { try cancellation.check() }, notice: { count.value.add(1, ordering: .relaxed) })
      }
      return .sound(input, moving)
    }
  }

  deinit { cancel() }

  package func write(_ segment: EncodedSegment) throws(RenderError) {
    try working {
      guard case .pictures(let pictures) = input else { throw RenderError.noInput("segments") }
      try pictures.push(segment, while: cancellation.check) {}
    }
  }

  package func write(_ samples: SampleBlock) throws(RenderError) {
    try working {
      guard case .sound(let sound, let moving) = input else { throw RenderError.noInput("samples") }
      _ = try moving.value(within: .zero)
      try sound.write(samples, while: watch(sound.encoder, moving))
    }
  }

  /// The check that a wait repeats: whether packets still move. Where `moving` has failed, as on a full disk, nothing makes room for
  /// samples any more, and that failure is the cause.
  private func watch(_ encoder: EncodedInput, _ moving: BackgroundTask<Void>) -> () throws -> Void {
    var watchdog = Watchdog(limit: Self.stallLimit)
    return { [self] in
      try cancellation.check()
      _ = try moving.value(within: .zero)
      watchdog.note(packetCount.value.load(ordering: .relaxed))
      try watchdog.check(waitingFor: "the encoder of sound") { encoder.graph }
    }
  }

  package func finish() throws(RenderError) -> MediaSegments {
    let written = try working {
      switch input {
      case .pictures(let pictures): try pictures.end()
      case .sound(let sound, let moving):
        let isWanted = watch(sound.encoder, moving)
        try sound.end(while: isWanted)
        while try moving.value(within: .milliseconds(100)) == nil { try isWanted() }
        sound.encoder.stop().settle()
      }
      return try segmenter.finish()
    }
    state.withLock { $0.isOpen = false }
    return written
  }

  package func cancel() {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    guard wasOpen else { return }
    cancellation.cancel()
    if case .sound(let sound, _) = input { _ = sound.encoder.stop() }
  }

  /// Runs `body`, and abandons the track where it fails.
  private func working<Result>(_ body: () throws -> Result) throws(RenderError) -> Result {
    do throws(RenderError) {
      guard state.withLock(\.isOpen) || cancellation.isOver else {
        throw RenderError(.closed, "The track is finished or given up.", remedy: "Make another writer.")
      }
      return try translating {
        try cancellation.check()
        return try body()
      }
    } catch {
      let wasCancelled = cancellation.isOver
      cancel()
      throw wasCancelled ? .cancelled(underlying: error.description) : error
    }
  }
}
