import EditServices
import EditingModel
import MediaAnalysis
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// Where a scripted film, whose samples rise from zero by a millionth each, lies below a level.
@Suite struct SilenceTests {
  private let cat: MediaFacts

  init() throws {
    cat = try film("cat", seconds: 3)
  }

  private func detector(longestBlock: Int64 = .max) -> SilenceDetector {
    SilenceDetector(
      of: AnalysisSubject(cat.asset), renderer: ScriptedRenderer(media: [cat], longestBlock: longestBlock))
  }

  private static func samples(_ range: Range<Int64>) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(value: range.lowerBound, timescale: 48_000), end: CMTime(value: range.upperBound, timescale: 48_000)
    )
  }

  // 0.1 of full scale is -20 dB, and sample number 100,000.
  @Test(arguments: [Int64.max, 1_000, 7])
  func `silence ends with the first sample above the level`(_ longestBlock: Int64) async throws {
    var detector = detector(longestBlock: longestBlock)
    detector.level = -20
    let stretches = try await detector.stretches()
    #expect(stretches.silent == [Self.samples(0..<100_001)])
    #expect(stretches.audible == [Self.samples(100_001..<144_000)])
  }

  @Test func `a stretch shorter than the least duration is no silence`() async throws {
    var detector = detector()
    detector.level = -20
    detector.minimumDuration = CMTime(value: 100_001, timescale: 48_000)
    #expect(try await detector.stretches().silent.count == 1)
    detector.minimumDuration = CMTime(value: 100_002, timescale: 48_000)
    let stretches = try await detector.stretches()
    #expect(stretches.silent.isEmpty)
    #expect(stretches.audible == [Self.samples(0..<144_000)])
  }

  @Test func `silence reaches to the end of what is searched`() async throws {
    var detector = detector()
    detector.level = 0
    detector.timeRange = Self.samples(1_000..<120_000)
    let stretches = try await detector.stretches()
    #expect(stretches.silent == [Self.samples(1_000..<120_000)])
    #expect(stretches.audible.isEmpty)
  }

  @Test func `a level above full scale and an endless duration are refused`() async throws {
    var detector = detector()
    detector.level = 1
    await #expect(throws: RenderError.self) { try await detector.stretches() }
    detector.level = -60
    detector.minimumDuration = .positiveInfinity
    await #expect(throws: RenderError.self) { try await detector.stretches() }
  }
}
