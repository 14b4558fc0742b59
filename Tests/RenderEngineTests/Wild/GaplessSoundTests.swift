import EditServices
import EditingModel
import Foundation
import MediaFormats
import RenderEngine
import Rendering
import Testing

import class TestSupport.ScratchFolder

/// Sound whose file says by other means than an edit list how many samples before and behind it are its encoder's.
@Suite("Sound without what its encoder adds")
struct GaplessSoundTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// AAC without an edit list, as Apple's encoders write it.
  private static let song = WildFile("song", "m4a", WildFile.sound + ["-c:a", "aac", "-use_editlist", "0"])

  /// The song's media have 145,024 samples, in the movie's units, too.
  private func song(stating text: String) async throws -> URL {
    try await Self.song.changed(in: folder.url) { bytes in
      let header = try #require(bytes.contents(ofBoxes: "mvhd").first)
      bytes.write(48_000, at: header + 12)
      bytes.write(145_024, at: header + 16)
      let movie = try #require(bytes.contents(ofBoxes: "moov").first) - 8
      try #require(bytes[movie..<movie + 4].reduce(0) { $0 << 8 | Int($1) } == bytes.count - movie)
      let item =
        Self.box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8))
        + Self.box("name", [0, 0, 0, 0] + Array("iTunSMPB".utf8))
        + Self.box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8))
      bytes += Self.box("udta", Self.box("meta", [0, 0, 0, 0] + Self.box("ilst", Self.box("----", item))))
      bytes.write(Int32(bytes.count - movie), at: movie)
    }
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let size = content.count + 8
    return [UInt8(size >> 24), UInt8(size >> 16 & 0xFF), UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF)]
      + Array(type.utf8) + content
  }

  private func samples(of url: URL, _ range: Range<Int64>) async throws -> [Float] {
    let plan = try await SoundEdits.whole(url, seconds: 2, .audio).plan()
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    return try await reader.samples(range).interleaved.map { Float($0) }
  }

  @Test func `a song of Apple's encoder is what its statement calls the sound`() async throws {
    // 2,112 samples of priming, 512 of a remainder, 142,400 of the sound.
    let url = try await song(stating: " 00000000 00000840 00000200 0000000000022C40 00000000 00000000")
    let track = try #require(try await WildFile.facts(of: url).audioTracks.first)
    #expect(track.sampleCount == 142_400 && track.firstSample == 0, "\(track)")
    let plain = try await samples(of: Self.song.url(), 0..<96_000)
    #expect(try await samples(of: url, 0..<90_000) == Array(plain[2_112..<92_112]))
  }

  @Test(arguments: [
    " 00000000 00000840 00000200 0000000000022C41 00000000", " 00000000 00000840 00000200",
    " 00000000 00000840 ? 22C40",
    " 00000000 FFFFFFFFFFFFFFFF 00000200 0000000000022C40",
  ])
  func `a statement of other media is passed over`(text: String) async throws {
    let track = try #require(try await WildFile.facts(of: song(stating: text)).audioTracks.first)
    #expect(track.sampleCount == 145_024, "\(track)")
  }

  @Test func `a tag of MP3 without a quality says the encoder's delay all the same`() async throws {
    let file = WildFile("tagged", "mp3", WildFile.sound + ["-c:a", "libmp3lame"])
    let url = try await file.changed(in: folder.url) { bytes in
      let tag = try #require(
        bytes.indices.first { index in ["Info", "Xing"].contains { bytes[index...].starts(with: $0.utf8) } })
      try #require(bytes[tag + 7] == 15)
      bytes[tag + 7] = 7
      // The encoder's part has 36 bytes.
      bytes.removeSubrange(tag + 116..<tag + 120)
      bytes.insert(contentsOf: [0, 0, 0, 0], at: tag + 152)
    }
    let whole = try #require(try await WildFile.facts(of: try await file.url()).audioTracks.first)
    let track = try #require(try await WildFile.facts(of: url).audioTracks.first)
    #expect(track.sampleCount == whole.sampleCount && track.firstSample == whole.firstSample, "\(track)")
    #expect(try await samples(of: url, 0..<48_000) == samples(of: file.url(), 0..<48_000))
  }
}
