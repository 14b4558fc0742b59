import Compositing
import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import MediaFormats
import MediaTime
import Rendering
import Subtitles
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
/// Threads: as `MediaWriter` says. Lock order: only `state`.
final class FileWriter: MediaWriter {
  private let settings: WriterSettings
  private let encoder: EncoderUse?
  /// The file; nil of a movie that is handed over in segments.
  private let output: OutputFile?
  let muxer: PacketMuxer
  let pictures: PictureInput?
  private let sounds: [WrittenSound]
  private let packets: [PacketInput]
  let cancellation: Cancellation
  let progress: @Sendable (WriterProgress) -> Void
  let state = Mutex(State())

  /// What persists between calls.
  struct State {
    /// Whether the file is still being written.
    var isOpen = true
    /// Why it is not, where a packet thread failed.
    var failure: RenderError?
    /// What has been done so far.
    var done = WriterProgress()
    /// The pictures that were accepted.
    var pictures = PictureExtent()
    /// Where the presentation ends, whatever lies behind it; nil where that is the end of what was written.
    var presentationEnd: Rational?
    /// What is put into the finished file.
    var added = AddedTracks()
    /// Where segments begin of a movie that is handed over in some; nil of a file.
    var borders: SegmentBorders?
    /// Packets that went into the file: shows whether the writer makes progress.
    var packetCount = 0
    /// The tasks that are still stopping.
    var stopping: [BackgroundTask<Void>] = []
    /// When progress was last reported.
    var lastReport: ContinuousClock.Instant?
  }

  /// The longest time without a packet before the writer counts as stalled: encoders take seconds for a large picture.
  private static let stallLimit = Duration.seconds(120)

  /// Begins the file, or the movie, that goes into `target`; `cancellation` ends everything. Those of its sounds that are packets of media are
  /// made by `copiers`, by their numbers.
  ///
  /// - Throws: `RenderError`; then nothing is left of the file.
  init(
    _ settings: WriterSettings, to target: WriterOutput, copying copiers: [Int: SoundCopier] = [:],
    cancellation: Cancellation, progress: @escaping @Sendable (WriterProgress) -> Void
  ) throws(RenderError) {
    (self.settings, self.cancellation, self.progress) = (settings, cancellation, progress)
    encoder = try settings.pictures.flatMap { _ in settings.export.video }
      .flatMap { (video) throws(RenderError) in try VideoEncoding.choice(video) }.map { EncoderUse($0) }
    let (output, place, borders) = try target.begin(settings)
    self.output = output
    state.withLock { $0.borders = borders }
    do throws(RenderError) {
      (muxer, pictures, sounds, packets) = try translating {
        let texts = try settings.subtitles.map { try TextTrack($0, language: $0.languageCode, settings) }
        let muxer = try PacketMuxer(settings, texts: texts, to: place)
        let inputs = (
          muxer, try PictureInput(settings, into: muxer, takesKeyFrames: borders != nil),
          try settings.sounds.enumerated().map { number, sound -> WrittenSound in
            let track = muxer.addTrack(.sound(number))
            return try copiers[number].map { .copied($0, track) } ?? .encoded(SoundInput(sound, settings, into: track))
          },
          try settings.packets.enumerated().map { try PacketInput($0, $1, into: muxer) }
        )
        try muxer.start()
        return inputs
      }
    } catch {
      output?.discard()
      throw output?.naming(error) ?? error
    }
    if let encoder = pictures?.encoder { pump(encoder, countsFrames: true) }
    for (number, sound) in sounds.enumerated() {
      switch sound {
      case .encoded(let input): pump(input.encoder, countsFrames: false)
      case .copied(let copier, let track): copy(copier, into: track, as: number)
      }
    }
  }

  deinit { giveUp() }

  func write(_ picture: PixelBuffer, at time: Rational, duration: Rational) throws(RenderError) {
    try working {
      guard case .encoder(let input, let factory)? = pictures else { throw RenderError.noInput("pictures") }
      try state.withLock { try $0.pictures.add(time, duration) }
      let beginsSegment = try beginSegments(with: .pictures, from: time, until: time)
      try input.push(
        factory.buffer(of: picture, at: time, duration), asKeyFrame: beginsSegment,
        while: watch("the encoder of pictures"))
    }
  }

  func beginSegment(after time: Rational) throws(RenderError) {
    try working { state.withLock { $0.borders?.begin(after: time) } }
  }

  /// Tells the muxer where segments begin with what is presented of `track` from `start` to `end`; whether one does.
  private func beginSegments(with track: MuxedTrack, from start: Rational, until end: Rational) throws -> Bool {
    let borders = try state.withLock { try $0.borders?.borders(of: track, from: start, until: end) ?? [] }
    for border in borders { muxer.beginSegment(at: try border.floor(scaledBy: 1_000_000_000)) }
    return !borders.isEmpty
  }

  func describePictures(by segments: [EncodedSegment]) throws(RenderError) {
    try working {
      guard case .segments(let input)? = pictures else { throw RenderError.noInput("segments") }
      try input.describe(by: segments, while: watch("the segments"))
    }
  }

  func write(_ segment: EncodedSegment) throws(RenderError) {
    try working {
      guard case .segments(let input)? = pictures else { throw RenderError.noInput("segments") }
      try state.withLock { try $0.pictures.add(segment) }
      try input.push(segment, while: watch("the muxer")) { noticePacket(isFrame: true) }
    }
  }

  func endPictures() throws(RenderError) {
    try working { try pictures?.finish() }
  }

  func write(_ block: SampleBlock, to sound: Int) throws(RenderError) {
    try working {
      guard sounds.indices.contains(sound), let input = sounds[sound].input else {
        throw RenderError.noInput("samples")
      }
      let start = try input.grid.time(of: input.sampleCount)
      let end = try start + Rational(Int64(block.count), Int64(input.givenRate))
      _ = try beginSegments(with: .sound(sound), from: start, until: end)
      try input.write(block, while: watch("the encoder of sound"))
      if sound == 0 { state.withLock { $0.done.sampleCount = input.sampleCount } }
      if pictures == nil, sound == 0 { report() }
    }
  }

  func endSamples(of sound: Int) throws(RenderError) {
    try working {
      guard sounds.indices.contains(sound), let input = sounds[sound].input else { return }
      try input.end(while: watch("the encoder of sound"))
      if sound == 0 { state.withLock { $0.done.sampleCount = input.sampleCount } }
    }
  }

  func write(_ packet: MediaPacket, to track: Int) throws(RenderError) {
    try working {
      guard packets.indices.contains(track) else { throw RenderError.noInput("packets of track \(track)") }
      if packet.isKeyFrame {
        let time = try packet.presentationTime + packets[track].shift(before: packet)
        _ = try beginSegments(with: .packets(track), from: time, until: time)
      }
      try packets[track].push(packet, while: watch("the muxer"))
      state.withLock { $0.packetCount += 1 }
    }
  }

  func endPackets(of track: Int) throws(RenderError) {
    try working {
      guard packets.indices.contains(track) else { throw RenderError.noInput("packets of track \(track)") }
      try packets[track].end()
    }
  }

  func write(_ cue: SubtitleCue, to track: Int) throws(RenderError) {
    try working {
      guard settings.subtitles.indices.contains(track) else { throw RenderError.noInput("text of track \(track)") }
      guard try !muxer.write(cue, to: track) else { return }
      state.withLock { $0.added.cues[track, default: []].append(cue) }
    }
  }

  func write(_ sample: DataTrack.Sample, to track: Int) throws(RenderError) {
    try working {
      guard settings.dataTracks.indices.contains(track) else { throw RenderError.noInput("data of track \(track)") }
      state.withLock { $0.added.samples[track, default: []].append(sample) }
    }
  }

  func write(_ chapter: Chapter) throws(RenderError) {
    try working {
      try state.withLock { state in
        state.added.chapters.append(chapter)
        try state.added.check(in: settings)
      }
    }
  }

  func endPresentation(at end: Rational) throws(RenderError) {
    try working {
      let pictureEnd = state.withLock { state in
        state.presentationEnd = end
        return state.pictures.end
      }
      guard !settings.export.fileType.isMovie else { return }
      let soundEnds = try sounds.map { try $0.grid.time(of: $0.sampleCount) }
      guard ([pictureEnd] + soundEnds).allSatisfy({ $0 <= end }) else {
        throw RenderError.withoutEditLists(settings.export.fileType)
      }
    }
  }

  func finish() throws(RenderError) -> WrittenFile {
    let file = try working {
      try waitForEnd()
      let tracks = finishedTracks()
      let whole = state.withLock {
        $0.added.completed(settings, pictureEnd: $0.pictures.end, until: $0.presentationEnd)
      }
      let film = try tracks.film(whole, until: state.withLock(\.presentationEnd))
      let muxer = muxer
      try BackgroundTask(named: "disk") { try muxer.finish(whole, film) }.value(cancellation)
      stop().settle()
      try checkCounts()
      let corrected = try corrected(whole)
      report(isLast: true)
      let (frames, samples) = state.withLock { ($0.done.frameCount, sounds.first?.sampleCount ?? 0) }
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

  func cancel() { giveUp() }

  // MARK: Waiting and failing

  /// Runs `body`, and abandons the file where it fails.
  private func working<Result>(_ body: () throws -> Result) throws(RenderError) -> Result {
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
      giveUp(keeping: settings.keepsFragments && failure.code != .cancelled)
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

  private var graphs: String {
    let encoders = [pictures?.encoder?.graph] + sounds.map { $0.input?.encoder.graph }
    return (encoders.compactMap(\.self) + [muxer.graph]).joined(separator: "\n")
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
    // What stops halfway fails in many ways.
    let failure = cancellation.isOver ? .cancelled(underlying: "\(error)") : RenderError.translated(error)
    state.withLock { $0.failure = $0.failure ?? failure }
  }

  /// Begins to stop everything and removes what was written, unless the file is finished. Does not wait: what encodes may
  /// take a moment to stop, and cancelling comes from threads that must not.
  ///
  /// With `keepsFile`, what was written stays, as far as it is.
  private func giveUp(keeping keepsFile: Bool = false) {
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
    (pictures?.encoder?.stop() ?? []) + sounds.flatMap { $0.input?.encoder.stop() ?? [] }
  }

  // MARK: The finished file

  private func finishedTracks() -> FinishedTracks {
    let (extent, end) = state.withLock { ($0.pictures, $0.presentationEnd) }
    return FinishedTracks(
      pictures: pictures == nil ? nil : (extent.first ?? .zero, extent.end),
      sounds: sounds.map { ($0.grid, $0.sampleCount) },
      packets: packets.map { ($0.format.mediaType, $0.edit) },
      end: settings.export.fileType.isMovie ? end : nil)
  }

  private func checkCounts() throws(RenderError) {
    let (taken, encoded) = state.withLock { ($0.pictures.count, $0.done.frameCount) }
    guard taken == encoded else {
      throw RenderError(.engineFailed, "The encoder gave \(encoded) of \(taken) frames.")
    }
  }
}
