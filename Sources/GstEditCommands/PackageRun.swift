import Documents
import Foundation
import GstEdit

/// Makes a presentation, and passes its progress to a reporter.
struct PackageRun {
  /// The session of the presentation.
  let session: PackageSession
  /// Gets the progress.
  let reporter: any ProgressReporter
  /// Gives the time.
  let environment: CommandEnvironment

  /// Makes all of it.
  ///
  /// - Throws: `RenderError`.
  func callAsFunction() async throws -> PackageSummary {
    let start = environment.elapsed()
    let progress = AnalysisProgress(reporter, in: environment)
    let report = try await session.export { progress.report($0.fraction) }
    reporter.completed()
    let summary = PackageSummary(report: report, elapsed: environment.elapsed() - start)
    if (reporter as? CompletionReporter)?.writesSummary ?? (reporter is ProgressBar) {
      environment.writeMessage(summary.sentence + "\n")
    }
    return summary
  }
}

/// The summary of a presentation, for people and for programs.
struct PackageSummary {
  let report: PackageReport
  let elapsed: Duration

  /// Warnings of media that were left out, a sentence each.
  var warnings: [String] {
    report.notes + report.compositorFailures.map { "\($0) The last good frame is shown instead." }
      + report.damage.map { DamageReport($0).sentence }
  }

  /// "film: 1080p, 720p, 480p, sound; 12 segments of each, 300 frames, 10.0 s, 4.2 MB, in 9.1 s (1.1×)".
  var sentence: String {
    let names = report.tracks.map(\.name).joined(separator: ", ")
    let count = report.tracks.first?.media.segments.count ?? 0
    let (seconds, took) = (report.duration.seconds, elapsed / .seconds(1))
    var facts = ["\(count) segments of each"]
    if report.frameCount > 0 { facts.append("\(report.frameCount) frames") }
    if report.sampleCount > 0 { facts.append("\(report.sampleCount) samples") }
    facts += ["\(DecimalText.rounded(seconds, to: 2)) s", DecimalText.size(report.byteCount)]
    var text =
      "\(report.folder.path): \(names); \(facts.joined(separator: ", ")), in \(DecimalText.rounded(took, to: 1)) s"
    if took > 0 { text += " (\(DecimalText.rounded(seconds / took, to: 1))×)" }
    return text
  }

  /// The same as JSON.
  var json: JSONObject {
    [
      "path": report.folder.path, "frames": report.frameCount, "samples": report.sampleCount,
      "bytes": report.byteCount, "durationSeconds": DecimalText.near(report.duration.seconds, to: 6),
      "elapsedSeconds": DecimalText.near(elapsed / .seconds(1), to: 3), "notes": warnings,
      "tracks": report.tracks.map { track -> JSONObject in
        [
          "name": track.name, "codec": track.media.codec, "size": track.pictures?.size.description,
          "segments": track.media.segments.count, "bytes": track.byteCount,
        ]
      },
    ]
  }
}
