import Containers
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Subtitles
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// What a movie's edit list hides stays hidden where its packets are copied.
@Suite("Copied films with edit lists")
struct CopyEditsTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private static let film = WildFile("edited", "mp4", WildFile.picture + WildFile.h264)

  /// The film, of three seconds, of which its edit list shows the first one.
  private func shortened() async throws -> URL {
    try await Self.film.changed(in: folder.url) { bytes in
      // Durations are milliseconds.
      bytes.write(Int32(1_000), at: try #require(bytes.contents(ofBoxes: "elst").first) + 8)
    }
  }

  /// The film, whose list shows all of it in two entries: the second begins where the first ends, in the film and in the media.
  private func cut() async throws -> URL {
    try await Self.film.changed(in: folder.url) { bytes in
      let list = try #require(bytes.contents(ofBoxes: "elst").first)
      let scale = Int32(bytes.bigEndian(at: try #require(bytes.contents(ofBoxes: "mdhd").first) + 12, 4))
      let first = Int32(bytes.bigEndian(at: list + 12, 4))
      for name in ["moov", "trak", "edts", "elst"] {
        let box = try #require(bytes.contents(ofBoxes: name).first) - 8
        bytes.write(Int32(bytes.bigEndian(at: box, 4)) + 12, at: box)
      }
      bytes.write(Int32(2), at: list + 4)
      bytes.write(Int32(1_000), at: list + 8)
      bytes.insert(contentsOf: [UInt8](repeating: 0, count: 12), at: list + 20)
      for (number, place) in zip([2_000, first + scale, 0x1_0000], [20, 24, 28]) {
        bytes.write(number, at: list + place)
      }
    }
  }

  private func pictures(_ url: URL) async throws -> Int? {
    try await WildFile.facts(of: url).videoTracks.first?.timing.count
  }

  @Test func `pictures behind the end of an edit list stay hidden, alone and before another file`() async throws {
    let source = try await shortened()
    try #require(try await pictures(source) == 25)
    for type in [FileType.mp4, .mov, .mkv] {
      let url = folder.url("copied.\(type.rawValue)")
      let file = try await CopiedFilm.copy(PacketCopy([.init(AssetReference(url: source))], as: type), to: url)
      // Some that others are made of may stand behind the last one, and Matroska has no list that hides them.
      let most = type == .mkv ? 28 : 25
      #expect(try await (25...most).contains(pictures(url) ?? 0), "\(type)")
      #expect(type == .mkv || file.duration == .one, "\(file.duration)")
    }
    let whole = try await Self.film.url()
    let parts = [source, whole].map { PacketCopy.Part(AssetReference(url: $0)) }
    let joined = folder.url("joined.mp4")
    let file = try await CopiedFilm.copy(PacketCopy(parts, as: .mp4), to: joined)
    #expect(try await pictures(joined) == 100 && file.duration == Rational(4))
  }

  @Test func `pictures that an edit list hides among the first ones shown end no part`() async throws {
    let film = try await WildFile(
      "pairs", "mp4", WildFile.picture + WildFile.h264 + ["-x264-params", "bframes=2:b-adapt=0:keyint=250"]
    ).url()
    let source = folder.url("late.mp4")
    // The first picture that is shown is decoded before one that is hidden.
    try await MediaTools.ffmpeg(["-ss", "0.56", "-i", film.path, "-c", "copy", source.path])
    let flags = try await MediaTools.ffprobe(["-show_entries", "packet=flags", "-of", "csv=p=0", source.path])
      .split(whereSeparator: \.isNewline)
    let shown = try #require(flags.firstIndex { !$0.contains("D") })
    try #require(flags[shown...].contains { $0.contains("D") })
    let part = folder.url("part.mkv")
    _ = try await CopiedFilm.copy(
      PacketCopy([.init(AssetReference(url: source), range: CopiedFilm.range(.zero, Rational(2)))], as: .mkv), to: part)
    // Matroska hides nothing: the 14 pictures from the key frame on are there, and 50 of two seconds.
    #expect(try await pictures(part) == 64)
  }

  @Test func `a movie whose list is cut where its media go on is refused, by itself and among others`() async throws {
    let source = try await cut()
    try #require(try await pictures(source) == 75)
    let whole = try await Self.film.url()
    for urls in [[source], [whole, source]] {
      let parts = urls.map { PacketCopy.Part(AssetReference(url: $0)) }
      await #expect {
        try await CopiedFilm.copy(PacketCopy(parts, as: .mp4), to: folder.url("refused.mp4"))
      } throws: { error in
        (error as? RenderError)?.code == .mediaUnreadable && "\(error)".contains("cut in its edit list")
      }
    }
  }

  @Test(arguments: [("mp4", "mov_text"), ("mkv", "srt")])
  func `a cue that is seen when a part begins is there from its beginning`(type: String, codec: String) async throws {
    let text = folder.url("cues.srt")
    let cues = "1\n00:00:00,200 --> 00:00:01,500\nOne\n\n2\n00:00:01,800 --> 00:00:02,500\nTwo\n"
    try Data(cues.utf8).write(to: text)
    let source = folder.url("cues.\(type)")
    let inputs = WildFile.picture + ["-i", text.path, "-map", "0", "-map", "1"]
    // A key frame a second: the part begins with one in Matroska, too.
    try await MediaTools.ffmpeg(inputs + WildFile.h264 + ["-g", "25", "-bf", "0", "-c:s", codec, source.path])
    let part = folder.url("part.\(type)")
    let range = try RationalRange(start: .one, end: Rational(2))
    let fileType = try #require(FileType(pathExtension: type))
    _ = try await CopiedFilm.copy(
      PacketCopy([.init(AssetReference(url: source), range: range)], as: fileType), to: part)
    let found = try await GStreamerRenderer().subtitles(of: AssetReference(url: part), charset: nil)
    let shown = try #require(found.first).track.document.cues
    #expect(shown.map(\.text.plain) == ["One", "Two"])
    #expect(try shown.first?.start == .zero && shown.first?.end == Rational(1, 2))
  }

  @Test func `timecode and alpha that a copy has no place for are named`() async throws {
    let timed = try await WildFile(
      "timed", "mov", WildFile.picture + WildFile.h264 + ["-timecode", "01:00:00:00"]
    ).url()
    let copy = try await CopiedFilm.copy(
      PacketCopy([.init(AssetReference(url: timed))], as: .mp4), to: folder.url("timed.mp4"))
    #expect(copy.notes.count == 1 && copy.notes[0].contains("(tmcd)"), "\(copy.notes)")
    let twice = try await CopiedFilm.copy(
      PacketCopy([.init(AssetReference(url: timed)), .init(AssetReference(url: timed))], as: .mp4),
      to: folder.url("twice.mp4"))
    #expect(twice.notes.filter { $0.contains("(tmcd)") } == copy.notes)
    let clear = try await WildFile(
      "clear", "webm",
      [
        "-f", "lavfi", "-i", "color=red@0.5:s=64x64:r=25:d=1,format=yuva420p", "-c:v", "libvpx-vp9", "-deadline",
        "realtime",
      ]
    ).url()
    let announced = WildFile.picture + ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-pix_fmt", "yuv420p"]
    let opaque = try await WildFile("announced", "webm", announced + ["-metadata:s:v", "alpha_mode=1"]).url()
    let file = try await CopiedFilm.copy(
      PacketCopy([.init(AssetReference(url: opaque))], as: .mp4), to: folder.url("opaque.mp4"))
    // Alpha that is announced and not there is not lost.
    #expect(!file.notes.contains { $0.contains("alpha") }, "\(file.notes)")
    for (type, count) in [(FileType.mp4, 1), (.mkv, 0)] {
      let file = try await CopiedFilm.copy(
        PacketCopy([.init(AssetReference(url: clear))], as: type), to: folder.url("clear.\(type.rawValue)"))
      #expect(file.notes.count == count && file.notes.allSatisfy { $0.contains("alpha") }, "\(file.notes)")
    }
  }
}
