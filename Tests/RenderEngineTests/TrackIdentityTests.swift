import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import class TestSupport.MediaCache
import enum TestSupport.MediaTools

/// The numbers, languages and starts of tracks are those that ffmpeg wrote into the file.
@Suite("Tracks as the file names them")
struct TrackIdentityTests {
  /// A file of a picture and of two sounds, in Italian and French; the second sound begins 0.75 s late.
  private static func facts(_ type: String, _ options: [String] = []) async throws -> MediaFacts {
    let recipe =
      ["-f", "lavfi", "-i", "testsrc=size=160x96:rate=25:duration=2"]
      + ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=2"]
      + ["-itsoffset", "0.75", "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=1"]
      + ["-map", "0", "-map", "1", "-map", "2", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", "0", "-c:a", "aac"]
      + ["-metadata:s:a:0", "language=ita", "-metadata:s:a:1", "language=fra"] + options
    let url = try await MediaCache.shared.file(named: "languages", extension: type, recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    let asset = AssetReference(url: url)
    return try #require(try await GStreamerRenderer().facts(of: [asset])[asset])
  }

  @Test(
    arguments: [
      ("mp4", [], [1, 2, 3]), ("mov", [], [1, 2, 3]), ("mkv", [], [1, 2, 3]),
      ("mp4", ["-movflags", "frag_keyframe"], [1, 2, 3]), ("ts", [], [256, 257, 258]),
      ("ts", ["-mpegts_start_pid", "4660"], [4_660, 4_661, 4_662]),
    ] as [(String, [String], [Int32])])
  func `tracks have the file's own numbers and languages`(
    type: String, options: [String], numbers: [Int32]
  ) async throws {
    let facts = try await Self.facts(type, options)
    let tracks = Asset(facts).tracks
    #expect(tracks.map(\.trackID) == numbers.map(TrackID.init(rawValue:)))
    #expect(tracks.map(\.languageCode) == [nil, "ita", "fra"])
    #expect(tracks.map(\.extendedLanguageTag) == [nil, "it", "fr"])
  }

  @Test(arguments: ["mp4", "mov", "mkv", "ts"])
  func `a sound that begins late says so`(type: String) async throws {
    let tracks = Asset(try await Self.facts(type)).tracks(withMediaType: .audio)
    // AAC's priming, of less than two packets, is part of the sound where no edit list hides it; ffmpeg hides that of a
    // sound that begins at zero alone.
    let starts = tracks.map(\.timeRange.start.seconds)
    #expect(abs(starts[0]) < 0.045 && abs(starts[1] - 0.75) < 0.045, "\(starts)")
    if type == "mp4" || type == "mov" { #expect(starts[0] == 0) }
  }
}
