import GstEdit

/// Reports progress as a bar that redraws itself on one line of a terminal.
///
/// ```
/// film.mp4  ██████████████░░░░░░░░░░░░░░░  47 %  141/300  3.2×  00:02 left
/// ```
struct ProgressBar: ProgressReporter {
  let environment: CommandEnvironment
  /// The output file's name, before the bar.
  let output: String
  let verbose: Bool

  /// Returns to the start of the line and erases it (ECMA-48 EL).
  private static let eraseLine = "\r\u{1B}[2K"

  func progress(_ reading: ProgressMeter.Reading) {
    environment.writeMessage(Self.eraseLine + line(for: reading))
  }

  func completed(_ summary: ExportSummary) {
    environment.writeMessage(Self.eraseLine + summary.sentence + "\n")
  }

  func completed() {
    environment.writeMessage(Self.eraseLine)
  }

  func failed(_ failure: CommandFailure) {
    environment.writeMessage(Self.eraseLine + failure.text(verbose: verbose, usesColor: environment.usesColor))
  }

  /// The line without its end; never wider than the terminal.
  func line(for reading: ProgressMeter.Reading) -> String {
    var facts = ["\(Int(reading.fraction * 100)) %"]
    if reading.frames > 0 { facts.append("\(reading.frame)/\(reading.frames)") }
    if reading.speed > 0 { facts.append("\(DecimalText.rounded(reading.speed, to: 1))×") }
    if let seconds = reading.secondsLeft { facts.append("\(DecimalText.clock(seconds)) left") }
    let words = facts.joined(separator: "  ")
    // One column stays free: a terminal may wrap when its last one is written.
    let room = environment.columns - 1 - output.count - words.count - 4
    guard room >= 5 else { return String(words.prefix(max(0, environment.columns - 1))) }
    let width = min(room, 40)
    let full = Int(Double(width) * reading.fraction)
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    return "\(output)  \(bar)  \(words)"
  }
}

/// Computes speed and remaining time from how far a render is and how long that took.
struct ProgressMeter {
  /// The duration of the output, in seconds.
  var outputSeconds: Double

  /// The progress at one moment.
  struct Reading: Hashable {
    /// Frames finished.
    var frame: Int
    /// Frames in all; 0 in an output without a picture.
    var frames: Int
    /// 0…1.
    var fraction: Double
    /// Frames finished per second; 0 until there are any.
    var framesPerSecond: Double
    /// Seconds of output finished per second; 1 is as fast as it plays.
    var speed: Double
    /// Seconds until the end, at the average speed; nil before anything is finished.
    var secondsLeft: Double?
  }

  /// The reading at `progress`, `elapsed` after the start.
  func reading(_ progress: RenderProgress, elapsed: Duration) -> Reading {
    let seconds = elapsed / .seconds(1)
    func perSecond(_ amount: Double) -> Double { seconds > 0 ? amount / seconds : 0 }
    let fraction = progress.fraction
    return Reading(
      frame: progress.frame, frames: progress.frameCount, fraction: fraction,
      framesPerSecond: perSecond(Double(progress.frame)), speed: perSecond(fraction * outputSeconds),
      secondsLeft: fraction > 0 ? seconds * (1 - fraction) / fraction : nil)
  }
}
