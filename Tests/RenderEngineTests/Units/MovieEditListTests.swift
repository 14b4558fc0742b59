import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import Testing

import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

@testable import Containers
@testable import RenderEngine

/// Movies whose edit lists have several entries: they are read whole, or refused.
@Suite("Edit lists of several entries")
struct MovieEditListTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A film of six seconds whose sound, and pictures if there are some, are shown as these entries say.
  private func film(
    _ sound: [(Int64, Int64?)], pictures: [(Int64, Int64?)] = [], in container: String = "mp4"
  ) async throws -> URL {
    let whole = try await CopiedFilm.url(
      43, container == "mp4" ? .h264 : .prores, container == "mp4" ? .aac : .pcm, in: container)
    let url = folder.url("film.\(container)")
    try Data(contentsOf: whole).write(to: url)
    func entries(_ list: [(Int64, Int64?)]) -> [MovieEdits.Entry] {
      list.map { MovieEdits.Entry(duration: Rational($0.0), mediaTime: $0.1) }
    }
    try MovieEdits(tracks: [entries(pictures), entries(sound)]).correct(FileBytes(url.path))
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
      ([(2, 1_024), (2, 145_024)], []), ([(2, 1_024), (1, nil), (3, 97_024)], []), ([(2, 97_024), (2, 1_024)], []),
      ([(4, 1_024)], [(2, 1_024), (2, 51_200)]),
    ] as [([(Int64, Int64?)], [(Int64, Int64?)])])
  func `parts that do not are refused by all that read the movie, and by copies`(
    sound: [(Int64, Int64?)], pictures: [(Int64, Int64?)]
  ) async throws {
    let url = try await film(sound, pictures: pictures)
    let asset = AssetReference(url: url)
    let probed = await #expect(throws: RenderError.self) { _ = try await GStreamerRenderer().facts(of: [asset]) }
    #expect(
      probed?.code == .mediaUnreadable && probed?.message.contains("parts of its media") == true, "\(probed as Any)")
    #expect(probed?.message.contains(pictures.isEmpty ? "sound" : "picture") == true)
    let copied = await #expect(throws: RenderError.self) {
      _ = try await CopiedFilm.copy(PacketCopy([.init(asset)], as: .mp4), to: folder.url("copy.mp4"))
    }
    #expect(copied == probed)
    await #expect(throws: RenderError.self) { _ = try await GStreamerRenderer().estimatedFacts(of: asset) }
  }
}
