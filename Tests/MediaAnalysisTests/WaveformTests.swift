import EditServices
import EditingModel
import MediaAnalysis
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// What samples come to, without an engine: a scripted film's samples are their own numbers, as millionths.
@Suite struct WaveformTests {
  private let cat: MediaFacts

  init() throws {
    cat = try film("cat", seconds: 3)
  }

  private func generator() -> WaveformGenerator {
    WaveformGenerator(of: AnalysisSubject(cat.asset), renderer: ScriptedRenderer(media: [cat]))
  }

  @Test func `each point has the lowest, the highest and the mean of its own samples`() async throws {
    var generator = generator()
    generator.resolution = .points(7)
    let waveform = try await generator.waveform()
    #expect(waveform.samples == 0..<144_000)
    #expect(waveform.channels.count == 2)
    for point in 0..<7 {
      let samples = waveform.samples(of: point)
      #expect(samples == Int64(144_000 * point / 7)..<Int64(144_000 * (point + 1) / 7))
      let values = samples.map(ScriptedSamples.value)
      for channel in waveform.channels {
        #expect(channel.minimums[point] == values.first)
        #expect(channel.maximums[point] == values.last)
        let mean = (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
        #expect(abs(channel.rootMeanSquares[point] - mean) < 1e-12)
      }
    }
  }

  @Test func `channels that are mixed are their mean`() async throws {
    var generator = generator()
    generator.mixesChannels = true
    generator.resolution = .pointsPerSecond(10)
    let waveform = try await generator.waveform()
    #expect(waveform.channels.count == 1)
    #expect(waveform.pointCount == 30)
    #expect(waveform.channels[0].maximums[0] == ScriptedSamples.value(of: 4_799))
  }

  @Test func `a range has the points of its samples alone`() async throws {
    var generator = generator()
    generator.timeRange = CMTimeRange(
      start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 1, timescale: 2))
    generator.resolution = .points(2)
    let waveform = try await generator.waveform()
    #expect(waveform.samples == 48_000..<72_000)
    #expect(waveform.start(of: 1) == 1.25)
    #expect(waveform.channels[1].minimums == [ScriptedSamples.value(of: 48_000), ScriptedSamples.value(of: 60_000)])
  }

  @Test(arguments: [
    Waveform.Resolution.points(0), .points(-1), .pointsPerSecond(0), .pointsPerSecond(.nan), .points(1 << 30),
  ])
  func `a resolution that is none is refused`(_ resolution: Waveform.Resolution) async throws {
    var generator = generator()
    generator.resolution = resolution
    let error = await #expect(throws: RenderError.self) { try await generator.waveform() }
    #expect(error?.code == .invalidModel)
  }

  @Test func `more points than samples are as many as there are samples`() async throws {
    var generator = generator()
    generator.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 5, timescale: 48_000))
    let waveform = try await generator.waveform()
    #expect(waveform.pointCount == 5)
    #expect(waveform.channels[0].maximums == (0..<5).map(ScriptedSamples.value))
  }

  @Test func `work is cancelled, and says how far it is`() async throws {
    let generator = generator()
    let task = Task { try await generator.waveform() }
    task.cancel()
    let error = await #expect(throws: RenderError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `a file without sound has no waveform`() async throws {
    var silent = cat
    silent.audioTracks = []
    let generator = WaveformGenerator(
      of: AnalysisSubject(silent.asset), renderer: ScriptedRenderer(media: [silent]))
    let error = await #expect(throws: RenderError.self) { try await generator.waveform() }
    #expect(error?.message == "The file has no sound.")
  }
}
