import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

@testable import Containers
@testable import RenderEngine

/// How finely a movie's header counts time: exact where it can be, and never so finely that a length does not fit.
@Suite("The movie's timescale")
struct MovieTimescaleTests {
  private func plan(frameDuration: Rational, rate: Int, seconds: Int64) throws -> WriterSettings {
    let grid = try FrameGrid(frameDuration: frameDuration)
    let picture = PicturePlan(
      grid: grid, origin: .zero, frameCount: try grid.frameCount(covering: Rational(seconds)),
      size: PixelSize(width: 64, height: 48), pixelFormat: .yuv420p, colorimetry: .bt709, runs: [], spans: [])
    let sound = SoundPlan(
      grid: try SampleGrid(rate: rate), layout: .standard(2), sampleCount: seconds * Int64(rate), losslessFormat: nil,
      strips: []
    )
    let settings = ExportSettings(
      fileType: .mp4, video: VideoSettings(codec: .h264), audio: AudioSettings(codec: .aac))
    return try WriterSettings(settings, for: RenderPlan(picture: picture, sound: sound))
  }

  @Test(arguments: [(1, 24), (1, 25), (1_001, 24_000), (1_001, 30_000), (1, 60)])
  func `a short film's frames and samples both fall on ticks`(numerator: Int64, denominator: Int64) throws {
    let frameDuration = try Rational(numerator, denominator)
    let timescale = MovieTimescales.movie(try plan(frameDuration: frameDuration, rate: 48_000, seconds: 60))
    #expect(timescale % 48_000 == 0)
    #expect(try (frameDuration * Rational(timescale)).denominator == 1)
  }

  @Test(arguments: [24, 25, 30, 60], [44_100, 48_000, 96_000])
  func `a day's film still fits into 32 bits`(frames: Int64, rate: Int) throws {
    for seconds: Int64 in [230, 3_600, 14_400, 86_400] {
      let plan = try plan(frameDuration: Rational(1, frames), rate: rate, seconds: seconds)
      #expect(MovieTimescales.movie(plan) * seconds <= Int64(Int32.max))
    }
  }

  @Test(arguments: [(1, 24, 24_000), (1, 25, 25_000), (1_001, 30_000, 30_000), (11_367, 100_000, 100_000)])
  func `frames begin on ticks of a usual timescale`(numerator: Int64, denominator: Int64, timescale: Int64) throws {
    #expect(try MovieTimescales.track(Rational(numerator, denominator)) == timescale)
  }
}
