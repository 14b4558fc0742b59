import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// Enhanced AC-3 whose frames have fewer than six blocks, as broadcasts of little delay have it.
@Suite("Enhanced AC-3 of short frames")
struct EnhancedAC3Tests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Two seconds in frames of `blocks` blocks, in a file of `type`.
  private func film(blocks: Int, _ type: String) async throws -> URL {
    let raw = folder.url("raw.eac3")
    try Data(EAC3Maker.stream(blocks: blocks, count: 96_000)).write(to: raw)
    guard type != "eac3" else { return raw }
    let url = folder.url("film.\(type)")
    try await MediaTools.ffmpeg(["-i", raw.path, "-c", "copy", url.path])
    return url
  }

  /// Movies have six blocks in a sample, and libavformat leaves out those at the end that are fewer.
  @Test(arguments: [1, 2, 3], ["eac3", "mkv", "ts", "mp4"])
  func `samples are ffmpeg's, from the beginning and from amid the sound`(blocks: Int, type: String) async throws {
    let url = try await film(blocks: blocks, type)
    let index = try StoredFilm.index(of: url)
    let facts = try #require(index.facts.audioTracks.first)
    let expected = try await SoundReader.samples(url, []).map(Double.init)
    let length = 256 * blocks
    #expect(
      type == "mp4"
        ? expected.count == 96_000 / 1_536 * 1_536 : expected.count == (96_000 + length - 1) / length * length)
    #expect(facts.codec == "E-AC-3" && facts.firstSample == 0 && Int(facts.sampleCount) == expected.count)
    let whole = try StoredFilm.samples(of: index)
    #expect(zip(whole, expected).allSatisfy { abs($0 - $1) < 1e-4 } && whole.count >= expected.count)
    #expect(expected[48_300..<52_800].contains { abs($0) > 0.01 } && expected[..<48_000].allSatisfy { abs($0) < 0.001 })
    // What fills the bands is another noise wherever decoding begins; where it is loud is not.
    for start in [47_000, 52_000, 90_001] {
      let found = try StoredFilm.samples(of: index, from: Int64(start))
      func edge(_ samples: some Sequence<Double>) -> [Int] {
        let loud = samples.enumerated().filter { abs($0.element) > 0.004 }.map(\.offset)
        return [loud.first ?? -1, loud.last ?? -1]
      }
      #expect(found.count >= expected.count - start)
      #expect(zip(edge(found), edge(expected[start...])).allSatisfy { abs($0 - $1) < 100 }, "from \(start)")
    }
  }

  @Test(arguments: [1, 2, 3], ["eac3", "mkv", "ts"])
  func `packets are as long as their frames, and lie end to end`(blocks: Int, type: String) async throws {
    let index = try StoredFilm.index(of: try await film(blocks: blocks, type))
    let reader = try TrackPacketReader(.audio, track: 0, of: index, cancellation: Cancellation())
    defer { reader.close() }
    let length = Int64(256 * blocks)
    var number: Int64 = 0
    while let packet = try reader.blockingPacket() {
      let (start, duration) = (try Rational(number * length, 48_000), try Rational(length, 48_000))
      try #require(packet.data.count == 128 && packet.duration == duration, "\(number)")
      try #require(packet.presentationTime == start, "\(number)")
      number += 1
    }
    #expect(number == (96_000 + length - 1) / length)
  }
}
