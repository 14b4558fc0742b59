import Dispatch
import EditingModel
public import FoundationEssentials
public import MediaFormats
public import MediaTime
public import Rendering
import Synchronization

/// Writes a file of pictures, samples and packets that a program makes or reads (`AVAssetWriter`).
///
/// ```swift
/// let writer = AssetWriter(outputURL: URL(filePath: "film.mp4"), fileType: .mp4)
/// let pictures = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
/// try writer.add(pictures)
/// try writer.startWriting()
/// try writer.startSession(atSourceTime: .zero)
/// for number in 0..<250 {
///   try await pictures.append(SampleBuffer(.picture(draw(number)), presentationTime: CMTime(value: Int64(number), timescale: 25)))
/// }
/// try await writer.finishWriting()
/// ```
///
/// It writes once. The file has its name when it is finished, unless it is written in fragments, and an existing one is never
/// replaced; whatever goes wrong, nothing is left, unless fragments are to be (``keepsFragmentsOnFailure``). Each input's media go their
/// own way, and are encoded as they come: inputs may be fed by turns, side by side, or one after the other. The packets of one that is
/// ahead of the others are held, a few megabytes in memory and the others on the disk (``directoryForTemporaryFiles``). Threads: any.
public final class AssetWriter: Sendable {
  /// A writer's state (`AVAssetWriter.Status`).
  public enum Status: Int, Hashable, Sendable {
    /// It has not started.
    case unknown
    /// It takes buffers.
    case writing
    /// The file is there.
    case completed
    /// It could not go on: ``AssetWriter/error`` says why.
    case failed
    /// It was cancelled.
    case cancelled
  }

  /// The file (`outputURL`); nil of a movie that is handed over in segments.
  public let outputURL: URL?
  /// Its container (`outputFileType`).
  public let fileType: FileType

  /// The receiver of segments; nil of a file.
  private let take: (@Sendable (MovieSegment) -> Void)?
  private let renderer: any Renderer
  let state: Mutex<State>

  struct State {
    var whole: WriterPlan.Whole
    var fragmentInterval = CMTime.invalid
    var initialFragmentInterval = CMTime.invalid
    var segments = SegmentSettings()
    var inputs: [AssetWriterInput] = []
    var run: WriterRun?
    /// Whether the writer was cancelled before it started.
    var isCancelled = false
  }

  /// A writer of a file of `fileType` at `outputURL`, by `renderer`.
  public init(outputURL: URL, fileType: FileType, renderer: any Renderer) {
    (self.outputURL, self.fileType, take, self.renderer) = (outputURL, fileType, nil, renderer)
    state = Mutex(State(whole: WriterPlan.Whole(fileType: fileType)))
  }

  /// A writer of a movie of `fileType`, MP4 or QuickTime, that is handed over in segments while it is written, one
  /// after the other, on a thread of the writer's (`init(contentType:)`, `AVAssetWriterDelegate`). The writer keeps no
  /// segment after its call of `take`.
  ///
  /// ```swift
  /// let writer = AssetWriter(fileType: .mp4, renderer: renderer) { segment in upload(segment.data) }
  /// writer.preferredOutputSegmentInterval = CMTime(value: 6, timescale: 1)
  /// ```
  ///
  /// The first is the header; each of the others begins with a key frame, which the encoder makes at the border on
  /// request. While `take` is under way, nothing more is written: it may end the segment, or cancel the writer, after
  /// which one more segment may still come; it must not wait for room in an input. Text, chapters and associations have
  /// no place there.
  public init(
    fileType: FileType, renderer: any Renderer, handingOverTo take: @escaping @Sendable (MovieSegment) -> Void
  ) {
    (outputURL, self.fileType, self.take, self.renderer) = (nil, fileType, take, renderer)
    state = Mutex(State(whole: WriterPlan.Whole(fileType: fileType)))
  }

  deinit { cancelWriting() }

  // MARK: Inputs

  /// Whether an input with `outputSettings` can be part of such a file on this machine (`canApply(outputSettings:forMediaType:)`).
  public func canApply(outputSettings: WriterOutputSettings?, forMediaType mediaType: MediaType) -> Bool {
    (try? check(outputSettings, mediaType)) != nil
  }

  /// Rejects, by name, what ``canApply(outputSettings:forMediaType:)`` says no to.
  ///
  /// - Throws: `RenderError` with `.unsupported` or `.missingPlugin`.
  public func check(_ outputSettings: WriterOutputSettings?, _ mediaType: MediaType) throws(RenderError) {
    var export = ExportSettings(fileType: fileType, video: nil, audio: nil)
    switch (outputSettings, mediaType) {
    case (.video(let video), .video):
      export.video = video.encoding
      guard (video.encoding.passes ?? 1) == 1 else {
        throw RenderError(
          .unsupported, "Two passes are asked of a writer, which gets its pictures once.",
          remedy: "Export an edit in two passes, or write in one.")
      }
      if let size = video.size, let duration = video.expectedFrameDuration?.rational {
        try EncodingLevel.check(video.encoding, size: size, frameDuration: duration)
      }
    case (.audio(let audio), .audio): export.audio = audio.encoding
    case (nil, .audio): return
    case (nil, .video):
      guard fileType.isSoundOnly || fileType.isPictureSequence else { return }
      throw RenderError(
        .unsupported, "\(fileType.format.title) has no place for packets of pictures.",
        remedy: "Choose another file type.")
    default:
      throw RenderError(
        .unsupported, "The settings of an input are not of its kind, \(mediaType.rawValue).",
        remedy: "Give settings for pictures to video, and for sound to audio.")
    }
    let complete = try ExportRules.complete(export)
    try RenderError.catching { try renderer.check(complete) }
  }

  /// The file's tracks.
  public var inputs: [AssetWriterInput] { state.withLock(\.inputs) }

  /// Whether `input` can be added: the writer has not started, the input is no other's, and the file can have one more track as
  /// it is.
  public func canAdd(_ input: AssetWriterInput) -> Bool { (try? checkAddition(of: input)) != nil }

  /// Adds a track.
  ///
  /// - Throws: `RenderError`: `.outOfRange` where the writer has started or the input is another writer's,
  ///   `.unsupported` or `.missingPlugin` where the file cannot have it.
  public func add(_ input: AssetWriterInput) throws(RenderError) {
    try checkAddition(of: input)
    guard input.take() else { throw Self.isTaken }
    state.withLock { $0.inputs.append(input) }
  }

  private static let isTaken = RenderError(
    .outOfRange, "An input is added to a writer that has started, or it is another one's.",
    remedy: "Make one for each writer, and add it first.")

  private func checkAddition(of input: AssetWriterInput) throws(RenderError) {
    let (inputs, hasStarted) = state.withLock { ($0.inputs, $0.run != nil || $0.isCancelled) }
    guard !hasStarted, !input.isTaken else { throw Self.isTaken }
    guard let mediaType = input.mediaType else {
      let kind = input.ancillaryKind ?? .other
      try check(kind, isOfData: input.isOfData)
      guard input.isChapterTrack, inputs.contains(where: \.isChapterTrack) else { return }
      throw RenderError(.unsupported, "A file has one list of chapters.", remedy: "Append all to one input.")
    }
    try check(input.outputSettings, mediaType)
    let beside = inputs.filter { $0.mediaType == input.mediaType }
    let hasOneTrack = fileType.format.videoCodecs.isEmpty && fileType != .m4a
    guard !hasOneTrack || inputs.isEmpty, mediaType == .audio || beside.isEmpty else {
      throw RenderError(
        .unsupported, "\(fileType.format.title) is to have another track of \(mediaType.rawValue).",
        remedy: "Write one track of pictures, and several of sound into containers of films.")
    }
  }

  // MARK: Writing

  /// Its state.
  public var status: Status {
    let (run, isCancelled) = state.withLock { ($0.run, $0.isCancelled) }
    return run?.status ?? (isCancelled ? .cancelled : .unknown)
  }

  /// The error with which it failed, or that of its cancellation; nil otherwise.
  public var error: RenderError? {
    let (run, isCancelled) = state.withLock { ($0.run, $0.isCancelled) }
    return run?.error ?? (isCancelled ? .cancelled() : nil)
  }

  /// Bytes of the packets that are encoded, and held until they can be in the file: the file will be larger by so much.
  public var heldByteCount: Int64 { state.withLock(\.run)?.writer?.heldByteCount ?? 0 }

  /// Starts writing. Each input is encoded from its first buffer on; the file's header is written when every input has one, or is finished.
  ///
  /// - Throws: `RenderError`: `.outOfRange` where it has started before, `.outputExists` and `.cannotCreateOutput`,
  ///   `.unsupported` for what the container has no place for.
  public func startWriting() throws(RenderError) {
    let (inputs, interval) = state.withLock { ($0.inputs, $0.fragmentInterval) }
    var file = state.withLock(\.whole)
    guard inputs.contains(where: { $0.mediaType != nil || $0.isOfData }) else {
      throw RenderError(
        .outOfRange, "The writer has no inputs for pictures or sound.", remedy: "Add one, beside text and chapters.")
    }
    file.fragmentDuration = interval.rational.flatMap { $0 > .zero ? $0 : nil }
    file.firstFragmentDuration = initialMovieFragmentInterval.rational.flatMap { $0 > .zero ? $0 : nil }
    try checkPlaces(for: inputs, file)
    if let outputURL {
      try OutputLocation(outputURL).check(replacing: false, isSequence: fileType.isPictureSequence)
    } else {
      try state.withLock(\.segments).check(fileType, inputs)
    }
    let run = WriterRun(
      inputs.map(\.queue), fileType, segments: take == nil ? nil : state.withLock(\.segments))
    let isFirst = state.withLock { state in
      guard state.run == nil, !state.isCancelled else { return false }
      state.run = run
      return true
    }
    guard isFirst, run.begin() else {
      throw RenderError(.outOfRange, "The writer has started before.", remedy: "Make another one.")
    }
    for input in inputs { input.begin(run) }
    let (renderer, whole) = (renderer, file)
    let output = take.map { .segments($0) } ?? outputURL.map { WriterOutput.file($0, replacing: false) }
    guard let output else { return }
    run.work.enter()
    DedicatedThread.start(named: "asset writer") {
      defer { run.work.leave() }
      do throws(RenderError) {
        try WriterBeginning(inputs, whole, to: output, by: renderer, run).begin()
      } catch {
        run.end(error)
      }
    }
  }

  /// Rejects statements about tracks that the container has no place for.
  private func checkPlaces(for inputs: [AssetWriterInput], _ file: WriterPlan.Whole) throws(RenderError) {
    for input in inputs {
      let others = input.associations.map(\.other)
      let areTracks = others.allSatisfy { $0?.isTrack(among: inputs) == true }
      guard others.isEmpty || !input.isChapterTrack && areTracks else {
        throw RenderError(
          .outOfRange, "A track is associated with one that the file does not have.",
          remedy: "Add the other input to the same writer; chapters are no track.")
      }
      let isPlaced = input.header.alternateGroup != 0 || input.header.transform != .identity
      if input.mediaType == nil, !input.isOfData, isPlaced {
        throw RenderError(
          .unsupported, "A transform or a group is said of text, whose tracks are alternatives to one another.",
          remedy: "Leave it out.")
      }
    }
    guard !fileType.isMovie else { return }
    func refuse(_ what: String) -> RenderError {
      RenderError(
        .unsupported, "\(fileType.format.title) has no place for \(what).",
        remedy: "Leave it out, or write MP4 or QuickTime.")
    }
    if file.fragmentDuration != nil { throw refuse("fragments") }
    if !file.metadata.chapters.isEmpty { throw refuse("chapters here") }
    for input in inputs {
      let header = input.header
      if !input.associations.isEmpty { throw refuse("associations of tracks") }
      if header.transform != .identity { throw refuse("a transform") }
      if !header.isEnabled, input.mediaType != nil { throw refuse("tracks that are not enabled") }
      if header.alternateGroup != 0 { throw refuse("groups of tracks") }
      if input.mediaTimeScale != 0 { throw refuse("a time scale of a track") }
      if let volume = header.volume, volume != 1 { throw refuse("a track's volume") }
      if header.items?.isEmpty == false { throw refuse("statements of a track") }
    }
  }

  /// Begins the session: media at `startTime` stand at the file's zero, and what lies before is left out.
  ///
  /// - Throws: `RenderError` with `.outOfRange` for a time that is not finite or a second session; `.closed`, or why the writer
  ///   has ended.
  public func startSession(atSourceTime startTime: CMTime) throws(RenderError) {
    try currentRun().startSession(at: try Self.exactTime(startTime))
  }

  /// Ends the session: what lies at `endTime` or after it is left out, whenever it was appended, and the last picture is shown
  /// until then. What is written already is hidden by the edit lists of MP4, QuickTime and M4A, as AVFoundation does; a program
  /// that ends the session first has the smaller file.
  ///
  /// - Throws: As ``startSession(atSourceTime:)``; `.unsupported` in other containers, which have no edit list, where something
  ///   was appended that goes on behind `endTime`.
  public func endSession(atSourceTime endTime: CMTime) throws(RenderError) {
    try currentRun().endSession(at: try Self.exactTime(endTime))
  }

  /// Ends the segment under way: what is appended from now on begins another one, with a key frame, of a movie that is handed over in
  /// segments whose ``preferredOutputSegmentInterval`` is indefinite (`flushSegment()`). Packets begin one with their next key frame.
  ///
  /// Before the first buffer it does nothing.
  ///
  /// - Throws: `RenderError` with `.outOfRange` where segments have a length; as ``startSession(atSourceTime:)``.
  public func flushSegment() throws(RenderError) { try currentRun().flushSegment() }

  private static func exactTime(_ time: CMTime) throws(RenderError) -> Rational {
    guard let exact = time.rational else {
      throw RenderError(.outOfRange, "A session is bounded by \(time).", remedy: "Give it a finite time.")
    }
    return exact
  }

  private func currentRun() throws(RenderError) -> WriterRun {
    guard let run = state.withLock(\.run) else {
      throw RenderError(.outOfRange, "The writer has not started.", remedy: "Call startWriting() first.")
    }
    return run
  }

  /// Finishes all inputs and the file; when it returns, the file is there. Cancelling the task cancels the writer.
  ///
  /// - Returns: The written file.
  /// - Throws: `RenderError`: why there is no file.
  @discardableResult
  public func finishWriting() async throws(RenderError) -> WrittenFile {
    let run = try currentRun()
    for input in inputs { input.markAsFinished() }
    let result: Result<WrittenFile, RenderError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DedicatedThread.start(named: "finish writing") { continuation.resume(returning: Self.finish(run)) }
      }
    } onCancel: {
      run.end(.cancelled())
    }
    return try result.get()
  }

  /// Waits for the threads, and finishes the file. Blocks.
  private static func finish(_ run: WriterRun) -> Result<WrittenFile, RenderError> {
    run.work.wait()
    do throws(RenderError) {
      if let error = run.error { throw error }
      guard run.status == .writing, let writer = run.writer else {
        throw RenderError(.closed, "The writer has finished before.", remedy: "Finish it once.")
      }
      if let session = run.session, let end = session.end, !run.fileType.isPictureSequence {
        try writer.endPresentation(at: try exactly { () throws(RationalError) in try end - session.start })
      }
      let file = try writer.finish()
      run.complete()
      return .success(file)
    } catch {
      run.end(error)
      return .failure(error)
    }
  }

  /// Gives the file up: nothing is left of it (`cancelWriting()`). After the file is finished, it changes nothing.
  public func cancelWriting() {
    let run = state.withLock { state in
      if state.run == nil { state.isCancelled = true }
      return state.run
    }
    run?.end(.cancelled())
  }
}
