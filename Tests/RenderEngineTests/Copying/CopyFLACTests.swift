import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Packets of FLAC, whose stream has a header that counts and sums it: a part and a whole of several have one of their own.
@Suite("FLAC without decoding")
struct CopyFLACTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A sound of `seconds`, in blocks of `block` samples.
  private func sound(_ name: String, seconds: Double, block: Int = 4_096, format: String = "s16") async throws -> URL {
    let url = folder.url(name)
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "anoisesrc=r=48000:d=\(seconds):seed=\(block),aformat=channel_layouts=stereo", "-c:a",
      "flac",
      "-frame_size", "\(block)", "-sample_fmt", format, "-strict", "-2", "-bits_per_raw_sample",
      format == "s16" ? "16" : "24", url.path,
    ])
    return url
  }

  private func samples(of url: URL) async throws -> Data {
    try await MediaTools.ffmpegOutput(["-i", url.path, "-f", "s16le", "-c:a", "pcm_s16le"])
  }

  /// What ffmpeg says is wrong with the frames of `url`; and what libavformat finds in its header.
  private func probed(_ url: URL) async throws -> String {
    try await MediaTools.ffprobe([
      "-show_entries", "stream=start_time,duration_ts,extradata_size", "-of", "csv", url.path,
    ])
  }

  @Test(arguments: [FileType.flac, .mkv, .mp4, .ogg]) func `a part counts its own samples, from its own beginning`(
    type: FileType
  ) async throws {
    let source = try await sound("whole.flac", seconds: 6)
    let target = folder.url("part.\(type.rawValue)")
    let range = try CopiedFilm.range(Rational(9, 5), Rational(4))
    let file = try await CopiedFilm.copy(
      PacketCopy([.init(CopiedFilm.asset(source), range: range)], as: type), to: target)
    let facts = try #require(try await CopiedFilm.facts(of: target)?.audioTracks.first)
    #expect(try facts.sampleCount == (file.duration * Rational(48_000)).floor(), "\(file)")
    #expect(facts.firstSample == 0)
    guard type != .mp4 else { return }
    // Whole blocks, from the one that is heard at the beginning on.
    let (whole, part) = (try await samples(of: source), try await samples(of: target))
    let first = try (file.start * Rational(4 * 48_000)).rounded()
    #expect(whole.dropFirst(Int(first)).prefix(part.count) == part)
    #expect(part.count == Int(facts.sampleCount) * 4)
    guard type == .flac else { return }
    #expect(try await probed(target).contains(",\(facts.sampleCount)"))
    let header = [UInt8](try Data(contentsOf: target).prefix(42))
    #expect(header[26...].allSatisfy { $0 == 0 })
    #expect(header[8..<12].elementsEqual([16, 0, 16, 0]))
  }

  @Test(arguments: [FileType.flac, .mkv, .mp4, .ogg]) func `several become one, whatever their blocks`(
    type: FileType
  ) async throws {
    let sources = [
      try await sound("a.flac", seconds: 2.01), try await sound("b.flac", seconds: 1, block: 1_152),
      try await sound("c.flac", seconds: 1.5),
    ]
    let target = folder.url("all.\(type.rawValue)")
    let file = try await CopiedFilm.copy(
      PacketCopy(sources.map { .init(CopiedFilm.asset($0)) }, as: type), to: target)
    #expect(file.notes.isEmpty && file.isExact && file.duration.seconds == 4.51, "\(file)")
    var wanted = Data()
    for source in sources { wanted += try await samples(of: source) }
    #expect(try await samples(of: target) == wanted)
    guard type == .flac else { return }
    #expect(try await probed(target).contains(",216480"))
  }

  @Test func `sounds of other depths are not joined, and the depth is named`() async throws {
    let parts = [
      try await sound("a.flac", seconds: 1), try await sound("b.flac", seconds: 1, format: "s32"),
    ].map { PacketCopy.Part(CopiedFilm.asset($0)) }
    let error = await #expect(throws: RenderError.self) {
      _ = try await CopiedFilm.copy(PacketCopy(parts, as: .flac), to: folder.url("all.flac"))
    }
    #expect(
      error?.description.contains("the depth is 24 bits in b.flac and 16 bits in a.flac") == true, "\(error as Any)")
  }

  @Test func `FLAC in MP4 is copied into MP4`() async throws {
    let source = try await sound("a.mp4", seconds: 1)
    let target = folder.url("copy.mp4")
    let file = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(source))], as: .mp4), to: target)
    #expect(file.isExact)
    #expect(try await samples(of: target) == samples(of: source))
  }
}
