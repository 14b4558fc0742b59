import EditingModel
import Foundation
import MediaFormats
import Rendering
import Testing

import struct TestSupport.FrameRate
import class TestSupport.MediaCache
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// The index of a movie that its sample tables give is the one that reading all of it gives.
@Suite("Sample tables of movies")
struct SampleTableTests {
  /// A movie as ffmpeg makes it.
  struct Recipe: Hashable, Sendable, CustomTestStringConvertible {
    var name: String
    var arguments: [String]
    var type = "mp4"
    /// Whether the tables suffice.
    var isTabulated = true

    var testDescription: String { name }

    static let picture = ["-f", "lavfi", "-i", "testsrc=size=160x96:rate=25:duration=3"]
    static let sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=3"]

    func url() async throws -> URL {
      try await MediaCache.shared.file(named: name, extension: type, recipe: arguments) { target in
        try await MediaTools.ffmpeg(arguments + ["-pix_fmt", "yuv420p", target.path])
      }
    }
  }

  private static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-g", "30"]

  static let recipes: [Recipe] = [
    Recipe(name: "table-bframes", arguments: Recipe.picture + Recipe.sound + h264 + ["-bf", "3", "-c:a", "aac"]),
    Recipe(
      name: "table-open-groups",
      arguments: Recipe.picture + h264 + ["-x264-params", "open-gop=1:keyint=20", "-bf", "2"], type: "mov"),
    Recipe(
      name: "table-negative-offsets",
      arguments: Recipe.picture + h264 + ["-bf", "2", "-movflags", "negative_cts_offsets"]),
    Recipe(
      name: "table-24000-1001",
      arguments: Recipe.picture + ["-r", "24000/1001"] + h264 + ["-video_track_timescale", "24000"]),
    Recipe(
      name: "table-late-sound",
      arguments: Recipe.picture + ["-itsoffset", "0.731"] + Recipe.sound + h264 + ["-c:a", "aac"]),
    Recipe(
      name: "table-late-picture",
      arguments: ["-itsoffset", "0.4"] + Recipe.picture + Recipe.sound + h264 + ["-c:a", "aac"]),
    Recipe(name: "table-mpeg4", arguments: Recipe.picture + ["-c:v", "mpeg4", "-bf", "2", "-g", "12"]),
    Recipe(
      name: "table-hevc",
      arguments: Recipe.picture + ["-c:v", "libx265", "-x265-params", "keyint=25", "-tag:v", "hvc1"]),
    Recipe(
      name: "table-prores", arguments: Recipe.picture + Recipe.sound + ["-c:v", "mjpeg", "-c:a", "pcm_s16le"],
      type: "mov"),
    Recipe(
      name: "table-pcm24",
      arguments: ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=3"] + ["-ac", "2", "-c:a", "pcm_s24le"],
      type: "mov"),
    Recipe(name: "table-alac", arguments: Recipe.sound + ["-c:a", "alac"], type: "m4a"),
    Recipe(name: "table-flac", arguments: Recipe.sound + ["-c:a", "flac", "-strict", "-2"]),
    Recipe(name: "table-opus", arguments: Recipe.sound + ["-c:a", "libopus", "-strict", "-2"]),
    Recipe(name: "table-ac3", arguments: Recipe.sound + ["-c:a", "ac3"]),
    Recipe(
      name: "table-vp9", arguments: Recipe.picture + ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"]),
    Recipe(
      name: "table-two-sounds",
      arguments: Recipe.picture + Recipe.sound + Recipe.sound + ["-map", "0", "-map", "1", "-map", "2"] + h264
        + ["-c:a", "aac", "-metadata:s:a:0", "language=deu", "-metadata:s:a:1", "language=fra"]),
    Recipe(
      name: "table-one-frame", arguments: ["-f", "lavfi", "-i", "testsrc=size=160x96:rate=25:duration=0.04"] + h264),
    Recipe(
      name: "table-variable",
      arguments: Recipe.picture + ["-vf", "select='not(eq(mod(n,7),3))'", "-fps_mode", "vfr"] + h264),
    // All of its tracks have the number 0.
    Recipe(
      name: "table-same-numbers",
      arguments: Recipe.picture + Recipe.sound + h264 + ["-c:a", "aac", "-use_stream_ids_as_track_ids", "1"],
      isTabulated: false),
    Recipe(
      name: "table-mp3", arguments: Recipe.sound + ["-c:a", "libmp3lame"], isTabulated: false),
    Recipe(
      name: "table-fragments", arguments: Recipe.picture + h264 + ["-movflags", "frag_keyframe"], isTabulated: false),
  ]

  /// What a probe of the file at `url` finds.
  private static func index(of url: URL, mayUseTables: Bool) throws -> MediaIndex {
    try MediaProbe(AssetReference(url: url), mayUseTables: mayUseTables, cancellation: Cancellation()).run()
  }

  @Test(arguments: recipes)
  func `a table gives what reading gives`(recipe: Recipe) async throws {
    let url = try await recipe.url()
    var (tabulated, read) = (try Self.index(of: url, mayUseTables: true), try Self.index(of: url, mayUseTables: false))
    for track in read.videoAccess.indices {
      #expect(Set(tabulated.videoAccess[track].keyTimes).isSubset(of: Set(read.videoAccess[track].keyTimes)))
      tabulated.videoAccess[track].keyTimes = read.videoAccess[track].keyTimes
    }
    #expect(tabulated == read)
    // What was tabulated was not read to its end.
    let probe = MediaProbe(AssetReference(url: url), cancellation: Cancellation())
    let scan = try probe.scan(.streams(.movieDemuxer, name: "MPEG-4")).scan
    #expect(scan.isTabulated == recipe.isTabulated)
  }
}
