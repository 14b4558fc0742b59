import Foundation
import TestSupport
import Testing

/// `gstedit subtitles`.
@Suite struct SubtitlesTests {
  private func run(_ arguments: [String], in folder: ScratchFolder) async throws -> ProgramOutcome {
    var run = ProgramRun(ProgramLocation.gstedit, ["subtitles"] + arguments)
    run.directory = folder.url
    return try await run.outcome()
  }

  private static let words = "1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i>\nyou\n\n2\nbroken --> 00:00:04,000\nX\n"

  @Test func `cues are listed, as text and as JSON, with a warning for each that cannot be read`() async throws {
    let folder = try ScratchFolder()
    _ = try folder.write(Self.words, to: "a.srt")
    let text = try await run(["a.srt"], in: folder)
    #expect(text.ending == .exited(0))
    #expect(text.outputText == "00:00:01.000  00:00:02.500  Hello / you\n")
    #expect(text.errorText.contains("warning: Line 7: "))
    let json = try await run(["a.srt", "--json"], in: folder)
    let cues = try #require(try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
    #expect(cues.count == 1)
    #expect(cues[0]["start"] as? String == "1" && cues[0]["duration"] as? String == "3/2")
    #expect(cues[0]["text"] as? String == "Hello\nyou")
    let list = try await run(["a.srt", "--list", "--json"], in: folder)
    let tracks = try #require(try JSONSerialization.jsonObject(with: list.output) as? [[String: Any]])
    #expect(tracks.first?["format"] as? String == "srt" && tracks.first?["encoding"] as? String == "utf-8")
  }

  @Test(arguments: ["srt", "vtt", "ass", "ttml", "sbv"])
  func `a file is written in any format, and not replaced unasked`(format: String) async throws {
    let folder = try ScratchFolder()
    _ = try folder.write(Self.words, to: "a.srt")
    #expect(try await run(["a.srt", "-o", "b.\(format)"], in: folder).ending == .exited(0))
    let printed = try await run(["a.srt", "--format", format], in: folder)
    #expect(try String(contentsOf: folder.url("b.\(format)"), encoding: .utf8) == printed.outputText)
    #expect(try await run(["b.\(format)"], in: folder).outputText == "00:00:01.000  00:00:02.500  Hello / you\n")
    #expect(try await run(["a.srt", "-o", "b.\(format)"], in: folder).ending == .exited(73))
    #expect(try await run(["a.srt", "-o", "b.\(format)", "-y"], in: folder).ending == .exited(0))
  }

  @Test func `an export warns of the cues that it has to leave out`() async throws {
    let folder = try ScratchFolder()
    _ = try folder.write(Self.words, to: "a.srt")
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "color=s=64x64:r=5:d=2", folder.url("a.mp4").path])
    _ = try folder.write(
      """
      { "gstedit": 1, "assets": { "a": { "uri": "a.mp4" }, "words": { "uri": "a.srt" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [ { "asset": "a", "in": 0, "duration": 2 } ] } ] },
        "subtitles": [ { "asset": "words", "mode": "soft" } ] }
      """, to: "project.json")
    var run = ProgramRun(ProgramLocation.gstedit, ["export", "project.json", "-o", "b.mkv", "--json"])
    run.directory = folder.url
    let outcome = try await run.outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("warning: a.srt: Line 7: "))
    let summary = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect((summary["notes"] as? [String])?.count == 1)
    #expect(try await self.run(["b.mkv"], in: folder).outputText == "00:00:01.000  00:00:02.000  Hello / you\n")
    #expect(try await self.run(["project.json"], in: folder).outputText == "00:00:01.000  00:00:02.500  Hello / you\n")
  }

  @Test func `each kind of fault ends with its status`() async throws {
    let folder = try ScratchFolder()
    _ = try folder.write(Self.words, to: "a.srt")
    _ = try folder.write("no subtitles", to: "b.txt")
    #expect(try await run(["none.srt"], in: folder).ending == .exited(66))
    #expect(try await run(["b.txt"], in: folder).ending == .exited(66))
    #expect(try await run(["a.srt", "--track", "1"], in: folder).ending == .exited(66))
    #expect(try await run(["a.srt", "--format", "doc"], in: folder).ending == .exited(64))
    #expect(try await run(["a.srt", "-o", "b.xyz"], in: folder).ending == .exited(64))
    #expect(try await run(["a.srt", "--track", "0", "--language", "en"], in: folder).ending == .exited(64))
    #expect(try await run(["a.srt", "--charset", "klingon"], in: folder).ending != .exited(0))
  }

  @Test func `fonts of the machine that are broken are no harm`() async throws {
    let folder = try ScratchFolder()
    let fonts = folder.url("fonts")
    try FileManager.default.createDirectory(at: fonts, withIntermediateDirectories: false)
    let whole = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")))
    var damaged = whole
    // Its tables of names and of metrics are as they were, its letters are not.
    for place in stride(from: 60_000, to: damaged.count - 60_000, by: 97) { damaged[place] = UInt8(place % 251) }
    for (name, bytes) in [
      ("cut.ttf", Array(whole.prefix(20_000))), ("damaged.ttf", damaged), ("four.ttf", [0, 1, 0, 0]),
      ("noise.otf", (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }), ("none.ttf", []),
    ] {
      try Data(bytes).write(to: fonts.appending(path: name))
    }
    let configuration = try folder.write(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>\(fonts.path)</dir><cachedir>\(folder.url("cache").path)</cachedir></fontconfig>
      """, to: "fonts.conf")
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "color=s=64x64:r=5:d=2", folder.url("a.mp4").path])
    _ = try folder.write("Dialogue: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,{\\fnDejaVu Sans}A script fi", to: "a.ass")
    for family in ["DejaVu Sans", "No Such Font"] {
      _ = try folder.write(
        """
        { "gstedit": 1, "assets": { "a": { "uri": "a.mp4" }, "words": { "uri": "a.ass" } },
          "composition": { "tracks": [
            { "id": 1, "kind": "video", "segments": [ { "asset": "a", "in": 0, "duration": 2 } ] } ] },
          "titles": [ { "text": "A title fi", "start": 0, "duration": 2, "fontFamily": "\(family)" } ],
          "subtitles": [ { "asset": "words" } ] }
        """, to: "project.json")
      for command in [["validate", "project.json"], ["frame", "project.json", "--at", "1", "-o", "a.png", "-y"]] {
        var run = ProgramRun(ProgramLocation.gstedit, command)
        run.directory = folder.url
        run.environment["FONTCONFIG_FILE"] = configuration.path
        let outcome = try await run.outcome()
        #expect(outcome.ending == .exited(0), "\(command): \(outcome.errorText)")
        if command[0] == "validate", family != "DejaVu Sans" {
          #expect(
            (outcome.outputText + outcome.errorText).contains("“No Such Font”")
              || (outcome.outputText + outcome.errorText).contains("\"No Such Font\""))
        }
      }
    }
  }
}
