public import EditServices
public import FoundationEssentials
public import MediaFormats
public import MediaTime
public import Rendering
import Synchronization

/// Records a session into a film (`AVCaptureMovieFileOutput`).
///
/// ```swift
/// let output = CaptureMovieFileOutput(renderer: renderer)
/// output.maxRecordedDuration = CMTime(value: 60, timescale: 1)
/// try session.addOutput(output)
/// try await session.startRunning()
/// let recording = try output.startRecording(to: URL(filePath: "film.mov"))
/// …
/// if let film = await output.stopRecording(), let error = film.error { print(error, film.isPlayable) }
/// ```
///
/// The film begins with the first picture that is captured after it was asked for; sound is put in step with it by the times of
/// both, and ends with it. Films in MP4 and QuickTime are written in fragments: whatever happens to the process, the disk or the
/// devices, they can be played up to there. Threads: any. Lock order: `state`, then a recording's.
public final class CaptureMovieFileOutput: CaptureOutput {
  /// The media types that are recorded.
  public let mediaTypes: Set<MediaType>
  private let renderer: any Renderer
  private let state = Mutex(State())

  private struct State {
    var fragmentInterval = CMTime(value: 1, timescale: 1)
    var longest = CMTime.invalid
    var largestSize: Int64 = 0
    var video: VideoWritingSettings?
    var audio: AudioWritingSettings?
    var metadata: [MetadataItem] = []
    var connections: [CaptureConnection] = []
    var recording: MovieRecording?
  }

  /// An output of films, or of sound files, of `mediaTypes`, by `renderer`.
  public init(mediaTypes: Set<MediaType> = [.video, .audio], renderer: any Renderer) {
    (self.mediaTypes, self.renderer) = (mediaTypes, renderer)
  }

  // MARK: Settings, each of the next recording

  /// The duration of fragments of MP4 and QuickTime: a second unless set, AVFoundation's are of ten; invalid for none
  /// (`movieFragmentInterval`). A full disk loses a fragment at most.
  public var movieFragmentInterval: CMTime {
    get { state.withLock(\.fragmentInterval) }
    set { state.withLock { $0.fragmentInterval = newValue } }
  }

  /// The longest that is recorded, exactly; invalid, unless set, for no limit (`maxRecordedDuration`).
  public var maxRecordedDuration: CMTime {
    get { state.withLock(\.longest) }
    set { state.withLock { $0.longest = newValue } }
  }

  /// The bytes at which recording ends; 0, unless set, for no limit (`maxRecordedFileSize`). The file is a fragment and its header larger
  /// at most. Of MP4 and QuickTime in fragments only: other files are not there before they are finished.
  public var maxRecordedFileSize: Int64 {
    get { state.withLock(\.largestSize) }
    set { state.withLock { $0.largestSize = newValue } }
  }

  /// The encoding of pictures; nil, unless set, for the usual one in the file, at a speed that keeps up
  /// (`setOutputSettings(_:for:)`).
  public var videoSettings: VideoWritingSettings? {
    get { state.withLock(\.video) }
    set { state.withLock { $0.video = newValue } }
  }

  /// The encoding of sound; nil, unless set, for the usual one in the file (`setOutputSettings(_:for:)`).
  public var audioSettings: AudioWritingSettings? {
    get { state.withLock(\.audio) }
    set { state.withLock { $0.audio = newValue } }
  }

  /// Metadata of the files; none unless set (`metadata`).
  public var metadata: [MetadataItem] {
    get { state.withLock(\.metadata) }
    set { state.withLock { $0.metadata = newValue } }
  }

  // MARK: Recording

  /// Whether a recording takes media (`isRecording`).
  public var isRecording: Bool { recording?.isRecording == true }
  /// Whether the recording is paused (`isRecordingPaused`).
  public var isRecordingPaused: Bool { recording.map { $0.isRecording && $0.isPaused } ?? false }
  /// The duration of the last recording, without pauses (`recordedDuration`).
  public var recordedDuration: CMTime { recording?.duration ?? .zero }
  /// Bytes in the last recording's file (`recordedFileSize`); 0 of one that is not in fragments, until it is finished.
  public var recordedFileSize: Int64 { recording?.fileSize ?? 0 }
  /// The number of the last recording's pictures that were left out because encoding them was not fast enough.
  public var droppedFrameCount: Int { recording?.droppedFrameCount ?? 0 }
  /// The file of the last recording (`outputFileURL`).
  public var outputFileURL: URL? { recording?.url }

  private var recording: MovieRecording? { state.withLock(\.recording) }

  /// A recording that was started.
  public struct Recording: Sendable {
    let work: MovieRecording

    /// Ends it; ``movie`` has its result when the file is finished.
    public func stop() { work.finish(nil) }

    /// Its result, once it has ended and its file is finished: after a stop, the end of its devices, a limit or an
    /// error.
    public var movie: RecordedMovie {
      get async { await work.result }
    }
  }

  /// Begins to record to the file at `url`, of the type that its name says unless `fileType` does
  /// (`startRecording(to:recordingDelegate:)`).
  ///
  /// - Throws: `RenderError`: `.recordingAlreadyInProgress`; `.sessionNotRunning` where no connection is active; `.unsupported`
  ///   for a file that does not hold what is recorded; `.outputExists`, `.cannotCreateOutput`, `.missingPlugin`.
  @discardableResult
  public func startRecording(to url: URL, fileType: FileType? = nil) throws(RenderError) -> Recording {
    guard let type = fileType ?? FileType(pathExtension: url.pathExtension) else {
      throw RenderError(
        .unsupported, "No file type has names that end in “\(url.pathExtension)”.",
        remedy: "Name the file otherwise, or say its type.")
    }
    return try state.withLock { state throws(RenderError) in
      guard state.recording?.isRecording != true else {
        throw RenderError(
          .recordingAlreadyInProgress, "A recording is started while another one is under way.",
          remedy: "Stop that one first, or record with another output.")
      }
      let connections = state.connections.filter(\.isActive)
      guard !connections.isEmpty else { throw .notRunning("A recording is started") }
      let settings = try Self.settings(of: state, type, connections)
      let writer = AssetWriter(outputURL: url, fileType: type, renderer: renderer)
      if type.isMovie {
        writer.movieFragmentInterval = settings.fragmentInterval
        writer.keepsFragmentsOnFailure = true
      }
      writer.metadata = state.metadata
      let recording = try MovieRecording(to: url, settings, of: connections, writer: writer)
      state.recording = recording
      return Recording(work: recording)
    }
  }

  private static func settings(
    of state: State, _ type: FileType, _ connections: [CaptureConnection]
  ) throws(RenderError) -> MovieRecording.Settings {
    let usual = ExportRules.defaults(for: type)
    var video = usual.video
    // A device does not wait for an encoder that takes its time.
    if connections.contains(where: { $0.mediaType == .video && $0.isLive }) { video?.speed = .veryfast }
    let settings = MovieRecording.Settings(
      fileType: type, fragmentInterval: state.fragmentInterval, longest: state.longest, largestSize: state.largestSize,
      video: state.video ?? video.map { VideoWritingSettings($0) },
      audio: state.audio ?? usual.audio.map { AudioWritingSettings($0) })
    let kinds = connections.filter { $0.mediaType == .video ? settings.video != nil : settings.audio != nil }
    guard !kinds.isEmpty else {
      throw RenderError(
        .unsupported, "\(type.format.title) has no place for what is recorded.", remedy: "Choose another file type.")
    }
    guard state.largestSize == 0 || type.isMovie && state.fragmentInterval.isNumeric else {
      throw RenderError(
        .unsupported, "A largest size is asked for of a file that is not there before it is finished.",
        remedy: "Record MP4 or QuickTime in fragments.")
    }
    return settings
  }

  /// Ends the recording and waits until its file is finished (`stopRecording()`).
  ///
  /// - Returns: The result of the last recording; nil where there was none.
  @discardableResult
  public func stopRecording() async -> RecordedMovie? {
    guard let recording else { return nil }
    recording.finish(nil)
    return await recording.result
  }

  /// The result of the last recording, once it has ended; nil where there was none.
  public func finished() async -> RecordedMovie? { await recording?.result }

  /// Leaves out what comes from now on, until ``resumeRecording()`` (`pauseRecording()`). What is recorded then follows without a gap.
  public func pauseRecording() { recording?.pause() }

  /// Goes on with the next picture that is captured (`resumeRecording()`).
  public func resumeRecording() { recording?.resume() }

  // MARK: The session

  /// As `CaptureOutput` says.
  public func connectionsChanged(to connections: [CaptureConnection]) {
    state.withLock { $0.connections = connections }
  }

  /// As `CaptureOutput` says.
  public func take(_ buffer: SampleBuffer, from connection: CaptureConnection) {
    recording?.take(buffer, from: connection)
  }

  /// As `CaptureOutput` says.
  public func connectionEnded(_ connection: CaptureConnection, error: RenderError?) {
    guard let recording, recording.connections.contains(where: { $0 === connection }) else { return }
    recording.ended(connection, error: error)
  }
}
