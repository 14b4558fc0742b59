import Compositing
import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// Encodes frames and samples into one file, from first to last.
///
/// ```
///  PictureStream ─► appsrc ─► encoder ─► parser ─┐
///                                                ├─► muxer ─► filesink      each source fed by a thread of its own
///  SoundStream   ─► appsrc ─► convert ─► encoder ┘
/// ```
///
/// Success is the end of the stream on the bus, no error anywhere, and exactly the planned frames and samples.
/// Threads: one of its own; blocks, and every wait is bounded.
struct FilmWriter {
  private let plan: RenderPlan
  private let settings: ExportSettings
  private let indexes: [AssetReference: MediaIndex]
  private let compositing: VideoCompositingSettings
  private let failures: CompositorFailures
  private let cancellation: Cancellation

  /// A writer of `plan` as `settings`, with the custom compositors of `compositing`, whose failures go to `failures`.
  init(
    _ plan: RenderPlan, as settings: ExportSettings, indexes: [AssetReference: MediaIndex],
    compositing: VideoCompositingSettings, failures: CompositorFailures, cancellation: Cancellation
  ) {
    self.plan = plan
    self.settings = settings
    self.indexes = indexes
    self.compositing = compositing
    self.failures = failures
    self.cancellation = cancellation
  }

  /// What has been done so far. Frames are counted where they enter their encoder, and again where they leave it.
  private final class Counts: Sendable {
    let pushed = Atomic(0)
    let frames = Atomic(0)
    let samples = Atomic<Int64>(0)
    let level = Mutex(SoundLevel())
  }

  /// Writes the file at `path`, which must not exist or be empty; how loud its sound became, if it has one.
  ///
  /// - Throws: `RenderError`; the file is then incomplete and must be removed.
  func write(to path: String, progress: (RenderProgress) -> Void) throws -> SoundLevel? {
    let pipeline = try Pipeline(name: "export")
    let counts = Counts()
    let failure = OneShotChannel<RenderError>()
    let sink = try ElementName.fileSink.make()
    try sink.set("location", path)
    try pipeline.add(sink)
    let muxer = try Muxer(settings.fileType, plan: plan)
    if let element = muxer.element {
      try pipeline.add(element)
      try pipeline.link([element, sink])
    }
    var feeds: [@Sendable () throws -> Void] = []
    if let picture = plan.picture, let video = settings.video {
      let encoding = try VideoEncoding(video, plan: picture)
      let source = try AppSource(caps: PictureFormat(picture).caps, capacity: 3)
      try chain(source, encoding.elements, .video, to: muxer, or: sink, in: pipeline)
      try encoding.elements[encoding.elements.count - 1].pad("src").probeBuffers { _, _ in
        counts.frames.add(1, ordering: .relaxed)
        return .pass
      }
      feeds.append { [indexes, compositing, failures, cancellation] in
        let stream = try PictureStream(
          picture, indexes: indexes, stage: CompositorSession(compositing, failures: failures),
          cancellation: cancellation)
        while let frame = try stream.next() {
          guard source.push(frame) else { return }
          counts.pushed.add(1, ordering: .relaxed)
        }
        source.end()
      }
    }
    if let sound = plan.sound, let audio = settings.audio {
      let encoding = try AudioEncoding(audio, in: settings.fileType, plan: sound)
      let source = try AppSource(
        caps: AudioConverter.caps(rate: sound.grid.rate, channels: sound.channels), capacity: 8)
      try chain(source, encoding.elements, .audio, to: muxer, or: sink, in: pipeline)
      feeds.append { [indexes, cancellation] in
        let stream = try SoundStream(sound, indexes: indexes, cancellation: cancellation)
        while let samples = try stream.next() {
          try samples.withSamples { samples in counts.level.withLock { $0.add(samples) } }
          guard source.push(samples) else { return }
          counts.samples.add(Int64(samples.byteCount / (8 * sound.channels)), ordering: .relaxed)
        }
        source.end()
      }
    }
    try pipeline.play()
    let threads = feeds.map { feed in
      BackgroundTask(named: "feed") {
        do {
          try feed()
        } catch let error as RenderError {
          failure.hand(error)
        } catch {
          failure.hand(RenderError(.engineFailed, "The engine failed: \(error)"))
        }
      }
    }
    // A stopped pipeline takes no more buffers, which ends the threads that feed it.
    defer {
      pipeline.stop()
      for thread in threads { try? thread.value() }
    }
    do {
      try waitForEnd(of: pipeline, counts: counts, failure: failure, progress: progress)
    } catch {
      cancellation.cancel()
      throw error
    }
    try check(counts)
    return plan.sound == nil || settings.audio == nil ? nil : counts.level.withLock(\.self)
  }

  private func chain(
    _ source: AppSource, _ elements: [Element], _ mediaType: MediaType, to muxer: Muxer, or sink: Element,
    in pipeline: Pipeline
  ) throws {
    let chain = [source.element] + elements
    for element in chain { try pipeline.add(element) }
    try pipeline.link(chain)
    let last = chain[chain.count - 1]
    if muxer.element == nil {
      try pipeline.link([last, sink])
    } else {
      try muxer.link(last, mediaType, fileType: settings.fileType, plan: plan, in: pipeline)
    }
  }

  private func waitForEnd(
    of pipeline: Pipeline, counts: Counts, failure: OneShotChannel<RenderError>, progress: (RenderProgress) -> Void
  ) throws {
    // Decoders bound their own waits, and may have far to go from a key frame to the first frame that is wanted.
    var stopwatch = Watchdog(limit: .seconds(300))
    var last = (pushed: -1, frames: -1, samples: Int64(-1))
    while true {
      let reports = try pipeline.awaitMessages(nanoseconds: Cancellation.patience)
      if let error = failure.take(within: 0) { throw error }
      try cancellation.check()
      let now = (
        pushed: counts.pushed.load(ordering: .relaxed), frames: counts.frames.load(ordering: .relaxed),
        samples: counts.samples.load(ordering: .relaxed)
      )
      if now != last {
        stopwatch.restart()
        progress(self.progress(frames: now.frames, samples: now.samples))
      }
      last = now
      if reports.endOfStream { return }
      try stopwatch.check(waitingFor: "the encoders") { pipeline.graph }
    }
  }

  private func progress(frames: Int, samples: Int64) -> RenderProgress {
    if let picture = plan.picture {
      return RenderProgress(
        frame: frames, frameCount: picture.frameCount, fraction: Double(frames) / Double(max(1, picture.frameCount)))
    }
    let all = plan.sound?.sampleCount ?? 0
    return RenderProgress(frame: 0, frameCount: 0, fraction: Double(samples) / Double(max(1, all)))
  }

  private func check(_ counts: Counts) throws(RenderError) {
    let frames = counts.frames.load(ordering: .relaxed)
    if let picture = plan.picture, frames != picture.frameCount {
      throw RenderError(.engineFailed, "The encoder gave \(frames) of \(picture.frameCount) frames.")
    }
    let samples = counts.samples.load(ordering: .relaxed)
    if let sound = plan.sound, samples != sound.sampleCount {
      throw RenderError(.engineFailed, "The encoder was given \(samples) of \(sound.sampleCount) samples.")
    }
  }
}
