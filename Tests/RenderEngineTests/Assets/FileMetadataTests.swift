import Foundation
import GstEdit
import RenderEngine
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// What files say of themselves, with ffprobe as the witness.
@Suite("Metadata of files")
struct FileMetadataTests {
  private static func object(_ arguments: [String], _ file: URL) async throws -> [String: Any] {
    let text = try await MediaTools.ffprobe(arguments + ["-of", "json", file.path])
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(arguments: TaggedFile.allCases)
  func `titles, names and dates are those that were written`(kind: TaggedFile) async throws {
    let items = try await URLAsset(url: try await kind.url()).load(.metadata)
    func text(_ key: CommonMetadataKey) -> String? { items.first { $0.commonKey == key }?.text }
    #expect(text(.title) == TaggedFile.title)
    if kind != .aiff { #expect(text(.artist) == "Jörg & Ülle" && text(.albumName) == "Album") }
    #expect(text(.copyrights) == "Nobody's")
    if kind != .aiff { #expect(text(.type) == "Rock") }
    let date = try #require(items.first { $0.commonKey == .creationDate })
    // ID3 2.3 has the year in one frame, the day in another.
    #expect(date.text == (kind == .oldMP3 ? "2021" : "2021-03-04"))
    #expect(date.date?.timeIntervalSince1970 == (kind == .oldMP3 ? 1_609_459_200 : 1_614_816_000))
    if [.mp4, .mov, .m4a, .mdta, .mkv, .opus, .flac].contains(kind) {
      let place = try #require(items.lazy.filter { $0.commonKey == .location }.compactMap(\.location).first)
      #expect(abs(place.latitude - 48.2082) < 0.001 && abs(place.longitude - 16.3738) < 0.001)
      #expect(place.altitude == 171)
    }
  }

  @Test(arguments: TaggedFile.allCases)
  func `chapters are ffprobe's`(kind: TaggedFile) async throws {
    let file = try await kind.url()
    let witness = try #require(try await Self.object(["-show_chapters"], file)["chapters"] as? [[String: Any]])
    try #require(witness.count == (kind.hasChapters ? 2 : 0))
    let (chapters, duration) = try await URLAsset(url: file).load(.chapters, .duration)
    try #require(chapters.count == witness.count)
    for (chapter, seen) in zip(chapters, witness) {
      let start = try #require((seen["start_time"] as? String).flatMap(Double.init))
      #expect(abs(chapter.start.seconds - start) < 0.001)
      #expect((seen["tags"] as? [String: String])?["title"] == chapter.title)
    }
    if kind.hasChapters {
      #expect(chapters[0].start == .zero && chapters[0].end == chapters[1].start)
      #expect(chapters[1].start == CMTime(value: 6, timescale: 5))
      // It is written to end with the metadata's three seconds, or else ends with the file.
      let end = try #require(chapters[1].end)
      #expect(end == CMTime(value: 3, timescale: 1) || abs(end.seconds - duration.seconds) < 0.001)
    }
  }

  @Test(arguments: TaggedFile.allCases.filter(\.hasCover))
  func `a cover is the file that was put in, and not read before`(kind: TaggedFile) async throws {
    let file = try await kind.url()
    let asset = URLAsset(url: file)
    let items = try await asset.load(.metadata)
    let item = try #require(items.first { $0.commonKey == .artwork })
    guard case .data(let data) = item.value else { return try #require(Bool(false), "It is no data.") }
    #expect(data.bytes == nil && data.byteCount > 0 && data.mediaType == "image/jpeg")
    let artwork = try await asset.load(.artwork)
    let witness = try await MediaTools.ffmpegOutput(
      ["-i", file.path, "-map", kind == .mkv ? "0:v:1" : "0:v:0", "-c", "copy", "-f", "image2pipe"])
    #expect(artwork == [Artwork(mediaType: "image/jpeg", bytes: [UInt8](witness))])
  }

  @Test(arguments: [TaggedFile.m4a, .flac, .mp3, .oldMP3])
  func `a sound's cover is its image at any time`(kind: TaggedFile) async throws {
    let folder = try ScratchFolder()
    let (source, still) = (try await kind.url(), folder.url("cover.jpg"))
    let cover = try #require(try await URLAsset(url: source).load(.artwork).first)
    try Data(cover.bytes).write(to: still)
    let renderer = GStreamerRenderer()
    let shown = try await ImageGenerator(of: AssetReference(url: still), renderer: renderer).image(at: .zero)
    let witness = try renderer.encodeImage(shown.picture, as: .png)
    var generator = ImageGenerator(of: AssetReference(url: source), renderer: renderer)
    let times = [CMTime.zero, CMTime(value: 7, timescale: 2), CMTime(value: 5_000, timescale: 1)]
    for await outcome in try await generator.images(for: times) {
      let image = try outcome.get()
      #expect(image.actualTime == .zero)
      #expect(try renderer.encodeImage(image.picture, as: .png) == witness)
    }
    generator.maximumSize = PixelSize(width: 20, height: 20)
    let small = try await generator.image(at: .zero)
    #expect(max(small.picture.width, small.picture.height) == 20)
  }

  @Test func `tags of a track are the track's, and other tracks are listed`() async throws {
    let folder = try ScratchFolder()
    try folder.write("1\n00:00:00,500 --> 00:00:01,000\nHello.\n\n", to: "a.srt")
    let film = folder.url("film.mkv")
    try await MediaTools.ffmpeg(
      ["-i", try await TaggedFile.mp4.url().path, "-i", folder.url("a.srt").path, "-map", "0:0", "-map", "0:1", "-map"]
        + [
          "1", "-c", "copy", "-c:s", "srt", "-metadata:s:a:0", "title=Stereo", "-metadata:s:s:0", "language=ger",
          film.path,
        ])
    let asset = URLAsset(url: film)
    let (items, others) = try await asset.load(.metadata, .ancillaryTracks)
    let sound = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    #expect(try await asset.loadMetadata(of: sound).contains { $0.text == "Stereo" })
    #expect(items.contains { $0.identifier.key == "Name" && $0.trackNumber == 1 && $0.text == "Stereo" })
    #expect(others.map(\.kind) == [.subtitle] && others[0].codecType == "S_TEXT/UTF8" && others[0].languageTag == "ger")
    #expect(others[0].characteristics == [.legible, .visual])
    // The names of a movie's chapters are a track of text.
    let text = try await URLAsset(url: try await TaggedFile.mov.url()).load(.ancillaryTracks)
    #expect(text.map(\.kind) == [.text] && !text[0].isEnabled)
  }

  @Test func `a chain of damage is borne`() async throws {
    // Whatever bytes change, metadata is read to some end, without a trap and without more than the file holds.
    for kind in TaggedFile.allCases {
      let bytes = [UInt8](try Data(contentsOf: try await kind.url()))
      let folder = try ScratchFolder()
      for round in 0..<40 {
        var damaged = bytes
        for place in 0..<8 {
          let seed = (round &* 7_919 &+ place &* 104_729) & 0xFFFF
          // Headers and tags stand at either end.
          let offset = seed % min(bytes.count, 4_096)
          damaged[place % 2 == 0 ? offset : bytes.count - 1 - offset] =
            [0xFF, 0x00, 0x7F, 0x80, 0x01][(round + place) % 5]
        }
        if round % 4 == 3 { damaged.removeLast(bytes.count / 3) }
        let file = folder.url("damaged")
        try Data(damaged).write(to: file)
        do {
          let metadata = try await MediaInspector().metadata(of: AssetReference(url: file), readingData: true)
          #expect(metadata.items.count <= 10_000 && metadata.chapters.count <= 10_000)
          for case .data(let data) in metadata.items.map(\.value) { #expect(data.bytes?.count ?? 0 <= damaged.count) }
        } catch {
          #expect(!error.message.isEmpty)
        }
      }
    }
  }

  @Test func `sizes that are lies, and tags inside tags, are no trap`() async throws {
    let folder = try ScratchFolder()
    func expectLittle(_ bytes: [UInt8], _ name: String) async throws {
      let file = folder.url(name)
      try Data(bytes).write(to: file)
      let metadata = try await MediaInspector().metadata(of: AssetReference(url: file), readingData: true)
      #expect(metadata.items.count < 10)
    }
    func box(_ type: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
      HostileBytes.number(size ?? body.count + 8, 4) + Array(type.utf8) + body
    }
    // A list that is longer than the file, an item that has no end, a key that is not there.
    let data = box("data", [0, 0, 0, 13, 0, 0, 0, 0, 0xFF], size: 0x7FFF_FFFF)
    let list = box("ilst", box("covr", data, size: 0x7FFF_FFFF), size: 0x7FFF_FFFF)
    try await expectLittle(
      box("ftyp", Array("isom".utf8)) + box("moov", box("udta", box("meta", [0, 0, 0, 0] + list))), "list.mp4")
    // Chapters by a track that names itself.
    let reference = box("tref", box("chap", HostileBytes.number(1, 4)))
    try await expectLittle(
      box("ftyp", Array("isom".utf8))
        + box("moov", box("mvhd", Array(repeating: 0, count: 100)) + box("trak", reference)),
      "chapters.mp4")
    // An ID3 tag of 256 MB in a file of some bytes, and a frame of as many.
    try await expectLittle(
      Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + Array("TIT2".utf8) + [
        0x7F, 0x7F, 0x7F, 0x7F, 0, 0, 3, 65,
      ],
      "tag.mp3")
    // Comments that are four thousand million.
    let comments = [UInt8](repeating: 0, count: 4) + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
    try await expectLittle(Array("fLaC".utf8) + [0x84, 0, 0, 12] + comments, "comments.flac")
    // Exif whose first directory is itself.
    let exif =
      Array("Exif\0\0".utf8) + [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8]
    try await expectLittle([0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + [0xFF, 0xD9], "exif.jpg")
  }
}
