import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import Testing

import enum TestSupport.Click
import enum TestSupport.FilmCodec
import struct TestSupport.Fraction
import struct TestSupport.FrameRate
import class TestSupport.ScratchFolder
import enum TestSupport.SoundCodec
import struct TestSupport.SoundFile
import enum TestSupport.SoundReader

@testable import Containers
@testable import RenderEngine

/// The sound of films one after another, whose packets are copied.
@Suite("Sound joined without decoding")
struct CopyJoinedSoundTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Films with a click in each, and how many samples a packet of their sound has.
  struct Case: Hashable, Sendable, CustomTestStringConvertible {
    var container: String
    var video: FilmCodec
    var audio: SoundCodec
    var target: FileType
    var packet: Int64

    var testDescription: String { "\(video)+\(audio) from \(container) to \(target)" }
  }

  /// A film of `count` pictures with a click after one second, whose sound has `samples`.
  private func film(_ film: Case, count: Int, samples: Int? = nil) async throws -> URL {
    try await SmallPicture.film(49, frameCount: count) {
      $0.timing = .constant(FrameRate(25))
      $0.codec = film.video
      $0.container = film.container
      $0.sound = SoundFile(.click(at: Fraction(1))) { sound in
        sound.codec = film.audio
        sound.count = samples ?? count * 48_000 / 25
      }
    }.url()
  }

  /// Where the click is among `samples` from sample `start` on, for two seconds.
  private func click(_ samples: [Float], from start: Int) throws -> Double {
    let part = Array(samples[min(start, samples.count)..<min(start + 96_000, samples.count)])
    return Double(start) + (try #require(Click.position(in: part, rate: 48_000)))
  }

  /// The samples as this engine reads them.
  private func read(_ url: URL) async throws -> [Float] {
    let target = folder.url("read.wav")
    try await FileConversion([AssetReference(url: url)]).session(to: target, replacing: true).export()
    return try await SoundReader.firstChannel(target)
  }

  private static let cases = [
    Case(container: "mp4", video: .h264, audio: .aac, target: .mp4, packet: 1_024),
    Case(container: "mp4", video: .h264, audio: .aac, target: .mkv, packet: 1_024),
    Case(container: "mkv", video: .h264, audio: .ac3, target: .mp4, packet: 1_536),
    Case(container: "mp4", video: .h264, audio: .mp3, target: .mov, packet: 1_152),
    Case(container: "mp4", video: .h264, audio: .opus, target: .mp4, packet: 960),
    Case(container: "mkv", video: .h264, audio: .opus, target: .mkv, packet: 960),
    Case(container: "mov", video: .prores, audio: .pcm, target: .mov, packet: 0),
    Case(container: "webm", video: .vp8, audio: .vorbis, target: .webm, packet: 1_024),
  ]

  @Test(arguments: cases) func `each part's sound is at its time, to the stated half packet, for all readers`(
    film: Case
  ) async throws {
    let lengths = [100, 51, 64, 75]
    var (parts, clicks, times): ([URL], [Double], [Int]) = ([], [], [])
    for length in lengths {
      let url = try await self.film(film, count: length)
      parts.append(url)
      clicks.append(try click(try await SoundReader.firstChannel(url), from: 0))
      times.append(lengths[..<(parts.count - 1)].reduce(0, +) * 1_920)
    }
    let target = folder.url("all.\(film.target.rawValue)")
    let file = try await CopiedFilm.copy(
      PacketCopy(parts.map { .init(CopiedFilm.asset($0)) }, as: film.target), to: target)
    let offset = file.soundOffset.seconds * 48_000
    #expect(offset <= Double(film.packet) / 2, "\(file)")
    #expect(file.notes.count == 0 || offset > 0 && file.notes.allSatisfy { $0.contains(" ms ") }, "\(file.notes)")
    #expect(!file.isExact || offset == 0)
    // ffmpeg takes Matroska's first samples for the sound's where an MP4's edit list hides them.
    let shift = film.container == "mp4" && film.target == .mkv ? 1_024.0 : 0
    // Where libavformat has Vorbis begin is known to some milliseconds.
    let tolerance = film.audio == .vorbis ? 200.0 : 2
    for (who, samples) in [
      ("ffmpeg", try await SoundReader.firstChannel(target)), ("GStreamer", try await read(target)),
    ] {
      for (time, wanted) in zip(times, clicks) {
        let found = try click(samples, from: time) - Double(time)
        let late = min(abs(found - wanted), abs(found - wanted - shift))
        #expect(late <= offset + tolerance, "\(who), at \(Double(time) / 48_000) s: \(found - wanted) samples")
      }
    }
    guard film.target != .mkv, film.target != .webm else { return }
    let sounds = try MovieTracks(of: FileBytes(target.path))?.tracks.filter { $0.handler == "soun" }
    #expect(sounds?.compactMap { $0.edits?.filter { $0.mediaTime != nil }.count } == [1])
  }

  @Test(arguments: [cases[0], cases[4], cases[6]])
  func `where a part's sound ends before its pictures, it is silent until the next`(
    film: Case
  ) async throws {
    let parts = [try await self.film(film, count: 100, samples: 163_000), try await self.film(film, count: 51)]
    let target = folder.url("all.\(film.target.rawValue)")
    let file = try await CopiedFilm.copy(
      PacketCopy(parts.map { .init(CopiedFilm.asset($0)) }, as: film.target), to: target)
    let offset = file.soundOffset.seconds * 48_000
    let source = try click(try await SoundReader.firstChannel(parts[1]), from: 0)
    for samples in [try await SoundReader.firstChannel(target), try await read(target)] {
      #expect(abs(try click(samples, from: 192_000) - 192_000 - source) <= offset + 2)
      #expect(samples[170_000..<188_000].allSatisfy { abs($0) < 0.001 })
    }
  }

  @Test(arguments: [FileType.mp4, .mkv, .ogg]) func `Opus out of Ogg is as long as it was, by itself and joined`(
    type: FileType
  ) async throws {
    let sound = try await SoundFile(.click(at: Fraction(1))) {
      ($0.codec, $0.container, $0.count) = (.opus, "ogg", 100_000)
    }.url()
    for count in [1, 2, 3] {
      let target = folder.url("\(count).\(type.rawValue)")
      let parts = Array(repeating: PacketCopy.Part(CopiedFilm.asset(sound)), count: count)
      let file = try await CopiedFilm.copy(PacketCopy(parts, as: type), to: target)
      let whole = try file.duration == Rational(Int64(100_000 * count), 48_000)
      #expect(whole && file.soundOffset.seconds <= 0.01, "\(file)")
      let facts = try #require(try await CopiedFilm.facts(of: target)?.audioTracks.first)
      #expect(facts.sampleCount == 100_000 || type != .mp4 || count > 1, "\(facts)")
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 8]) func `a packet of silence is decoded as such`(channels: Int) async throws {
    let packet = try #require(AACSilence(channels: channels)?.packet)
    let (length, layout) = (packet.count + 7, channels == 8 ? 7 : channels)
    // Headers of ADTS: low complexity, 48 kHz (ISO/IEC 13818-7 §6.2).
    let header: [UInt8] = [
      0xFF, 0xF1, UInt8(1 << 6 | 3 << 2 | layout >> 2), UInt8((layout & 3) << 6 | length >> 11),
      UInt8(length >> 3 & 255),
      UInt8((length & 7) << 5 | 0x1F), 0xFC,
    ]
    let stream = folder.url("silence.aac")
    try Data((0..<20).flatMap { _ in header + packet }).write(to: stream)
    let samples = try await SoundReader.pcm(stream)
    #expect(samples.count == 20 * 1_024 * channels * 2 && samples.allSatisfy { $0 == 0 }, "\(samples.count)")
    #expect(AACSilence(channels: 7) == nil)
  }
}
