import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.FilmCodec
import enum TestSupport.FilmReader
import struct TestSupport.FrameComparison
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundCodec

/// Films one after another, whose packets are copied.
@Suite("Joined without decoding")
struct CopyJoinTests {
  @Test(arguments: [
    ("mp4", FilmCodec.h264OpenGroups, SoundCodec.aac, FileType.mp4), ("mp4", .h264, .aac, .mkv),
    ("mkv", .h264, .ac3, .mkv), ("mkv", .h264, .ac3, .mp4), ("webm", .vp9, .opus, .webm), ("ts", .h264, .aac, .ts),
    ("mov", .prores, .pcm, .mov), ("mp4", .hevc, .mp3, .mov),
  ]) func `every frame is there, in order`(
    container: String, video: FilmCodec, audio: SoundCodec, type: FileType
  ) async throws {
    let folder = try ScratchFolder()
    var parts: [PacketCopy.Part] = []
    for number in [UInt8(43), 44, 45] {
      parts.append(.init(CopiedFilm.asset(try await CopiedFilm.url(number, video, audio, in: container, count: 75))))
    }
    let target = folder.url("all.\(type.rawValue)")
    let file = try await CopiedFilm.copy(PacketCopy(parts, as: type), to: target)
    let expected = [UInt8(43), 44, 45].flatMap { CopiedFilm.frames(0..<75, of: $0) }
    let found = FrameComparison(try await FilmReader.frames(target), expected)
    #expect(found.isExact, "\(found)")
    #expect(abs(file.duration.seconds - 9) < 0.08, "\(file)")
    let times = try await CopiedFilm.times(of: target).pictures
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { abs($0 - 0.04) < 0.012 }, "\(steps.filter { abs($0 - 0.04) >= 0.012 })")
    let facts = try #require(try await CopiedFilm.facts(of: target))
    #expect(facts.videoTracks.first?.timing.count == 225)
  }

  @Test(arguments: [FileType.mp4, .mov]) func `parts that are exact are joined exactly`(type: FileType) async throws {
    let folder = try ScratchFolder()
    let (one, two) = (
      CopiedFilm.asset(try await CopiedFilm.url(43, .h264OpenGroups, .aac, in: "mp4")),
      CopiedFilm.asset(try await CopiedFilm.url(44, .h264OpenGroups, .aac, in: "mp4"))
    )
    let target = folder.url("all.\(type.rawValue)")
    let parts = [
      PacketCopy.Part(one, range: try CopiedFilm.range(try Rational(11, 25), Rational(53, 25))),
      PacketCopy.Part(two, range: try CopiedFilm.range(try Rational(31, 25), Rational(90, 25))),
      PacketCopy.Part(one, range: try CopiedFilm.range(try Rational(100, 25), Rational(121, 25))),
    ]
    let file = try await CopiedFilm.copy(PacketCopy(parts, as: type), to: target)
    let expected =
      CopiedFilm.frames(11..<53, of: 43) + CopiedFilm.frames(31..<90, of: 44) + CopiedFilm.frames(100..<121, of: 43)
    let found = FrameComparison(try await FilmReader.frames(target), expected)
    #expect(found.isExact, "\(found)")
    // As this program reads it.
    let encoded = folder.url("encoded.mkv")
    try await FileConversion([CopiedFilm.asset(target)]).session(to: encoded).export()
    let read = FrameComparison(try await FilmReader.frames(encoded), expected)
    #expect(read.isExact, "\(read)")
    let isWhole = try file.duration == Rational(122, 25)
    #expect(isWhole, "\(file)")
    // Pictures are exact; sound is joined at whole packets, up to half a packet early or late, as stated.
    let packet = 1_024.0 / 48_000
    #expect(file.isExact == (file.soundOffset == .zero) && file.soundOffset.seconds <= packet / 2, "\(file)")
    #expect(file.notes.contains { $0.contains("3 parts of its media") }, "\(file.notes)")
  }

  @Test(arguments: [FileType.mp4, .mkv]) func `a picture stays where its part's sound goes on behind it`(
    type: FileType
  ) async throws {
    let folder = try ScratchFolder()
    let short = folder.url("short.mp4")
    let whole = try await CopiedFilm.url(43, .h264, .aac, in: "mp4", count: 75)
    let longer = try await CopiedFilm.url(44, .h264, .aac, in: "mp4", count: 100)
    try await MediaTools.ffmpeg([
      "-i", whole.path, "-i", longer.path, "-map", "0:v", "-map", "1:a", "-c", "copy", short.path,
    ])
    let target = folder.url("all.\(type.rawValue)")
    let parts = [short, whole].map { PacketCopy.Part(CopiedFilm.asset($0)) }
    _ = try await CopiedFilm.copy(PacketCopy(parts, as: type), to: target)
    let times = try await CopiedFilm.times(of: target).pictures
    #expect(times.count == 150 && abs(times[75] - times[74] - 1.04) < 0.012, "\(times[73...76])")
    let facts = try #require(try await CopiedFilm.facts(of: target))
    #expect(facts.videoTracks.first?.timing.count == 150 && abs(facts.duration.seconds - 7) < 0.03, "\(facts.duration)")
  }

  @Test func `where streams do not agree, every difference is named`() async throws {
    let folder = try ScratchFolder()
    let one = CopiedFilm.asset(try await CopiedFilm.url(43, .h264, .aac, in: "mp4"))
    for (other, words) in [
      (try await CopiedFilm.url(44, .hevc, .mp3, in: "mp4"), ["the codec is hevc", "the codec is mp3"]),
      (try await CopiedFilm.url(44, .h264OpenGroups, .aac, in: "mp4"), ["configuration"]),
      (try await CopiedFilm.url(44, .h264, nil, in: "mp4"), ["sound"]),
    ] {
      let error = await #expect(throws: RenderError.self) {
        _ = try await CopiedFilm.copy(
          PacketCopy([.init(one), .init(CopiedFilm.asset(other))], as: .mp4), to: folder.url("all.mp4"))
      }
      #expect(error?.code == .unsupported)
      for word in words { #expect(error?.description.contains(word) == true, "\(error as Any)") }
    }
    #expect(try folder.names() == [])
  }
}
