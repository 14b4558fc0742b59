import EditServices
import Foundation
import GstEdit
import RenderEngine
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// What stands in a finished file's header, looked at with ffprobe and byte by byte.
@Suite("Finished files")
struct FinishedFileTests {
  /// A second of black with a second of silence, as `settings`.
  private func film(_ settings: ExportSettings, named name: String, in folder: ScratchFolder) async throws -> URL {
    let grid = try FrameGrid(frameDuration: Rational(1_001, 30_000))
    let size = PixelSize(width: 64, height: 48)
    let picture = PicturePlan(
      grid: grid, origin: .zero, frameCount: 30, size: size, pixelFormat: .yuv420p, colorimetry: .bt709, runs: [],
      spans: [PictureSpan(frames: 0..<30, method: .empty(background: .black))])
    let sound = SoundPlan(
      grid: try SampleGrid(rate: 48_000), layout: .standard(2), sampleCount: 48_048, losslessFormat: .integer16,
      strips: [])
    let plan = RenderPlan(
      picture: settings.video == nil ? nil : picture, sound: settings.audio == nil ? nil : sound)
    let url = folder.url(name)
    let report = try await Export(FilmPlan(plan, as: settings), to: url, replacing: false).run(GStreamerRenderer()) {
      _ in
    }
    #expect(report.byteCount == (try Data(contentsOf: url)).count.asInt64)
    return url
  }

  @Test(arguments: [FileType.mp4, .mov])
  func `a movie's tracks begin at zero and last as planned`(type: FileType) async throws {
    let folder = try ScratchFolder()
    let settings = ExportSettings(
      fileType: type, video: VideoSettings(codec: .h264), audio: AudioSettings(codec: .aac))
    let url = try await film(settings, named: "film.\(type.rawValue)", in: folder)
    let lines = try await MediaTools.ffprobe([
      "-v", "error", "-show_entries", "stream=codec_type,start_time,duration", "-of", "csv=p=0", url.path,
    ])
    #expect(lines.contains("video,0.000000,1.001000"))
    #expect(lines.contains("audio,0.000000,1.001000"))
    // ffmpeg hears the last packet to its end; what the edit list says is the planned length.
    let decoded = try await MediaTools.ffmpegOutput(["-i", url.path, "-f", "s16le"])
    #expect((48_048..<(48_048 + 1_024)).contains(decoded.count / 4))
    let asset = AssetReference(url: url)
    let facts = try #require(try await GStreamerRenderer().facts(of: [asset])[asset])
    #expect(facts.audioTracks.first?.sampleCount == 48_048)
    #expect(facts.audioTracks.first?.firstSample == 0)
  }

  @Test func `a film that fails leaves nothing behind`() async throws {
    let folder = try ScratchFolder()
    let grid = try FrameGrid(frameDuration: Rational(1, 25))
    // A plan with a hole: no span makes frame 5.
    let picture = PicturePlan(
      grid: grid, origin: .zero, frameCount: 10, size: PixelSize(width: 64, height: 48), pixelFormat: .yuv420p,
      colorimetry: .bt709, runs: [], spans: [PictureSpan(frames: 0..<5, method: .empty(background: .black))])
    let settings = ExportSettings(fileType: .mp4, video: VideoSettings(codec: .h264), audio: nil)
    let error = await #expect(throws: RenderError.self) {
      try await Export(
        FilmPlan(RenderPlan(picture: picture, sound: nil), as: settings), to: folder.url("film.mp4"), replacing: false
      ).run(GStreamerRenderer()) { _ in }
    }
    #expect(error?.code == .engineFailed)
    #expect(error?.message.contains("no span for frame 5") == true, "\(String(describing: error))")
    #expect(try folder.names() == [])
  }

  @Test func `a file that stands there is not touched`() async throws {
    let folder = try ScratchFolder()
    let url = try folder.write("mine", to: "film.mp4")
    let settings = ExportSettings(fileType: .mp4, video: nil, audio: AudioSettings(codec: .aac))
    let sound = SoundPlan(
      grid: try SampleGrid(rate: 48_000), layout: .standard(1), sampleCount: 4_800, losslessFormat: nil, strips: [])
    let error = await #expect(throws: RenderError.self) {
      try await Export(FilmPlan(RenderPlan(picture: nil, sound: sound), as: settings), to: url, replacing: false)
        .run(GStreamerRenderer()) { _ in }
    }
    #expect(error?.code == .outputExists)
    #expect(try String(contentsOf: url, encoding: .utf8) == "mine")
  }
}

extension Int {
  fileprivate var asInt64: Int64 { Int64(self) }
}
