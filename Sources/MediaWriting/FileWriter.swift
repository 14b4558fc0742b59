package import Compositing
package import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import MediaDecoding
package import MediaFormats
package import MediaTime
package import Rendering
package import Subtitles
import Synchronization

/// Writes one file with GStreamer, or a movie that is handed over in segments.
///
/// ```
///  write(picture) ─► StreamEncoder ─► thread "packets" ─┐
///                                                       ├─► PacketMuxer ─► .NAME.part ─► header, disk, NAME
///  write(samples) ─► StreamEncoder ─► thread "packets" ─┤
///  media's packets of a sound ─────► thread "packets" ─┤
///  write(segment) ─────────────────────────────────────┘
/// ```
///
/// Success is a complete file, no error anywhere, and as many picture packets as pictures.
/// Threads: as `MediaWriter` says. Lock order: `state`, then the muxer's.
package final class FileWriter: MediaWriter {
  /// The file; nil of a movie that is handed over in segments.
  private let output: OutputFile?
  let muxer: PacketMuxer
  let cancellation: Cancellation
  let progress: @Sendable (WriterProgress) -> Void
  let state: Mutex<State>

  /// The state between calls.
  struct State {
    /// The settings of the file, as far as they are known.
    var settings: WriterSettings
    /// The input of pictures; nil where there are none.
    var pictures: PictureInput?
    /// The encoder of pictures; nil where there are none.
    var encoder: EncoderUse?
    /// The inputs of samples and packets, by the numbers by which they are written to.
    var sounds: [Int: WrittenSound] = [:]
    var packets: [Int: PacketInput] = [:]
    /// Whether the file is still being written.
    var isOpen = true
    /// The error that ended the writing, where a packet thread failed.
    var failure: RenderError?
    /// The progress so far.
    var done = WriterProgress()
    /// The pictures that were accepted.
    var extent = PictureExtent()
    /// The end of the presentation, whatever lies behind it; nil for the end of the written media.
    var presentationEnd: Rational?
    /// The tracks that are put into the finished file.
    var added = AddedTracks()
    /// The beginnings of segments of a movie that is handed over in some; nil of a file.
    var borders: SegmentBorders?
    /// Packets that went into the file: shows whether the writer makes progress.
    var packetCount = 0
    /// The tasks that are still stopping.
    var stopping: [BackgroundTask<Void>] = []
    /// The time of the last progress report.
    var lastReport: ContinuousClock.Instant?

    /// The sounds in the file's order.
    var orderedSounds: [WrittenSound] { sounds.sorted { $0.key < $1.key }.map(\.value) }
    /// The tracks of packets in the file's order.
    var orderedPackets: [PacketInput] { packets.sorted { $0.key < $1.key }.map(\.value) }
    /// The first sound's number; nil where there is none.
    var firstSound: Int? { sounds.keys.min() }
  }

  /// The longest time without a packet before the writer counts as stalled: encoders take seconds for a large picture.
  private static let stallLimit = Duration.seconds(120)

  /// Begins the file, or the movie, that goes into `target`; `cancellation` ends everything. Those of its sounds that are packets of media
  /// are made by `copiers`, by their numbers.
  ///
  /// - Throws: `RenderError`; then nothing is left of the file.
  package init(
    _ settings: WriterSettings, to target: WriterOutput, copying copiers: [Int: SoundCopier] = [:],
    cancellation: Cancellation, progress: @escaping @Sendable (WriterProgress) -> Void
  ) throws(RenderError) {
    (self.cancellation, self.progress) = (cancellation, progress)
    let (output, place, borders) = try target.begin(settings)
    self.output = output
    do throws(RenderError) {
      muxer = try translating { try PacketMuxer(settings, to: place) }
    } catch {
      output?.discard()
      throw output?.naming(error) ?? error
    }
    state = Mutex(State(settings: settings, borders: borders))
    guard !settings.hasOpenTracks else { return }
    do throws(RenderError) {
      try translating { try beginAll(settings, copiers) }
    } catch {
      abandon()
      throw output?.naming(error) ?? error
    }
  }

  deinit { abandon() }

  package func write(_ picture: PixelBuffer, at time: Rational, duration: Rational) throws(RenderError) {
    try working {
      guard case .encoder(let input, let factory)? = state.withLock(\.pictures) else {
        throw RenderError.noInput("pictures")
      }
      try state.withLock { try $0.extent.add(time, duration) }
      let beginsSegment = try beginSegments(with: .pictures, from: time, until: time)
      try input.push(
        factory.buffer(of: picture, at: time, duration), asKeyFrame: beginsSegment,
        while: watch("the encoder of pictures"))
    }
  }

  package func beginSegment(after time: Rational) throws(RenderError) {
    try working { state.withLock { $0.borders?.begin(after: time) } }
  }

  package func describePictures(by segments: [EncodedSegment]) throws(RenderError) {
    try working {
      guard case .segments(let input)? = state.withLock(\.pictures) else { throw RenderError.noInput("segments") }
      try input.describe(by: segments, while: watch("the segments"))
    }
  }

  package func write(_ segment: EncodedSegment) throws(RenderError) {
    try working {
      guard case .segments(let input)? = state.withLock(\.pictures) else { throw RenderError.noInput("segments") }
      try state.withLock { try $0.extent.add(segment) }
      try input.push(segment, while: watch("the muxer")) { noticePacket(isFrame: true) }
    }
  }

  package func endPictures() throws(RenderError) {
    try working { try state.withLock(\.pictures)?.finish() }
  }

  package func write(_ block: SampleBlock, to sound: Int) throws(RenderError) {
    try working {
      guard let input = state.withLock({ $0.sounds[sound]?.input }) else { throw RenderError.noInput("samples") }
      let start = try input.grid.time(of: input.sampleCount)
      let end = try start + Rational(Int64(block.count), Int64(input.inputSampleRate))
      _ = try beginSegments(with: .sound(sound), from: start, until: end)
      try input.write(block, while: watch("the encoder of sound"))
      let isReported = state.withLock { state in
        if state.firstSound == sound { state.done.sampleCount = input.sampleCount }
        return state.pictures == nil && state.firstSound == sound
      }
      if isReported { report() }
    }
  }

  package func endSamples(of sound: Int) throws(RenderError) {
    try working {
      guard let input = state.withLock({ $0.sounds[sound]?.input }) else { return }
      try input.end(while: watch("the encoder of sound"))
      state.withLock { if $0.firstSound == sound { $0.done.sampleCount = input.sampleCount } }
    }
  }

  package var heldByteCount: Int64 { muxer.heldByteCount }

  package func write(_ packet: MediaPacket, to track: Int) throws(RenderError) {
    try working {
      guard let input = state.withLock({ $0.packets[track] }) else {
        throw RenderError.noInput("packets of track \(track)")
      }
      if packet.isKeyFrame {
        let time = try packet.presentationTime + input.shift(before: packet)
        _ = try beginSegments(with: .packets(track), from: time, until: time)
      }
      try input.push(packet, while: watch("the muxer"))
      state.withLock { $0.packetCount += 1 }
    }
  }

  package func endPackets(of track: Int) throws(RenderError) {
    try working {
      guard let input = state.withLock({ $0.packets[track] }) else {
        throw RenderError.noInput("packets of track \(track)")
      }
      try input.end()
    }
  }

  package func write(_ cue: SubtitleCue, to track: Int) throws(RenderError) {
    try working {
      let isThere = state.withLock { $0.settings.subtitles.indices.contains(track) }
      guard isThere else { throw RenderError.noInput("text of track \(track)") }
      guard try !muxer.write(cue, to: track) else { return }
      state.withLock { $0.added.cues[track, default: []].append(cue) }
    }
  }

  package func write(_ sample: DataTrack.Sample, to track: Int) throws(RenderError) {
    try working {
      try state.withLock { state in
        guard state.settings.dataTracks.indices.contains(track) else {
          throw RenderError.noInput("data of track \(track)")
        }
        state.added.samples[track, default: []].append(sample)
      }
    }
  }

  package func write(_ chapter: Chapter) throws(RenderError) {
    try working {
      try state.withLock { state in
        state.added.chapters.append(chapter)
        try state.added.check(in: state.settings)
      }
    }
  }

  package func endPresentation(at end: Rational) throws(RenderError) {
    try working {
      let (pictureEnd, sounds) = state.withLock { state in
        state.presentationEnd = end
        return (state.extent.end, state.orderedSounds)
      }
      guard !muxer.fileType.isMovie else { return }
      let soundEnds = try sounds.map { try $0.grid.time(of: $0.sampleCount) }
      guard ([pictureEnd] + soundEnds).allSatisfy({ $0 <= end }) else {
        throw RenderError.withoutEditLists(muxer.fileType)
      }
    }
  }

  package func finish() throws(RenderError) -> WrittenFile {
    let file = try working {
      try waitForEnd()
      let tracks = finishedTracks()
      let whole = state.withLock {
        $0.added.completed($0.settings, pictureEnd: $0.extent.end, until: $0.presentationEnd)
      }
      let film = try tracks.film(whole, until: state.withLock(\.presentationEnd))
      let muxer = muxer
      try BackgroundTask(named: "disk") { try muxer.finish(whole, film) }.value(cancellation)
      stop().settle()
      try checkCounts()
      let corrected = try corrected(whole)
      report(isLast: true)
      let (frames, samples, encoder) = state.withLock {
        ($0.done.frameCount, $0.orderedSounds.first?.sampleCount ?? 0, $0.encoder)
      }
      var file = WrittenFile(frameCount: frames, sampleCount: samples, byteCount: corrected.byteCount)
      file.encoder = encoder
      file.notes = corrected.notes
      return file
    }
    guard close() else { throw .cancelled() }
    guard let output else { return file }
    do {
      // A disk that does not answer blocks the task's own thread.
      try translating { try BackgroundTask(named: "disk") { try output.commit() }.value(cancellation) }
    } catch {
      output.discard()
      throw output.naming(error)
    }
    return file
  }

  /// Corrects the header of the file, which is that of `whole`: its size, and sentences on what has no place in it.
  private func corrected(_ whole: WriterSettings) throws -> (byteCount: Int64, notes: [String]) {
    guard let path = output?.temporary.path else { return (muxer.handedOverByteCount ?? 0, []) }
    let header = FinishedHeader(whole, MovieHeader(whole), languages: whole.languageCodes)
    return try BackgroundTask(named: "disk") { try header.correct(path) }.value(cancellation)
  }

  package func cancel() { abandon() }

  // MARK: Waiting and failing

  /// Runs `body`, and abandons the file where it fails.
  func working<Result>(_ body: () throws -> Result) throws(RenderError) -> Result {
    do {
      try checkOpen()
      return try translating(body)
    } catch {
      // A packet thread's failure is the cause; `error` may follow from it, or from cancelling. Others that write fail by it too.
      let failure = state.withLock { state in
        let failure = state.failure ?? (cancellation.isOver ? .cancelled(underlying: error.description) : error)
        if state.isOpen { state.failure = failure }
        return failure
      }
      abandon(keeping: state.withLock(\.settings.keepsFragments) && failure.code != .cancelled)
      state.withLock(\.stopping).settle()
      throw output?.naming(failure) ?? failure
    }
  }

  private func checkOpen() throws(RenderError) {
    if let failure = state.withLock(\.failure) { throw failure }
    try cancellation.check()
    guard state.withLock(\.isOpen) else {
      throw RenderError(.closed, "The file is finished or given up.", remedy: "Make another writer.")
    }
  }

  /// The check that a wait repeats: the writer's state, and whether packets still move.
  ///
  /// While inputs are open the muxer cannot be at its end, so that its messages can be read here.
  private func watch(_ what: String, checksMuxer: Bool = true) -> () throws -> Void {
    var watchdog = Watchdog(limit: Self.stallLimit)
    return { [self] in
      try checkOpen()
      if checksMuxer { try muxer.check() }
      watchdog.note(state.withLock(\.packetCount))
      try watchdog.check(waitingFor: what) { graphs }
    }
  }

  private var encoders: [EncodedInput] {
    state.withLock { ([$0.pictures?.encoder] + $0.orderedSounds.map { $0.input?.encoder }).compactMap(\.self) }
  }

  private var graphs: String {
    (encoders.map(\.graph) + [muxer.graph]).joined(separator: "\n")
  }

  private func waitForEnd() throws {
    let isWanted = watch("the end of the file", checksMuxer: false)
    while try !muxer.isComplete() {
      try isWanted()
      report()
    }
  }

  /// Notes `error` as why the file is given up, unless another one was before.
  func fail(_ error: any Error) {
    // Work that is stopped halfway fails in many ways.
    let failure = cancellation.isOver ? .cancelled(underlying: "\(error)") : RenderError.translated(error)
    state.withLock { $0.failure = $0.failure ?? failure }
  }

  /// Begins to stop everything and removes what was written, unless the file is finished. Does not wait: what encodes may
  /// take a moment to stop, and cancelling comes from threads that must not.
  ///
  /// With `keepsFile`, what was written stays, as far as it is.
  private func abandon(keeping keepsFile: Bool = false) {
    // Before a lock is taken: a thread that writes many packets has the muxer's until it sees this.
    muxer.cancel()
    guard close() else { return }
    cancellation.cancel()
    // The name goes at once; what is still written goes with the last descriptor.
    if keepsFile { output?.leave() } else { output?.discard() }
    let stopping = stop()
    state.withLock { $0.stopping = stopping }
  }

  /// Takes nothing more; whether it did until now.
  private func close() -> Bool {
    state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
  }

  private func stop() -> [BackgroundTask<Void>] {
    encoders.flatMap { $0.stop() }
  }

  // MARK: The finished file

  private func checkCounts() throws(RenderError) {
    let (taken, encoded) = state.withLock { ($0.extent.count, $0.done.frameCount) }
    guard taken == encoded else {
      throw RenderError(.engineFailed, "The encoder gave \(encoded) of \(taken) frames.")
    }
  }
}
