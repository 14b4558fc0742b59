import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import Testing

import enum TestSupport.Click
import enum TestSupport.FilmReader
import struct TestSupport.Fraction
import struct TestSupport.FrameCode
import enum TestSupport.FrameReading
import class TestSupport.ScratchFolder
import struct TestSupport.SoundFile
import enum TestSupport.SoundReader

@testable import Containers
@testable import RenderEngine

/// Movies whose edit lists have several entries: all that they show is read.
@Suite("Edit lists of several entries")
struct MovieEditListTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A film of six seconds whose sound, in seconds, and pictures if there are some, in frames, are shown as these entries say.
  private func film(
    _ sound: [(Int64, Int64?)], pictures: [(Int64, Int64?)] = [], in container: String = "mp4"
  ) async throws -> URL {
    let whole = try await CopiedFilm.url(
      43, container == "mp4" ? .h264 : .prores, container == "mp4" ? .aac : .pcm, in: container)
    let url = folder.url("film.\(container)")
    try Data(contentsOf: whole).write(to: url)
    func entries(_ list: [(Int64, Int64?)], _ scale: Int64) throws -> [MovieEdits.Entry] {
      try list.map { MovieEdits.Entry(duration: try Rational($0.0, scale), mediaTime: $0.1) }
    }
    try MovieEdits(tracks: [entries(pictures, 25), entries(sound, 1)]).correct(FileBytes(url.path))
    return url
  }

  @Test(arguments: ["mp4", "mov"]) func `entries that go on in the media where the one before ends are one`(
    container: String
  ) async throws {
    let start: Int64 = container == "mp4" ? 1_024 : 0
    let whole = try await film([(6, start)], in: container)
    let expected = try #require(try await CopiedFilm.facts(of: whole)?.audioTracks.first)
    let samples = try await SoundReader.pcm(whole)
    let several = try await film([(2, start), (1, start + 96_000), (3, start + 144_000)], in: container)
    let facts = try #require(try await CopiedFilm.facts(of: several))
    #expect(facts.audioTracks.first?.sampleCount == expected.sampleCount && expected.sampleCount == 288_000)
    #expect(facts.videoTracks.first?.timing.count == 150)
    let target = folder.url("read.wav")
    try await FileConversion([AssetReference(url: several)]).session(to: target).export()
    let read = try await SoundReader.pcm(target)
    guard container == "mov" else { return }
    let isSame = read == samples.prefix(read.count) && read.count == 288_000 * 4
    #expect(isSame)
  }

  @Test func `a list that begins with nothing stays one that does`() async throws {
    let one = try #require(try await CopiedFilm.facts(of: film([(1, nil), (5, 1_024)]))?.audioTracks.first)
    let two = try #require(
      try await CopiedFilm.facts(of: film([(1, nil), (2, 1_024), (3, 97_024)]))?.audioTracks.first)
    #expect(one == two && one.firstSample + one.sampleCount == 288_000)
  }

  @Test(
    arguments: [
      [(50, 20), (30, nil)], [(0, 90), (50, 20)], [(50, 20), (0, 90)], [(50, 20), (0, nil)],
      [(0, 90), (50, 20), (0, 7), (9, nil)],
      [(20, 20), (0, 90), (30, 40)],
    ] as [[(Int64, Int64?)]])
  func `entries of no length and empty ones at the end show nothing`(entries: [(Int64, Int64?)]) async throws {
    let url = try await film([(2, 1_024)], pictures: entries.map { ($0.0, $0.1.map { 1_024 + $0 * 512 }) })
    let facts = try #require(try await CopiedFilm.facts(of: url))
    #expect(facts.videoTracks.first?.timing.count == 50 && facts.duration == Rational(2))
    let target = folder.url("read.mkv")
    try await FileConversion([AssetReference(url: url)]).session(to: target).export()
    #expect(try await FilmReader.frames(target) == (20..<70).map { .frame(FrameCode(film: 43, index: $0)) })
  }

  @Test func `an entry of no length alone shows all of its media, which is not copied`() async throws {
    let url = try await film([(6, 1_024)], pictures: [(0, 1_024)])
    let facts = try #require(try await CopiedFilm.facts(of: url))
    #expect(facts.videoTracks.first?.timing.count == 150)
    let copied = await #expect(throws: RenderError.self) {
      _ = try await CopiedFilm.copy(PacketCopy([.init(AssetReference(url: url))], as: .mp4), to: folder.url("copy.mp4"))
    }
    #expect(copied?.message.contains("has no length") == true, "\(copied as Any)")
  }

  /// Parts of a sound of six seconds: where each begins in the media, in seconds, and how long it is; nil for silence.
  private typealias Parts = [(length: Int64, second: Int64?)]

  @Test(
    arguments: [
      [(1, 0), (2, 3)], [(2, 4), (2, 0)], [(1, 1), (1, nil), (2, 4)], [(1, nil), (1, 5), (1, 5), (1, 2), (1, 3)],
    ] as [[(Int64, Int64?)]])
  func `parts that do not are shown one after another, by sample`(parts: [(Int64, Int64?)]) async throws {
    let whole = try await SoundReader.pcm(film([(6, 0)], in: "mov"))
    let url = try await film(parts.map { ($0.0, $0.1.map { $0 * 48_000 }) }, in: "mov")
    let second = 48_000 * 4
    let expected = parts.reduce(into: Data()) { data, part in
      let length = Int(part.0) * second
      data += part.1.map { whole[Int($0) * second..<Int($0) * second + length] } ?? Data(count: length)
    }
    let target = folder.url("read.wav")
    try await FileConversion([AssetReference(url: url)]).session(to: target).export()
    let read = try await SoundReader.pcm(target)
    // The pictures last six seconds.
    #expect(read.count >= expected.count)
    let isSame = read.prefix(expected.count) == expected && read.dropFirst(expected.count).allSatisfy { $0 == 0 }
    #expect(isSame)
  }

  /// H.264 with pictures that are shown before others which are decoded before them, in groups of 50; the last of these parts
  /// begin amid a group.
  @Test(
    arguments: [
      [(50, 0)], [(49, 21)], [(50, 0), (50, 100)], [(50, 100), (50, 0)], [(13, 61), (7, 61), (30, 7), (1, 149)],
      [(25, nil), (20, 33), (20, 3)],
    ] as [[(Int64, Int64?)]])
  func `parts of pictures begin with any frame`(parts: [(Int64, Int64?)]) async throws {
    let url = try await film([(4, 1_024)], pictures: parts.map { ($0.0, $0.1.map { 1_024 + $0 * 512 }) })
    let facts = try #require(try await CopiedFilm.facts(of: url))
    let shown = parts.flatMap { part in part.1.map { Array($0..<$0 + part.0) } ?? [] }.map(Int.init)
    #expect(facts.videoTracks.first?.timing.count == shown.count)
    let target = folder.url("read.mkv")
    try await FileConversion([AssetReference(url: url)]).session(to: target).export()
    let gap = parts.first?.1 == nil ? Int(parts[0].0) : 0
    let frames = try await FilmReader.frames(target)
    // It begins with the first picture.
    #expect(frames.prefix(shown.count) == shown.map { .frame(FrameCode(film: 43, index: $0)) }[...])
    // At any time in any order.
    var generator = ImageGenerator(of: AssetReference(url: url), renderer: GStreamerRenderer())
    generator.pixelFormat = .yuv420p
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    for place in [shown.count - 1, 0, shown.count / 2, shown.count / 2 + 1, 12, 3] {
      let image = try await generator.image(at: CMTime(value: Int64(place + gap), timescale: 25)).picture
      let luma = try image.planeBytes()[0]
      #expect(
        FrameReading(luma: luma, width: image.width, height: image.height)
          == .frame(FrameCode(film: 43, index: shown[place])))
    }
  }

  /// AAC, whose packets lie across the borders: the click is at 2.5 s of the media.
  @Test func `coded sound is that of the media from wherever a part begins`() async throws {
    let whole = try await SoundFile(.click(at: Fraction(5, 2))) { sound in
      (sound.codec, sound.container, sound.count) = (.aac, "m4a", 288_000)
    }.url()
    let url = folder.url("film.m4a")
    try Data(contentsOf: whole).write(to: url)
    func entry(_ length: Int64, _ start: Double) throws -> MovieEdits.Entry {
      MovieEdits.Entry(duration: Rational(length), mediaTime: 1_024 + Int64(start * 48_000))
    }
    try MovieEdits(tracks: [[entry(1, 2.001), entry(2, 4), entry(1, 2.25)]]).correct(FileBytes(url.path))
    let target = folder.url("read.wav")
    try await FileConversion([AssetReference(url: url)]).session(to: target).export()
    let samples = try await SoundReader.firstChannel(target)
    #expect(samples.count == 4 * 48_000)
    for (part, expected) in [(0..<48_000, 0.499 * 48_000), (144_000..<192_000, 0.25 * 48_000)] {
      let place = try #require(Click.position(in: Array(samples[part]), rate: 48_000))
      #expect(abs(place - expected) < 0.05)
    }
    #expect(samples[60_000..<140_000].allSatisfy { abs($0) < 0.01 })
  }

  @Test(
    arguments: [
      ([(2, 1_024), (2, 145_024)], []), ([(2, 1_024), (1, nil), (3, 97_024)], []), ([(2, 97_024), (2, 1_024)], []),
      ([(4, 1_024)], [(50, 1_024), (50, 51_200)]),
    ] as [([(Int64, Int64?)], [(Int64, Int64?)])])
  func `parts that do not are not copied, nor read as packets`(
    sound: [(Int64, Int64?)], pictures: [(Int64, Int64?)]
  ) async throws {
    let url = try await film(sound, pictures: pictures)
    let asset = AssetReference(url: url)
    let media: MediaType = pictures.isEmpty ? .audio : .video
    let packets = await #expect(throws: RenderError.self) {
      _ = try await GStreamerRenderer().packets(of: .init(asset: asset, trackIndex: 0), media)
    }
    #expect(packets?.code == .unsupported)
    let copied = await #expect(throws: RenderError.self) {
      _ = try await CopiedFilm.copy(PacketCopy([.init(asset)], as: .mp4), to: folder.url("copy.mp4"))
    }
    #expect(
      copied?.code == .mediaUnreadable && copied?.message.contains("parts of its media") == true, "\(copied as Any)")
    #expect(copied?.message.contains(pictures.isEmpty ? "sound" : "picture") == true)
  }
}
