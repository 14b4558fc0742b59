import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// What a film says beside its pictures and sounds, when it is encoded anew.
@Suite("Statements of converted films")
struct KeptStatementsTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A film of two seconds with two sounds, the first one enabled, titles, chapters, a track of text.
  private func film(_ name: String, _ options: [String] = []) async throws -> AssetReference {
    let statements = try folder.write(
      """
      ;FFMETADATA1
      title=The Sea
      comment=What one thinks
      description=What it is
      location=+48.1000+011.5000/
      creation_time=2021-03-04T05:06:07.000000Z
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=1000
      title=Harbor
      [CHAPTER]
      TIMEBASE=1/1000
      START=1000
      END=1500
      title=Beach

      """, to: "statements.txt")
    let text = try folder.write(
      "1\n00:00:00,250 --> 00:00:01,000\nHello\n\n2\n00:00:01,200 --> 00:00:01,800\nThere\n\n", to: "text.srt")
    let url = folder.url(name)
    try await MediaTools.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-f", "lavfi", "-i", "sine=440:r=48000:d=2", "-f", "lavfi",
        "-i", "sine=880:r=48000:d=2", "-i", text.path, "-i", statements.path, "-map", "0", "-map", "1", "-map", "2",
        "-map", "3", "-map_metadata", "4", "-map_chapters", "4", "-c:v", "libx264", "-c:a", "flac", "-c:s",
        name.hasSuffix("mkv") ? "srt" : "mov_text", "-metadata:s:a:0", "title=Ton", "-metadata:s:a:1", "title=Son",
        "-metadata:s:a:1", "language=fra", "-disposition:a:0", "default", "-disposition:a:1", "0",
      ] + options + [url.path])
    return CopiedFilm.asset(url)
  }

  private func converted(
    _ films: [AssetReference], to name: String, _ filter: MetadataFilter = .all, range: String? = nil
  ) async throws -> (url: URL, report: ExportReport, notes: [String]) {
    let url = folder.url(name)
    var conversion = FileConversion(films)
    conversion.metadata = filter
    conversion.choices.timeRange = try range.map { try ProjectTimeRange($0) }
    let session = try await conversion.session(to: url)
    return (url, try await session.export(), session.request.notes)
  }

  private func cues(of url: URL) async throws -> [[String]] {
    let found = try await GStreamerRenderer().subtitles(of: AssetReference(url: url), charset: nil)
    return found.first?.track.document.cues.map { cue in
      [cue.text.plain, String(format: "%.2f", cue.start.seconds), String(format: "%.2f", cue.end.seconds)]
    } ?? []
  }

  private static let types = ["mp4", "mov", "mkv", "webm"]

  @Test(arguments: types) func `titles and languages of tracks, what is played, what is read`(type: String) async throws
  {
    let (url, report, notes) = try await converted([try await film("film.mkv")], to: "new.\(type)")
    let text = try await MediaTools.ffprobe([
      "-select_streams", "a", "-show_entries", "stream=codec_type:stream_disposition=default:stream_tags=language",
      "-of",
      "compact", url.path,
    ])
    let sounds = text.split(separator: "\n").map(String.init)
    #expect(sounds.count == 2 && sounds[0].contains("default=1") && sounds[1].contains("default=0"), "\(text)")
    #expect(!sounds[0].contains("eng") && sounds[1].contains("fr"), "\(text)")
    let items = try await MediaInspector(renderer: GStreamerRenderer()).metadata(of: AssetReference(url: url)).items
    let titles = items.filter { $0.trackNumber != nil }.compactMap(\.text)
    #expect(titles.contains("Ton") && titles.contains("Son") && !titles.contains("Audio"), "\(items)")
    let words = try await MediaTools.ffprobe(["-show_entries", "format_tags", url.path])
    #expect(words.contains("What one thinks") && words.contains("What it is"), "\(words)")
    let read = try await cues(of: url)
    #expect(read == [["Hello", "0.25", "1.00"], ["There", "1.20", "1.80"]], "\(read)")
    #expect(!(notes + report.notes).contains { $0.contains("ubtitle") }, "\(notes) \(report.notes)")
  }

  @Test(arguments: types) func `an asset that is exported keeps what a conversion keeps`(type: String) async throws {
    let source = try await film("film.mkv")
    let (converted, _, _) = try await converted([source], to: "converted.\(type)", .forSharing)
    let url = folder.url("exported.\(type)")
    let renderer = GStreamerRenderer()
    let asset = URLAsset(url: source.url, inspector: MediaInspector(renderer: renderer))
    let preset = type == "webm" ? try ExportPreset.named("WebMVP9") : .highestQuality
    let session = try await ExportSession(asset: asset, preset: preset, to: url, renderer: renderer)
    let report = try await session.export()
    #expect(!report.notes.contains { $0.contains("ubtitle") }, "\(report.notes)")
    let entries = "stream=index,codec_type:stream_disposition=default:stream_tags=language,title"
    func said(_ file: URL) async throws -> String {
      try await MediaTools.ffprobe(["-show_entries", entries, "-show_chapters", "-of", "compact", file.path])
    }
    let words = try await said(url)
    #expect(try await said(converted) == words)
    #expect(words.contains("codec_type=subtitle") && words.contains("default=0"), "\(words)")
    let items = try await MediaInspector(renderer: renderer).metadata(of: AssetReference(url: url)).items
    let titles = items.filter { $0.trackNumber != nil }.compactMap(\.text)
    #expect(titles.contains("Ton") && titles.contains("Son"), "\(items)")
    #expect(try await cues(of: url) == [["Hello", "0.25", "1.00"], ["There", "1.20", "1.80"]])
  }

  @Test func `an asset that is exported says what the file has no room for`() async throws {
    let source = try await film("film.mkv")
    let renderer = GStreamerRenderer()
    let session = try await ExportSession(
      asset: source, preset: .highestQuality, to: folder.url("exported.ts"), renderer: renderer)
    let note = "The subtitle track (S_TEXT/UTF8) of film.mkv is left behind: a file of type ts does not hold it here."
    #expect(try await session.export().notes.contains(note), "\(session.request.notes)")
  }

  @Test(arguments: types) func `a place has its digits, a chapter its end, a file its date`(type: String) async throws {
    let (url, _, _) = try await converted([try await film("film.mp4", ["-c:a", "aac"])], to: "new.\(type)")
    let words = try await MediaTools.ffprobe(["-show_format", "-show_chapters", url.path])
    #expect(words.contains("+48.1000+011.5000/") && !words.contains("+0.000"), "\(words)")
    #expect(words.contains("end_time=1.500000"), "\(words)")
    #expect(words.contains("creation_time=2021-03-04T05:06:07"), "\(words)")
  }

  @Test(arguments: ["mkv", "webm"]) func `of what nothing is said, nothing is said`(type: String) async throws {
    let source = folder.url("plain.mp4")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1", "-f", "lavfi", "-i", "sine=440:r=48000:d=1", "-c:v", "libx264",
      "-c:a", "aac", source.path,
    ])
    let (url, _, _) = try await converted([CopiedFilm.asset(source)], to: "plain.\(type)", .none)
    let words = try await MediaTools.ffprobe(["-show_format", "-show_streams", url.path])
    #expect(!words.contains("creation_time") && !words.contains("2001"), "\(words)")
    // What is not there is English (RFC 9559 §5.1.4.1.19); FFmpeg does not repeat what is there and unknown.
    #expect(!words.contains("language=eng") && !words.contains("title="), "\(words)")
    let bytes = try Data(contentsOf: url)
    #expect(bytes.range(of: Data([0x22, 0xB5, 0x9C, 0x83] + Array("und".utf8))) != nil)
    let facts = try #require(try await CopiedFilm.facts(of: url))
    #expect((facts.audioTracks.first?.identity.languageCode ?? "und") == "und")
  }

  @Test func `cues are cut and moved with the film`() async throws {
    let film = try await film("film.mkv")
    for type in ["mp4", "mkv"] {
      let (part, _, _) = try await converted([film], to: "part.\(type)", range: "0.5..1.5")
      let cut = try await cues(of: part)
      #expect(cut == [["Hello", "0.00", "0.50"], ["There", "0.70", "1.00"]], "\(cut)")
      let (all, _, _) = try await converted([film, film], to: "all.\(type)")
      let found = try await cues(of: all)
      #expect(found.count == 4 && found.last?.first == "There", "\(found)")
    }
  }

  @Test func `a file that holds no text says so`() async throws {
    let (_, report, notes) = try await converted([try await film("film.mkv")], to: "new.ts")
    let note = "The subtitle track (S_TEXT/UTF8) of film.mkv is left behind: a file of type ts does not hold it here."
    #expect((notes + report.notes).contains(note), "\(notes) \(report.notes)")
  }

  /// A song of an album with a cover, in each of two kinds of file.
  @Test(arguments: ["m4a", "flac"]) func `where a song stands in its album goes along, and a cover is named`(
    source: String
  ) async throws {
    let (cover, song) = (folder.url("cover.png"), folder.url("song.\(source)"))
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "color=red:s=32x32", "-frames:v", "1", cover.path])
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "sine=440:r=48000:d=0.5", "-i", cover.path, "-map", "0", "-map", "1", "-disposition:v",
      "attached_pic", "-c:v", "png", "-metadata", "title=Song", "-metadata", "track=3", "-metadata", "disc=1",
      "-metadata", "album_artist=All", song.path,
    ])
    for type in ["m4a", "mp3", "flac", "ogg", "mka", "wav"] where type != source {
      let result = try await converted(
        [CopiedFilm.asset(song)], to: "song-\(type).\(type == "mka" ? "mkv" : type)", .forSharing)
      #expect(
        result.report.notes.filter { $0.contains("The cover picture of song.\(source) is left behind") }.count == 1)
      let probed = try await MediaTools.ffprobe(
        ["-show_entries", "format_tags:stream_tags", "-of", "default=nokey=0:noprint_wrappers=1", result.url.path])
      let said = Set(probed.lowercased().split(separator: "\n").map(String.init))
      let isIncomplete = result.report.notes.contains {
        $0.contains("is left behind: such files") || $0.contains("are left behind")
      }
      #expect(isIncomplete == (type == "wav"), "\(type): \(result.report.notes)")
      // WAVE has a number alone.
      let wanted = type == "wav" ? ["track=3"] : ["track=3", "disc=1", "album_artist=all"]
      for statement in wanted { #expect(said.contains("tag:\(statement)"), "\(type): \(said)") }
    }
  }
}
