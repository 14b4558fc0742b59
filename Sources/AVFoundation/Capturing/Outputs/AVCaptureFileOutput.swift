import Capture
import CoreMedia
import EditServices
public import Foundation
import MediaFormats
import Rendering
import Synchronization
import Waiting

/// Delegate of a recording (`AVCaptureFileOutputRecordingDelegate`). Held weakly, and called on the output's serial
/// queue.
public protocol AVCaptureFileOutputRecordingDelegate: NSObjectProtocol {
  /// The first media of a recording to `fileURL` have come.
  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection])
  /// The first media of a recording to `fileURL` have come: those of `startPTS`, on the session's clock.
  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
    from connections: [AVCaptureConnection])
  /// The recording is paused.
  func fileOutput(
    _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection])
  /// The recording goes on.
  func fileOutput(
    _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection])
  /// Nothing more is written: with an error where that was not asked for.
  func fileOutput(
    _ output: AVCaptureFileOutput, willFinishRecordingTo fileURL: URL, from connections: [AVCaptureConnection],
    error: (any Error)?)
  /// The recording has ended, and its file is finished, or was never begun: with an error where that was not asked for, under whose
  /// `AVErrorRecordingSuccessfullyFinishedKey` stands whether there is a file that can be played.
  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
    error: (any Error)?)
}

extension AVCaptureFileOutputRecordingDelegate {
  /// Does nothing.
  public func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {}
  /// Calls ``fileOutput(_:didStartRecordingTo:from:)``, which AVFoundation calls where this is not implemented.
  public func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
    from connections: [AVCaptureConnection]
  ) {
    fileOutput(output, didStartRecordingTo: fileURL, from: connections)
  }
  /// Does nothing.
  public func fileOutput(
    _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {}
  /// Does nothing.
  public func fileOutput(
    _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {}
  /// Does nothing.
  public func fileOutput(
    _ output: AVCaptureFileOutput, willFinishRecordingTo fileURL: URL, from connections: [AVCaptureConnection],
    error: (any Error)?
  ) {}
}

/// Records a session into a file (`AVCaptureFileOutput`): ``AVCaptureMovieFileOutput``.
///
/// Threads: any. Lock order: only `state`.
open class AVCaptureFileOutput: AVCaptureOutput, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// Output that records.
  let recorder: CaptureMovieFileOutput
  private let observers = KeyValueObservers()
  private let queue = DispatchQueue(label: "AVCaptureFileOutput")
  private let state = Mutex<Recording?>(nil)

  /// The recording that is under way.
  private struct Recording: Sendable {
    let work: CaptureMovieFileOutput.Recording
    let receiver: Receiver
  }

  /// The delegate of a recording. Lock order: innermost.
  private final class Receiver: @unchecked Sendable {
    // @unchecked: the delegate is called on the output's queue alone, and what changes is under a lock.
    private(set) weak var delegate: (any AVCaptureFileOutputRecordingDelegate)?
    let url: URL
    let connections: [AVCaptureConnection]
    private let hasBegun = Mutex(false)

    init(_ delegate: any AVCaptureFileOutputRecordingDelegate, _ url: URL, _ connections: [AVCaptureConnection]) {
      (self.delegate, self.url, self.connections) = (delegate, url, connections)
    }

    /// Whether the delegate was called for the recording's beginning.
    var isToldOfBeginning: Bool { hasBegun.withLock { $0 } }
    /// Notes that it was called for it; false where it was before.
    func noteBeginning() -> Bool {
      hasBegun.withLock { hasBegun in
        defer { hasBegun = true }
        return !hasBegun
      }
    }
  }

  init(_ recorder: CaptureMovieFileOutput) {
    self.recorder = recorder
    let tap = RecordingTap(recorder)
    super.init(tap)
    tap.onBuffer { [weak self] in self?.note($0) }
  }

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { observers }

  // MARK: Limits, each of the next recording

  /// The longest that is recorded, exactly; invalid, unless set, for no limit.
  open var maxRecordedDuration: CMTime {
    get { recorder.maxRecordedDuration }
    set { recorder.maxRecordedDuration = newValue }
  }
  /// The bytes at which recording ends; 0, unless set, for no limit. The file is a fragment and its header larger at most; a film without
  /// fragments cannot be limited.
  open var maxRecordedFileSize: Int64 {
    get { recorder.maxRecordedFileSize }
    set { recorder.maxRecordedFileSize = max(0, newValue) }
  }
  /// Bytes that must stay free on the disk: 0, since the free space is not checked. Setting another number reports on
  /// the standard error, and changes nothing.
  open var minFreeDiskSpaceLimit: Int64 {
    get { 0 }
    set {
      if newValue > 0 { Misuse.report("Recordings do not look at the space that is free; a full disk ends them.") }
    }
  }

  // MARK: Recording

  /// The file that is being recorded; nil where none is.
  open var outputFileURL: URL? { state.withLock { $0?.receiver.url } }
  /// Whether a recording takes media.
  open var isRecording: Bool { recorder.isRecording }
  /// Whether the recording is paused.
  open var isRecordingPaused: Bool { recorder.isRecordingPaused }
  /// Duration of the last recording, without pauses.
  open var recordedDuration: CMTime { recorder.recordedDuration }
  /// Bytes in the last recording's file.
  open var recordedFileSize: Int64 { recorder.recordedFileSize }

  /// Begins to record to the file at `outputFileURL`, with calls of `delegate`, which is held weakly.
  ///
  /// Where recording cannot begin, the delegate's finish method is called with an `AVError`: `fileAlreadyExists`;
  /// `recordingAlreadyInProgress`; `sessionNotRunning` where no connection is active, for which AVFoundation raises an
  /// exception, which a device that goes away must not. A URL that is not a file's ends the process, as AVFoundation's
  /// exception does.
  open func startRecording(to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate)
  {
    guard outputFileURL.isFileURL else {
      Misuse.raise(
        "*** -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:recordingDelegate:] \(outputFileURL) is not a file URL"
      )
    }
    let receiver = Receiver(delegate, outputFileURL, connections)
    do {
      let work = try recorder.startRecording(to: outputFileURL, fileType: .mov)
      state.withLock { $0 = Recording(work: work, receiver: receiver) }
      Task.detached(executorPreference: WorkerThreads.shared) { [self] in finish(await work.movie, receiver) }
    } catch {
      tell(receiver, error.recordingError(isPlayable: false))
    }
    observers.look()
  }

  /// Ends the recording. Returns at once; the delegate is called when its file is finished. Without a recording,
  /// nothing happens.
  open func stopRecording() {
    state.withLock { $0 }?.work.stop()
    observers.look()
  }

  /// Leaves out what comes from now on, until ``resumeRecording()``; what is recorded then follows without a gap.
  open func pauseRecording() {
    guard recorder.isRecording, !recorder.isRecordingPaused, let receiver = state.withLock({ $0?.receiver }) else {
      return
    }
    recorder.pauseRecording()
    queue.async { [self] in
      receiver.delegate?.fileOutput(self, didPauseRecordingTo: receiver.url, from: receiver.connections)
    }
    observers.look()
  }

  /// Goes on with the next picture that is captured.
  open func resumeRecording() {
    guard recorder.isRecordingPaused, let receiver = state.withLock({ $0?.receiver }) else { return }
    recorder.resumeRecording()
    queue.async { [self] in
      receiver.delegate?.fileOutput(self, didResumeRecordingTo: receiver.url, from: receiver.connections)
    }
    observers.look()
  }

  // MARK: Delegate calls

  /// Notes that something came: at `time`, on the session's clock.
  private func note(_ time: CMTime) {
    guard let receiver = state.withLock({ $0?.receiver }), !receiver.isToldOfBeginning,
      recorder.recordedDuration > .zero
    else { return }
    begin(receiver, at: time)
  }

  /// Calls the delegate for the beginning of the recording, once.
  private func begin(_ receiver: Receiver, at time: CMTime) {
    guard receiver.noteBeginning() else { return }
    queue.async { [self] in
      receiver.delegate?.fileOutput(
        self, didStartRecordingTo: receiver.url, startPTS: time, from: receiver.connections)
    }
  }

  private func finish(_ film: RecordedMovie, _ receiver: Receiver) {
    if film.duration > .zero { begin(receiver, at: .invalid) }
    state.withLock { state in
      // The next one may have begun.
      if state?.receiver === receiver { state = nil }
    }
    tell(receiver, film.error.map { $0.recordingError(isPlayable: film.isPlayable) })
    observers.look()
  }

  private func tell(_ receiver: Receiver, _ error: (any Error)?) {
    queue.async { [self] in
      receiver.delegate?.fileOutput(
        self, willFinishRecordingTo: receiver.url, from: receiver.connections, error: error)
      receiver.delegate?.fileOutput(self, didFinishRecordingTo: receiver.url, from: receiver.connections, error: error)
    }
  }
}

extension RenderError {
  /// The same as an error of a recording, which says whether there is a file that can be played.
  fileprivate func recordingError(isPlayable: Bool) -> any Error {
    guard let error = avError() as? AVError else { return avError() }
    return AVError(
      error.code, userInfo: error.userInfo.merging([AVErrorRecordingSuccessfullyFinishedKey: isPlayable]) { $1 })
  }
}

/// The engine's recorder, with a word for everything that came to it.
///
/// Threads: as `CaptureOutput` says.
private final class RecordingTap: CaptureOutput {
  private let recorder: CaptureMovieFileOutput
  private let handler = Mutex(Handler())

  /// Function that is called. A function that stood in the lock by itself would be wrapped once more at each look.
  private struct Handler: Sendable {
    var call: (@Sendable (CMTime) -> Void)?
  }

  init(_ recorder: CaptureMovieFileOutput) { self.recorder = recorder }

  var mediaTypes: Set<MediaType> { recorder.mediaTypes }
  /// Has `body` be called with the time of everything that has been taken.
  func onBuffer(_ body: @escaping @Sendable (CMTime) -> Void) { handler.withLock { $0.call = body } }
  func connectionsChanged(to connections: [CaptureConnection]) { recorder.connectionsChanged(to: connections) }
  func take(_ buffer: SampleBuffer, from connection: CaptureConnection) {
    recorder.take(buffer, from: connection)
    handler.withLock(\.call)?(buffer.presentationTime)
  }
  func connectionEnded(_ connection: CaptureConnection, error: RenderError?) {
    recorder.connectionEnded(connection, error: error)
  }
}
