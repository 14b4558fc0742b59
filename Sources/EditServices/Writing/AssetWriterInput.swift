import Compositing
public import Dispatch
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
  /// Picture or sound; nil of text and metadata.
  public let mediaType: MediaType?
  /// The kind of an input that is neither picture nor sound: `text`, `subtitle`, `closedCaption`, `metadata` or `timecode`.
  public let ancillaryKind: AncillaryTrack.Kind?
  /// Whether its samples mean something to programs, as those of timecode do: bytes of a format that ``dataFormat`` or the first says.
  public let isOfData: Bool
  /// The format of the samples of a track of data; nil of others, and for what the first one says.
  public let dataFormat: DataFormat?
  /// The encoding of the media; nil where they come as packets, and stay so.
  public let outputSettings: WriterOutputSettings?
  /// The format of packets; nil for what the first one says.
  public let sourceFormatHint: PacketFormat?

  let queue = BufferQueue(capacity: 0)
  private let state = Mutex(State())

  private struct State {
    var header = TrackHeader()
    var timescale: CMTimeScale = 0
    var isInRealTime = false
    var name: String?
    var size: PixelSize?
    var isForced = false
    var associations: [Association] = []
    var run: WriterRun?
    var isTaken = false
  }

  /// An association with another input's track. Two may be associated with each other, so neither keeps the other: their writer does.
  struct Association {
    /// The other input; nil where nothing keeps it, and no writer has it.
    private(set) weak var other: AssetWriterInput?
    let kind: TrackAssociation.Kind
  }

  /// A track of `mediaType` that encodes what it is given as `outputSettings` say; if nil it takes packets, of
  /// `sourceFormatHint` or of what the first one says.
  public init(
    mediaType: MediaType, outputSettings: WriterOutputSettings?, sourceFormatHint: PacketFormat? = nil
  ) {
    (self.mediaType, self.outputSettings, self.sourceFormatHint) = (mediaType, outputSettings, sourceFormatHint)
    (ancillaryKind, isOfData, dataFormat) = (nil, false, nil)
  }

  /// A track of text (`text`, `subtitle`), which takes buffers of ``SampleBuffer/Content-swift.enum/cue(_:)`` and is written as the
  /// container has it: timed text in MP4 and QuickTime, SubRip's in Matroska, WebVTT in WebM. Or what holds for a while of the
  /// film (`metadata`), which takes those of ``SampleBuffer/Content-swift.enum/metadata(_:)`` with a title each: chapters.
  ///
  /// Both are in the file when it is finished, and not in the fragments before. Nothing waits for their first buffer.
  public init(mediaType kind: AncillaryTrack.Kind) {
    (mediaType, ancillaryKind, isOfData, dataFormat) = (nil, kind, false, nil)
    (outputSettings, sourceFormatHint) = (nil, nil)
  }

  /// A track of data, `timecode`, `metadata`, or `text`, `subtitle` and `closedCaption` as a movie has them, in `format` or what the first
  /// sample says, which takes buffers of ``SampleBuffer/Content-swift.enum/data(_:)`` as that says.
  /// A buffer without a duration holds until the next one. In MP4, QuickTime and M4A only; as text, it is in the file when that is
  /// finished.
  public init(mediaType kind: AncillaryTrack.Kind, dataFormat format: DataFormat?) {
    (mediaType, ancillaryKind, isOfData, dataFormat) = (nil, kind, true, format)
    (outputSettings, sourceFormatHint) = (nil, nil)
  }

  /// Whether the file's header cannot be written before its first buffer is there.
  var isAwaited: Bool { mediaType != nil || isOfData && dataFormat == nil }

  /// Whether it becomes chapters.
  var isChapterTrack: Bool { ancillaryKind == .metadata && !isOfData }

  // MARK: Settings

  /// The transform of stored pictures into those that are shown; the identity unless set. In MP4 and QuickTime only.
  public var transform: Transform {
    get { state.withLock(\.header.transform) }
    set { set { $0.header.transform = newValue } }
  }

  /// The language, a BCP 47 tag ("de-CH"); nil unless set (`languageCode`, `extendedLanguageTag`).
  public var languageTag: String? {
    get { state.withLock(\.header.languageTag) }
    set { set { $0.header.languageTag = newValue } }
  }

  /// Whether the track is played by default; true unless set (`marksOutputTrackAsEnabled`). In MP4 and QuickTime only.
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

  /// The volume at which the sound is to be played; 1 unless set. In MP4 and QuickTime only (`preferredVolume`).
  public var preferredVolume: Double {
    get { state.withLock { $0.header.volume ?? 1 } }
    set { set { $0.header.volume = newValue } }
  }

  /// The track's metadata, by QuickTime's keys and in its user data; in MP4 and QuickTime only. Items without a place
  /// there are left out (`metadata`).
  public var metadata: [MetadataItem] {
    get { state.withLock { $0.header.items ?? [] } }
    set { set { $0.header.items = newValue } }
  }

  /// Ticks a second of the track's times, of encoded pictures in MP4 and QuickTime; 0, unless set, for those of the first
  /// picture's time and duration.
  public var mediaTimeScale: CMTimeScale {
    get { state.withLock(\.timescale) }
    set { set { $0.timescale = newValue } }
  }

  /// The size in pixels that text as a movie has it is laid out for; nil, unless set, for that of the box of its format (`naturalSize`).
  public var naturalSize: PixelSize? {
    get { state.withLock(\.size) }
    set { set { $0.size = newValue } }
  }

  /// Whether the media come when they come, as from a camera: more of them may wait, four times as many. False unless set.
  public var expectsMediaDataInRealTime: Bool {
    get { state.withLock(\.isInRealTime) }
    set { set { $0.isInRealTime = newValue } }
  }

  /// The name of a track of text; nil unless set.
  public var name: String? {
    get { state.withLock(\.name) }
    set { set { $0.name = newValue } }
  }

  /// Whether a track of text is shown whatever a person chooses (`containsOnlyForcedSubtitles`); false unless set.
  public var containsOnlyForcedSubtitles: Bool {
    get { state.withLock(\.isForced) }
    set { set { $0.isForced = newValue } }
  }

  /// Says that the track of `input`, of the same writer, is `kind` to this one (`addTrackAssociation(withTrackOf:type:)`). In MP4,
  /// QuickTime and M4A only.
  public func addTrackAssociation(withTrackOf input: AssetWriterInput, type kind: TrackAssociation.Kind) {
    set { $0.associations.append(Association(other: input, kind: kind)) }
  }

  /// The associations with other inputs' tracks.
  var associations: [Association] { state.withLock(\.associations) }

  private func set(_ body: (inout State) -> Void) {
    state.withLock { if $0.run == nil { body(&$0) } }
  }

  /// The track's header in the file.
  var header: TrackHeader { state.withLock(\.header) }

  // MARK: Media

  /// Whether a buffer can be appended without waiting: the writer has started, the input is not finished, and there is room.
  public var isReadyForMoreMediaData: Bool { queue.hasRoom && state.withLock(\.run)?.status == .writing }

  /// Whether it takes no more buffers: it is finished, or the writer has ended.
  package var isFinished: Bool { queue.isFinished }

  /// Appends `buffer`; waits while there is no room. Blocks its thread, which must not be one of Swift's pool.
  ///
  /// - Throws: `RenderError`: why the writer has ended; `.outOfRange` before the session or after ``markAsFinished()``, and where
  ///   the buffer does not hold what the input takes.
  public func append(_ buffer: SampleBuffer) throws(RenderError) {
    try check(buffer)
    while !queue.append(buffer) {
      queue.waitForRoom(atMost: Self.checkInterval)
      try check(buffer)
    }
  }

  /// Appends `buffer`; waits while there is no room, without a thread.
  ///
  /// - Throws: As ``append(_:)`` of a thread's does; `.cancelled` where its task is cancelled while it waits.
  public func append(_ buffer: SampleBuffer) async throws(RenderError) {
    try check(buffer)
    while !queue.append(buffer) {
      if Task.isCancelled { throw .cancelled() }
      await queue.awaitRoom(atMost: Self.checkInterval)
      try check(buffer)
    }
  }

  /// Calls `body` whenever the input is ready for more, until it is finished or the writer has ended, on a thread of its own
  /// (`requestMediaDataWhenReady(on:using:)`). It appends while ``isReadyForMoreMediaData`` holds, and returns.
  public func requestMediaDataWhenReady(using body: @escaping @Sendable () -> Void) {
    DedicatedThread.start(named: "media data") { [self] in
      while awaitRoom() {
        let taken = queue.takenCount
        body()
        // An input that was refused now is not asked for again before something was written.
        if queue.hasRoom { queue.waitForChange(after: taken) }
      }
    }
  }

  /// Waits until there is room; false once there never will be. Blocks.
  private func awaitRoom() -> Bool {
    guard state.withLock(\.run) != nil else { return false }
    while !queue.waitForRoom(atMost: Self.checkInterval) {}
    return isReadyForMoreMediaData
  }

  /// Calls `body` on `queue` whenever the input is ready for more, until it is finished or the writer has ended
  /// (`requestMediaDataWhenReady(on:using:)`). It appends while ``isReadyForMoreMediaData`` holds, and returns.
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using body: @escaping @Sendable () -> Void) {
    requestMediaDataWhenReady { queue.sync(execute: body) }
  }

  /// Says that no more buffers come.
  public func markAsFinished() { queue.finish() }

  /// The interval between two looks, while appending waits for room, whether the writer has ended.
  private static let checkInterval = Duration.seconds(1)

  /// Checks that `buffer` can be appended.
  private func check(_ buffer: SampleBuffer) throws(RenderError) {
    guard let run = state.withLock(\.run) else {
      throw RenderError(
        .outOfRange, "A buffer is appended before the writer has started.", remedy: "Start writing first.")
    }
    let isMedia = mediaType != nil
    let isSound = buffer.endOfSamples != nil
    try run.note(
      start: isMedia && !isSound ? (buffer.decodeTime.rational ?? buffer.presentationTime.rational) : nil,
      end: isMedia ? buffer.endOfSamples : nil)
    guard !queue.isFinished else {
      throw RenderError(
        .outOfRange, "A buffer is appended to an input that is finished.", remedy: "Append before markAsFinished().")
    }
    guard buffer.presentationTime.isNumeric else {
      throw RenderError(
        .outOfRange, "A buffer is appended whose time is \(buffer.presentationTime).", remedy: "Give it a time.")
    }
    if let ancillaryKind {
      return try check(buffer, for: ancillaryKind)
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
        "A buffer is appended that is not what its input takes, \(outputSettings == nil ? "packets" : mediaType?.rawValue ?? "").",
        remedy: "Append pictures or samples to an input with settings, and packets to one without.")
    }
  }

  private func check(_ buffer: SampleBuffer, for kind: AncillaryTrack.Kind) throws(RenderError) {
    switch buffer.content {
    case .data where isOfData && (dataFormat ?? buffer.formatDescription?.data) != nil: return
    case .cue where kind != .metadata && !isOfData:
      guard buffer.duration.isNumeric, buffer.duration > .zero else {
        throw RenderError(
          .outOfRange, "Text is appended that is shown for \(buffer.duration).", remedy: "Give the buffer a duration.")
      }
    case .metadata(let items) where isChapterTrack:
      guard items.contains(where: \.isChapterTitle) else {
        throw RenderError(
          .unsupported, "Statements are appended that hold for a while, and none of them is a title.",
          remedy: "Append a title: files here hold chapters, and no other statements of a time.")
      }
    case .picture, .samples, .data, .cue, .metadata:
      throw RenderError(
        .outOfRange, "A buffer is appended that is not what its input takes, \(kind.rawValue).",
        remedy: isOfData
          ? "Append bytes of a format that is said." : isChapterTrack ? "Append groups of metadata." : "Append cues.")
    }
  }

  // MARK: The writer

  /// The input's name in messages, as number `number` of its writer's: "inputs[1], audio".
  func words(_ number: Int) -> String {
    let kind = mediaType?.rawValue ?? ancillaryKind?.rawValue ?? ""
    let (name, language) = state.withLock { ($0.name, $0.header.languageTag) }
    return ["inputs[\(number)]", kind, name, language].compactMap(\.self).joined(separator: ", ")
  }

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
    // Text is small, often there before the media, and in memory until the file is finished.
    guard ancillaryKind == nil else { return queue.set(capacity: .max) }
    let usual = mediaType == .video && outputSettings != nil ? 4 : 32
    queue.set(capacity: usual * (isInRealTime ? 4 : 1))
  }
}
