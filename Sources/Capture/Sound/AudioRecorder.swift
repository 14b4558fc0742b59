import EditServices
import Foundation
public import FoundationEssentials
public import MediaFormats
import MediaTime
public import Rendering
import Synchronization

/// Records sound into a file (`AVAudioRecorder`).
///
/// ```swift
/// let recorder = try AudioRecorder(url: URL(filePath: "note.wav"), registry: registry, renderer: renderer)
/// recorder.isMeteringEnabled = true
/// try await recorder.record(forDuration: 10)
/// recorder.updateMeters()
/// print(recorder.peakPower(forChannel: 0))
/// await recorder.stop()
/// ```
///
/// Threads: any. Lock order: only `state`.
public final class AudioRecorder: Sendable {
  /// The file (`url`).
  public let url: URL
  private let session = CaptureSession()
  private let output: CaptureMovieFileOutput
  private let state = Mutex(State())

  private struct State {
    var isMeteringEnabled = false
    var levels: [AudioLevel] = []
  }

  /// A recorder of `device` (the default one for sound, if nil) into the file at `url`, encoded as `settings` say or as is usual in
  /// such a file.
  ///
  /// - Throws: `RenderError`: `.deviceNotConnected` where there is no device for sound; `.deviceInUse`.
  public init(
    url: URL, settings: AudioSettings? = nil, device: CaptureDevice? = nil, registry: CaptureDeviceRegistry,
    capture: CaptureSettings = CaptureSettings(), renderer: any Renderer
  ) throws(RenderError) {
    self.url = url
    output = CaptureMovieFileOutput(mediaTypes: [.audio], renderer: renderer)
    output.audioSettings = settings.map { AudioWritingSettings($0) }
    let usual = device == nil ? try registry.defaultDevice(for: .audio) : nil
    guard let found = device ?? usual else {
      throw RenderError(
        .deviceNotConnected, "There is no device that gives sound.",
        remedy: "Connect a microphone, or name the test source “audiotestsrc”.")
    }
    try session.addInput(CaptureDeviceInput(device: found, registry: registry, settings: capture))
    try session.addOutput(output)
  }

  // MARK: Recording

  /// Opens the device, so that recording begins at once (`prepareToRecord()`).
  ///
  /// - Throws: As `CaptureSession.startRunning()`.
  public func prepareToRecord() async throws(RenderError) {
    try await session.startRunning()
  }

  /// Begins to record, or goes on after ``pause()`` (`record()`).
  ///
  /// - Returns: The recording that has begun; nil where there is one that goes on.
  /// - Throws: As ``prepareToRecord()`` and `CaptureMovieFileOutput.startRecording(to:fileType:)`.
  @discardableResult
  public func record() async throws(RenderError) -> CaptureMovieFileOutput.Recording? {
    try await record(lasting: .invalid)
  }

  /// Records `seconds` and ends, exactly (`record(forDuration:)`).
  ///
  /// - Returns: As ``record()``; a recording that goes on lasts as long as was said when it began.
  /// - Throws: As ``record()``; `.outOfRange` for a duration that is not positive.
  @discardableResult
  public func record(
    forDuration seconds: Double
  ) async throws(RenderError) -> CaptureMovieFileOutput.Recording? {
    let duration = CMTime(seconds: seconds, preferredTimescale: 48_000)
    guard duration.isNumeric, duration > .zero else {
      throw RenderError(.outOfRange, "\(seconds) seconds are to be recorded.", remedy: "Record for more than none.")
    }
    return try await record(lasting: duration)
  }

  private func record(lasting longest: CMTime) async throws(RenderError) -> CaptureMovieFileOutput.Recording? {
    guard !output.isRecordingPaused else {
      output.resumeRecording()
      return nil
    }
    guard !output.isRecording else { return nil }
    output.maxRecordedDuration = longest
    try await prepareToRecord()
    return try output.startRecording(to: url)
  }

  /// Leaves out what comes from now on, until ``record()`` (`pause()`).
  public func pause() { output.pauseRecording() }

  /// Ends the recording, finishes the file and gives the device back (`stop()`).
  ///
  /// - Returns: The result of the recording; nil where there was none.
  @discardableResult
  public func stop() async -> RecordedMovie? {
    let movie = await output.stopRecording()
    await session.stopRunning()
    return movie
  }

  /// Gives the device back where no recording is under way.
  public func endIfOver() async {
    guard !output.isRecording else { return }
    await session.stopRunning()
  }

  /// The result of the recording, once it has ended by itself or was stopped
  /// (`audioRecorderDidFinishRecording(_:successfully:)`); nil where there was none.
  public func finished() async -> RecordedMovie? { await output.finished() }

  /// Removes the file of a recording that has ended; whether there was one (`deleteRecording()`).
  @discardableResult
  public func deleteRecording() -> Bool {
    guard !output.isRecording else { return false }
    return (try? FileManager.default.removeItem(at: url)) != nil
  }

  /// Whether there is a recording that has not ended, paused or not.
  public var hasRecording: Bool { output.isRecording }
  /// Whether it records, and is not paused (`isRecording`).
  public var isRecording: Bool { output.isRecording && !output.isRecordingPaused }
  /// The duration of the recording, in seconds (`currentTime`).
  public var currentTime: Double { output.recordedDuration.seconds }

  // MARK: Metering

  /// Whether levels are measured; false unless set (`isMeteringEnabled`).
  public var isMeteringEnabled: Bool {
    get { state.withLock(\.isMeteringEnabled) }
    set { state.withLock { $0.isMeteringEnabled = newValue } }
  }

  /// Takes the levels of what came since this was called last (`updateMeters()`).
  public func updateMeters() {
    guard isMeteringEnabled else { return }
    let levels = session.connection(of: output, for: .audio)?.audioLevels ?? []
    state.withLock { $0.levels = levels }
  }

  /// The average level of channel `channel` at the last update, in decibels below full scale; −160 where there is none
  /// (`averagePower(forChannel:)`).
  public func averagePower(forChannel channel: Int) -> Double { level(channel).averagePower }

  /// The largest sample of channel `channel` at the last update, likewise (`peakPower(forChannel:)`).
  public func peakPower(forChannel channel: Int) -> Double { level(channel).peakPower }

  private func level(_ channel: Int) -> AudioLevel {
    state.withLock { $0.levels.indices.contains(channel) ? $0.levels[channel] : .silent }
  }
}
