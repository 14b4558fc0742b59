import GstEdit
import Synchronization

/// Passes on how far an analysis is: five times a second at most, with its speed and what time is left.
///
/// Threads: any.
final class AnalysisProgress: Sendable {
  private let reporter: any ProgressReporter
  private let elapsed: @Sendable () -> Duration
  private let start: Duration
  private let last: Mutex<Duration>

  private static let updateInterval = Duration.milliseconds(200)

  /// Reports to `reporter`, from now on.
  init(_ reporter: any ProgressReporter, in environment: CommandEnvironment) {
    self.reporter = reporter
    elapsed = environment.elapsed
    start = environment.elapsed()
    last = Mutex(start)
  }

  /// The part `fraction` of the work is done: 0…1.
  func report(_ fraction: Double) {
    let now = elapsed()
    let isDue = last.withLock { last in
      guard now - last >= Self.updateInterval else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let seconds = (now - start) / .seconds(1)
    reporter.progress(
      ProgressMeter.Reading(
        frame: 0, frames: 0, fraction: fraction, framesPerSecond: 0, speed: 0,
        secondsLeft: fraction > 0 ? seconds * (1 - fraction) / fraction : nil))
  }
}
