import EditingModel
import Layers
import MediaTime
import ProjectFile
import Testing

/// The keys of subtitles.
struct SubtitleKeysTests {
  private static func project(_ subtitles: String) -> String {
    Projects.contract.replacing(
      #""audioMix": {"#, with: #""subtitles": [ \#(subtitles) ], "audioMix": {"#
    ).replacing(#""cat":   {"#, with: #""words": { "uri": "words.srt" }, "cat":   {"#)
  }

  @Test func `subtitles have a clip, flags and a style with what it changes`() throws {
    let text = Self.project(
      #"""
      { "asset": "words", "clip": "cat", "language": "en-GB", "mode": "soft", "forced": true, "default": true, "name": "Signs",
        "offset": -1.5, "charset": "latin1", "sourceTrack": 2, "track": 2 },
      { "asset": "cat", "style": "caption", "color": "#ff0000", "offset": "-1001/30000" }, { "asset": "words" }
      """#)
    let project = try Project(text)
    let subtitles = try project.resolve().subtitles
    try #require(subtitles.count == 3)
    #expect(subtitles[0].asset.name == "words" && subtitles[0].clip?.name == "cat" && subtitles[0].trackID == 2)
    #expect(subtitles[0].mode == .soft && subtitles[0].isForced && subtitles[0].isDefault)
    #expect(subtitles[0].offset == (try Rational(-3, 2)) && subtitles[0].charset == "latin1")
    #expect(subtitles[0].languageTag == "en-GB" && subtitles[0].name == "Signs" && subtitles[0].sourceTrack == 2)
    // A clip's own subtitles follow its segments; those of nothing that is shown have the film's time.
    #expect(subtitles[1].clip?.name == "cat" && subtitles[1].mode == .burn)
    #expect(subtitles[1].offset == (try Rational(-1001, 30000)))
    var style = TitleStyle.caption
    style.color = Color(red: 1, green: 0, blue: 0)
    #expect(subtitles[1].style == style)
    #expect(subtitles[2].clip == nil && subtitles[2].style == .subtitle)
    #expect(try Project(project.json).resolve().subtitles == subtitles)
  }

  @Test(arguments: [
    (#"{ "asset": "wrds" }"#, "/subtitles/0/asset", "words"),
    (#"{ "asset": "words", "clip": "cst" }"#, "/subtitles/0/clip", "cat"),
    (#"{ "asset": "words", "style": "captoin" }"#, "/subtitles/0/style", "caption"),
    (#"{ "asset": "words", "mode": "sof" }"#, "/subtitles/0/mode", "soft"),
    (#"{ "asset": "words", "langage": "en" }"#, "/subtitles/0/langage", "language"),
  ])
  func `a misspelt name is found, with the one that was meant`(subtitles: String, pointer: String, meant: String) {
    let found = diagnostics(Self.project(subtitles))
    #expect(found.map(\.pointer.description) == [pointer], "\(found)")
    #expect(found.first?.suggestion == meant, "\(found)")
  }

  @Test(arguments: [
    (#"{ }"#, "/subtitles/0"), (#"{ "asset": "words", "offset": "soon" }"#, "/subtitles/0/offset"),
    (#"{ "asset": "words", "offset": "30f" }"#, "/subtitles/0/offset"),
    (#"{ "asset": "words", "track": 9 }"#, "/subtitles/0/track"),
    (#"{ "asset": "words", "clip": "words" }"#, "/subtitles/0/clip"),
    (#"{ "asset": "words", "clip": "voice", "track": 1 }"#, "/subtitles/0/clip"),
    (#"{ "asset": "words", "fontSize": 1e9 }"#, "/subtitles/0"),
    (#"{ "asset": "words", "color": "red" }"#, "/subtitles/0/color"),
    (#"{ "asset": "words", "forced": 1 }"#, "/subtitles/0/forced"), (#"5"#, "/subtitles/0"),
  ])
  func `what cannot be is refused where it stands`(subtitles: String, pointer: String) {
    let found = diagnostics(Self.project(subtitles))
    #expect(Set(found.map(\.pointer.description)) == [pointer], "\(found)")
  }
}
