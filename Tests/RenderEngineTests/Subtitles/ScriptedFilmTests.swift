import Foundation
import GstEdit
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Films with scripts of SubStation Alpha, whose time is that of the clip that they belong to.
@Suite("Films with scripts")
struct ScriptedFilmTests {
  /// A script that moves, is sung and fades, in `font`.
  private static func script(in font: String = "DejaVu Sans") -> String {
    """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 320
    PlayResY: 180

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, Alignment
    Style: Default,\(font),24,&H00FFFFFF,&H00808080,2

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:00.40,0:00:05.00,Default,,0,0,0,,{\\fad(300,300)}{\\k100}illi {\\k100}sung
    Dialogue: 0,0:00:01.00,0:00:05.50,Default,,0,0,0,,{\\move(40,40,280,100)\\t(\\frz90)}moving
    Dialogue: 0,0:00:02.00,0:00:04.00,Default,,0,0,0,,above
    """
  }

  /// A film of six gray seconds, shown in `segments`, with a script.
  private func project(_ segments: String, _ subtitles: String, in folder: ScratchFolder) async throws -> Project {
    let film = folder.url("film.mp4")
    if !FileManager.default.fileExists(atPath: film.path) {
      try await MediaTools.ffmpeg([
        "-f", "lavfi", "-i", "color=0x606060:size=320x180:rate=25:d=6", "-c:v", "libx264", "-qp", "0", film.path,
      ])
      _ = try folder.write(Self.script(), to: "words.ass")
    }
    let json = """
      { "gstedit": 1, "assets": { "film": { "uri": "film.mp4" }, "words": { "uri": "words.ass" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [ \(segments) ] } ] },
        "subtitles": [ \(subtitles) ] }
      """
    return try Project(json: json, baseURL: folder.url("."))
  }

  private static let whole = #"{ "asset": "film", "in": 0, "duration": 6 }"#
  private static let words = #"{ "asset": "words", "clip": "film" }"#

  private func luma(_ project: Project, _ frames: some Sequence<Int>) async throws -> [[UInt8]] {
    let plan = try await ProjectRender(project, renderer: Engine.renderer()).plan()
    let reader = try await Engine.renderer().pictures(of: plan, in: nil)
    defer { reader.close() }
    var found: [[UInt8]] = []
    for frame in frames { found.append(try Self.luma(try await reader.picture(at: frame))) }
    return found
  }

  private static func luma(_ picture: PixelBuffer) throws -> [UInt8] {
    try picture.planeBytes()[0]
  }

  @Test func `a script is cut, moved and as fast as its clip, with what moves in it`() async throws {
    let folder = try ScratchFolder()
    let whole = try await luma(try await project(Self.whole, Self.words, in: folder), 0..<150)
    // From 3 s on at twice the speed, the beginning, and the middle once more, at half the speed.
    let cut = #"""
      { "asset": "film", "in": 3, "duration": 3, "to": 1.5 }, { "asset": "film", "in": 0, "duration": 1 },
      { "asset": "film", "in": 2, "duration": 1, "to": 2 }
      """#
    let project = try await project(cut, Self.words, in: folder)
    // At odd frames of the slow clip the script is between two frames of the whole.
    let sources =
      (0..<37).map { ($0, 75 + 2 * $0) } + (0..<25).map { ($0 + 38, $0) } + (0..<25).map { ($0 * 2 + 63, 50 + $0) }
    let order = sources.indices.reversed().map { sources[$0] }
    // The first clip's end is between two frames: what follows begins half a frame later.
    let shown = try await luma(project, order.map(\.0))
    for ((frame, source), picture) in zip(order, shown) where frame < 37 {
      #expect(picture == whole[source], "frame \(frame)")
    }
    let plain = try await luma(try await self.project(Self.whole, "", in: folder), [0])[0]
    #expect(whole.indices.filter { whole[$0] != plain } == Array(11..<138))
    // Of the second clip the first 0.4 s say nothing.
    #expect(zip(order, shown).allSatisfy { (order, picture) in !(38..<48).contains(order.0) || picture == plain })
  }

  @Test func `pictures are those of ffmpeg's filter, in the fonts that a film brings`() async throws {
    let folder = try ScratchFolder()
    let font = try #require(
      ["/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"].first(where: FileManager.default.fileExists))
    // The same font under a name that the machine does not have.
    func wide(_ text: String) -> Data { Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) }
    var data = try Data(contentsOf: URL(filePath: font))
    for (old, new) in [("DejaVu Sans Mono", "Gstedit Test One"), ("DejaVuSansMono", "GsteditTestOne")] {
      for (old, new) in [(Data(old.utf8), Data(new.utf8)), (wide(old), wide(new))] {
        while let place = data.range(of: old) { data.replaceSubrange(place, with: new) }
      }
    }
    try data.write(to: folder.url("own.ttf"))
    _ = try await project(Self.whole, "", in: folder)
    _ = try folder.write(Self.script(in: "Gstedit Test One"), to: "own.ass")
    let film = folder.url("film.mkv")
    try await MediaTools.ffmpeg([
      "-i", folder.url("film.mp4").path, "-i", folder.url("own.ass").path, "-map", "0", "-map", "1", "-c", "copy",
      "-attach", folder.url("own.ttf").path, "-metadata:s:t", "mimetype=application/x-truetype-font", film.path,
    ])
    let json = """
      { "gstedit": 1, "assets": { "film": { "uri": "film.mkv" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [ \(Self.whole) ] } ] },
        "subtitles": [ { "asset": "film" } ] }
      """
    let project = try Project(json: json, baseURL: folder.url("."))
    let check = try await ProjectRender(project, renderer: Engine.renderer()).check()
    #expect(check.faults == [] && check.warnings == [])
    let frames = [20, 60, 110]
    let drawn = try await luma(project, frames)
    let wanted = try await MediaTools.ffmpegOutput([
      "-i", film.path, "-vf", "ass=\(folder.url("own.ass").path):fontsdir=\(folder.url.path)", "-f", "rawvideo",
      "-pix_fmt", "yuv420p",
    ])
    for (frame, picture) in zip(frames, drawn) {
      let area = 320 * 180
      let differences = zip(picture, wanted[(frame * area * 3 / 2)...]).map { abs(Int($0) - Int($1)) }
      #expect(differences.reduce(0, +) < area / 50, "frame \(frame): \(differences.reduce(0, +))")
      #expect((differences.max() ?? 0) <= 3, "frame \(frame): \(differences.max() ?? 0)")
    }
  }

  @Test func `a style that the project gives is one of cues`() async throws {
    let folder = try ScratchFolder()
    for (subtitles, isScript) in [
      (Self.words, true), (#"{ "asset": "words", "clip": "film", "style": "caption" }"#, false),
      (##"{ "asset": "words", "clip": "film", "color": "#ff0000" }"##, false),
      (#"{ "asset": "words", "clip": "film", "mode": "soft" }"#, false),
    ] {
      let project = try await project(Self.whole, subtitles, in: folder)
      let track = try await ProjectRender(project, renderer: Engine.renderer()).subtitles().first?.track
      #expect((track?.document.script != nil) == isScript, "\(subtitles)")
    }
  }

  @Test func `fonts that are missing are warned of, and named in the plan`() async throws {
    let folder = try ScratchFolder()
    let project = try await project(Self.whole, Self.words, in: folder)
    _ = try folder.write(Self.script(in: "No Such Font"), to: "words.ass")
    let render = ProjectRender(project, renderer: Engine.renderer())
    let check = try await render.check()
    #expect(check.warnings.count == 1)
    #expect(check.warnings.first?.message.hasPrefix("The font family \"No Such Font\" is not installed;") == true)
    #expect(try await render.plan().text.contains("instead of No Such Font"))
  }

  @Test func `an explanation lists what the script says at the time`() async throws {
    let folder = try ScratchFolder()
    let render = ProjectRender(try await project(Self.whole, Self.words, in: folder), renderer: Engine.renderer())
    func names(_ time: String) async throws -> [String] {
      try await render.explain(at: try ProjectTime(time)).explanation.picture?.drawnLayers.compactMap(\.name) ?? []
    }
    #expect(try await names("3") == ["illi sung", "moving", "above"])
    #expect(try await names("0.2") == [])
  }
}
