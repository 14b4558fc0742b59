package import Compositing
import Dispatch
import EditingModel
package import MediaFormats
package import MediaTime
package import Rendering
package import Subtitles
import Synchronization

/// A file that is nothing but what was written into it; it goes through its acts when it is finished.
package final class ScriptedWriter: MediaWriter {
  /// What kind of file it is, as far as that is known.
  package var settings: WriterSettings { content.settings }
  private let acts: [ScriptedRenderer.Act]
  private let progress: @Sendable (WriterProgress) -> Void
  private let step: ScriptedStep
  private let cancelled = DispatchSemaphore(value: 0)
  private let state: Mutex<Content>

  /// What was written.
  package struct Content {
    fileprivate(set) package var settings: WriterSettings
    /// The tracks that were begun one by one, in their order.
    package var begun: [WriterTrack] = []
    /// Whether it is known which tracks there are.
    package var isSettled: Bool
    /// The number of the frame that each picture shows, and when it is shown; those of segments as well.
    package var pictures: [(frame: Int, time: Rational, duration: Rational)] = []
    /// By how many segments the pictures were described, each time, before the first was written.
    package var described: [Int] = []
    /// The first channel's samples.
    package var samples: [Double] = []
    /// Text, with the number of its track, and chapters.
    package var cues: [(track: Int, cue: SubtitleCue)] = []
    package var chapters: [Chapter] = []
    /// Samples of data, with the number of their track.
    package var data: [(track: Int, sample: DataTrack.Sample)] = []
    /// Behind which times segments were to begin.
    package var segmentBorders: [Rational] = []
    /// Where the presentation was said to end.
    package var presentationEnd: Rational?
    package var endedPictures = false
    package var endedSamples = false
    package var isFinished = false
    package var isCancelled = false
  }

  init(
    _ settings: WriterSettings, acts: [ScriptedRenderer.Act], progress: @escaping @Sendable (WriterProgress) -> Void,
    step: @escaping ScriptedStep
  ) {
    self.step = step
    state = Mutex(Content(settings: settings, isSettled: !settings.hasOpenTracks))
    self.acts = acts
    self.progress = progress
  }

  /// What was written so far.
  package var content: Content { state.withLock { $0 } }

  /// A hundred bytes a picture, none of them in a file.
  package var heldByteCount: Int64 { Int64(content.pictures.count) * 100 }

  package func begin(_ track: WriterTrack, as settings: WriterSettings) throws(RenderError) {
    try change { $0.begun.append(track) }
  }

  package func settle(_ settings: WriterSettings) throws(RenderError) {
    try change { ($0.settings, $0.isSettled) = (settings, true) }
  }

  package func write(_ picture: PixelBuffer, at time: Rational, duration: Rational) throws(RenderError) {
    let frame = try RenderError.catching { try ScriptedPictures.frame(of: picture) }
    try step(.writePicture(frame))
    try change { $0.pictures.append((frame, time, duration)) }
  }

  package func describePictures(by segments: [EncodedSegment]) throws(RenderError) {
    try change { $0.described.append(segments.count) }
  }

  package func write(_ segment: EncodedSegment) throws(RenderError) {
    let frames = ScriptedSegment(at: segment.url)?.frames ?? []
    try change { $0.pictures += frames.map { ($0.frame, $0.time, $0.duration) } }
  }

  package func beginSegment(after time: Rational) throws(RenderError) {
    try change { $0.segmentBorders.append(time) }
  }

  package func endPictures() throws(RenderError) {
    try step(.endPictures)
    try change { $0.endedPictures = true }
  }

  package func write(_ samples: SampleBlock, to sound: Int) throws(RenderError) {
    try step(.writeSamples(content.samples.count + samples.count))
    try change { content in
      content.samples += stride(from: 0, to: samples.interleaved.count, by: samples.channels)
        .map { samples.interleaved[$0] }
    }
  }

  package func endSamples(of sound: Int) throws(RenderError) {
    try step(.endSamples)
    try change { $0.endedSamples = true }
  }

  package func write(_ packet: MediaPacket, to track: Int) throws(RenderError) {
    throw RenderError(.unsupported, "The scripted writer takes no packets.")
  }

  package func endPackets(of track: Int) throws(RenderError) {}

  package func write(_ cue: SubtitleCue, to track: Int) throws(RenderError) {
    try change { $0.cues.append((track, cue)) }
  }

  package func write(_ sample: DataTrack.Sample, to track: Int) throws(RenderError) {
    try change { $0.data.append((track, sample)) }
  }

  package func write(_ chapter: Chapter) throws(RenderError) {
    try change { $0.chapters.append(chapter) }
  }

  package func endPresentation(at end: Rational) throws(RenderError) {
    try change { $0.presentationEnd = end }
  }

  package func finish() throws(RenderError) -> WrittenFile {
    for act in acts {
      switch act {
      case .progress(let frame): progress(WriterProgress(frameCount: frame))
      case .wait, .hold: break
      case .perform(let body): body()
      case .waitForCancellation:
        cancelled.wait()
        throw RenderError(.cancelled, "Cancelled.")
      case .fail(let error): throw RenderError(describing: error)
      }
    }
    return state.withLock { content in
      content.isFinished = true
      return WrittenFile(
        frameCount: content.pictures.count, sampleCount: Int64(content.samples.count), byteCount: 1_000)
    }
  }

  package func cancel() {
    state.withLock { $0.isCancelled = true }
    cancelled.signal()
  }

  private func change(_ body: (inout Content) -> Void) throws(RenderError) {
    try state.withLock { content throws(RenderError) in
      if content.isCancelled { throw RenderError(.cancelled, "Cancelled.") }
      body(&content)
    }
  }
}
