import Containers
import Foundation
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// What parameter sets say of the order in which pictures are shown.
@Suite("The order of pictures by their parameter sets")
struct KeptOrderTests {
  @Test(arguments: [
    ("h264", ["-c:v", "libx264", "-bf", "0"], true), ("h264", ["-c:v", "libx264", "-bf", "3"], false),
    ("hevc", ["-c:v", "libx265", "-x265-params", "log-level=none:bframes=0"], true),
    ("hevc", ["-c:v", "libx265", "-x265-params", "log-level=none:bframes=3"], false),
  ]) func `pictures that refer to none behind them are shown as they are decoded`(
    codec: String, recipe: [String], keepsOrder: Bool
  ) async throws {
    let folder = try ScratchFolder()
    let film = folder.url("film.mp4")
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=0.4"] + recipe + [film.path])
    let source = try PacketSource(film.path, for: .decoding)
    let stream = try #require(source.streams.first)
    #expect(stream.codec == codec)
    let sets = try #require(ParameterSets(stream.configuration, codec: codec))
    #expect(sets.keepOrder == keepsOrder)
    // Sets that end too early say nothing.
    for unit in sets.units {
      for length in 0..<unit.count {
        let cut =
          codec == "hevc"
          ? SequenceSet(hevc: Array(unit.prefix(length))) : SequenceSet(h264: Array(unit.prefix(length)))
        #expect(cut?.keepsOrder != true || keepsOrder)
      }
    }
  }
}
