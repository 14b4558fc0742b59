import ArgumentParser
import Documents
import GstEdit

/// A stretch of a film as commands print it.
enum StretchText {
  /// "00:00:03.200  00:00:05.000  (1.800 s)": the start, the end and how long it lasts.
  static func line(_ range: CMTimeRange) -> String {
    func timecode(_ time: CMTime) -> String { time.rational?.timecode ?? "\(time)" }
    let seconds = DecimalText.rounded(range.duration.seconds, to: 3)
    return "\(timecode(range.start))  \(timecode(range.end))  (\(seconds) s)"
  }

  /// The stretch as a project's segment names it: "in" and "duration", exactly.
  static func json(_ range: CMTimeRange) -> JSONObject {
    ["in": range.start.rational?.description, "duration": range.duration.rational?.description]
  }

  /// Reads a duration of the command line.
  @Sendable static func duration(_ text: String) throws -> CMTime {
    guard case .seconds(let seconds)? = try? ProjectTime(text), let time = try? CMTime(exactly: seconds) else {
      throw ValidationError("“\(text)” is no duration. Give seconds (0.5) or a fraction (1/2).")
    }
    return time
  }
}
