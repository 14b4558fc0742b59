import Foundation
import GstEdit

/// An export under way on the command line: runs it, and tells a reporter how it goes.
struct RenderRun {
  let session: ExportSession
  let reporter: any ProgressReporter
  let environment: CommandEnvironment

  /// How often progress is reported.
  private static let updateInterval = Duration.milliseconds(200)

  /// Runs the session to its end, and reports the film that came of it.
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
    // What ends the report comes after all of its progress.
    await watched
    let summary = ExportSummary(
      try result.get(), url: session.request.outputURL, filmSeconds: session.plan?.seconds ?? 0,
      elapsed: environment.elapsed() - start)
    reporter.completed(summary)
    return summary
  }

  private func watch(_ states: some AsyncSequence<ExportSession.State, Never>) async {
    var start: Duration?
    for await case .exporting(let progress) in states {
      let now = environment.elapsed()
      let elapsed = now - (start ?? now)
      start = start ?? now
      let meter = ProgressMeter(filmSeconds: session.plan?.seconds ?? 0)
      reporter.progress(meter.reading(progress, elapsed: elapsed))
    }
  }
}

extension RenderPlan {
  /// How long the film lasts, in seconds: as long as its picture, or its sound where there is none.
  fileprivate var seconds: Double {
    if let picture { return Double(picture.range.count) * picture.grid.frameDuration.seconds }
    return sound.map { Double($0.range.count) / Double($0.grid.rate) } ?? 0
  }
}
