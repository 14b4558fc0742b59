import EditServices
public import Foundation
import GstEdit
import Rendering
import Synchronization
import Waiting

/// Writes an asset to a file, once (`AVAssetExportSession`).
///
/// Edits after a session was made do not affect it. An existing file is never overwritten; on any failure, and when it
/// is cancelled, no file is left behind. Threads: any. Lock order: only `state`.
open class AVAssetExportSession: NSObject, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// Asset that is exported.
  public let asset: AVAsset
  /// The preset's name.
  public let presetName: String
  private let state: Mutex<Record>
  private let watchers = ExportWatchers()

  private struct Record: Sendable {
    var choices: ExportChoices
    var hasStarted = false
    var isCancelled = false
    var session: ExportSession?
    var outcome: Outcome?
    var task: Task<Void, any Error>?
  }

  private enum Outcome {
    case completed, cancelled
    case failed(any Error)
  }

  /// Status of a session.
  public enum Status: Int, Sendable {
    /// It has not begun.
    case unknown
    /// The media is inspected and the render planned.
    case waiting
    /// Frames and samples are made.
    case exporting
    /// The file is complete.
    case completed
    /// It ended with an error.
    case failed
    /// It was cancelled.
    case cancelled
  }

  /// A session of `asset` with the preset called `presetName`; nil where that is not written here, for which the reason
  /// is reported on the standard error.
  public init?(asset: AVAsset, presetName: String) {
    let preset: ExportPreset
    do throws(RenderError) {
      preset = try ExportPreset.named(presetName)
    } catch {
      Misuse.report(error.description)
      return nil
    }
    (self.asset, self.presetName) = (asset, presetName)
    let snapshot = asset is AVComposition ? asset.copy() as? AVAsset ?? asset : asset
    state = Mutex(Record(choices: ExportChoices(asset: snapshot, preset: preset)))
    super.init()
  }

  private subscript<Value: Sendable>(_ key: any WritableKeyPath<ExportChoices, Value> & Sendable) -> Value {
    get { state.withLock { $0.choices[keyPath: key] } }
    set { state.withLock { $0.choices[keyPath: key] = newValue } }
  }

  /// Settings of the session, as they are now.
  var choices: ExportChoices { state.withLock(\.choices) }

  // MARK: What is written

  /// The file to write.
  public var outputURL: URL? {
    get { self[\.outputURL] }
    set { self[\.outputURL] = newValue }
  }
  /// The kind of file; nil for the one of the name's ending.
  public var outputFileType: AVFileType? {
    get { self[\.outputFileType] }
    set { self[\.outputFileType] = newValue }
  }
  /// The part that is exported; all of it unless set.
  public var timeRange: CMTimeRange {
    get { self[\.timeRange] }
    set { self[\.timeRange] = newValue }
  }
  /// The greatest size of the file in bytes; 0 for any. A film that would be larger ends earlier.
  public var fileLengthLimit: Int64 {
    get { self[\.fileLengthLimit] }
    set { self[\.fileLengthLimit] = newValue }
  }
  /// Whether a movie's header stands before its media.
  public var shouldOptimizeForNetworkUse: Bool {
    get { self[\.isOptimizedForNetwork] }
    set { self[\.isOptimizedForNetwork] = newValue }
  }
  /// Whether pictures may be encoded in two passes.
  public var canPerformMultiplePassesOverSourceMediaData: Bool {
    get { self[\.usesTwoPasses] }
    set { self[\.usesTwoPasses] = newValue }
  }
  /// Whether parts of the film may be encoded side by side; true unless set. It changes no byte of the film.
  public var allowsParallelizedExport: Bool {
    get { self[\.isParallelized] }
    set { self[\.isParallelized] = newValue }
  }
  /// The treatment of a file's alternate sounds: only enabled ones are exported, unless `preserveAlternateTracks` is
  /// set. With an audio mix or a video composition, sounds are mixed to one in any case.
  public var audioTrackGroupHandling: AVAssetTrackGroupOutputHandling {
    get { self[\.soundGroups] }
    set { self[\.soundGroups] = newValue }
  }
  /// Folder in which files are written that are needed only until the export ends; beside the output if nil.
  public var directoryForTemporaryFiles: URL? {
    get { self[\.temporaryFolder] }
    set { self[\.temporaryFolder] = newValue }
  }
  /// The treatment of the sound's pitch at another speed; kept, unless it is `varispeed`.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { self[\.timePitch] }
    set { self[\.timePitch] = newValue }
  }
  /// The file's metadata; nil for what the media says where all of it is of one file.
  public var metadata: [AVMetadataItem]? {
    get { self[\.metadata] }
    set { self[\.metadata] = newValue }
  }
  /// The filter for the media's own metadata, which are written where ``metadata`` is nil; all of them if nil.
  public var metadataItemFilter: AVMetadataItemFilter? {
    get { self[\.metadataFilter] }
    set { self[\.metadataFilter] = newValue }
  }
  /// Volumes of the tracks; a copy of the mix that is set. Passed over with the passthrough preset.
  public var audioMix: AVAudioMix? {
    get { self[\.audioMix] }
    set { self[\.audioMix] = newValue?.copy() as? AVAudioMix }
  }
  /// Composition of the tracks into one picture; a copy of the one that is set. Passed over with the passthrough preset.
  ///
  /// One without a positive frame duration, a size or instructions ends the process, with the words of AVFoundation's exception.
  public var videoComposition: AVVideoComposition? {
    get { self[\.videoComposition] }
    set {
      newValue?.demandCompleteness(for: "-[AVAssetExportSession setVideoComposition:]")
      self[\.videoComposition] = newValue?.copy() as? AVVideoComposition
    }
  }
  /// The instance of the video composition's compositor class that draws frames; nil without one. Settings of the
  /// compositor can be passed to it before rendering.
  public var customVideoCompositor: (any AVVideoCompositing)? { videoComposition?.customVideoCompositor }

  // MARK: Outcome

  /// Status of the session.
  public var status: Status {
    state.withLock { state in
      switch state.outcome {
      case .completed?: return .completed
      case .cancelled?: return .cancelled
      case .failed?: return .failed
      case nil: break
      }
      guard state.hasStarted else { return .unknown }
      // The file is finished before the outcome is noted: that is no waiting.
      return switch state.session?.status {
      case nil, .unknown?, .waiting?: .waiting
      case .exporting?, .completed?, .failed?, .cancelled?: .exporting
      }
    }
  }

  /// Error by which it failed, or that of a cancelled export; nil otherwise.
  public var error: (any Error)? {
    state.withLock { state in
      switch state.outcome {
      case .failed(let error)?: error
      case .cancelled?: AVError(.operationCancelled)
      default: nil
      }
    }
  }

  /// The part that is done, 0…1.
  public var progress: Float {
    let (session, isComplete) = state.withLock { state in
      if case .completed? = state.outcome { return (state.session, true) }
      return (state.session, false)
    }
    return isComplete ? 1 : Float(session?.progress.fraction ?? 0)
  }

  /// Observers of its properties: ``status``, ``progress`` and ``error`` change while it exports.
  public var keyValueObservers: KeyValueObservers { watchers.observers }

  /// The states from now on: the present one at once, then each change, and progress at most once in `updateInterval` seconds; until the
  /// session ends (`states(updateInterval:)`).
  public func states(
    updateInterval: TimeInterval = .infinity
  ) -> some Sendable & AsyncSequence<State, Never> {
    watchers.stream(every: updateInterval)
  }

  // MARK: Running

  /// Writes the file, and calls `handler` once, on any thread, when that has ended: ``status`` and ``error`` say how.
  ///
  /// A second call ends the process, with the words of AVFoundation's exception.
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    let (url, type) = state.withLock { ($0.choices.outputURL, $0.choices.outputFileType) }
    let task = start(to: url, as: type)
    Task.detached(executorPreference: WorkerThreads.shared) {
      _ = await task.result
      handler()
    }
  }

  /// Writes the file, and returns when that has ended: ``status`` and ``error`` say how.
  public func export() async {
    let (url, type) = state.withLock { ($0.choices.outputURL, $0.choices.outputFileType) }
    let task = start(to: url, as: type)
    await withTaskCancellationHandler {
      _ = await task.result
    } onCancel: {
      cancelExport()
    }
  }

  /// Writes a file of `fileType` at `url` (`export(to:as:)`). Cancelling the task cancels it.
  ///
  /// - Throws: `AVError`; `CancellationError` where the task was cancelled.
  public func export(
    to url: URL, as fileType: AVFileType, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let task = start(to: url, as: fileType)
    try await withTaskCancellationHandler {
      do {
        try await task.value
      } catch {
        throw Task.isCancelled ? CancellationError() : error
      }
    } onCancel: {
      cancelExport()
    }
  }

  /// Ends it: its status is cancelled when everything is cleaned up. Called before it begins, it prevents the work.
  public func cancelExport() {
    let (session, task) = state.withLock { state in
      state.isCancelled = true
      return (state.session, state.task)
    }
    session?.cancel()
    task?.cancel()
  }

  private func start(to url: URL?, as fileType: AVFileType?) -> Task<Void, any Error> {
    let isFirst = state.withLock { state in
      defer { state.hasStarted = true }
      return !state.hasStarted
    }
    guard isFirst else {
      Misuse.raise(
        "*** -[AVAssetExportSession exportAsynchronouslyWithCompletionHandler:] cannot be called more than once",
        name: "NSInternalInconsistencyException")
    }
    // Layers are objects of the calling thread's.
    let settled = choices.videoComposition?.settled()
    state.withLock { $0.choices.videoComposition = settled }
    let task = Task<Void, any Error>.detached(executorPreference: WorkerThreads.shared) { [self] in
      try await run(to: url, as: fileType)
    }
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
    return task
  }

  private func run(to url: URL?, as fileType: AVFileType?) async throws {
    defer { watchers.finish() }
    watchers.enter(.waiting)
    let choices = state.withLock(\.choices)
    let source = choices.videoComposition.map(CompositorSource.init)
    do {
      guard let url else {
        throw AVError(.exportFailed, userInfo: [NSLocalizedDescriptionKey: "The session has no outputURL."])
      }
      guard let type = fileType ?? AVFileType(pathExtension: url.pathExtension) else {
        throw AVError(
          .invalidOutputURLPathExtension,
          userInfo: [
            NSLocalizedDescriptionKey:
              "The session has no outputFileType, and the name \(url.lastPathComponent) says none."
          ])
      }
      let request = try await choices.request(to: url, as: type)
      let session = ExportSession(
        request, compositing: source?.settings ?? .init(),
        soundProcessing: choices.audioMix?.soundProcessing ?? SoundProcessing())
      let isCancelled = state.withLock { state in
        state.session = session
        return state.isCancelled
      }
      if isCancelled { session.cancel() }
      async let watching: Void = watchers.follow(session)
      try await session.export()
      await watching
      state.withLock { $0.outcome = .completed }
    } catch {
      throw end(with: error, source)
    }
  }

  /// Notes the end of the session; returns its error.
  private func end(with error: any Error, _ source: CompositorSource?) -> any Error {
    let isCancelled = state.withLock(\.isCancelled)
    if isCancelled || (error as? RenderError)?.code == .cancelled || error is CancellationError {
      state.withLock { $0.outcome = .cancelled }
      return AVError(.operationCancelled)
    }
    let translated = avError(error, hasVideoComposition: source != nil, compositor: source?.failure.error)
    state.withLock { $0.outcome = .failed(translated) }
    return translated
  }
}
