import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

/// Tracks in a codec that nothing reads, beside tracks that are read: telephones write spatial sound beside the same in stereo.
@Suite("Unread tracks") struct UnreadTrackTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A film of an indexed picture and two sounds; the sound number `unread` has an unknown codec.
  private func film(_ type: String, unread: Int) async throws -> URL {
    let source = try await CopiedFilm.url(57, .h264, .aac, in: "mp4", count: 50)
    let url = folder.url("film.\(type)")
    try await MediaTools.ffmpeg([
      "-i", source.path, "-map", "0:v", "-map", "0:a", "-map", "0:a", "-c", "copy", url.path,
    ])
    var bytes = try Data(contentsOf: url)
    try bytes.write(to: folder.url("plain.\(type)"))
    try Self.rename(unread, of: 2, in: &bytes, isMovie: type != "mkv")
    try bytes.write(to: url)
    return url
  }

  /// Gives sound number `number` of `count` an unknown codec's name; in a movie its configuration gets another name,
  /// too, since it would be recognized by that.
  private static func rename(_ number: Int, of count: Int, in bytes: inout Data, isMovie: Bool) throws {
    for (own, other) in isMovie ? [("mp4a", "apac"), ("esds", "dapa")] : [("A_AAC", "A_XYZ")] {
      var places: [Range<Data.Index>] = []
      while let next = bytes.range(of: Data(own.utf8), in: (places.last?.upperBound ?? 0)..<bytes.count) {
        places.append(next)
      }
      let place = try #require(places.count >= count ? places[places.count - count + number] : nil)
      bytes.replaceSubrange(place, with: Data(other.utf8))
    }
  }

  @Test(arguments: ["mp4", "mkv"], [0, 1])
  func `a sound that nothing reads is listed and left out, beside one that is read`(type: String, unread: Int)
    async throws
  {
    let url = try await film(type, unread: unread)
    let facts = try await MediaInspector(renderer: GStreamerRenderer()).facts(of: url)
    #expect(facts.videoTracks.count == 1 && facts.audioTracks.map(\.codec) == ["AAC"])
    #expect(facts.ancillaryTracks.map(\.kind) == [.sound])
    let settings = ReaderOutputSettings.audio(AudioReadingSettings(sampleFormat: .integer16))
    // What is read is the right track, from its beginning.
    let (found, wanted) = (
      try await AssetReaderFilmTests.read(url, .audio, settings),
      try await AssetReaderFilmTests.read(folder.url("plain.\(type)"), .audio, settings)
    )
    let (left, right) = (found.flatMap { $0.data ?? [] }, wanted.flatMap { $0.data ?? [] })
    #expect(!left.isEmpty && abs(left.count - right.count) <= 4 * 2_048)
    let compared = min(left.count, right.count, 4 * 40_000)
    #expect(left[..<compared] == right[..<compared])
    #expect(
      try await FilmReader.frames(url) == FilmReader.frames(CopiedFilm.url(57, .h264, .aac, in: "mp4", count: 50)))
  }

  @Test func `a file whose only sound is not read is refused`() async throws {
    let source = try await CopiedFilm.url(57, .h264, .aac, in: "mp4", count: 50)
    var bytes = try Data(contentsOf: source)
    try Self.rename(0, of: 1, in: &bytes, isMovie: true)
    try bytes.write(to: folder.url("film.mp4"))
    let error = await #expect(throws: RenderError.self) {
      try await MediaInspector(renderer: GStreamerRenderer()).facts(of: folder.url("film.mp4"))
    }
    #expect(error?.code == .unsupported && error?.message.contains("apac") == true)
  }
}
