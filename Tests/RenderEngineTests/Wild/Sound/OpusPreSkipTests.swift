import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Testing

import enum TestSupport.MediaTools
import enum TestSupport.RawSamples
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// Opus in Matroska, WebM and Ogg with a pre-skip of several packets (RFC 7845 §4.2), as in a part that was copied from
/// the middle of a file: its first sample is the first that is heard.
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
      let difference = RawSamples.greatestDifference(found, meant)
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

  /// A copy of a sound of six seconds in Ogg whose header says that a decoder gives `preSkip` samples before the sound.
  private func ogg(preSkip: Int, _ change: (inout OggFile) -> Void = { _ in }) async throws -> URL {
    try await Self.film("ogg").changed(in: folder.url) { bytes in
      var file = OggFile(bytes)
      file.pages[0].setLittleEndian(UInt64(preSkip), at: 38, 2)
      change(&file)
      bytes = file.bytes
    }
  }

  @Test(arguments: [312, 648, 960, 4_152, 7_680, 65_535])
  func `a sound in Ogg begins with the first sample behind its pre-skip`(preSkip: Int) async throws {
    let count = try await expectSamples(of: try await ogg(preSkip: preSkip))
    #expect(count == 288_000 + 312 - preSkip)
  }

  /// Such files are what recorders of internet radio write, and what cutting pages out of a file leaves.
  @Test(arguments: [312, 4_152], [1_000, 480_000])
  func `a part of a stream of Opus begins behind its pre-skip`(preSkip: Int, start: Int64) async throws {
    let url = try await ogg(preSkip: preSkip) { file in
      for page in 2..<file.pages.count { file[position: page] += start }
    }
    let count = try await expectSamples(of: url)
    #expect(count == 288_000 + 312 - preSkip)
  }

  @Test func `pages that were cut out of a stream, and a last one that is cut, are heard as ffmpeg has them`()
    async throws
  {
    let url = try await ogg(preSkip: 3_840) { file in
      file.pages.removeSubrange(2...3)
      file[position: file.pages.count - 1] -= 200
    }
    try await expectSamples(of: url)
  }

  @Test func `a stream of Opus begins where its first page says`() async throws {
    let url = try await ogg(preSkip: 4_152) { file in
      for page in 2..<file.pages.count { file[position: page] += 1_000 }
    }
    #expect(try OggOpusStarts(of: FileBytes(url.path)).samples == [1_000])
    #expect(try OggOpusStarts(of: FileBytes(try await Self.film("ogg").url().path)).samples == [0])
    // A page may end before its packets do where it is the only one; elsewhere the number is none.
    let short = try await ogg(preSkip: 312) { $0[position: 2] = 5 }
    #expect(try OggOpusStarts(of: FileBytes(short.path)).samples == [0])
    let file = try FileBytes(short.path)
    for count in [300, 60, 47, 27, 20, 0] as [UInt64] {
      try file.truncate(to: count)
      #expect(try OggOpusStarts(of: file).samples.allSatisfy { $0 == nil })
    }
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

  @Test(arguments: [312, 648, 4_152], ["mkv", "webm", "ogg"])
  func `packets as they are lie end to end, those before the sound before zero`(preSkip: Int, type: String) async throws
  {
    let url = try await type == "ogg" ? ogg(preSkip: preSkip) : url(of: Self.film(type), preSkip: preSkip)
    let index = try StoredFilm.index(of: url)
    let reader = try TrackPacketReader(.audio, track: 0, of: index, cancellation: Cancellation())
    defer { reader.close() }
    let expected = try (0..<301).map { try Rational(Int64(960 * $0 - preSkip), 48_000) }
    var packets: [MediaPacket] = []
    while let packet = try reader.blockingPacket() { packets.append(packet) }
    #expect(packets.map(\.presentationTime) == expected)
    #expect(try packets.dropLast().allSatisfy { try $0.duration == Rational(960, 48_000) })
    // Near the beginning Ogg's demuxer goes back to the first packet.
    for time in [try Rational(1, 100), try Rational(1, 2), Rational(3)] {
      try reader.seek(to: time)
      let amid = try (0..<8).map { _ in try #require(try reader.blockingPacket()).presentationTime }
      let place = try #require(expected.firstIndex(of: amid[0]), "\(amid[0])")
      #expect(amid[0] <= time && amid == Array(expected[place..<place + 8]))
    }
    guard type != "ogg" else { return }
    // The list of a file that counts milliseconds: ffmpeg rounds a time, and what it puts before the first of them.
    let table = try StoredSamples(
      of: CompositionTrackSegment.Source(asset: index.facts.asset, trackIndex: 0), .audio, index,
      cancellation: Cancellation()
    ).table
    let listed = try table.entries.map { try table.time($0.presentation) }
    #expect(listed.count == expected.count)
    let wrong = zip(listed, expected).filter { abs($0.seconds - $1.seconds) > 0.0015 }
    #expect(wrong.isEmpty, "\(wrong.count) of \(listed.count): \(wrong.prefix(3))")
  }

  @Test func `a part that ffmpeg copies from amid a file begins with its first sample`() async throws {
    let (whole, part) = (try await Self.film().url(), folder.url("part.webm"))
    try await MediaTools.ffmpeg(["-ss", "2.03", "-i", whole.path, "-c", "copy", part.path])
    try await expectSamples(of: part)
  }
}
