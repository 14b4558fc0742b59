import EditingModel
import FoundationEssentials
import Layers
import MediaTime
import ProjectFile
import Testing

/// The keys of titles and of layers.
struct TitleKeysTests {
  private static func project(_ keys: String) -> String {
    Projects.contract.replacing(#""audioMix": {"#, with: keys + #", "audioMix": {"#)
  }

  @Test func `a title has its style, with what it changes`() throws {
    let text = Self.project(
      """
      "titleStyles": { "house": { "style": "lowerThird", "highlightColor": "#00ff00" } },
      "titles": [ { "text": "One", "start": 1, "duration": "2.5" },
                  { "text": "Two\\nthree", "start": "30f", "duration": 1, "style": "house", "place": "topRight", "hasBar": false } ]
      """)
    let tool = try #require(try Project(text).resolve().videoComposition?.animationTool)
    #expect(tool.titles.count == 2)
    #expect(tool.titles[0].style == .title && tool.titles[0].timeRange.duration == CMTime(value: 5, timescale: 2))
    var house = TitleStyle.lowerThird
    house.highlightColor = Color(red: 0, green: 1, blue: 0)
    house.place = .topRight
    house.hasBar = false
    #expect(tool.titles[1].style == house)
    #expect(tool.titles[1].timeRange.start == CMTime(value: 1001, timescale: 1000))
  }

  @Test func `layers are read with all that is in them, and written again`() throws {
    let text = Self.project(
      """
      "titles": [ { "text": "One", "start": 1, "duration": 2, "style": "quote", "fontSize": 0.2 } ],
      "layers": [ { "type": "shape", "path": "M0,0 L10,0 L10,10 Z", "bounds": [0, 0, 10, 10], "position": [20, 30.5],
                    "fillColor": "#ff000080", "beginTime": 2, "duration": 3,
                    "animations": [ { "type": "basic", "keyPath": "opacity", "fromValue": 0, "duration": 1 } ],
                    "sublayers": [ { "type": "text", "string": "Hi", "contents": "logo.png" } ] } ]
      """)
    let project = try Project(text)
    let film = try project.resolve()
    let root = try #require(film.videoComposition?.animationTool?.layer)
    let layer = try #require(root.sublayers.first)
    #expect(layer.position == Point(x: 20, y: 30.5) && layer.timing.beginTime == 2 && layer.animations.count == 1)
    #expect(layer.sublayers.first?.contents == .image(uri: "logo.png"))
    let again = try Project(
      composition: film.composition, videoComposition: film.videoComposition, audioMix: film.audioMix,
      export: film.export, baseURL: project.baseURL)
    #expect(try again.resolve().videoComposition?.animationTool == film.videoComposition?.animationTool)
  }

  @Test func `without a video composition, the one that stands in gets the titles`() throws {
    let text = #"""
      { "gstedit": 1, "assets": { "a": { "uri": "a.mp4" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [ { "asset": "a", "in": 0, "duration": 4 } ] } ] },
        "titles": [ { "text": "One", "start": 1, "duration": 2 } ] }
      """#
    let video = try #require(try Project(text).resolve().videoComposition)
    #expect(video.isStandIn && video.fit == .resizeAspect && video.animationTool?.titles.count == 1)
  }

  @Test func `layers that are a track are named by instructions, and written again`() throws {
    let text = Self.project(
      #"""
      "additionalLayers": [ { "track": 9, "layers": [ { "type": "text", "string": "Hi", "contents": "logo.png" } ] } ]
      """#
    ).replacing(
      #"{ "start": 0, "duration": 7, "layers": [ { "track": 1 } ] }"#,
      with: #"""
        { "start": 0, "duration": 7, "layers": [
          { "track": 9, "opacity": [ { "start": 1, "duration": 1, "from": 0, "to": 1 } ] }, { "track": 1 } ] }
        """#)
    let project = try Project(text)
    let film = try project.resolve()
    let video = try #require(film.videoComposition)
    #expect(video.instructions[0].layerInstructions.map(\.trackID) == [9, 1])
    #expect(video.animationTool?.additionalTrackIDs == [9])
    #expect(video.animationTool?.additionalLayers[0].layer.sublayers[0].contents == .image(uri: "logo.png"))
    #expect(project.files.map(\.lastPathComponent).contains("logo.png"))
    let again = try Project(
      composition: film.composition, videoComposition: video, audioMix: film.audioMix, export: film.export,
      baseURL: project.baseURL)
    #expect(try again.resolve().videoComposition == video)
  }

  @Test func `a layer without a track gets a list of tracks, those of layers among them`() throws {
    let text = Self.project(#""additionalLayers": [ { "track": 9, "layers": [] } ]"#)
      .replacing(
        #"{ "start": 0, "duration": 7, "layers": [ { "track": 1 } ] }"#,
        with: #"{ "start": 0, "duration": 7, "layers": [ { "track": 8 } ] }"#)
    let found = diagnostics(text)
    #expect(found.map(\.pointer.description) == ["/videoComposition/instructions/0/layers/0/track"])
    #expect(found.first?.expected == "the number of one of the video tracks: 1, 2, or of the layers: 9")
  }

  @Test(arguments: [
    (#""titles": [ { "text": "One", "start": 1, "duration": 2, "style": "quot" } ]"#, "/titles/0/style", "quote"),
    (#""titles": [ { "text": "One", "start": 1, "duration": 2, "plce": "top" } ]"#, "/titles/0/plce", "place"),
    (#""layers": [ { "type": "text", "strng": "a" } ]"#, "/layers/0/strng", "string"),
    (#""layers": [ { "sublayers": [ { "opacty": 1 } ] } ]"#, "/layers/0/sublayers/0/opacty", "opacity"),
    (#""additionalLayer": [ { "track": 9, "layers": [] } ]"#, "/additionalLayer", "additionalLayers"),
    (
      #""additionalLayers": [ { "track": 9, "layers": [ { "opacty": 1 } ] } ]"#,
      "/additionalLayers/0/layers/0/opacty", "opacity"
    ),
  ])
  func `a misspelt name is found, with the one that was meant`(keys: String, pointer: String, meant: String) {
    let found = diagnostics(Self.project(keys))
    #expect(found.map(\.pointer.description) == [pointer], "\(found)")
    #expect(found.first?.suggestion == meant, "\(found)")
  }

  @Test(arguments: [
    (#"{ "opacity": "large" }"#, "opacity", "a number"), (#"{ "name": 5 }"#, "name", "a text"),
    (#"{ "isHidden": 1 }"#, "isHidden", "true or false"), (#"{ "sublayers": {} }"#, "sublayers", "a list"),
    (#"{ "type": "replicator", "instanceCount": "3" }"#, "instanceCount", "a number"),
    (#"{ "mask": 3 }"#, "mask", "an object"),
  ])
  func `a value of another kind is named by its JSON type`(layer: String, key: String, expected: String) {
    let found = diagnostics(Self.project(#""layers": [ \#(layer) ]"#))
    #expect(found.map(\.pointer.description) == ["/layers/0/\(key)"], "\(found)")
    #expect(found.first?.expected == expected, "\(found)")
  }

  @Test(arguments: [
    (#""titles": [ { "text": "One", "start": 1, "duration": 2, "color": "red" } ]"#, "/titles/0/color"),
    (#""titles": [ { "text": "One", "start": 1, "duration": 2, "fontSize": 1e9 } ]"#, "/titles/0"),
    (#""layers": [ { "bounds": [1, 2] } ]"#, "/layers/0/bounds"),
    (#""layers": [ { "opacity": 2 } ]"#, "/layers/0/opacity"),
    (#""layers": [ { "type": "txt" } ]"#, "/layers/0/type"),
    (#""layers": [ 5 ]"#, "/layers/0"),
    (#""additionalLayers": [ { "track": 1, "layers": [] } ]"#, "/additionalLayers/0/track"),
    (
      #""additionalLayers": [ { "track": 9, "layers": [] }, { "track": 9, "layers": [] } ]"#,
      "/additionalLayers/1/track"
    ),
    (#""additionalLayers": [ { "track": 0, "layers": [] } ]"#, "/additionalLayers/0/track"),
    (#""additionalLayers": [ { "track": 9, "layers": [ { "type": "video" } ] } ]"#, "/additionalLayers/0"),
    (
      #""additionalLayers": [ { "track": 9, "layers": [ { "opacity": 2 } ] } ]"#, "/additionalLayers/0/layers/0/opacity"
    ),
    (#""titleStyles": { "a": { "style": "b" } }"#, "/titleStyles/a/style"),
  ])
  func `what cannot be is refused where it stands`(keys: String, pointer: String) {
    #expect(diagnostics(Self.project(keys)).map(\.pointer.description) == [pointer])
  }
}
