import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Sound whose file says by other means than an edit list how many samples before and behind it are its encoder's.
@Suite("Sound without what its encoder adds")
struct GaplessSoundTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func samples(of url: URL, _ range: Range<Int64>, seconds: Int64 = 2) async throws -> [Float] {
    let plan = try await SoundEdits.whole(url, seconds: seconds, .audio).plan()
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    return try await reader.samples(range).interleaved.map { Float($0) }
  }

  /// The units of a movie are finer or coarser than samples.
  private static let timescales: [Int32] = [48_000, 1_000, 600]

  @Test(arguments: timescales) func `a song of Apple's encoder is what its statement calls the sound`(
    timescale: Int32
  ) async throws {
    let url = try await StatedSong.url(timescale: timescale, in: folder)
    let track = try #require(try await WildFile.facts(of: url).audioTracks.first)
    #expect(track.sampleCount == 142_400 && track.firstSample == 0, "\(track)")
    let plain = try await samples(of: StatedSong.plain.url(), 0..<96_000)
    #expect(try await samples(of: url, 0..<90_000) == Array(plain[2_112..<92_112]))
  }

  @Test(arguments: timescales) func `a remainder that is shorter than the movie's units is left out`(
    timescale: Int32
  ) async throws {
    // 2,112 samples of priming, 40 of a remainder, 142,872 of the sound.
    let text = " 00000000 00000840 00000028 0000000000022E18 00000000 00000000"
    let url = try await StatedSong.url(stating: text, timescale: timescale, in: folder)
    let track = try #require(try await WildFile.facts(of: url).audioTracks.first)
    #expect(track.sampleCount == 142_872 && track.firstSample == 0, "\(track)")
  }

  @Test(arguments: [
    " 00000000 00000840 00000200 0000000000022C41 00000000", " 00000000 00000840 00000200",
    " 00000000 00000840 ? 22C40",
    " 00000000 FFFFFFFFFFFFFFFF 00000200 0000000000022C40",
  ])
  func `a statement of other media is passed over`(text: String) async throws {
    let url = try await StatedSong.url(stating: text, in: folder)
    let track = try #require(try await WildFile.facts(of: url).audioTracks.first)
    #expect(track.sampleCount == 145_024, "\(track)")
  }

  @Test func `a copy of a song ends with the sound, and states nothing of its encoder's samples`() async throws {
    let song = CopiedFilm.asset(try await StatedSong.url(timescale: 1_000, in: folder))
    let plain = try await samples(of: StatedSong.plain.url(), 0..<96_000)
    let (duration, later) = (try Rational(142_400, 48_000), try Rational(94_400, 48_000))
    var copy = PacketCopy([.init(song)], as: .m4a)
    copy.metadataFilter = .all
    let whole = folder.url("whole.m4a")
    let file = try await CopiedFilm.copy(copy, to: whole)
    #expect(file.isExact && file.duration == duration, "\(file)")
    let track = try #require(try await WildFile.facts(of: whole).audioTracks.first)
    #expect(track.sampleCount == 142_400 && track.firstSample == 0, "\(track)")
    #expect(try await samples(of: whole, 0..<90_000) == Array(plain[2_112..<92_112]))
    // A part that would go on behind the sound.
    copy.parts = [.init(song, range: try CopiedFilm.range(Rational(1), Rational(3)))]
    let part = folder.url("part.m4a")
    let rest = try await CopiedFilm.copy(copy, to: part)
    #expect(rest.isExact && rest.duration == later, "\(rest)")
    // But for what decoders round when they begin elsewhere.
    let differences = zip(try await samples(of: part, 0..<45_888, seconds: 1), plain[50_112..<96_000]).map {
      abs($0 - $1)
    }
    #expect(
      differences.allSatisfy { $0 < 1e-6 }, "\(differences.firstIndex { $0 >= 1e-6 } ?? -1), \(differences.max() ?? 0)")
    for url in [whole, part] {
      let tags = try await MediaTools.ffprobe(["-show_entries", "format_tags", "-of", "csv=p=0", url.path])
      let name = try Data(contentsOf: url).range(of: Data("iTunSMPB".utf8))
      let isStated = tags.contains("00000840") || name != nil
      #expect(!isStated, "\(tags)")
    }
  }

  @Test func `songs that are joined follow each other with what is the sound of each`() async throws {
    let song = CopiedFilm.asset(try await StatedSong.url(timescale: 600, in: folder))
    let file = try await CopiedFilm.copy(
      PacketCopy([.init(song), .init(song)], as: .m4a), to: folder.url("joined.m4a"))
    let duration = try Rational(284_800, 48_000)
    #expect(file.duration == duration, "\(file)")
    let inMatroska = try await CopiedFilm.copy(PacketCopy([.init(song)], as: .mkv), to: folder.url("copy.mkv"))
    // Nothing hides the encoder's samples there.
    #expect(!inMatroska.isExact, "\(inMatroska)")
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
