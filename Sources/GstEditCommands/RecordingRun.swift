import Documents
import Foundation
import GstEdit

/// Records until a signal ends it, and reports the result.
struct RecordingRun {
  let output: URL
  /// The duration; nil for until Ctrl-C.
  let duration: CMTime?
  let shared: SharedOptions
  let reporter: any ProgressReporter
  let environment: CommandEnvironment

  /// The interval of progress reports.
  private static let updateInterval = Duration.milliseconds(200)

  /// Records `devices`, which are asked for `settings`. Cancelling the task ends the recording, and the file is finished.
  ///
  /// - Throws: `RenderError`: why there is no file, or why it ended too early, though there is one.
  func callAsFunction(
    _ devices: [CaptureDevice], _ settings: CaptureSettings, _ registry: CaptureDeviceRegistry
  ) async throws {
    let session = CaptureSession()
    for device in devices {
      try session.addInput(CaptureDeviceInput(device: device, registry: registry, settings: settings))
    }
    let movie = CaptureMovieFileOutput(renderer: environment.renderer)
    movie.maxRecordedDuration = duration ?? .invalid
    try session.addOutput(movie)
    try await session.startRunning()
    let recording: CaptureMovieFileOutput.Recording
    do {
      recording = try start(movie)
    } catch {
      await session.stopRunning()
      throw error
    }
    let film = await withTaskCancellationHandler {
      async let watched: Void = watch(movie)
      let film = await recording.movie
      await watched
      return film
    } onCancel: {
      recording.stop()
    }
    await session.stopRunning()
    try report(film)
  }

  /// Begins to record. A file that is to be replaced is gone then, and stays where that cannot begin.
  private func start(_ movie: CaptureMovieFileOutput) throws(RenderError) -> CaptureMovieFileOutput.Recording {
    let aside = output.deletingLastPathComponent()
      .appending(path: ".\(output.lastPathComponent).replaced", directoryHint: .notDirectory)
    let isReplaced = shared.overwrites && (try? FileManager.default.moveItem(at: output, to: aside)) != nil
    do throws(RenderError) {
      let recording = try movie.startRecording(to: output)
      if isReplaced { try? FileManager.default.removeItem(at: aside) }
      return recording
    } catch {
      if isReplaced { try? FileManager.default.moveItem(at: aside, to: output) }
      throw error
    }
  }

  private func watch(_ movie: CaptureMovieFileOutput) async {
    guard let duration else { return }
    let progress = AnalysisProgress(reporter, in: environment)
    while movie.isRecording {
      progress.report(min(1, movie.recordedDuration.seconds / duration.seconds))
      // A recording that was cancelled is being finished.
      guard (try? await Task.sleep(for: Self.updateInterval)) != nil else { return }
    }
  }

  private func report(_ film: RecordedMovie) throws {
    let isEarly = film.error.map { $0.code != .maximumDurationReached } ?? false
    if film.droppedFrameCount > 0 {
      environment.warn(
        "\(film.droppedFrameCount) pictures were left out, for encoding them was too slow. Ask for a smaller --size.")
    }
    if let error = film.error, isEarly {
      guard film.isPlayable else { throw error }
      let seconds = DecimalText.rounded(film.duration.seconds, to: 2)
      environment.warn(
        film.file == nil
          ? "\(output.path) can be played up to its last fragment, at most a second or so before \(seconds) s."
          : "\(output.path) is complete up to \(seconds) s.")
      throw error
    }
    reporter.completed()
    if shared.json {
      let result: JSONObject = [
        "path": output.path, "durationSeconds": DecimalText.near(film.duration.seconds, to: 6),
        "frames": film.file?.frameCount, "samples": film.file?.sampleCount, "bytes": film.file?.byteCount,
        "droppedFrames": film.droppedFrameCount,
      ]
      try environment.write(JSONOutput.document(result))
    } else if shared.progress == .auto || shared.progress == .tty {
      let size = film.file.map { DecimalText.size($0.byteCount) } ?? ""
      environment.writeMessage(
        "\(output.path): \(DecimalText.rounded(film.duration.seconds, to: 2)) s recorded, \(film.file?.frameCount ?? 0) frames, \(film.file?.sampleCount ?? 0) samples, \(size)\n"
      )
    }
  }
}
