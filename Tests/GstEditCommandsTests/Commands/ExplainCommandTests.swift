import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

@Suite struct ExplainCommandTests {
  /// Two tracks of picture, a fade between them, one that takes no part; two tracks of sound.
  private static let project = """
    {
      "gstedit": 1,
      "assets": { "cat": { "uri": "cat.mp4" }, "dog": { "uri": "dog.mp4" } },
      "composition": { "tracks": [
        { "id": 1, "kind": "video", "segments": [
          { "asset": "cat", "in": 1, "duration": 2 }, { "asset": "cat", "in": 5, "duration": 2, "to": 1, "at": 4 } ] },
        { "id": 2, "kind": "video", "segments": [ { "asset": "dog", "in": 0, "duration": 5 } ] },
        { "id": 3, "kind": "video", "enabled": false, "segments": [ { "asset": "dog", "in": 0, "duration": 5 } ] },
        { "id": 4, "kind": "audio", "volume": 0.5, "segments": [ { "asset": "cat", "in": 2, "duration": 2 } ] },
        { "id": 5, "kind": "audio", "segments": [ { "asset": "dog", "in": 0, "duration": 5 } ] } ] },
      "videoComposition": {
        "frameDuration": "1/25", "renderSize": [640, 360],
        "instructions": [
          { "start": 0, "duration": 2, "layers": [
            { "track": 3 },
            { "track": 1, "opacity": [ { "start": 1, "duration": 1, "from": 1, "to": 0.5 } ] },
            { "track": 2, "transform": [ { "at": 0, "value": [0.5, 0, 0, 0.5, 20, 40] } ],
              "crop": [ { "start": 0, "duration": 2, "from": [0, 0, 640, 360], "to": [0, 0, 320, 360] } ] } ] },
          { "start": 2, "duration": 2, "layers": [ { "track": 1 }, { "track": 2 } ] },
          { "start": 4, "duration": 1, "background": "#ff0000", "layers": [
            { "track": 1 }, { "track": 2, "opacity": [ { "at": 4, "value": 0 } ] } ] } ] },
      "audioMix": { "inputs": [
        { "track": 4, "volume": [ { "start": 0, "duration": 1, "from": 1, "to": 0.2 } ] },
        { "track": 5, "volume": [ { "at": 3, "value": 0 } ] } ] }
    }
    """

  private func explanation(at time: String, of text: String = Self.project) async throws -> [String: Any] {
    let stage = try CommandStage()
    try stage.folder.write(text, to: "project.json")
    #expect(await stage.run("explain project.json --at \(time) --json") == .done, "\(stage.errors)")
    return try jsonObject(stage.output)
  }

  private func layers(_ explanation: [String: Any]) throws -> [[String: Any]] {
    let picture = try #require(explanation["picture"] as? [String: Any])
    return try #require(picture["layers"] as? [[String: Any]])
  }

  @Test func `a frame is explained with its instruction, its layers and their source frames`() async throws {
    let explanation = try await explanation(at: "1.5")
    let picture = try #require(explanation["picture"] as? [String: Any])
    #expect(explanation["time"] as? String == "3/2")
    #expect(picture["frame"] as? Int == 37)
    #expect(picture["frames"] as? Int == 125)
    #expect(picture["frameTime"] as? String == "37/25")
    #expect(picture["method"] as? String == "warp")
    #expect((picture["instruction"] as? [String: Any])?["pointer"] as? String == "/videoComposition/instructions/0")
    let layers = try layers(explanation)
    #expect(layers.map { $0["track"] as? Int } == [3, 1, 2])
    #expect(layers.map { $0["visibility"] as? String } == ["trackDisabled", "shown", "shown"])
    #expect(layers.map { $0["sourceFrame"] as? Int } == [nil, 62, 37])
    #expect(layers[1]["sourceTimestamp"] as? String == "62/25")
    #expect(layers[1]["sourceFrameDuration"] as? String == "1/25")
    #expect(layers[1]["pointer"] as? String == "/videoComposition/instructions/0/layers/1")
    let segment = try #require(layers[1]["segment"] as? [String: Any])
    #expect(segment["asset"] as? String == "cat")
    #expect(segment["pointer"] as? String == "/composition/tracks/0/segments/0")
    #expect(segment["sourceTime"] as? String == "62/25")
  }

  @Test func `each value stands with the entry that gives it`() async throws {
    let layers = try layers(try await explanation(at: "1.5"))
    let opacity = try #require(layers[1]["opacity"] as? [String: Any])
    #expect(try #require(opacity["value"] as? Double) == 1 - 0.5 * 0.48)
    let ramp = try #require(opacity["cause"] as? [String: Any])
    #expect(ramp["kind"] as? String == "ramp")
    #expect(ramp["pointer"] as? String == "/videoComposition/instructions/0/layers/1/opacity/0")
    #expect([ramp["from"] as? Double, ramp["to"] as? Double] == [1, 0.5])
    #expect([ramp["start"] as? String, ramp["duration"] as? String] == ["1", "1"])
    let transform = try #require(layers[2]["transform"] as? [String: Any])
    #expect(transform["value"] as? [Double] == [0.5, 0, 0, 0.5, 20, 40])
    #expect((transform["cause"] as? [String: Any])?["kind"] as? String == "setting")
    let crop = try #require(layers[2]["crop"] as? [String: Any])
    let numbers = try #require(crop["value"] as? [Double])
    #expect(abs(numbers[2] - (640 - 320 * 37 / 50)) < 1e-9)
    let initial = try #require(layers[2]["opacity"] as? [String: Any])
    #expect((initial["cause"] as? [String: Any])?["kind"] as? String == "initial")
    #expect(layers[1]["crop"] == nil)
  }

  @Test func `a layer that is not seen is listed with its reason`() async throws {
    let gap = try layers(try await explanation(at: "2"))
    #expect(gap.map { $0["visibility"] as? String } == ["gap", "shown"])
    let transparent = try layers(try await explanation(at: "4.5"))
    #expect(transparent.map { $0["visibility"] as? String } == ["shown", "transparent"])
    let outside = Self.project.replacing("[0.5, 0, 0, 0.5, 20, 40]", with: "[1, 0, 0, 1, 900, 0]")
    #expect(
      try layers(try await explanation(at: "0", of: outside)).map { $0["visibility"] as? String } == [
        "trackDisabled", "shown", "covered",
      ])
    let beside = outside.replacing(
      #"{ "start": 1, "duration": 1, "from": 1, "to": 0.5 }"#, with: #"{ "at": 0, "value": 0.5 }"#)
    #expect(
      try layers(try await explanation(at: "0", of: beside)).map { $0["visibility"] as? String } == [
        "trackDisabled", "shown", "outside",
      ])
  }

  @Test func `a segment at another speed shows the frame that its rate leads to`() async throws {
    let layers = try layers(try await explanation(at: "4.5"))
    // The frame at 4.48 s: 5 s and twice 0.48 s into the film.
    #expect(layers[0]["sourceFrame"] as? Int == 149)
  }

  @Test func `the gain of each audio track is what the mix and the track come to`() async throws {
    var sound = try #require(try await explanation(at: "0.5")["sound"] as? [String: Any])
    var tracks = try #require(sound["tracks"] as? [[String: Any]])
    #expect(sound["sample"] as? Int == 24_000)
    #expect(tracks.map { $0["track"] as? Int } == [4, 5])
    #expect(abs(try #require(tracks[0]["gain"] as? Double) - 0.3) < 1e-9)
    #expect(tracks[0]["trackVolume"] as? Double == 0.5)
    let volume = try #require(tracks[0]["volume"] as? [String: Any])
    #expect((volume["cause"] as? [String: Any])?["pointer"] as? String == "/audioMix/inputs/0/volume/0")
    #expect((tracks[0]["segment"] as? [String: Any])?["sourceTime"] as? String == "5/2")
    sound = try #require(try await explanation(at: "4")["sound"] as? [String: Any])
    tracks = try #require(sound["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["audibility"] as? String } == ["gap", "silent"])
    #expect(tracks[1]["gain"] as? Double == 0)
  }

  @Test func `sound at another speed is taken from where its rate leads, and one that is slowed to a stop is silent`()
    async throws
  {
    func text(_ segment: String, mix: String = "") -> String {
      """
      { "gstedit": 1, "assets": { "cat": { "uri": "cat.mp4" } },
        "composition": { "tracks": [ { "id": 1, "kind": "audio", "segments": [ { "asset": "cat", "in": 1, \(segment) } ] } ] }
        \(mix.isEmpty ? "" : #", "audioMix": { "inputs": [ { "track": 1, "pitch": "\#(mix)" } ] }"#) }
      """
    }
    func track(_ text: String) async throws -> [String: Any] {
      let sound = try #require(try await explanation(at: "0.5", of: text)["sound"] as? [String: Any])
      return try #require((sound["tracks"] as? [[String: Any]])?.first)
    }
    let double = try #require(try await track(text(#""duration": 4, "to": 2"#))["segment"] as? [String: Any])
    #expect(double["rate"] as? String == "2")
    #expect(double["pitch"] as? String == "preserve")
    #expect(double["sourceTime"] as? String == "2")
    let tape = try await track(text(#""duration": 4, "to": 2"#, mix: "varispeed"))
    #expect((tape["segment"] as? [String: Any])?["pitch"] as? String == "varispeed")
    #expect(try await track(text(#""duration": "1/25", "to": 4"#))["audibility"] as? String == "frozen")
  }

  @Test func `a custom compositor is handed what it asks for, and the rest stands there too`() async throws {
    let text = Self.project
      .replacing(
        #""renderSize": [640, 360],"#, with: #""renderSize": [640, 360], "customCompositor": { "name": "wipe" },"#
      )
      .replacing(
        #""duration": 2, "layers": [ { "track": 1 }"#,
        with: #""duration": 2, "requiredTracks": [2], "layers": [ { "track": 1 }"#)
    let first = try await explanation(at: "1.5", of: text)
    let alone = text.replacing(
      #""start": 0, "duration": 2, "layers""#, with: #""start": 0, "duration": 2, "requiredTracks": [2], "layers""#)
    #expect(
      try layers(try await explanation(at: "1.5", of: alone)).map { $0["visibility"] as? String } == [
        "trackDisabled", "notRequired", "shown",
      ])
    #expect((first["picture"] as? [String: Any])?["method"] as? String == "custom")
    #expect(try layers(first).map { $0["visibility"] as? String } == ["trackDisabled", "shown", "shown"])
    #expect(try layers(first).map { $0["sourceFrame"] as? Int } == [nil, 62, 37])
    #expect(
      try layers(try await explanation(at: "3", of: text)).map { $0["visibility"] as? String } == ["gap", "shown"])
  }

  @Test func `a time may count frames, and must lie within the film`() async throws {
    #expect(try await explanation(at: "62f")["time"] as? String == "62/25")
    let stage = try CommandStage()
    try stage.folder.write(Self.project, to: "project.json")
    #expect(await stage.run("explain project.json --at 5") == .usage)
    #expect(stage.errors == "gstedit: error: At 5 the film has ended: it lasts 00:00:05.000. Give an earlier time.\n")
    #expect(await stage.run("explain project.json --at soon") == .usage)
    #expect(await stage.run("explain project.json") == .usage)
  }

  @Test func `without a video composition frames are counted on the media's grid, and the pictures are stacked`()
    async throws
  {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run("explain project.json --at 55f") == .done)
    #expect(
      stage.output == """
        00:00:02.200 (11/5 s)
        frame 55 of 75, at 00:00:02.200 (11/5 s), by passthrough
          no instructions: tracks are stacked, the first on top
          track 1, on top: cat (track 1, segment 1), frame 130 at 00:00:05.200
            opacity    1: nothing is set
            fit        fit
            transform  1 0 0 1 0 0: nothing is set
            place      640 × 360 at 0, 0
        sample 105600 of 144000, at 48000 Hz
          track 2: cat (track 2, segment 0) at 00:00:02.200
            gain       1
            volume     1: nothing is set

        """)
  }

  @Test func `for people each value stands with its cause and its place in the project`() async throws {
    let stage = try CommandStage()
    try stage.folder.write(Self.project, to: "project.json")
    #expect(await stage.run("explain project.json --at 1.5") == .done)
    #expect(
      stage.output == """
        00:00:01.500 (3/2 s)
        frame 37 of 125, at 00:00:01.480 (37/25 s), by warp
          instruction 0, from 00:00:00.000 to 00:00:02.000 (/videoComposition/instructions/0)
          track 3, on top: not seen, the track takes no part
          track 1, below: cat (track 1, segment 0), frame 62 at 00:00:02.480
            opacity    0.76: ramp from 1 at 00:00:01.000 to 0.5 at 00:00:02.000 (/videoComposition/instructions/0/layers/1/opacity/0)
            transform  1 0 0 1 0 0: nothing is set
            place      640 × 360 at 0, 0
          track 2, below: dog (track 2, segment 0), frame 37 at 00:00:01.480
            opacity    1: nothing is set
            transform  0.5 0 0 0.5 20 40: set at 00:00:00.000 (/videoComposition/instructions/0/layers/2/transform/0)
            crop       0 0 403.2 360: ramp from 0 0 640 360 at 00:00:00.000 to 0 0 320 360 at 00:00:02.000 (/videoComposition/instructions/0/layers/2/crop/0)
            place      201.6 × 180 at 20, 40
        sample 72000 of 240000, at 48000 Hz
          track 4: cat (track 4, segment 0) at 00:00:03.500
            gain       0.1
            volume     0.2: ramp from 1 at 00:00:00.000 to 0.2 at 00:00:01.000 (/audioMix/inputs/0/volume/0)
            times      0.5: the track's own (/composition/tracks/3)
          track 5: dog (track 5, segment 0) at 00:00:01.500
            gain       1
            volume     1: nothing is set

        """)
  }
}
