import Documents
import Foundation
import GstEdit

/// Runs an export session and passes its progress to a reporter.
struct RenderRun {
  /// The session to run.
  let session: ExportSession
  /// Gets the progress and the summary.
  let reporter: any ProgressReporter
  /// Gives the time.
  let environment: CommandEnvironment
  /// Whether the finished file is opened again and compared with what was to be written.
  var verifies = false

  /// The interval of progress reports.
  private static let updateInterval = Duration.milliseconds(200)

  /// Runs the session to its end, and reports the summary.
  ///
  /// - Throws: `RenderError`.
  func callAsFunction() async throws -> ExportSummary {
    let start = environment.elapsed()
    let states = session.states(updateInterval: Self.updateInterval)
    async let watched: Void = watch(states)
    let result: Result<ExportReport, RenderError>
    do throws(RenderError) {
      result = .success(try await session.export())
    } catch {
      result = .failure(error)
    }
    // The summary follows all of the progress.
    await watched
    let report = try result.get()
    let problems = verifies ? try await problems() : []
    try environment.handOver(session.request.outputURL)
    try refuse(problems)
    var summary = ExportSummary(
      report, of: session.request.outputURL,
      outputSeconds: report.duration?.seconds ?? session.plan?.seconds ?? 0, elapsed: environment.elapsed() - start)
    if verifies { summary.verified = true }
    reporter.completed(summary)
    return summary
  }

  /// The problems of the finished file. It is read without patience for damage, whatever was rendered.
  private func problems() async throws(RenderError) -> [String] {
    let renderer = environment.makeRenderer(VideoCompositingSettings(), .refuse)
    guard let verification = FileVerification(of: session, renderer: renderer) else {
      return ["Its packets were copied, and no plan says what it should be."]
    }
    let progress = AnalysisProgress(reporter, in: environment)
    return try await verification.problems { progress.report($0) }
  }

  /// - Throws: `RenderError` with `.verificationFailed` and all `problems`. The file stays, to be looked at.
  private func refuse(_ problems: [String]) throws(RenderError) {
    guard !problems.isEmpty else { return }
    throw RenderError(
      .verificationFailed,
      "The finished file \(session.request.outputURL.path) is not what it should be: \(problems.joined(separator: " "))",
      remedy: "Export it again; if it stays so, report it.")
  }

  private func watch(_ states: some AsyncSequence<ExportSession.State, Never>) async {
    var start: Duration?
    for await case .exporting(let progress) in states {
      let now = environment.elapsed()
      let elapsed = now - (start ?? now)
      start = start ?? now
      let meter = ProgressMeter(outputSeconds: session.plan?.seconds ?? 0)
      reporter.progress(meter.reading(progress, elapsed: elapsed))
    }
  }
}

/// The result of an export, for people and for programs.
struct ExportSummary: Encodable {
  /// The file's path.
  let path: String
  /// Frames in the file.
  let frames: Int
  /// Samples per channel in the file.
  let samples: Int64
  /// The file's size.
  let bytes: Int64
  /// The largest sample before the last conversion, 1 being full scale; nil without sound.
  let audioPeak: Double?
  /// The number of samples beyond full scale; nil without sound.
  let clippedSamples: Int64?
  /// The frames that a compositor failed to make, each with its error; at most the first hundred.
  let compositorFailures: [ErrorReport]
  /// Damage of the media that was kept in the render.
  let damage: [DamageReport]
  /// Parts of the project's files that could not be read and were left out, and the reason why no hardware encoded or
  /// decoded.
  let notes: [String]
  /// The encoder of the pictures; nil where this program encodes them by itself.
  let encoder: String?
  /// The decoders of the tracks, in the order in which they are first shown; nil where no hardware was asked for.
  let decoders: [String]?
  /// The duration of the output.
  let durationSeconds: Double
  /// The time that the export took.
  let elapsedSeconds: Double
  /// Of a trimmed file: where it begins in the media, how long it is, and that this is what was asked for.
  var start: String?
  var duration: String?
  var exact: Bool?
  /// Whether the finished file was opened again, decoded and found to be what it should be; nil where it was not asked for.
  var verified: Bool?

  /// The number of compositor failures that have a warning of their own.
  private static let detailedFailures = 10

  init(
    _ report: ExportReport, of url: URL, outputSeconds: Double, elapsed: Duration
  ) {
    path = url.path
    notes = report.notes + [report.encoder?.note].compactMap(\.self) + report.decoderNotes
    encoder = report.encoder?.name
    decoders = report.decoders.isEmpty ? nil : report.decoders.map(\.name)
    frames = report.frameCount
    samples = report.sampleCount
    bytes = report.byteCount
    audioPeak = report.soundLevel.map { DecimalText.near($0.peak, to: 6) }
    clippedSamples = report.soundLevel?.clippedSampleCount
    compositorFailures = report.compositorFailures.map { failure in
      var report = ErrorReport(failure)
      // The remedy is the policy that let the export go on.
      report.remedy = nil
      return report
    }
    damage = report.damage.map { DamageReport($0) }
    durationSeconds = DecimalText.near(outputSeconds, to: 6)
    elapsedSeconds = DecimalText.near(elapsed / .seconds(1), to: 3)
  }

  /// Warnings of media that were left out: a sentence for each of the first compositor failures, one for the rest, and one for each stretch
  /// of damage.
  var warnings: [String] {
    let detailed = compositorFailures.prefix(Self.detailedFailures).map { failure in
      let time = failure.timecode.map { "at \($0): " } ?? ""
      return "\(time)\(failure.message) The last good frame is shown instead."
    }
    let rest = compositorFailures.count - detailed.count
    return notes + detailed + (rest > 0 ? ["\(rest) more frames were not made; --json lists them."] : [])
      + damage.map(\.sentence)
  }

  /// "film.mp4: 300 frames, 480000 samples, 10.0 s, 1.2 MB, in 3.1 s (3.2×)".
  var sentence: String {
    var facts: [String] = []
    if frames > 0 { facts.append("\(frames) frames") }
    if samples > 0 { facts.append("\(samples) samples") }
    facts.append("\(DecimalText.rounded(durationSeconds, to: 2)) s")
    facts.append(DecimalText.size(bytes))
    if let clippedSamples, clippedSamples > 0, let audioPeak {
      facts.append("\(clippedSamples) samples beyond full scale (peak \(DecimalText.rounded(audioPeak, to: 2)))")
    }
    if verified == true { facts.append("verified") }
    var took = "in \(DecimalText.rounded(elapsedSeconds, to: 1)) s"
    if elapsedSeconds > 0 { took += " (\(DecimalText.rounded(durationSeconds / elapsedSeconds, to: 1))×)" }
    return "\(path): \(facts.joined(separator: ", ")), \(took)"
  }
}
