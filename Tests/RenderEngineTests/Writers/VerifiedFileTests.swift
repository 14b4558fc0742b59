import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaAnalysis
import MediaFormats
import ProjectServices
import Rendering
import TestSupport
import Testing

@testable import RenderEngine

/// Finished files without faults: verification reports none.
@Suite("Verified files")
struct VerifiedFileTests {
  /// A film of one color, whose file says `colors`, with a tone that is no number of packets long.
  private static func film(_ colors: String) async throws -> URL {
    let stated = StatedColors(colors)
    let recipe =
      [
        "-f", "lavfi", "-i", "color=red:s=320x240:r=25:d=1", "-f", "lavfi", "-i", "sine=r=48000:d=1", "-vf",
        "scale=out_color_matrix=\(colors == "bt709" ? "bt709" : "bt601"),format=yuv420p,\(stated.filter)",
      ] + stated.options
      + ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-crf", "1", "-c:a", "pcm_s16le"]
    return try await MediaCache.shared.file(named: "red-\(colors)", extension: "mov", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
  }

  private static func pattern() async throws -> URL {
    let recipe = [
      "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-crf", "8",
    ]
    return try await MediaCache.shared.file(named: "pattern", extension: "mp4", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
  }

  @Test(
    arguments: [
      ("mov", .dnxhr, .pcm), ("mkv", .h264, .ac3), ("mkv", .ffv1, .aac), ("mp4", .h264, .ac3),
    ] as [(String, VideoCodec, AudioCodec)], ["bt709", "smpte170m"])
  func `good files are verified, and their colors are read`(
    _ kind: (type: String, picture: VideoCodec, sound: AudioCodec), colors: String
  ) async throws {
    let folder = try ScratchFolder()
    var conversion = FileConversion([AssetReference(url: try await Self.film(colors))])
    conversion.choices.wishes.video = VideoDescription(codec: .codec(kind.picture))
    conversion.choices.wishes.audio = AudioDescription(codec: .codec(kind.sound))
    let url = folder.url("film.\(kind.type)")
    let session = try await conversion.session(to: url)
    try await session.export()
    let plan = try #require(session.plan)
    let problems = try await FileVerification(
      of: url, plan: plan, settings: session.request.settings.limited(to: plan), renderer: Engine.renderer()
    ).problems()
    #expect(problems == [])
    let facts = try await Engine.renderer().facts(of: [AssetReference(url: url)])
    let track = try #require(facts.values.first?.videoTracks.first)
    let meant: Colorimetry = colors == "bt709" ? .bt709 : .bt601
    #expect(track.colorimetry.completed(from: meant) == meant && track.colorimetry.matrix == meant.matrix)
    // The colors of a second generation are those of the first.
    let again = folder.url("again.mkv")
    var second = FileConversion([AssetReference(url: url)])
    second.choices.wishes.video = VideoDescription(codec: .codec(.ffv1))
    try await second.session(to: again).export()
    let pixel = [UInt8](
      try await MediaTools.ffmpegOutput([
        "-i", again.path, "-frames:v", "1", "-vf", "crop=2:2:100:100,format=rgb24", "-f", "rawvideo",
      ])
    ).prefix(3).map(Int.init)
    #expect(pixel.count == 3 && pixel[0] > 248 && pixel[1] < 8 && pixel[2] < 8, "\(pixel)")
  }

  @Test(arguments: [VideoCodec.h264, .hevc, .vp8, .vp9, .av1, .mjpeg])
  func `a quality between two whole numbers differs from both, or is refused`(codec: VideoCodec) async throws {
    let folder = try ScratchFolder()
    var films: [Data] = []
    for quality in [22, 22.5, 23] {
      var conversion = FileConversion([AssetReference(url: try await Self.pattern())])
      var video = VideoDescription(codec: .codec(codec))
      (video.rateControl, video.speed) = (.constantQuality(quality), codec == .mjpeg ? nil : .ultrafast)
      conversion.choices.wishes.video = video
      conversion.choices.timeRange = try ProjectTimeRange("0..0.2")
      let url = folder.url("\(quality).mkv")
      do {
        try await conversion.session(to: url).export()
        films.append(try Data(contentsOf: url))
      } catch let error as RenderError {
        #expect(quality == 22.5 && error.code == .unsupported, "\(error)")
        #expect(error.remedy == "Ask for 23.")
      }
    }
    #expect(films.count == (codec == .hevc ? 3 : 2))
    #expect(Set(films).count == films.count)
  }
}
