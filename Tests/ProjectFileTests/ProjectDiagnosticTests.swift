import EditingModel
import FoundationEssentials
import ProjectFile
import Testing

@Suite struct ProjectDiagnosticTests {
  /// The one diagnostic, on one line.
  private func only(_ found: [ProjectDiagnostic]) throws -> String {
    try #require(found.count == 1, "\(found)")
    return found[0].description
  }

  @Test func `an unknown key is named with the one that was meant`() throws {
    let found = diagnostics(replacing: #""in": "10.5", "duration""#, with: #""in": "10.5", "durration""#)
    #expect(
      try only(found)
        == #"10:81: /composition/tracks/1/segments/0/durration: The key "durration" is not known here. "#
        + #"Expected only the keys asset, in, duration, at, to, pitch, transition. Did you mean "duration"?"#)
    #expect(found[0].suggestion == "duration")
  }

  @Test func `an unknown key does not hide what is wrong elsewhere`() {
    let text = Projects.contract.replacing(#""renderScale": 1"#, with: #""bogus": 1"#)
      .replacing(#"{ "start": 8, "duration": 7"#, with: #"{ "start": 9, "duration": 7"#)
      .replacing(#""track": 3"#, with: #""track": 4"#)
    #expect(
      diagnostics(text).map(\.pointer.description) == [
        "/videoComposition/bogus", "/videoComposition/instructions/2/start", "/audioMix/inputs/0/track",
      ])
  }

  @Test func `a missing key is named with what it needs`() throws {
    #expect(
      try only(diagnostics(replacing: #""uri": "media/cat.mp4""#, with: ""))
        == #"4:14: /assets/cat: The key "uri" is missing. Expected a path or a file: URI."#)
    #expect(
      diagnostics("{}").map(\.message) == [
        #"The key "gstedit" is missing."#, #"The key "assets" is missing."#, #"The key "composition" is missing."#,
      ])
  }

  @Test func `a key that stands twice is an error`() throws {
    #expect(
      try only(diagnostics(replacing: #""renderScale": 1,"#, with: #""renderScale": 1, "renderScale": 0.5,"#))
        == #"18:23: /videoComposition/renderScale: The key "renderScale" stands here twice. Expected each key once."#)
  }

  @Test func `text that is no JSON is one diagnostic with its place`() throws {
    #expect(
      try only(diagnostics(replacing: #""renderScale": 1,"#, with: #""renderScale": 1,,"#))
        == #"18:22: /videoComposition: Found ",". Expected a key in quotation marks."#)
    #expect(
      try only(diagnostics("")) == "1:1: The text ends too early. "
        + "Expected a value: an object, an array, a string, a number, true, false or null.")
    #expect(try only(diagnostics("[]")) == "1:1: Found an empty array. Expected an object.")
  }

  @Test func `another version is refused, and nothing else said`() throws {
    let found = diagnostics(replacing: #""gstedit": 1"#, with: #""gstedit": 2, "more": []"#)
    #expect(
      try only(found)
        == "2:14: /gstedit: This is a project of version 2. Expected version 1, which this program reads.")
    #expect(
      diagnostics(replacing: #""gstedit": 1"#, with: #""gstedit": "1""#).map(\.pointer.description) == ["/gstedit"])
  }

  @Test(arguments: [
    (#""kind": "audio""#, #""kind": "sound""#, "/composition/tracks/2/kind", "one of video, audio"),
    (#""id": 3"#, #""id": 0"#, "/composition/tracks/2/id", "a whole number from 1"),
    (#""id": 3"#, #""id": 1.5"#, "/composition/tracks/2/id", "a whole number from 1"),
    (#""id": 3"#, #""id": 4294967299"#, "/composition/tracks/2/id", "a whole number from 1"),
    (#""id": 3"#, #""id": "3""#, "/composition/tracks/2/id", "a whole number from 1"),
    ("[1280, 720]", "[1280]", "/videoComposition/renderSize", "[width, height]"),
    ("[1280, 720]", "[1280, 720, 1]", "/videoComposition/renderSize", "[width, height]"),
    ("[1280, 720]", "[1280, 720.5]", "/videoComposition/renderSize/1", "a whole number from 2 to 16384"),
    ("[1280, 720]", "[1280, 1]", "/videoComposition/renderSize/1", "a whole number from 2 to 16384"),
    (#""renderScale": 1"#, #""renderScale": 0"#, "/videoComposition/renderScale", "a number greater than 0"),
    (#""renderScale": 1"#, #""renderScale": 1e999"#, "/videoComposition/renderScale", "a number greater than 0"),
    (
      #""renderScale": 1"#, #""renderScale": 100"#, "/videoComposition/renderScale",
      "a number greater than 0 that leaves"
    ),
    (##""#000000""##, #""black""#, "/videoComposition/instructions/2/background", "a color"),
    (##""#000000""##, ##""#00000g""##, "/videoComposition/instructions/2/background", "a color"),
    (##""#000000""##, "[0, 0]", "/videoComposition/instructions/2/background", "a color"),
    (##""#000000""##, "[0, 0, 2]", "/videoComposition/instructions/2/background/2", "a number from 0 to 1"),
    (
      #""from": 1, "to": 0 }"#, #""from": 1, "to": -0.5 }"#, "/videoComposition/instructions/1/layers/0/opacity/0/to",
      "a number from 0 to 1"
    ),
    (#""value": 1 }"#, #""value": 11 }"#, "/audioMix/inputs/0/volume/0/value", "a number from 0 to 10"),
    (
      "[1,0,0,1,0,0]", "[1,0,0,1,0]", "/videoComposition/instructions/2/layers/0/transform/0/value",
      "[a, b, c, d, tx, ty]"
    ),
    ("[1,0,0,1,0,0]", "1", "/videoComposition/instructions/2/layers/0/transform/0/value", "[a, b, c, d, tx, ty]"),
    (#""quality": 23"#, #""quality": "23""#, "/export/video/quality", "a number of 0 or more"),
    (#""quality": 23"#, #""quality": 23, "bitrate": 5"#, "/export/video", "one of them"),
    (#""fileType": "mp4""#, #""fileType": "avi""#, "/export/fileType", "one of mp4, mov"),
    (#""uri": "media/cat.mp4""#, #""uri": """#, "/assets/cat/uri", "a path or a file: URI"),
    (#""uri": "media/cat.mp4""#, #""uri": "https://example.com/cat.mp4""#, "/assets/cat/uri", "a path or a file: URI"),
    (#""in": "10.5""#, #""in": -1"#, "/composition/tracks/1/segments/0/in", "a time of 0 or later"),
    (#""in": "10.5""#, #""in": true"#, "/composition/tracks/1/segments/0/in", "a time of 0 or later"),
    (#""in": "10.5""#, #""in": "ten""#, "/composition/tracks/1/segments/0/in", "a time of 0 or later"),
    (#""in": "10.5""#, #""in": 1e30"#, "/composition/tracks/1/segments/0/in", "a time of 0 or later"),
    (#""in": "10.5""#, #""in": 0.00000000001"#, "/composition/tracks/1/segments/0/in", "a time whose timescale"),
    (
      #""in": "10.5", "duration": "8""#, #""in": "10.5", "duration": 0"#, "/composition/tracks/1/segments/0/duration",
      "a duration greater than 0"
    ),
    (
      #""frameDuration": "1001/30000""#, #""frameDuration": "1f""#, "/videoComposition/frameDuration",
      "a videoComposition that has"
    ),
    (
      #""track": 2 }"#, #""track": 3 }"#, "/videoComposition/instructions/1/layers/1/track",
      "the number of one of the video tracks: 1, 2"
    ),
    (#""track": 3"#, #""track": 1"#, "/audioMix/inputs/0/track", "the number of one of the audio tracks: 3"),
    (#""id": 2"#, #""id": 1"#, "/composition/tracks/1/id", "a number of its own"),
  ])
  func `an unknown key is found in its place`(old: String, new: String, place: String, expected: String) throws {
    let found = diagnostics(replacing: old, with: new)
    let diagnostic = try #require(found.first { $0.pointer.description == place }, "\(found)")
    #expect(diagnostic.expected?.hasPrefix(expected) == true)
    #expect(!diagnostic.message.isEmpty && diagnostic.line > 1 && diagnostic.column >= 1)
  }

  @Test func `a size with a part that is not a number is not judged as a whole`() throws {
    for size in [##"["1280", "720"]"##, "[1280.5, 720]", "[0, -1]"] {
      let found = diagnostics(replacing: "[1280, 720]", with: size).map(\.pointer.description)
      #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("/videoComposition/renderSize/") }, "\(size): \(found)")
    }
    let transform = diagnostics(replacing: "[1,0,0,1,0,0]", with: #"["1",0,0,1,0,0]"#).map(\.pointer.description)
    #expect(transform == ["/videoComposition/instructions/2/layers/0/transform/0/value/0"])
  }

  @Test func `an opacity or a volume is a list of entries, not a number`() throws {
    let number = diagnostics(
      replacing: #"[ { "start": 7, "duration": 1, "from": 1, "to": 0 } ]"#, with: "0.5")
    #expect(try only(number).hasSuffix("/opacity: Found the number 0.5. Expected an array."))
    let entry = diagnostics(
      replacing: #"[ { "start": 7, "duration": 1, "from": 1, "to": 0 } ]"#, with: "[0.5]")
    #expect(try only(entry).hasSuffix("Found the number 0.5. Expected { at, value } or { start, duration, from, to }."))
  }

  @Test func `names that are not known are named with the nearest`() throws {
    let asset = diagnostics(replacing: #""asset": "voice""#, with: #""asset": "voise""#)
    #expect(
      try only(asset)
        == #"12:60: /composition/tracks/2/segments/1/asset: There is no asset "voise". "#
        + #"Expected one of the assets cat, voice. Did you mean "voice"?"#)
    let codec = diagnostics(replacing: #""codec": "h264""#, with: #""codec": "H264""#)
    #expect(codec.first?.suggestion == "h264")
    let speed = diagnostics(replacing: "veryfast", with: "veryfats")
    #expect(speed.first?.suggestion == "veryfast")
  }

  @Test func `segments that overlap say by how much`() throws {
    #expect(
      try only(diagnostics(replacing: #""at": "11""#, with: #""at": 7.25"#))
        == "12:109: /composition/tracks/2/segments/1/at: The segment starts at 7.25 s, but the one before it ends at "
        + "8 s: they overlap by 0.75 s. Expected 8 s or later.")
  }

  @Test func `a gap in the instructions is named with its ends`() throws {
    #expect(
      try only(diagnostics(replacing: #"{ "start": 8, "duration": 7"#, with: #"{ "start": 9, "duration": 7"#))
        == "24:18: /videoComposition/instructions/2/start: The instructions leave 8…9 s uncovered. "
        + "Expected instructions that cover 0…15 s without a gap.")
  }

  @Test func `instructions that end too early are a gap of the list`() {
    let found = diagnostics(replacing: #"{ "start": 8, "duration": 7"#, with: #"{ "start": 8, "duration": 6"#)
    #expect(found.map(\.pointer.description) == ["/videoComposition/instructions"])
    #expect(found.map(\.message) == ["The instructions leave 14…15 s uncovered."])
  }

  @Test func `a value that could not be read is not missed elsewhere`() {
    let track = diagnostics(replacing: #""id": 1,"#, with: #""id": "one","#)
    #expect(track.map(\.pointer.description) == ["/composition/tracks/0/id"])
    let asset = diagnostics(replacing: #"{ "uri": "media/cat.mp4" }"#, with: #""media/cat.mp4""#)
    #expect(asset.map(\.pointer.description) == ["/assets/cat"])
    let others = diagnostics(
      Projects.contract.replacing(#"{ "uri": "media/cat.mp4" }"#, with: "7").replacing(
        #""asset": "voice""#, with: #""asset": "bird""#))
    #expect(others.map(\.pointer.description) == ["/assets/cat", "/composition/tracks/2/segments/1/asset"])
    let instruction = diagnostics(
      replacing: #"{ "start": 7, "duration": 1, "layers""#, with: #"{ "start": [], "duration": 1, "layers""#)
    #expect(instruction.map(\.pointer.description) == ["/videoComposition/instructions/1/start"])
  }

  @Test func `places are those of the text, also after an element that could not be read`() {
    let text = Projects.contract.replacing(#"{ "start": 0, "duration": 7, "layers": [ { "track": 1 } ] }"#, with: "7")
      .replacing(#"{ "track": 2 } ] }"#, with: #"{ "track": 9 } ] }"#)
      .replacing(#"{ "at": 0, "value": 1 }"#, with: #"0, { "at": 11, "value": 1 }"#)
    #expect(
      diagnostics(text).map(\.pointer.description) == [
        "/videoComposition/instructions/0", "/videoComposition/instructions/1/layers/1/track",
        "/audioMix/inputs/0/volume/0", "/audioMix/inputs/0/volume/2/start",
      ])
  }

  @Test func `diagnostics stand in the order of the text`() {
    let text = Projects.contract.replacing(#""quality": 23"#, with: #""quality": "x""#)
      .replacing(#""kind": "audio""#, with: #""kind": 3"#).replacing(#""uri": "media/cat.mp4""#, with: #""uri": 4"#)
    let found = diagnostics(text)
    #expect(
      found.map(\.pointer.description) == ["/assets/cat/uri", "/composition/tracks/2/kind", "/export/video/quality"])
    #expect(found.map(\.line) == [4, 11, 30])
  }

  @Test func `a diagnostic as JSON has a member for each property, and its pointer as a string`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let found = diagnostics(replacing: #""asset": "voice""#, with: #""asset": "voise""#)
    #expect(
      try String(decoding: encoder.encode(#require(found.first)), as: UTF8.self)
        == #"{"column":60,"expected":"one of the assets cat, voice","line":12,"message":"There is no asset \"voise\".","#
        + #""pointer":"/composition/tracks/2/segments/1/asset","suggestion":"voice"}"#)
    let missing = diagnostics("{}")
    #expect(
      try String(decoding: encoder.encode(#require(missing.first)), as: UTF8.self)
        == #"{"column":1,"expected":"1","line":1,"message":"The key \"gstedit\" is missing.","pointer":""}"#)
  }

  @Test func `an error reads a line for each diagnostic`() throws {
    let error = try #require(throws: ProjectError.self) { try Project("{}") }
    #expect(error.description.split(separator: "\n").count == 3)
  }

  @Test func `a problem that only the media can tell finds its place too`() throws {
    let project = try Project(Projects.contract)
    let film = try project.resolve()
    let beyond = film.diagnostic(
      at: ModelLocation(.segment(track: 2, index: 2), .sourceDuration), "The file lasts 5 ms.", expected: "less")
    #expect(
      beyond.description == "12:90: /composition/tracks/2/segments/1/duration: The file lasts 5 ms. Expected less.")
    let missing = project.diagnostic(
      at: JSONPointer(["assets", "cat", "uri"]), "There is no such file.", expected: "a file")
    #expect(missing.pointer.description == "/assets/cat/uri" && missing.line == 4)
  }
}
