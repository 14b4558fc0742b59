/// One JSON object a line, for programs: any number of `progress`, and at the end one of `completed`, `cancelled` and
/// `failed`.
struct ProgressLines: ProgressReporter {
  let environment: CommandEnvironment

  /// The object of a `progress` line. Names and meanings are the project format's.
  private struct Progress: Encodable {
    let event = "progress"
    let frame: Int
    let frames: Int
    let fraction: Double
    let fps: Double
    let speed: Double
    let etaSeconds: Double?

    private enum Key: CodingKey {
      case event, frame, frames, fraction, fps, speed, etaSeconds
    }

    /// Writes every key: a time that is not known yet is null.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(event, forKey: .event)
      try container.encode(frame, forKey: .frame)
      try container.encode(frames, forKey: .frames)
      try container.encode(fraction, forKey: .fraction)
      try container.encode(fps, forKey: .fps)
      try container.encode(speed, forKey: .speed)
      try container.encode(etaSeconds, forKey: .etaSeconds)
    }
  }

  /// The object of the last line.
  private struct End: Encodable {
    let event: String
    var output: ExportSummary?
    var error: ErrorReport?
  }

  func progress(_ reading: ProgressMeter.Reading) {
    write(
      Progress(
        frame: reading.frame, frames: reading.frames, fraction: DecimalText.near(reading.fraction, to: 6),
        fps: DecimalText.near(reading.framesPerSecond, to: 2), speed: DecimalText.near(reading.speed, to: 3),
        etaSeconds: reading.secondsLeft.map { DecimalText.near($0, to: 2) }))
  }

  func completed(_ summary: ExportSummary) {
    write(End(event: "completed", output: summary))
  }

  func failed(_ failure: CommandFailure) {
    write(End(event: failure.status.isSignal ? "cancelled" : "failed", error: failure.report))
  }

  private func write(_ object: some Encodable) {
    environment.say(JSONText.line(object) + "\n")
  }
}
