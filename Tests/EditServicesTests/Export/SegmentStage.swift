import EditServices
import EditingModel
import Foundation
import Layers
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// Tests on films that are encoded in segments.
protocol SegmentStage {
  /// The folder of the films and their segments.
  var folder: TemporaryFolder { get }
}

extension SegmentStage {
  /// The settings of the films.
  private static var settings: ExportSettings {
    ExportSettings(
      fileType: .mp4, video: VideoSettings(codec: .h264, keyframeInterval: 250), audio: AudioSettings(codec: .aac))
  }

  /// 1,000 frames of `background` with 400,000 samples, in segments that begin at `starts`.
  func film(_ starts: [Int] = [0, 250, 500, 750], background: Color = .black) throws -> FilmPlan {
    let grid = try FrameGrid(frameDuration: Rational(1, 25))
    let spans = [
      PictureSpan(frames: 0..<500, method: .empty(background: .black)),
      PictureSpan(frames: 500..<1_000, method: .empty(background: background)),
    ]
    let picture = PicturePlan(
      grid: grid, origin: .zero, frameCount: 1_000, size: PixelSize(width: 16, height: 16), pixelFormat: .yuv420p,
      colorimetry: .bt709, runs: [], spans: spans)
    let sound = SoundPlan(
      grid: try SampleGrid(rate: 48_000), layout: .standard(2), sampleCount: 400_000, range: 0..<400_000,
      losslessFormat: nil, strips: [])
    let segments = zip(starts, starts.dropFirst() + [1_000]).enumerated().map { number, frames in
      SegmentPlan.Segment(number: number, frames: frames.0..<frames.1)
    }
    return FilmPlan(RenderPlan(picture: picture, sound: sound), as: Self.settings, in: SegmentPlan(segments))
  }

  @discardableResult
  func export(
    _ film: FilmPlan, _ segmentation: Segmentation = Segmentation(), on renderer: ScriptedRenderer,
    progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
  ) async throws(RenderError) -> ExportReport {
    var export = Export(film, to: folder.file("film.mp4"), replacing: true)
    export.segmentation = segmentation
    return try await export.run(renderer, progress: progress)
  }

  func error(_ film: FilmPlan, _ segmentation: Segmentation, on renderer: ScriptedRenderer) async
    -> RenderError?
  {
    do throws(RenderError) {
      try await export(film, segmentation, on: renderer)
      return nil
    } catch {
      return error
    }
  }

  func content(_ renderer: ScriptedRenderer) throws -> ScriptedWriter.Content {
    try #require(renderer.record.writers.last).content
  }

  /// Twelve pieces of 25 frames from various places of one film, the file `asset`, two of them overlapping in it.
  func pieces(
    of asset: AssetReference = AssetReference(url: URL(filePath: "/media/a"), name: "a")
  ) throws -> FilmPlan {
    let step = try Rational(1, 25)
    let facts = VideoTrackFacts(
      codec: "H.264", size: PixelSize(width: 16, height: 16), pixelAspect: .one, orientation: .up,
      timing: .constant(start: .zero, frameDuration: step, count: 2_000), format: "I420", hasAlpha: false,
      isInterlaced: false, colorimetry: .bt709)
    let starts = [900, 300, 310, 620, 40, 650, 700, 930, 120, 1_800, 400, 20]
    var film = try film(starts.indices.map { $0 * 25 })
    film.render.picture?.frameCount(is: 300)
    film.render.picture?.runs = try starts.enumerated().map { number, start in
      SourceRun(
        clip: ClipReference(asset: asset, trackID: TrackID(rawValue: 1), segmentIndex: number),
        source: .init(asset: asset), frames: (number * 25)..<(number * 25 + 25),
        firstTime: try Rational(Int64(start), 25), step: step, facts: facts)
    }
    film.render.picture?.spans = starts.indices.map {
      PictureSpan(frames: ($0 * 25)..<($0 * 25 + 25), method: .passthrough(run: $0))
    }
    film.segments?.segments[11].frames = 275..<300
    return film
  }
}

extension PicturePlan {
  /// Has the picture `count` frames, twenty-five a second.
  fileprivate mutating func frameCount(is count: Int) {
    timing = .constant(start: .zero, frameDuration: grid.frameDuration, count: count)
    range = 0..<count
  }
}
