import Capture
import Foundation
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// How loud known sounds are measured, and recorded.
@Suite("Metering and recording sound")
struct AudioMeterTests {
  /// A second of a sine of `amplitude`, 1,000 periods, in two channels, the second of them half as loud.
  private func sine(_ amplitude: Double) -> SampleBlock {
    let samples = (0..<48_000).flatMap { number -> [Double] in
      let value = amplitude * sin(2 * .pi * Double(number) / 48)
      return [value, value / 2]
    }
    return SampleBlock(start: 0, channels: 2, interleaved: samples)
  }

  @Test func `a sine has its known levels`() {
    var meter = AudioMeter()
    meter.add(sine(1))
    let levels = meter.takeLevels()
    // A sine's mean square is half of its peak's: 3.0103 dB.
    #expect(levels.count == 2)
    #expect(abs(levels[0].peakPower) < 1e-9 && abs(levels[0].averagePower + 3.010_299_957) < 1e-6)
    #expect(abs(levels[1].peakPower + 6.020_599_913) < 1e-6 && abs(levels[1].averagePower + 9.030_899_87) < 1e-6)
  }

  @Test func `nothing is counted twice, and silence has the least level`() {
    var meter = AudioMeter()
    meter.add(sine(0.1))
    _ = meter.takeLevels()
    #expect(meter.takeLevels().isEmpty)
    meter.add(SampleBlock(start: 0, channels: 1, interleaved: [0, .nan, 0]))
    #expect(meter.takeLevels() == [AudioLevel.silent])
    meter.add(sine(1))
    meter.add(SampleBlock(start: 0, channels: 1, interleaved: [0.5]))
    #expect(meter.takeLevels().count == 1)
  }

  @Test func `a recorder records for the given duration, and measures`() async throws {
    let engine = ScriptedCapture(
      [CaptureStage.microphone], ["microphone": .init(try [CaptureStage.gate] + ScriptedCapture.samples(0..<96_000))])
    let registry = CaptureDeviceRegistry(engine: engine)
    let renderer = ScriptedRenderer(media: [])
    let folder = try TemporaryFolder()
    let recorder = try AudioRecorder(url: folder.file("note.wav"), registry: registry, renderer: renderer)
    recorder.isMeteringEnabled = true
    #expect(recorder.averagePower(forChannel: 0) == AudioMeter.silence && !recorder.isRecording)
    #expect(await code { try await recorder.record(forDuration: 0) } == .outOfRange)
    try await recorder.record(forDuration: 1.5)
    engine.open(gate: "record")
    let movie = try #require(await recorder.finished())
    #expect(movie.error?.code == .maximumDurationReached && movie.file?.sampleCount == 72_000)
    #expect(recorder.currentTime == 1.5)
    recorder.updateMeters()
    #expect(recorder.peakPower(forChannel: 0) > -60 && recorder.peakPower(forChannel: 1) == AudioMeter.silence)
    await recorder.stop()
  }

  @Test func `without a microphone the test source is named`() throws {
    let registry = CaptureDeviceRegistry(engine: ScriptedCapture([CaptureStage.camera]))
    do throws(RenderError) {
      _ = try AudioRecorder(
        url: URL(filePath: "/tmp/none.wav"), registry: registry, renderer: ScriptedRenderer(media: []))
      Issue.record("There is no microphone.")
    } catch {
      #expect(error.code == .deviceNotConnected && error.description.contains("audiotestsrc"))
    }
  }
}
