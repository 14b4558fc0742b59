import Capture
import EditServices
public import Foundation
import GstEdit
import MediaFormats
import Rendering
import Synchronization
import Waiting

/// Records sound into a file (`AVAudioRecorder`).
///
/// ```swift
/// let recorder = try AVAudioRecorder(url: url, settings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
/// recorder.record(forDuration: 10)
/// ```
///
/// It records from the preferred input of the `AVAudioSession`, or else from the machine's first microphone; where
/// there is none, methods return false, and report on the standard error. An existing file is replaced when recording
/// begins. The delegate is called on the main queue. A recorder without a reference stops, and its file is finished in
/// the background. Threads: any. Lock order: `turn`, then `state`.
open class AVAudioRecorder: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock, and settings are handed out as they are.
  /// The file.
  public let url: URL
  /// Encoding of the sound, by the keys of settings; values that were not given are as is usual in such a file.
  public let settings: [String: Any]
  /// Format of the sound in the file.
  public let format: AVAudioFormat
  private let encoding: AudioSettings
  /// Device that the sound comes from; nil for what the session prefers.
  private let device: AVCaptureDevice?
  private let calls = DelegateCalls()
  /// Held while a recording begins or ends.
  private let turn = Mutex(())
  private let state = Mutex(State())

  private struct State: Sendable {
    /// Engine that records, once it was needed.
    var engine: AudioRecorder?
    var isMeteringEnabled = false
    /// Number of orders so far: one that waits for its time gives up where that has changed.
    var orders = 0
    var channelAssignments: [AVAudioSessionChannelDescription]?
  }

  /// A recorder into the file at `url`, of the kind that its name says, encoded as `settings` say.
  ///
  /// - Throws: `AVError` for a kind of file and for settings that are not written here.
  public convenience init(url: URL, settings: [String: Any]) throws {
    try self.init(url, settings, from: nil)
  }

  /// A recorder into the file at `url`, of the kind that its name says, in `format`.
  ///
  /// - Throws: As ``init(url:settings:)``.
  public convenience init(url: URL, format: AVAudioFormat) throws {
    try self.init(url, format.settings, from: nil)
  }

  /// A recorder of `device`, which AVFoundation's has no word for: a certain microphone, or the test tone, which is found by its identifier
  /// alone.
  ///
  /// - Throws: As ``init(url:settings:)``; `AVError` with `deviceNotConnected` where the device gives no sound.
  public convenience init(url: URL, settings: [String: Any], device: AVCaptureDevice) throws {
    guard device.hasMediaType(.audio) else { throw AVError(.deviceNotConnected) }
    try self.init(url, settings, from: device)
  }

  private init(_ url: URL, _ settings: [String: Any], from device: AVCaptureDevice?) throws {
    guard let type = FileType(pathExtension: url.pathExtension) else { throw AVError(.fileFormatNotRecognized) }
    let whole = Self.usual(in: type).merging(settings) { $1 }
    let made = try translated { try WritingSettings.settings(whole, for: .audio) }
    guard case .audio(let writing) = made, let format = AVAudioFormat(settings: whole) else {
      throw AVError(.unsupportedOutputSettings)
    }
    encoding = writing.encoding
    (self.url, self.settings, self.format, self.device) = (url, whole, format, device)
    super.init()
  }

  /// Settings that are usual in files of `type`, at the rate and with the channels that devices give.
  private static func usual(in type: FileType) -> [String: Any] {
    let id = [
      AudioCodec.aac: kAudioFormatMPEG4AAC, .alac: kAudioFormatAppleLossless, .flac: kAudioFormatFLAC,
      .opus: kAudioFormatOpus, .mp3: kAudioFormatMPEGLayer3,
    ]
    let codec = type.format.audioCodecs.first
    return [
      AVFormatIDKey: codec.flatMap { id[$0] } ?? kAudioFormatLinearPCM, AVSampleRateKey: 48_000,
      AVNumberOfChannelsKey: 2,
    ]
  }

  deinit {
    guard let engine = state.withLock(\.engine) else { return }
    Task.detached(executorPreference: WorkerThreads.shared) { await engine.stop() }
  }

  /// The delegate, which is called on the main queue when a recording ends. Held weakly.
  open var delegate: (any AVAudioRecorderDelegate)? {
    get { calls.delegate as? any AVAudioRecorderDelegate }
    set { calls.set(newValue, on: .main) }
  }

  // MARK: Recording

  /// Opens the device, so that recording begins at once; the file is there when it does. Blocks.
  ///
  /// - Returns: Whether it is open.
  @discardableResult
  open func prepareToRecord() -> Bool {
    attempt { recorder in try CallingThread.run { try await recorder.prepareToRecord() } }
  }

  /// Begins to record, or goes on after ``pause()``. Blocks until the device is open.
  ///
  /// - Returns: Whether it records.
  @discardableResult
  open func record() -> Bool {
    order()
    return begin(lasting: nil)
  }

  /// Records `duration` seconds, exactly, and ends; after ``pause()`` it goes on, and lasts as long as was said at first.
  ///
  /// - Returns: Whether it records: not for a duration that is not positive.
  @discardableResult
  open func record(forDuration duration: TimeInterval) -> Bool {
    order()
    return begin(lasting: duration)
  }

  /// Begins to record once ``deviceCurrentTime`` is `time`, as exactly as a thread wakes, unless something else is asked for until then.
  ///
  /// - Returns: Whether the device is open. Later errors go to the delegate.
  @discardableResult
  open func record(atTime time: TimeInterval) -> Bool { begin(at: time, lasting: nil) }

  /// Records `duration` seconds, exactly, from `time` on, as ``record(atTime:)`` does.
  ///
  /// - Returns: As ``record(atTime:)``.
  @discardableResult
  open func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
    begin(at: time, lasting: duration)
  }

  /// Leaves out what comes from now on, until ``record()``; what is recorded then follows without a gap.
  open func pause() {
    order()
    state.withLock(\.engine)?.pause()
  }

  /// Ends the recording, finishes the file and closes the device. Blocks until that is done; the delegate is called.
  open func stop() {
    order()
    turn.withLock { _ in
      guard let engine = state.withLock(\.engine) else { return }
      _ = try? CallingThread.run { await engine.stop() }
    }
  }

  /// Removes the file; whether there was one, and no recording is under way.
  @discardableResult
  open func deleteRecording() -> Bool {
    guard state.withLock(\.engine)?.hasRecording != true else { return false }
    return (try? FileManager.default.removeItem(at: url)) != nil
  }

  /// Whether it records, and is not paused.
  open var isRecording: Bool { state.withLock(\.engine)?.isRecording ?? false }
  /// Duration of the recorded sound, in seconds.
  open var currentTime: TimeInterval { state.withLock(\.engine)?.currentTime ?? 0 }
  /// Seconds of the machine's clock, which never fall.
  open var deviceCurrentTime: TimeInterval { AudioPlayer.deviceCurrentTime }
  /// Channels of the input that are recorded; nil unless set. All are, in their order, whatever is set.
  open var channelAssignments: [AVAudioSessionChannelDescription]? {
    get { state.withLock(\.channelAssignments) }
    set { state.withLock { $0.channelAssignments = newValue } }
  }

  // MARK: Levels

  /// Whether levels are measured; false unless set.
  open var isMeteringEnabled: Bool {
    get { state.withLock(\.isMeteringEnabled) }
    set {
      state.withLock { state in
        state.isMeteringEnabled = newValue
        state.engine?.isMeteringEnabled = newValue
      }
    }
  }

  /// Takes the levels of what came since this was called last.
  open func updateMeters() { state.withLock(\.engine)?.updateMeters() }

  /// The average level of channel `channelNumber` at the last update, in decibels below full scale; −160 where there is none.
  open func averagePower(forChannel channelNumber: Int) -> Float {
    Float(state.withLock(\.engine)?.averagePower(forChannel: channelNumber) ?? AudioMeter.silence)
  }

  /// The largest sample of channel `channelNumber` at the last update, likewise.
  open func peakPower(forChannel channelNumber: Int) -> Float {
    Float(state.withLock(\.engine)?.peakPower(forChannel: channelNumber) ?? AudioMeter.silence)
  }

  // MARK: The work

  /// Notes that something is asked for; its number.
  @discardableResult
  private func order() -> Int {
    state.withLock { state in
      state.orders += 1
      return state.orders
    }
  }

  /// Engine that records. Looks for the device where that was not done yet, which blocks.
  private func recorder() throws -> AudioRecorder {
    if let known = state.withLock(\.engine) { return known }
    let found = device?.state.device ?? AVAudioSession.sharedInstance().preferredInput?.device
    let made = try AudioRecorder(
      url: url, settings: encoding, device: found, registry: device?.state.registry ?? .machine,
      capture: CaptureSettings(sampleRate: encoding.sampleRate, channels: encoding.channels),
      renderer: Engine.renderer())
    return state.withLock { state in
      made.isMeteringEnabled = state.isMeteringEnabled
      state.engine = made
      return made
    }
  }

  /// Does `body`, beside nothing else that begins or ends; whether it could. Else the reason is reported on the
  /// standard error.
  private func attempt(_ body: (AudioRecorder) throws -> Void) -> Bool {
    do {
      try turn.withLock { _ in try body(recorder()) }
      return true
    } catch {
      Misuse.report("\(url.lastPathComponent) is not recorded: \(error)")
      return false
    }
  }

  private func begin(lasting duration: TimeInterval?) -> Bool {
    if let duration, !(duration > 0) {
      Misuse.report("\(url.lastPathComponent) is not recorded: \(duration) seconds are to be.")
      return false
    }
    return attempt { [url] recorder in
      let begun = try CallingThread.run {
        if !recorder.hasRecording {
          // The former recording may still be finishing its file. An existing file is replaced once there is a device.
          _ = await recorder.finished()
          try await recorder.prepareToRecord()
        }
        let replacement = recorder.hasRecording ? nil : FileReplacement(of: url)
        do {
          let recording: CaptureMovieFileOutput.Recording?
          if let duration {
            recording = try await recorder.record(forDuration: duration)
          } else {
            recording = try await recorder.record()
          }
          replacement?.commit()
          return recording
        } catch {
          replacement?.undo()
          throw error
        }
      }
      guard let begun else { return }
      Task.detached(executorPreference: WorkerThreads.shared) { [weak self] in
        let movie = await begun.movie
        self?.finish(movie)
      }
    }
  }

  private func begin(at time: TimeInterval, lasting duration: TimeInterval?) -> Bool {
    let number = order()
    guard duration.map({ $0 > 0 }) ?? true, prepareToRecord() else { return false }
    let left = max(0, time - deviceCurrentTime)
    DispatchQueue.global().asyncAfter(deadline: .now() + left) { [weak self] in
      guard let self, state.withLock(\.orders) == number, !begin(lasting: duration) else { return }
      tell(false, AVError(.unknown))
    }
    return true
  }

  // MARK: Delegate calls

  /// A recording has become `movie`.
  private func finish(_ movie: RecordedMovie) {
    turn.withLock { _ in
      guard let engine = state.withLock(\.engine) else { return }
      _ = try? CallingThread.run { await engine.endIfOver() }
    }
    let isLost = movie.file == nil && movie.error?.code != .noDataCaptured
    tell(movie.isPlayable, isLost ? movie.error.map { avError($0) } : nil)
  }

  private func tell(_ isDone: Bool, _ error: (any Error)?) {
    _ = calls.call { [weak self] delegate in
      guard let self, let delegate = delegate as? any AVAudioRecorderDelegate else { return }
      if let error { delegate.audioRecorderEncodeErrorDidOccur(self, error: error) }
      delegate.audioRecorderDidFinishRecording(self, successfully: isDone)
    }
  }
}

/// Delegate of a recorder, called on the main queue (`AVAudioRecorderDelegate`).
public protocol AVAudioRecorderDelegate: NSObjectProtocol {
  /// The recording has ended, as it was stopped or is as long as it is to be, and its file is finished; with false for `flag` there is no
  /// file.
  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
  /// The sound could not be written, for the reason `error`; the recording has ended.
  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
}

extension AVAudioRecorderDelegate {
  /// Does nothing.
  public func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {}
  /// Does nothing.
  public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
}
