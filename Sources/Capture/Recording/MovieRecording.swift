import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Synchronization
import Waiting

/// A recording that is under way: it puts what connections give into a writer, in step.
///
/// ```
///  pictures ─► timeline ─► input ─┐               of a device: what the encoder has no time for is left out, and counted
///                                 ├─► AssetWriter      of a source that waits: it waits
///  sound    ─► timeline ─► input ─┘               sound of a device waits here, a minute of it
/// ```
///
/// Threads: any; each connection's media from one at a time. Lock order: `state`, then the writer's, `leadingChanges`, or a connection's.
final class MovieRecording: Sendable {
  /// A track of the file.
  private struct Track {
    let connection: CaptureConnection
    let input: AssetWriterInput
    /// Sound that waits for pictures, or for the encoder.
    var waiting = WaitingSound()
    var isOver = false
  }

  private struct State {
    var timeline: RecordingTimeline
    var tracks: [Track]
    var droppedFrameCount = 0
    /// The end of the written sound.
    var soundEnd = CMTime.zero
    /// The number of buffers of the leading media since the file's size was looked at.
    var sinceCheck = 0
    /// Whether it takes nothing more.
    var isOver = false
    var result: RecordedMovie?
    var waiters: [CheckedContinuation<RecordedMovie, Never>] = []
  }

  let url: URL
  private let fileType: FileType
  private let leading: MediaType
  private let largestSize: Int64
  private let isInFragments: Bool
  private let writer: AssetWriter
  private let state: Mutex<State>
  /// The number of times that the leading media began, went on or ended, or the recording did: what held sound up may
  /// be over then.
  private let leadingChanges = Monitor(0)

  /// The interval between a blocked thread's checks for cancellation, and for room.
  private static let interval = Duration.milliseconds(20)

  /// The settings of a film's recording.
  struct Settings: Sendable {
    var fileType: FileType
    var fragmentInterval: CMTime
    var longest: CMTime
    var largestSize: Int64
    var video: VideoWritingSettings?
    var audio: AudioWritingSettings?
  }

  /// A recording of `connections` to the file at `url`.
  ///
  /// - Throws: As `AssetWriter.add(_:)` and `AssetWriter.startWriting()`.
  init(
    to url: URL, _ settings: Settings, of connections: [CaptureConnection], writer: AssetWriter
  ) throws(RenderError) {
    self.url = url
    self.writer = writer
    (fileType, largestSize) = (settings.fileType, settings.largestSize)
    leading = connections.contains { $0.mediaType == .video } ? .video : .audio
    isInFragments = settings.fragmentInterval.isNumeric && settings.fileType.isMovie
    var tracks: [Track] = []
    for connection in connections {
      let output: WriterOutputSettings? =
        switch connection.mediaType {
        case .video: settings.video.map { .video($0) }
        case .audio: settings.audio.map { .audio($0) }
        }
      guard let output else { continue }
      let input = AssetWriterInput(mediaType: connection.mediaType, outputSettings: output)
      input.expectsMediaDataInRealTime = connection.isLive
      try writer.add(input)
      tracks.append(Track(connection: connection, input: input))
    }
    let timeline = RecordingTimeline(from: Self.clockTime(of: tracks, leading), longest: settings.longest)
    state = Mutex(State(timeline: timeline, tracks: tracks))
    try writer.startWriting()
  }

  /// The time on the clock of those of `tracks` that are `leading`; before everything where their source waits, whose times begin at
  /// zero whatever the others' are.
  private static func clockTime(of tracks: [Track], _ leading: MediaType) -> CMTime {
    let connections = tracks.map(\.connection).filter { $0.mediaType == leading }
    return connections.compactMap(\.clockTime).first ?? .negativeInfinity
  }

  /// Whether it takes media.
  var isRecording: Bool { !state.withLock(\.isOver) }
  /// Whether it is paused.
  var isPaused: Bool { state.withLock(\.timeline.isPaused) }
  /// The recorded duration.
  var duration: CMTime { state.withLock(\.timeline.duration) }
  /// The number of pictures that were left out.
  var droppedFrameCount: Int { state.withLock(\.droppedFrameCount) }
  /// The connections that are recorded.
  var connections: [CaptureConnection] { state.withLock { $0.tracks.map(\.connection) } }

  func pause() { state.withLock { $0.timeline.pause() } }
  func resume() { state.withLock { $0.timeline.resume(from: Self.clockTime(of: $0.tracks, leading)) } }

  // MARK: Media

  /// Takes `buffer`, which came through `connection`.
  func take(_ buffer: SampleBuffer, from connection: CaptureConnection) {
    do throws(RenderError) {
      if connection.isLive {
        try takeDeviceBuffer(buffer, from: connection)
      } else {
        try takeWaiting(buffer, from: connection)
      }
      if connection.mediaType == leading { try checkSize() }
    } catch {
      fail(error)
    }
  }

  /// Takes a buffer of a device, without waiting.
  private func takeDeviceBuffer(_ buffer: SampleBuffer, from connection: CaptureConnection) throws(RenderError) {
    // Nothing is appended to a failed writer; its error is thrown instead.
    if writer.status == .failed, let error = writer.error { throw error }
    try state.withLock { state throws(RenderError) in
      guard !state.isOver, let index = state.tracks.firstIndex(where: { $0.connection === connection }),
        !state.tracks[index].isOver
      else { return }
      if connection.mediaType == .video {
        // A picture without room in the writer is dropped: the one before is shown longer.
        let hasRoom = state.timeline.start == nil || state.tracks[index].input.isReadyForMoreMediaData
        guard case .write(let placed)? = try place(buffer, index, &state) else { return }
        if hasRoom { try state.tracks[index].input.append(placed) } else { state.droppedFrameCount += 1 }
        return
      }
      // A buffer behind the end is kept only if none waits: a single later buffer shows the end. Buffers in a pause are
      // not kept.
      if !state.timeline.discards(buffer) || state.tracks[index].waiting.isEmpty && !state.timeline.isPaused {
        state.tracks[index].waiting.append(buffer)
      }
      try pass(index, &state)
      guard state.tracks[index].waiting.isTooLong else { return }
      // Sound before the first picture is no part of the film.
      guard state.timeline.holdsUp else { throw Self.isTooSlow }
      state.tracks[index].waiting.removeFirst()
    }
    completeIfOver()
  }

  private static let isTooSlow = RenderError(
    .stalled, "Sound waits longer than a minute to be written. The recording is complete up to there.",
    remedy: "Record smaller pictures or fewer of them, on a faster disk, or do less beside it.")

  /// Writes the sound of track `index` that waits, as far as there is room.
  private func pass(_ index: Int, _ state: inout State) throws(RenderError) {
    let input = state.tracks[index].input
    while let first = state.tracks[index].waiting.first {
      guard state.timeline.start == nil || input.isReadyForMoreMediaData else { return }
      switch try place(first, index, &state) {
      case nil, .hold: return
      case .write(let placed):
        try input.append(placed)
      case .drop, .over: break
      }
      if !state.tracks[index].waiting.isEmpty { state.tracks[index].waiting.removeFirst() }
    }
  }

  /// Takes a buffer of a source that waits until there is room.
  private func takeWaiting(_ buffer: SampleBuffer, from connection: CaptureConnection) throws(RenderError) {
    while true {
      let changes = leadingChanges.read { $0 }
      var input: AssetWriterInput?
      let placement: RecordingTimeline.Placement? = try state.withLock { state throws(RenderError) in
        guard !state.isOver, let index = state.tracks.firstIndex(where: { $0.connection === connection }),
          !state.tracks[index].isOver
        else { return nil }
        input = state.tracks[index].input
        return try place(buffer, index, &state)
      }
      switch (placement, input) {
      case (.hold?, _):
        waitForLeadingMedia(changesSince: changes)
        guard isRecording else { return }
        continue
      case (.write(let placed)?, let input?): try input.append(placed)
      default: break
      }
      return completeIfOver()
    }
  }

  /// Writes the waiting sound of a device that has ended, as no later buffer does so and pictures may wait for it, and
  /// ends its track. Blocks until the leading media come and there is room, or the recording is over.
  private func passWaiting(of connection: CaptureConnection) throws(RenderError) {
    while true {
      let changes = leadingChanges.read { $0 }
      let isDone = try state.withLock { state throws(RenderError) in
        guard !state.isOver, let index = state.tracks.firstIndex(where: { $0.connection === connection }),
          !state.tracks[index].isOver
        else { return true }
        try pass(index, &state)
        guard state.tracks[index].waiting.isEmpty else { return false }
        end(index, &state)
        return true
      }
      if isDone { return }
      waitForLeadingMedia(changesSince: changes)
    }
  }

  /// Waits until the leading media begin, go on or end, which they may have done since there were `changes` of them, but not for long.
  private func waitForLeadingMedia(changesSince changes: Int) {
    leadingChanges.wait(upTo: Self.interval) { $0 != changes ? () : nil }
  }

  /// Has track `index` take nothing more.
  private func end(_ index: Int, _ state: inout State) {
    state.tracks[index].isOver = true
    _ = state.tracks[index].waiting.removeAll()
    state.tracks[index].input.markAsFinished()
    leadingChanges.change { $0 += 1 }
  }

  /// The place of `buffer` of track `index`; begins the session with the first.
  private func place(
    _ buffer: SampleBuffer, _ index: Int, _ state: inout State
  ) throws(RenderError) -> RecordingTimeline.Placement? {
    let leads = state.tracks[index].connection.mediaType == leading
    let (isFirst, heldUp) = (state.timeline.start == nil, state.timeline.holdsUp)
    let placement = state.timeline.place(buffer, leads: leads)
    if isFirst, let start = state.timeline.start { try writer.startSession(atSourceTime: start) }
    if heldUp != state.timeline.holdsUp { leadingChanges.change { $0 += 1 } }
    switch placement {
    case .over: end(index, &state)
    case .write(let placed):
      if placed.samples != nil { state.soundEnd = max(state.soundEnd, placed.presentationTime + placed.duration) }
    case .hold:
      // The leading media, which would have to come first, never do.
      if state.tracks.allSatisfy({ $0.isOver || $0.connection.mediaType != leading }) { return .drop }
    case .drop: break
    }
    return placement
  }

  /// Ends the recording where all tracks have come to their longest.
  private func completeIfOver() {
    let isOver = state.withLock { !$0.isOver && $0.tracks.allSatisfy(\.isOver) }
    guard isOver else { return }
    finish(
      RenderError(
        .maximumDurationReached, "The recording is as long as it may be.",
        remedy: "The file is complete; allow a longer one for more."))
  }

  private func checkSize() throws(RenderError) {
    guard largestSize > 0 else { return }
    let isDue = state.withLock { state in
      state.sinceCheck += 1
      defer { if state.sinceCheck >= 8 { state.sinceCheck = 0 } }
      return state.sinceCheck >= 8
    }
    // Packets that are held, as those before the header is written, will be in it.
    guard isDue, fileSize + writer.heldByteCount >= largestSize else { return }
    finish(
      RenderError(
        .maximumFileSizeReached, "The file is as large as it may be.",
        remedy: "It is complete; allow a larger one for more."))
  }

  /// Bytes in the file so far; 0 where it has another name until it is finished.
  var fileSize: Int64 {
    let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size]
    return (size as? NSNumber)?.int64Value ?? 0
  }

  // MARK: The end

  /// Nothing more comes through `connection`. Blocks while its sound waits for pictures, or for room.
  func ended(_ connection: CaptureConnection, error: RenderError?) {
    if let error { return finish(Self.ending(error)) }
    do throws(RenderError) {
      try passWaiting(of: connection)
      if state.withLock({ $0.tracks.allSatisfy(\.isOver) }) { finish(nil) }
    } catch {
      fail(error)
    }
  }

  /// `error`, which ended a device, as that of a recording whose file is finished.
  private static func ending(_ error: RenderError) -> RenderError {
    var ending = error
    ending.message += " The recording is complete up to there."
    return ending
  }

  /// Ends because the writer failed, which has no file any more, or fragments of one.
  private func fail(_ error: RenderError) {
    // A buffer appended to a writer that is being finished is dropped.
    if isRecording { finish(writer.error ?? error) }
  }

  /// Ends the recording, once; the file is finished behind the caller's back. `reason` is why, unless that is as it should be.
  func finish(_ reason: RenderError?) {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    guard isFirst else { return }
    leadingChanges.change { $0 += 1 }
    Task.detached(executorPreference: WorkerThreads.shared) { [self] in await complete(reason) }
  }

  private func complete(_ reason: RenderError?) async {
    var failure: RenderError?
    var file: WrittenFile?
    do throws(RenderError) {
      guard state.withLock({ $0.timeline.start }) != nil else {
        throw RenderError(
          .noDataCaptured, "Nothing was captured before the recording ended.", remedy: "Record for longer.")
      }
      try await writeRemainingSound()
      let (end, soundEnd) = state.withLock { ($0.timeline.end, $0.soundEnd) }
      // Sound does not go on when there is nothing to see any more.
      if leading == .video, fileType.isMovie, soundEnd > end { try writer.endSession(atSourceTime: end) }
      file = try await writer.finishWriting()
    } catch {
      // The writer's own error is the cause; later errors follow from it.
      failure = writer.status == .failed && error.code != .noDataCaptured ? writer.error ?? error : error
      writer.cancelWriting()
    }
    let isLeft = failure?.code == .writeFailed && isInFragments && fileSize > 0
    let (finished, waiters) = state.withLock { state in
      let result = RecordedMovie(
        url: url, file: file, duration: state.timeline.duration, droppedFrameCount: state.droppedFrameCount,
        error: failure ?? reason, isPlayable: file != nil || isLeft)
      state.result = result
      defer { state.waiters = [] }
      return (result, state.waiters)
    }
    for waiter in waiters { waiter.resume(returning: finished) }
  }

  /// Writes the sound that still waits.
  private func writeRemainingSound() async throws(RenderError) {
    let rest = state.withLock { state in
      var rest: [(AssetWriterInput, SampleBuffer)] = []
      for index in state.tracks.indices {
        for buffer in state.tracks[index].waiting.removeAll() {
          guard
            case .write(let placed) = state.timeline.place(
              buffer, leads: state.tracks[index].connection.mediaType == leading)
          else { continue }
          state.soundEnd = max(state.soundEnd, placed.presentationTime + placed.duration)
          rest.append((state.tracks[index].input, placed))
        }
      }
      return state.timeline.start == nil ? [] : rest
    }
    let inputs = state.withLock { $0.tracks.map(\.input) }
    // Nothing waits for those that get nothing more.
    for input in inputs where !rest.contains(where: { $0.0 === input }) { input.markAsFinished() }
    for (input, buffer) in rest { try await input.append(buffer) }
  }

  /// The result, once it has ended.
  var result: RecordedMovie {
    get async {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          if state.result == nil { state.waiters.append(continuation) }
          return state.result
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }
}
