import Foundation
import GstEdit
import RenderEngine
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// The text tracks of films that ffmpeg made, with ffmpeg as the witness of their cues.
@Suite("Text tracks of films")
struct TextTrackTests {
  static let text = """
    1
    00:00:00,500 --> 00:00:02,250
    Hello <i>there</i>

    2
    00:00:03,000 --> 00:00:04,100
    Second – ünï
    two lines

    3
    00:00:04,100 --> 00:00:05,000
    Third

    """

  static let web = """
    WEBVTT

    one
    00:00:00.500 --> 00:00:02.250 line:10% align:start
    <v Bob>Hallo <b>da</b>

    00:00:03.000 --> 00:00:04.100
    Zweite

    """

  /// A film of two seconds' color with tracks of text, coded as `codecs` say, and the options that go with them.
  private func film(_ name: String, codecs: [String], _ options: [String] = [], in folder: ScratchFolder) async throws
    -> URL
  {
    let text = try folder.write(Self.text, to: "a.srt")
    let web = try folder.write(Self.web, to: "b.vtt")
    let url = folder.url(name)
    var arguments = ["-f", "lavfi", "-i", "color=s=64x64:r=25:d=6", "-f", "lavfi", "-i", "sine=d=6"]
    for codec in codecs { arguments += ["-i", codec == "copy" ? web.path : text.path] }
    arguments += ["-map", "0", "-map", "1"]
    for index in codecs.indices { arguments += ["-map", "\(index + 2)"] }
    for (index, codec) in codecs.enumerated() { arguments += ["-c:s:\(index)", codec] }
    try await MediaTools.ffmpeg(arguments + options + [url.path])
    return url
  }

  /// The cues that ffmpeg extracts, as text.
  private func witness(_ url: URL, track: Int) async throws -> [[String]] {
    let data = try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:s:\(track)", "-f", "srt"])
    let cues = try SubtitleReading(Array(data)).document.cues
    return cues.map { [$0.start.description, $0.end.description, $0.text.plain] }
  }

  private func check(_ url: URL, tracks: Int) async throws -> [StoredSubtitles] {
    let found = try await GStreamerRenderer().subtitles(of: AssetReference(url: url), charset: nil)
    try #require(found.count == tracks)
    for (index, track) in found.enumerated() {
      let cues = track.track.document.cues.map { [$0.start.description, $0.end.description, $0.text.plain] }
      #expect(cues == (try await witness(url, track: index)))
      #expect(!cues.isEmpty)
    }
    return found
  }

  @Test(arguments: ["a.mp4", "a.mov", "fragments.mp4"])
  func `movies hold timed text`(name: String) async throws {
    let folder = try ScratchFolder()
    var options = [
      "-c:v", "libx264", "-bf", "0", "-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=deu",
      "-disposition:s:0", "default",
    ]
    if name.hasPrefix("fragments") { options += ["-movflags", "frag_keyframe+empty_moov+default_base_moof"] }
    let url = try await film(name, codecs: ["mov_text", "mov_text"], options, in: folder)
    // ffmpeg reads no durations of text in fragments.
    guard !name.hasPrefix("fragments") else {
      let found = try await GStreamerRenderer().subtitles(of: AssetReference(url: url), charset: nil)
      #expect(
        found.map { $0.track.document.cues.map(\.text.plain) }
          == Array(repeating: ["Hello there", "Second – ünï\ntwo lines", "Third"], count: 2))
      let lengths = try #require(found.first).track.document.cues.map { $0.end.seconds - $0.start.seconds }
      for (length, wanted) in zip(lengths, [1.75, 1.1, 0.9]) { #expect(abs(length - wanted) < 0.0005) }
      return
    }
    let found = try await check(url, tracks: 2)
    // QuickTime's own numbers of languages, as ffmpeg writes them, lack one that it does not find by this code.
    #expect(found.map(\.track.languageTag) == ["en", name.hasSuffix("mov") ? nil : "de"])
    #expect(found.map(\.track.isDefault) == [true, false])
    #expect(found[0].track.document.cues[0].text.runs.map(\.style.isItalic) == [false, true])
  }

  @Test func `Matroska holds SubRip, SubStation Alpha and WebVTT`() async throws {
    let folder = try ScratchFolder()
    let options = [
      "-c:v", "libx264", "-bf", "0", "-c:a", "flac", "-metadata:s:s:0", "language=eng", "-metadata:s:s:1",
      "language=fre", "-metadata:s:s:1", "title=Signs", "-disposition:s:1", "forced+default",
    ]
    let url = try await film("a.mkv", codecs: ["srt", "ass", "copy"], options, in: folder)
    let found = try await check(url, tracks: 3)
    #expect(found.map(\.codecType) == ["S_TEXT/UTF8", "S_TEXT/ASS", "D_WEBVTT/SUBTITLES"])
    #expect(found.map(\.track.languageTag) == ["en", "fr", nil])
    #expect(found.map(\.track.isForced) == [false, true, false])
    #expect(found[1].track.name == "Signs")
    let cue = found[2].track.document.cues[0]
    #expect(cue.placement.line == .part(0.1))
    #expect(cue.text.runs.map(\.style.isBold) == [false, true])
    let facts = try await GStreamerRenderer().facts(of: [AssetReference(url: url)])
    #expect(facts.values.first?.ancillaryTracks.map(\.isForced) == [false, true, false])
  }

  @Test func `WebM holds WebVTT`() async throws {
    let folder = try ScratchFolder()
    let url = try await film("a.webm", codecs: ["copy"], ["-c:v", "libvpx", "-c:a", "libvorbis"], in: folder)
    _ = try await check(url, tracks: 1)
  }

  @Test func `times count from the first picture or sample, as an asset's do`() async throws {
    let folder = try ScratchFolder()
    let url = try await film(
      "late.mkv", codecs: ["srt"], ["-c:v", "libx264", "-bf", "0", "-c:a", "flac", "-output_ts_offset", "7"], in: folder
    )
    let found = try await check(url, tracks: 1)
    #expect(found[0].track.document.cues[0].start == (try Rational(1, 2)))
  }

  @Test func `a file of subtitles counts as a track, and what is neither is refused`() async throws {
    let folder = try ScratchFolder()
    let url = try folder.write(Self.text, to: "a.txt")
    let found = try await GStreamerRenderer().subtitles(of: AssetReference(url: url), charset: nil)
    #expect(found.map(\.codecType) == ["SubRip"])
    #expect(found[0].track.document.cues.count == 3)
    let other = try folder.write("no subtitles\n", to: "b.txt")
    await #expect(throws: RenderError.self) {
      try await GStreamerRenderer().subtitles(of: AssetReference(url: other), charset: nil)
    }
    await #expect(throws: RenderError.self) {
      try await GStreamerRenderer().subtitles(of: AssetReference(url: folder.url("none.srt")), charset: nil)
    }
  }

  @Test func `films that are cut anywhere are read as far as they go`() async throws {
    let folder = try ScratchFolder()
    for (name, codec) in [("a.mkv", "srt"), ("a.mp4", "mov_text")] {
      let url = try await film(name, codecs: [codec], ["-c:v", "libx264", "-movflags", "faststart"], in: folder)
      let bytes = try Data(contentsOf: url)
      for part in 1..<12 {
        let cut = folder.url("cut\(part).\(url.pathExtension)")
        try bytes.prefix(bytes.count * part / 12).write(to: cut)
        let found = try? await GStreamerRenderer(damagePolicy: .keep).subtitles(
          of: AssetReference(url: cut), charset: nil)
        #expect(found?.first?.track.document.cues.count ?? 0 <= 3)
      }
    }
  }
}
