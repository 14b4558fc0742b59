import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

struct ProgressMeterTests {
  let meter = ProgressMeter(outputSeconds: 20)

  @Test func `speed counts seconds of output, and the rest is expected to go on at the average speed`() {
    let reading = meter.reading(
      RenderProgress(frame: 125, frameCount: 500, fraction: 0.25), elapsed: .seconds(2))
    #expect(reading.framesPerSecond == 62.5)
    #expect(reading.speed == 2.5)
    #expect(reading.secondsLeft == 6)
    #expect(reading.fraction == 0.25)
    #expect(reading.frame == 125)
    #expect(reading.frames == 500)
  }

  @Test func `nothing is promised before anything is finished`() {
    let reading = meter.reading(RenderProgress(frame: 0, frameCount: 500, fraction: 0), elapsed: .zero)
    #expect(reading.framesPerSecond == 0)
    #expect(reading.speed == 0)
    #expect(reading.secondsLeft == nil)
  }
}

struct ProgressBarTests {
  private func line(_ reading: ProgressMeter.Reading, columns: Int = 80, output: String = "film.mp4") throws -> String {
    var environment = try CommandStage().environment(isTerminal: true)
    environment.columns = columns
    return ProgressBar(environment: environment, output: output, verbose: false).line(for: reading)
  }

  private let half = ProgressMeter.Reading(
    frame: 141, frames: 282, fraction: 0.5, framesPerSecond: 96, speed: 3.2, secondsLeft: 61.2)

  @Test func `a bar says how far, how fast and how long still`() throws {
    #expect(try line(half).hasPrefix("film.mp4  "))
    #expect(try line(half).hasSuffix("  50 %  141/282  3.2×  01:02 left"))
    let bar = try line(half).filter { "█░".contains($0) }
    #expect(bar.count == 36 && bar.count { $0 == "█" } == bar.count / 2)
  }

  @Test func `an output without a picture has no frames to count`() throws {
    var reading = half
    reading.frames = 0
    reading.secondsLeft = 3_725
    #expect(try line(reading).hasSuffix("  50 %  3.2×  1:02:05 left"))
  }

  @Test(arguments: [10, 20, 40, 60, 80, 200])
  func `a line never fills the terminal's width`(columns: Int) throws {
    #expect(try line(half, columns: columns, output: "a film with a long name.mp4").count < columns)
  }
}
