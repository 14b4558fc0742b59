import Foundation
import GstEdit
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Films with subtitles, with ffmpeg and ffprobe as the witnesses.
@Suite("Subtitled films")
struct SubtitledFilmTests {
  private static let words = """
    1
    00:00:00,400 --> 00:00:01,600
    First

    2
    00:00:01,800 --> 00:00:02,600
    Across <b>the</b> cut

    3
    00:00:03,000 --> 00:00:03,400
    Left out

    4
    00:00:04,200 --> 00:00:05,000
    Slow

    """

  /// A project of a film of six seconds: its first two, and its last two at half the speed, with `subtitles`.
  private func project(
    _ subtitles: String, fileType: String, codec: String = "h264", in folder: ScratchFolder
  ) async throws -> Project {
    _ = try folder.write(Self.words, to: "words.srt")
    let film = folder.url("film.mp4")
    if !FileManager.default.fileExists(atPath: film.path) {
      try await MediaTools.ffmpeg([
        "-f", "lavfi", "-i", "testsrc=size=160x90:rate=25:d=6", "-c:v", "libx264", "-crf", "10", film.path,
      ])
    }
    let json = """
      { "gstedit": 1, "assets": { "film": { "uri": "film.mp4" }, "words": { "uri": "words.srt" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
          { "asset": "film", "in": 0, "duration": 2 }, { "asset": "film", "in": 4, "duration": 2, "to": 4 } ] } ] },
        "subtitles": [ \(subtitles) ],
        "export": { "fileType": "\(fileType)", "video": { "codec": "\(codec)" } } }
      """
    return try Project(json: json, baseURL: folder.url("."))
  }

  /// The cues as the film shows them.
  private static let shown = [["2/5", "8/5", "First"], ["9/5", "2", "Across the cut"], ["12/5", "4", "Slow"]]
  private static let soft = #"""
    { "asset": "words", "clip": "film", "mode": "soft", "language": "en", "default": true },
    { "asset": "words", "mode": "soft", "language": "de-AT", "forced": true, "name": "Schilder", "offset": 0.5 }
    """#

  private func export(_ project: Project, to url: URL, _ choices: ProjectRender.Choices = .init()) async throws {
    _ = try await ProjectRender(project, renderer: Engine.renderer()).session(to: url, choices).export()
  }

  /// The cues of a track that ffmpeg extracts.
  private func witness(_ url: URL, track: Int) async throws -> [[String]] {
    let data = try await MediaTools.ffmpegOutput(["-copyts", "-i", url.path, "-map", "0:s:\(track)", "-f", "srt"])
    return try SubtitleReading(Array(data)).document.cues.map {
      [$0.start.description, $0.end.description, $0.text.plain]
    }
  }

  @Test(arguments: [
    ("mp4", "h264", "mov_text"), ("mov", "h264", "mov_text"), ("mkv", "h264", "subrip"), ("webm", "vp8", "webvtt"),
  ])
  func `tracks of text follow the clip, with their language and flags`(fileType: String, codec: String, coded: String)
    async throws
  {
    let folder = try ScratchFolder()
    let url = folder.url("out.\(fileType)")
    try await export(try await project(Self.soft, fileType: fileType, codec: codec, in: folder), to: url)
    #expect(try await witness(url, track: 0) == Self.shown)
    let found = try await Engine.renderer().subtitles(of: AssetReference(url: url), charset: nil)
    #expect(
      found.first?.track.document.cues.map { [$0.start.description, $0.end.description, $0.text.plain] } == Self.shown)
    #expect(found.map(\.track.languageTag) == ["en", "de-AT"])
    #expect(found.map(\.track.isDefault) == [true, false])
    #expect(found.map(\.track.isForced) == [false, true])
    if fileType == "mkv" {
      #expect(found[0].track.document.cues[1].text.runs.map(\.style.isBold) == [false, true, false])
    }
    let text = try await MediaTools.ffprobe([
      "-select_streams", "s", "-show_entries",
      "stream=codec_name:stream_tags=language:stream_disposition=default,forced", "-of", "csv=p=0", url.path,
    ])
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines == ["\(coded),1,0,eng", "\(coded),0,1,deu"])
    // All pictures are there, and times and index are whole.
    let frames = try await MediaTools.ffprobe([
      "-v", "error", "-count_packets", "-select_streams", "v", "-show_entries", "stream=nb_read_packets", "-of",
      "csv=p=0", url.path,
    ])
    #expect(frames.trimmingCharacters(in: .whitespacesAndNewlines) == "150")
    try await MediaTools.ffmpeg(["-xerror", "-ss", "4", "-i", url.path, "-map", "0:v", "-f", "null", "-"])
    let other = folder.url("again.\(fileType)")
    try await export(try await project(Self.soft, fileType: fileType, codec: codec, in: folder), to: other)
    #expect(try Data(contentsOf: url) == Data(contentsOf: other))
    #expect(try folder.names().filter { $0.hasPrefix(".") || $0.hasSuffix(".text") } == [])
  }

  @Test func `a range has the subtitles of its part`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("out.mkv")
    let range = try ProjectTimeRange("1..3")
    try await export(try await project(Self.soft, fileType: "mkv", in: folder), to: url, .init(timeRange: range))
    #expect(
      try await witness(url, track: 0) == [
        ["0", "3/5", "First"], ["4/5", "1", "Across the cut"], ["7/5", "2", "Slow"],
      ])
  }

  @Test func `a file that has no tracks of text is refused before anything is rendered`() async throws {
    let folder = try ScratchFolder()
    let project = try await project(Self.soft, fileType: "ts", in: folder)
    let fault = try await ProjectRender(project, renderer: Engine.renderer()).check().faults.first
    #expect(fault?.error.code == .unsupported && fault?.error.message == "An MPEG transport stream holds no subtitles.")
    await #expect(throws: RenderError.self) { try await export(project, to: folder.url("out.ts")) }
  }

  @Test func `cues that cannot be read are warned of at their place in the project`() async throws {
    let folder = try ScratchFolder()
    let project = try await project(#"{ "asset": "bad" }"#.replacing("bad", with: "words"), fileType: "mkv", in: folder)
    _ = try folder.write(Self.words.replacing("00:00:01,800", with: "00:00:xx,800"), to: "words.srt")
    let check = try await ProjectRender(project, renderer: Engine.renderer()).check()
    #expect(check.faults == [])
    #expect(check.warnings.map(\.pointer.description) == ["/subtitles/0/asset"])
    #expect(check.warnings.first?.message.hasPrefix("words.srt: Line 6: ") == true)
  }

  @Test func `drawn subtitles change the frames that they are seen on, and no others`() async throws {
    let folder = try ScratchFolder()
    let plain = try await ProjectRender(try await project("", fileType: "mkv", in: folder), renderer: Engine.renderer())
      .plan()
    let drawn = try await ProjectRender(
      try await project(#"{ "asset": "words", "clip": "film" }"#, fileType: "mkv", in: folder),
      renderer: Engine.renderer()
    ).plan()
    let (one, other) = (
      try await Engine.renderer().pictures(of: plain, in: nil), try await Engine.renderer().pictures(of: drawn, in: nil)
    )
    defer {
      one.close()
      other.close()
    }
    for frame in 0..<150 {
      let (before, after) = (try await one.picture(at: frame), try await other.picture(at: frame))
      let isSame = try Self.luma(before) == Self.luma(after)
      let isCue = (10..<40).contains(frame) || (45..<50).contains(frame) || (60..<100).contains(frame)
      #expect(isSame != isCue, "frame \(frame)")
    }
  }

  private static func luma(_ picture: PixelBuffer) throws -> [UInt8] {
    try picture.planeBytes()[0]
  }
}
