public import Compositing
public import EditingModel
public import MediaFormats
public import MediaTime
public import Rendering
import Synchronization

/// A track of a file that is being written, and what is put into it (`AVAssetWriterInput`).
///
/// ```swift
/// let input = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.flac))
/// input.languageTag = "de-CH"
/// try writer.add(input)
/// try await input.append(buffer)
/// input.markAsFinished()
/// ```
///
/// Buffers come in the order of their times; packets in the order in which they are decoded. Settings are fixed when the
/// writer starts. Threads: any; buffers from one at a time.
public final class AssetWriterInput: Sendable {
  /// Picture or sound.
  public let mediaType: MediaType
  /// How the media are encoded; nil where they come as packets, and stay so.
  public let outputSettings: WriterOutputSettings?
  /// What the packets are, where they come as such; nil for what the first one says.
  public let sourceFormatHint: PacketFormat?

  let queue = BufferQueue(capacity: 0)
  private let state = Mutex(State())

  private struct State {
    var header = TrackHeader()
    var timescale: CMTimeScale = 0
    var isInRealTime = false
    var run: WriterRun?
    var isTaken = false
  }

  /// A track of `mediaType` that encodes what it is given as `outputSettings` say; if nil it takes packets, of
  /// `sourceFormatHint` or of what the first one says.
  public init(
    mediaType: MediaType, outputSettings: WriterOutputSettings?, sourceFormatHint: PacketFormat? = nil
  ) {
    (self.mediaType, self.outputSettings, self.sourceFormatHint) = (mediaType, outputSettings, sourceFormatHint)
  }

  // MARK: Settings

  /// How stored pictures are turned and scaled to be shown; the identity unless set. In MP4 and QuickTime only.
  public var transform: Transform {
    get { state.withLock(\.header.transform) }
    set { set { $0.header.transform = newValue } }
  }

  /// The language, a BCP 47 tag ("de-CH"); nil unless set (`languageCode`, `extendedLanguageTag`).
  public var languageTag: String? {
    get { state.withLock(\.header.languageTag) }
    set { set { $0.header.languageTag = newValue } }
  }

  /// Whether the track is played unless a person chooses otherwise; true unless set
  /// (`marksOutputTrackAsEnabled`). In MP4 and QuickTime only.
  public var marksOutputTrackAsEnabled: Bool {
    get { state.withLock(\.header.isEnabled) }
    set { set { $0.header.isEnabled = newValue } }
  }

  /// Tracks of the same number above 0 stand for one another, as the languages of a film do; 0 unless set (`AVAssetWriterInputGroup`).
  /// In MP4 and QuickTime only.
  public var alternateGroup: Int {
    get { state.withLock(\.header.alternateGroup) }
    set { set { $0.header.alternateGroup = newValue } }
  }

  /// Ticks a second of the track's times, of encoded pictures in MP4 and QuickTime; 0, unless set, for those of the first
  /// picture's time and duration.
  public var mediaTimeScale: CMTimeScale {
    get { state.withLock(\.timescale) }
    set { set { $0.timescale = newValue } }
  }

  /// Whether the media come when they come, as from a camera: more of them may wait, four times as many. False unless set.
  public var expectsMediaDataInRealTime: Bool {
    get { state.withLock(\.isInRealTime) }
    set { set { $0.isInRealTime = newValue } }
  }

  private func set(_ body: (inout State) -> Void) {
    state.withLock { if $0.run == nil { body(&$0) } }
  }

  /// What the file says of the track.
  var header: TrackHeader { state.withLock(\.header) }

  // MARK: Media

  /// Whether a buffer can be appended without waiting: the writer has started, the input is not finished, and there is room.
  public var isReadyForMoreMediaData: Bool { queue.hasRoom && state.withLock(\.run)?.status == .writing }

  /// Appends `buffer`; waits while there is no room. Blocks its thread, which must not be one of Swift's pool.
  ///
  /// - Throws: `RenderError`: why the writer has ended; `.outOfRange` before the session or after ``markAsFinished()``, and where
  ///   the buffer does not hold what the input takes.
  public func append(_ buffer: SampleBuffer) throws(RenderError) {
    try check(buffer)
    while !queue.append(buffer) {
      queue.waitForRoom()
      try check(buffer)
    }
  }

  /// Appends `buffer`; waits while there is no room, without a thread.
  ///
  /// - Throws: As ``append(_:)`` of a thread's does.
  public func append(_ buffer: SampleBuffer) async throws(RenderError) {
    try check(buffer)
    while !queue.append(buffer) {
      await queue.awaitRoom()
      try check(buffer)
    }
  }

  /// Calls `body` whenever the input is ready for more, until it is finished or the writer has ended, on a thread of its own
  /// (`requestMediaDataWhenReady(on:using:)`). It appends while ``isReadyForMoreMediaData`` holds, and returns.
  public func requestMediaDataWhenReady(using body: @escaping @Sendable () -> Void) {
    DedicatedThread.start(named: "media data") { [self] in
      while true {
        queue.waitForRoom()
        guard isReadyForMoreMediaData else { return }
        let taken = queue.takenCount
        body()
        // What was not appended now is not asked for again before something was written.
        if queue.hasRoom { queue.waitForChange(after: taken) }
      }
    }
  }

  /// Says that no more buffers come.
  public func markAsFinished() { queue.finish() }

  private func check(_ buffer: SampleBuffer) throws(RenderError) {
    guard let run = state.withLock(\.run) else {
      throw RenderError(
        .outOfRange, "A buffer is appended before the writer has started.", remedy: "Start writing first.")
    }
    try run.checkSession()
    guard !queue.isFinished else {
      throw RenderError(
        .outOfRange, "A buffer is appended to an input that is finished.", remedy: "Append before markAsFinished().")
    }
    guard buffer.presentationTime.isNumeric else {
      throw RenderError(
        .outOfRange, "A buffer is appended whose time is \(buffer.presentationTime).", remedy: "Give it a time.")
    }
    let isTaken =
      switch (buffer.content, outputSettings) {
      case (.picture, .video?), (.samples, .audio?): true
      case (.data, .audio?): buffer.sampleFormat != nil && buffer.packetFormat == nil
      case (.data, nil): buffer.packetFormat != nil || sourceFormatHint != nil
      default: false
      }
    guard isTaken else {
      throw RenderError(
        .outOfRange,
        "A buffer is appended that is not what its input takes, \(outputSettings == nil ? "packets" : mediaType.rawValue).",
        remedy: "Append pictures or samples to an input with settings, and packets to one without.")
    }
  }

  // MARK: The writer

  /// Whether it belongs to a writer.
  var isTaken: Bool { state.withLock(\.isTaken) }

  /// Makes it belong to a writer; false where it does to one.
  func take() -> Bool {
    state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
  }

  /// Begins to take buffers, for `run`.
  func begin(_ run: WriterRun) {
    let isInRealTime = state.withLock { state in
      state.run = run
      return state.isInRealTime
    }
    queue.set(capacity: (mediaType == .video && outputSettings != nil ? 4 : 32) * (isInRealTime ? 4 : 1))
  }
}
