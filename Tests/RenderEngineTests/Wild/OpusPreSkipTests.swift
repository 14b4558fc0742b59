import EditingModel
import Foundation
import MediaTime
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

@testable import Containers
@testable import RenderEngine

/// Opus in Matroska and WebM of which a decoder gives several packets before the sound (RFC 7845 §4.2), as where a part was copied from
/// amid a file: its first sample is the first that is heard.
@Suite("Pre-skip of Opus")
struct OpusPreSkipTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Six seconds of two channels in packets of `milliseconds`, in clusters of a second, with pictures beside them or without.
  private static func film(_ type: String = "webm", milliseconds: String = "20", withPictures: Bool = false) -> WildFile
  {
    let pictures = ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=6"]
    let sound = ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=6:seed=5:a=0.5"]
    let coded = [
      "-af", "lowpass=f=3000", "-ac", "2", "-c:a", "libopus", "-b:a", "128k", "-frame_duration", milliseconds,
      "-cluster_time_limit", "1000",
    ]
    return WildFile(
      "preskip-\(milliseconds)\(withPictures ? "-pictures" : "")", type,
      (withPictures ? pictures : []) + sound + (withPictures ? WildFile.h264 + ["-bf", "0"] : []) + coded)
  }

  /// A copy of `film` whose header says that a decoder gives `count` samples before the sound.
  private func url(of film: WildFile, preSkip count: Int) async throws -> URL {
    try await film.changed(in: folder.url) { bytes in
      let head = try #require(bytes.places(of: "OpusHead").first)
      bytes[head + 10] = UInt8(count & 0xFF)
      bytes[head + 11] = UInt8(count >> 8)
      // `CodecDelay` of three bytes gets a fourth, which the track's `TrackUID` of eight gives.
      let delay = try #require(bytes.places(of: [0x56, 0xAA, 0x83]).first)
      let identifier = try #require(bytes.places(of: [0x73, 0xC5, 0x88]).last { $0 < delay })
      let nanoseconds = (count * 1_000_000_000 + 24_000) / 48_000
      let content = (0..<4).map { UInt8(truncatingIfNeeded: nanoseconds >> (24 - 8 * $0)) }
      bytes.replaceSubrange(delay..<delay + 6, with: [0x56, 0xAA, 0x84] + content)
      bytes.remove(at: identifier + 3)
      bytes[identifier + 2] = 0x87
    }
  }

  /// Expects of the sound at `url` that each sample is ffmpeg's, from its first and from others on; gives how many there are.
  @discardableResult
  private func expectSamples(of url: URL) async throws -> Int {
    let index = try StoredFilm.index(of: url)
    let expected = try await SoundReader.samples(url, []).map(Double.init)
    let facts = try #require(index.facts.audioTracks.first)
    #expect(facts.firstSample == 0 && Int(facts.sampleCount) == expected.count / 2)
    for start in [0, 1, 959, 47_999, 150_001, 199_000] where start < expected.count / 2 {
      let found = try StoredFilm.samples(of: index, from: Int64(start))
      let meant = expected[(2 * start)...]
      try #require(found.count >= meant.count, "from \(start)")
      let difference = zip(found, meant).map { abs($0 - $1) }.max() ?? 1
      #expect(difference < 2e-3, "from \(start): \(difference)")
    }
    return expected.count / 2
  }

  /// A packet has 960 samples: the sound begins with one, within one, and behind more than a cluster of them.
  @Test(arguments: [648, 960, 1_000, 3_840, 4_152, 65_535], ["webm", "mkv"])
  func `a sound begins with the first sample behind its pre-skip`(preSkip: Int, type: String) async throws {
    let count = try await expectSamples(of: try await url(of: Self.film(type), preSkip: preSkip))
    // ffmpeg's encoder says 312.
    #expect(count == 288_000 + 312 - preSkip)
  }

  /// Short packets have more than half of one before the sound, and ffmpeg writes as much by itself.
  @Test(arguments: ["2.5", "5", "10", "40", "60"])
  func `a sound in packets of any length begins with its first sample`(milliseconds: String) async throws {
    let count = try await expectSamples(of: try await Self.film(milliseconds: milliseconds).url())
    #expect(count == 288_000)
  }

  @Test(arguments: ["5", "10", "40"])
  func `a longer pre-skip hides packets of any length`(milliseconds: String) async throws {
    let film = Self.film(milliseconds: milliseconds)
    try await expectSamples(of: try await url(of: film, preSkip: 4_321))
  }

  @Test func `a sound beside pictures is heard when its blocks say`() async throws {
    let film = Self.film("mkv", withPictures: true)
    let (short, long) = (try await film.url(), try await url(of: film, preSkip: 4_152))
    for url in [short, long] {
      let index = try StoredFilm.index(of: url)
      #expect(index.zero == .zero && index.facts.audioTracks.map(\.firstSample) == [0])
    }
    try await expectSamples(of: long)
  }

  @Test func `packets that are left out whole lie before zero, and the next is heard from zero on`() async throws {
    let url = try await url(of: Self.film(), preSkip: 4_152)
    let index = try StoredFilm.index(of: url)
    let stored = try #require(index.audioAccess[0].stored)
    var packets = try StoredPackets(url.path, stored)
    var found: [StoredStream.Times] = []
    while found.count < 7, let (_, times) = try packets.next() { found.append(times) }
    #expect(found.map { $0.hidden.start } == [960, 960, 960, 960, 312, 0, 0])
    let times = try found.map { try #require($0.presentation) }
    #expect(times[0] == -86_500_000 && times[4] == 0 && times[..<4].allSatisfy { $0 < 0 } && times[5] > 0)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(index.audioAccess[0].sampleMap == .uniform(first: -4_152, length: 960))
  }

  @Test func `a part that ffmpeg copies from amid a file begins with its first sample`() async throws {
    let (whole, part) = (try await Self.film().url(), folder.url("part.webm"))
    try await MediaTools.ffmpeg(["-ss", "2.03", "-i", whole.path, "-c", "copy", part.path])
    try await expectSamples(of: part)
  }
}
