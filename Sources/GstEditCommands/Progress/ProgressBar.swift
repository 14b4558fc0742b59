/// A bar that redraws itself on one line of a terminal.
///
/// ```
/// film.mp4  ██████████████░░░░░░░░░░░░░░░  47 %  141/300  3.2×  00:02 left
/// ```
struct ProgressBar: ProgressReporter {
  let environment: CommandEnvironment
  /// The file's name, as it stands before the bar.
  let film: String
  let verbose: Bool

  /// Back to the start of the line, and nothing on it (ECMA-48 EL).
  private static let eraseLine = "\r\u{1B}[2K"

  func progress(_ reading: ProgressMeter.Reading) {
    environment.say(Self.eraseLine + line(for: reading))
  }

  func completed(_ summary: ExportSummary) {
    environment.say(Self.eraseLine + summary.sentence + "\n")
  }

  func failed(_ failure: CommandFailure) {
    environment.say(Self.eraseLine + failure.text(verbose: verbose, usesColor: environment.usesColor))
  }

  /// The line without its end; never wider than the terminal.
  func line(for reading: ProgressMeter.Reading) -> String {
    var facts = ["\(Int(reading.fraction * 100)) %"]
    if reading.frames > 0 { facts.append("\(reading.frame)/\(reading.frames)") }
    if reading.speed > 0 { facts.append("\(DecimalText.rounded(reading.speed, to: 1))×") }
    if let seconds = reading.secondsLeft { facts.append("\(Self.clock(seconds)) left") }
    let words = facts.joined(separator: "  ")
    // One column stays free: a terminal may wrap when its last one is written.
    let room = environment.columns - 1 - film.count - words.count - 4
    guard room >= 5 else { return String(words.prefix(max(0, environment.columns - 1))) }
    let width = min(room, 40)
    let full = Int(Double(width) * reading.fraction)
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    return "\(film)  \(bar)  \(words)"
  }

  /// "02:05", or "1:02:05" from an hour on.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 359_999))
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = twoDigits(whole / 60 % 60) + ":" + twoDigits(whole % 60)
    return whole < 3_600 ? minutes : "\(whole / 3_600):\(minutes)"
  }
}
