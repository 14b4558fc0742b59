import EditingModel
import MediaTime

/// Turns a project's times into the model's, and notes the ones for which there is no exact `CMTime`.
struct TimeResolution {
  /// How long a frame of the output lasts, in seconds; nil where that is not known.
  let frameDuration: Rational?
  /// What was found wrong.
  private(set) var findings: [Finding] = []

  init(frameDuration: Rational?) {
    self.frameDuration = frameDuration
  }

  /// Notes something wrong that has to do with times.
  mutating func report(_ finding: Finding) {
    findings.append(finding)
  }

  /// The time in seconds; nil, and noted, where it cannot be known.
  mutating func seconds(_ time: ProjectTime, at pointer: JSONPointer) -> Rational? {
    do {
      return try time.seconds(frameDuration: frameDuration)
    } catch {
      let expected =
        switch error {
        case .unknownFrameDuration: "a videoComposition that has a frameDuration, or a time in seconds"
        case .malformed, .zeroTimescale, .tooManyDigits: ProjectTime.expected
        }
      findings.append(Finding(at: pointer, error.description, expected: expected))
      return nil
    }
  }

  /// The time as the model has it; the invalid time, and noted, where there is none.
  mutating func time(_ time: ProjectTime, at pointer: JSONPointer) -> CMTime {
    guard let seconds = seconds(time, at: pointer) else { return .invalid }
    return exactly(seconds, at: pointer)
  }

  /// The stretch from `start` on; invalid, and noted, where a time is.
  mutating func range(
    start: ProjectTime, duration: ProjectTime, in pointer: JSONPointer, startKey: String = "start"
  ) -> CMTimeRange {
    CMTimeRange(
      start: time(start, at: pointer.appending(startKey)), duration: time(duration, at: pointer.appending("duration")))
  }

  /// The time of exactly `seconds`; the invalid time, and noted, where there is none.
  mutating func exactly(_ seconds: Rational, at pointer: JSONPointer) -> CMTime {
    do {
      return try CMTime(exactly: seconds)
    } catch {
      findings.append(
        Finding(
          at: pointer, "The time \(seconds.decimalText) s cannot be kept exactly.",
          expected: "a time whose timescale is at most \(CMTimeScale.max)"))
      return .invalid
    }
  }
}
