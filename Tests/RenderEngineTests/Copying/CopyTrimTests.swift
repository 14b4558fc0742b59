import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.FilmCodec
import enum TestSupport.FilmReader
import struct TestSupport.Fraction
import struct TestSupport.FrameComparison
import struct TestSupport.FrameRate
import enum TestSupport.FrameReading
import enum TestSupport.MediaTools
import enum TestSupport.ProofScope
import class TestSupport.ScratchFolder
import enum TestSupport.SoundCodec
import struct TestSupport.SoundFile
import enum TestSupport.SoundReader

/// Parts of films, whose packets are copied.
@Suite("Trimmed without decoding")
struct CopyTrimTests {
  /// A film, and where its parts go.
  struct Case: Hashable, Sendable, CustomTestStringConvertible {
    var container: String
    var video: FilmCodec
    var audio: SoundCodec
    var target: FileType

    var testDescription: String { "\(video)+\(audio) from \(container) to \(target)" }

    /// The pictures of the parts that are made: all with `GSTEDIT_FULL=1`, and else every other one, those of the even places of
    /// one film and of the odd ones of the next.
    func ranges(among films: [Case]) -> [(Int, Int)] {
      let turn = films.firstIndex(of: self) ?? 0
      return CopyTrimTests.ranges.enumerated().filter { ProofScope.isFull || ($0.offset + turn) % 2 == 0 }.map(
        \.element)
    }
  }

  static let ranges = [(0, 40), (31, 77), (60, 61), (59, 120), (100, 150), (24, 48), (1, 2), (149, 150)]

  private static let exact = [
    Case(container: "mp4", video: .h264OpenGroups, audio: .aac, target: .mp4),
    Case(container: "mp4", video: .h264, audio: .aac, target: .mov),
    Case(container: "mkv", video: .h264, audio: .ac3, target: .mp4),
    Case(container: "mp4", video: .hevc, audio: .mp3, target: .mp4),
    Case(container: "webm", video: .vp9, audio: .opus, target: .mp4),
    Case(container: "ts", video: .h264, audio: .aac, target: .mp4),
    Case(container: "mov", video: .prores, audio: .pcm, target: .mov),
  ]

  @Test(arguments: exact) func `an edit list makes a part exact`(film: Case) async throws {
    let folder = try ScratchFolder()
    let media = try await CopiedFilm.url(42, film.video, film.audio, in: film.container)
    for (first, last) in film.ranges(among: Self.exact) {
      let target = folder.url("\(first).\(film.target.rawValue)")
      let range = try CopiedFilm.range(try Rational(Int64(first), 25), Rational(Int64(last), 25))
      let file = try await CopiedFilm.copy(
        PacketCopy([.init(CopiedFilm.asset(media), range: range)], as: film.target), to: target)
      let isExact = file.isExact && file.start == range.start
      #expect(isExact, "\(file)")
      let found = FrameComparison(try await FilmReader.frames(target), CopiedFilm.frames(first..<last, of: 42))
      #expect(found.isExact, "\(first)..<\(last): \(found)")
      // The engine's own view, which is GStreamer's: it does not decode what an edit list has begin with an open group.
      guard film.video != .h264OpenGroups, film.video != .hevc else { continue }
      let facts = try #require(try await CopiedFilm.facts(of: target))
      // Where the first picture is not shown at zero, the frame before the range is shown for a moment.
      let more = (facts.videoTracks.first?.timing.count ?? 0) - (last - first)
      #expect(
        more == 0 || more == 1 && film.container != "mp4" && film.container != "mov", "\(first)..<\(last): \(more)")
      if film.audio == .pcm || film.audio == .aac {
        let samples = facts.audioTracks.first.map { ($0.firstSample, $0.sampleCount) } ?? (-1, -1)
        #expect(samples.0 == 0 && abs(samples.1 - Int64(last - first) * 1_920) <= 1, "\(first)..<\(last): \(samples)")
      }
    }
  }

  private static let early = [
    Case(container: "mkv", video: .h264, audio: .ac3, target: .mkv),
    Case(container: "mp4", video: .h264OpenGroups, audio: .aac, target: .mkv),
    Case(container: "mp4", video: .h264OpenGroups, audio: .aac, target: .ts),
    Case(container: "webm", video: .vp9, audio: .opus, target: .webm),
    Case(container: "ts", video: .h264, audio: .aac, target: .ts),
    Case(container: "mkv", video: .ffv1, audio: .flac, target: .mkv),
  ]

  @Test(arguments: early) func `elsewhere a part begins at the key frame before, and says so`(film: Case) async throws {
    let folder = try ScratchFolder()
    let media = try await CopiedFilm.url(42, film.video, film.audio, in: film.container)
    // Of a stream that begins with the six pictures of an open group ffmpeg decodes five.
    for (first, last) in film.ranges(among: Self.early) where film.video != .h264OpenGroups || first != 149 {
      let target = folder.url("\(first).\(film.target.rawValue)")
      let range = try CopiedFilm.range(try Rational(Int64(first), 25), Rational(Int64(last), 25))
      let file = try await CopiedFilm.copy(
        PacketCopy([.init(CopiedFilm.asset(media), range: range)], as: film.target), to: target)
      let start = try (file.start * Rational(25)).floor()
      let isBefore = start <= Int64(first)
      #expect(isBefore, "\(file)")
      let frames = try await FilmReader.frames(target)
      let end = Int(start) + frames.count
      #expect(end >= last && end <= last + 4, "\(first)..<\(last): \(start)..<\(end)")
      let found = FrameComparison(frames, CopiedFilm.frames(Int(start)..<end, of: 42))
      #expect(found.isExact, "\(first)..<\(last): \(found)")
      let isWhole = Int(start) == first && end == last
      #expect(!file.isExact || isWhole, "\(first)..<\(last): \(file)")
      let times = try await CopiedFilm.times(of: target)
      let (pictures, sound) = (times.pictures.first ?? 0, times.sound.first ?? 0)
      // Sound begins with the first packet from there on; one of FLAC lasts 96 ms.
      #expect(sound - pictures > -0.03 && sound - pictures < 0.1, "\(first): \(sound - pictures)")
    }
  }

  @Test func `samples of a part are those of the film`() async throws {
    let folder = try ScratchFolder()
    let type = FileType.mov
    let media = try await CopiedFilm.url(42, .prores, .pcm, in: type.rawValue)
    let all = try await SoundReader.pcm(media)
    let range = try CopiedFilm.range(try Rational(7, 5), Rational(3))
    let target = folder.url("part.\(type.rawValue)")
    _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(media), range: range)], as: type), to: target)
    let part = try await SoundReader.pcm(target)
    let (start, length): (Int, Int) = (7 * 48_000 / 5 * 4, 8 * 48_000 / 5 * 4)
    // ffmpeg gives the rest of the last packet, too.
    #expect(part.count >= length)
    let expected = all[start..<start + length]
    // A difference of so many bytes would take the test longer to describe than to find.
    let isSame = part.prefix(expected.count).elementsEqual(expected)
    #expect(isSame)
  }

  @Test(arguments: [FileType.mp4, .mov]) func `a click is where it was, behind an edit list`(type: FileType)
    async throws
  {
    let folder = try ScratchFolder()
    let media = try await SmallPicture.film(49, frameCount: 100) { film in
      film.timing = .constant(FrameRate(25))
      film.sound = SoundFile(.click(at: Fraction(2))) { sound in
        sound.codec = .aac
        sound.count = 192_000
      }
    }.url()
    func click(_ url: URL) async throws -> Int {
      let samples = try await SoundReader.firstChannel(url).map(\.magnitude)
      return try #require(samples.firstIndex(of: samples.max() ?? 0))
    }
    let before = try await click(media)
    for tenths in [4, 7, 12, 19] {
      let target = folder.url("\(tenths).\(type.rawValue)")
      let range = try CopiedFilm.range(Rational(Int64(tenths), 10), Rational(3))
      _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(media), range: range)], as: type), to: target)
      #expect(try await click(target) == before - tenths * 4_800, "\(tenths)")
    }
  }

  @Test(arguments: [FileType.mp4, .mov]) func `subtitles stay where they are spoken`(type: FileType) async throws {
    let folder = try ScratchFolder()
    let film = try await CopiedFilm.url(42, .h264, .aac, in: "mp4")
    let words = try folder.write("1\n00:00:01,000 --> 00:00:03,000\nHello\n\n", to: "words.srt")
    let media = folder.url("film.mp4")
    try await MediaTools.ffmpeg([
      "-i", film.path, "-i", words.path, "-map", "0", "-map", "1", "-c", "copy", "-c:s", "mov_text", media.path,
    ])
    let target = folder.url("part.\(type.rawValue)")
    let range = try CopiedFilm.range(Rational(2, 5), Rational(4))
    let file = try await CopiedFilm.copy(
      PacketCopy([.init(CopiedFilm.asset(media), range: range)], as: type), to: target)
    let text = String(
      decoding: try await MediaTools.ffmpegOutput(["-i", target.path, "-map", "0:s", "-f", "srt"]), as: UTF8.self)
    #expect(text.contains("00:00:00,600 --> 00:00:02,600") && text.contains("Hello"), "\(text)")
    #expect(file.notes.isEmpty, "\(file.notes)")
  }

  @Test(arguments: ["aac", "libmp3lame", "ac3", "mp2"])
  func `a part begins with a whole picture, where its pictures are not on its sound's times`(encoder: String)
    async throws
  {
    let folder = try ScratchFolder()
    let film = folder.url("film.mkv")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3", "-f", "lavfi", "-i", "sine=440:r=48000:d=3", "-c:v", "libx264",
      "-g", "25", "-c:a", encoder, film.path,
    ])
    let target = folder.url("part.mp4")
    let file = try await CopiedFilm.copy(
      PacketCopy([.init(CopiedFilm.asset(film), range: try CopiedFilm.range(Rational(1), Rational(2)))], as: .mp4),
      to: target)
    #expect(file.isExact && file.duration == .one, "\(file)")
    // In the film, pictures are later than the sound by less than one: so they are in its part.
    let before = try await CopiedFilm.times(of: film).pictures
    let after = try await CopiedFilm.times(of: target).pictures.filter { $0 > -0.0001 }
    let wanted = try #require(before.first { $0 > 0.9995 }) - 1
    #expect(abs(try #require(after.first) - wanted) < 0.001, "\(after) \(before)")
    let facts = try #require(try await CopiedFilm.facts(of: target)?.videoTracks.first)
    #expect(facts.timing.count == 25)
    let regular = if case .constant = facts.timing { true } else { false }
    #expect(regular, "\(facts.timing)")
  }

  @Test func `a range beyond the film is refused`() async throws {
    let folder = try ScratchFolder()
    let media = try await CopiedFilm.url(42, .h264, .aac, in: "mp4")
    let error = await #expect(throws: RenderError.self) {
      _ = try await CopiedFilm.copy(
        PacketCopy([.init(CopiedFilm.asset(media), range: try CopiedFilm.range(Rational(50), Rational(60)))], as: .mp4),
        to: folder.url("part.mp4"))
    }
    #expect(error?.code == .sourceRangeBeyondMedia)
    #expect(try folder.names() == [])
  }
}
