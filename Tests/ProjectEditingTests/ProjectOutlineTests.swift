import Foundation
import MediaTime
import ProjectEditing
import Testing

/// What a timeline shows of a project, as JSON.
@Suite struct ProjectOutlineTests {
  private func json(_ text: String, frameDuration: Rational? = nil) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(
      decoding: try encoder.encode(ProjectOutline(of: text, baseURL: Films.folder, frameDuration: frameDuration)),
      as: UTF8.self)
  }

  @Test func `the outline is what the file says, in exact times`() throws {
    let text = Films.text(
      """
      { "asset": "cat", "in": "1/3", "duration": 2, "to": 4, "transition": { "name": "push", "direction": "up", "duration": 0.5 } },
      { "asset": "dog", "in": 2, "duration": 3 }, { "asset": "dog", "in": 2, "duration": 1, "at": 9.5 }
      """,
      #"""
      , "videoComposition": { "frameDuration": "1/24", "renderSize": [640, 360], "instructions": [
        { "start": 0, "duration": 11, "layers": [ { "track": 1, "opacity": [ { "start": 0, "duration": 0.5, "from": 0, "to": 1 } ] } ] } ] },
      "titles": [ { "text": "Sea", "start": 1, "duration": "2", "place": "top" } ],
      "audioMix": { "inputs": [ { "track": 2, "volume": [ { "at": 0, "value": 0.25 } ] } ] },
      "music": { "asset": "dog", "volume": 0.5 }
      """#,
      track: #", "transitions": [ { "at": 7, "name": "wipe", "duration": 0.25, "alignment": "end" } ]"#
        .replacing(#""at": 7"#, with: #""at": 4"#).replacing(#""at": 4"#, with: #""at": 7"#),
      audio: #"{ "asset": "cat", "in": 0, "duration": "24f" }"#)
    // The segment that ends at 7 s is followed by a gap: a transition there is no valid project.
    #expect(throws: ProjectEditError.self) { try json(text) }
    let valid = text.replacing(
      #", "transitions": [ { "at": 7, "name": "wipe", "duration": 0.25, "alignment": "end" } ]"#, with: "")
    #expect(
      try json(valid) == """
        {"assets":[{"name":"cat","pointer":"/assets/cat","uri":"cat.mp4"},{"name":"dog","pointer":"/assets/dog","uri":"dog.mp4"}],\
        "frameDuration":"1/24","music":{"pointer":"/music","value":{"asset":"dog","volume":0.5}},\
        "titles":[{"duration":"2","place":"top","pointer":"/titles/0","start":"1","style":"title","text":"Sea",\
        "value":{"duration":"2","place":"top","start":1,"text":"Sea"}}],\
        "tracks":[{"enabled":true,"id":1,"kind":"video","levels":{"entries":[{"duration":"0.5","from":0,"start":"0","to":1}],\
        "pointer":"/videoComposition/instructions/0/layers/0/opacity","property":"opacity"},"pointer":"/composition/tracks/0","segments":[\
        {"asset":"cat","duration":"4","pointer":"/composition/tracks/0/segments/0","rate":"0.5","sourceDuration":"2","sourceStart":"1/3",\
        "start":"0","transition":{"alignment":"center","direction":"up","duration":"0.5","name":"push"}},\
        {"asset":"dog","duration":"3","pointer":"/composition/tracks/0/segments/1","rate":"1","sourceDuration":"3","sourceStart":"2",\
        "start":"4","transition":null},\
        {"asset":"dog","duration":"1","pointer":"/composition/tracks/0/segments/2","rate":"1","sourceDuration":"1","sourceStart":"2",\
        "start":"9.5","transition":null}],"volume":1},\
        {"enabled":true,"id":2,"kind":"audio","levels":{"entries":[{"at":"0","value":0.25}],"pointer":"/audioMix/inputs/0/volume",\
        "property":"volume"},"pointer":"/composition/tracks/1","segments":[\
        {"asset":"cat","duration":"1","pointer":"/composition/tracks/1/segments/0","rate":"1","sourceDuration":"1","sourceStart":"0",\
        "start":"0","transition":null}],"volume":1}]}
        """)
  }

  @Test func `what is not there is null, and the track's transitions stand at their segments`() throws {
    let text = Films.text(
      #"{ "asset": "cat", "in": 1, "duration": 2 }, { "asset": "dog", "in": 2, "duration": 3 }"#,
      track: #", "transitions": [ { "at": 2, "name": "wipe", "duration": 0.25, "alignment": "end" } ]"#)
    let outline = try ProjectOutline(of: text, baseURL: Films.folder)
    #expect(outline.tracks[0].segments[0].transition?.name == "wipe")
    #expect(outline.tracks[0].segments[0].transition?.alignment == "end")
    let json = try json(text)
    #expect(json.contains(#""frameDuration":null"#))
    #expect(json.contains(#""music":null"#))
    #expect(json.contains(#""levels":{"entries":[],"pointer":null,"property":"opacity"}"#))
  }

  @Test func `frames lie on the grid that is given where the project has none`() throws {
    let text = Films.text(#"{ "asset": "cat", "in": "50f", "duration": "25f" }"#)
    #expect(throws: ProjectEditError.self) { try ProjectOutline(of: text, baseURL: Films.folder) }
    let outline = try ProjectOutline(of: text, baseURL: Films.folder, frameDuration: Rational(1, 25))
    #expect(outline.tracks[0].segments[0].sourceStart.seconds == Rational(2))
    #expect(outline.frameDuration?.seconds == (try Rational(1, 25)))
  }
}
