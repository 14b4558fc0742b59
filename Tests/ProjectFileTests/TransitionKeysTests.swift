import EditingModel
import MediaFormats
import MediaTime
import ProjectFile
import Testing

/// The keys of transitions and of music.
@Suite struct TransitionKeysTests {
  private static let film = #"""
    {
      "gstedit": 1,
      "assets": { "a": { "uri": "a.mp4" }, "b": { "uri": "b.mp4" }, "tune": { "uri": "tune.flac" } },
      "composition": { "tracks": [
        { "id": 1, "kind": "video", "segments": [
          { "asset": "a", "in": 2, "duration": 4, "transition": { "name": "push", "direction": "right", "duration": 1 } },
          { "asset": "b", "in": 2, "duration": 4 },
          { "asset": "a", "in": 2, "duration": 4 } ],
          "transitions": [ { "at": 8, "name": "crossDissolve", "duration": "0.5", "alignment": "end" } ] },
        { "id": 2, "kind": "audio", "segments": [
          { "asset": "a", "in": 2, "duration": 4, "transition": { "name": "push", "duration": 1 } },
          { "asset": "b", "in": 2, "duration": 4, "at": 4 } ] } ] },
      "videoComposition": \#(shown)
    }
    """#
  private static let shown =
    #"{ "frameDuration": "1/25", "renderSize": [640, 360], "instructions": [ { "start": 0, "duration": 12, "layers": [ { "track": 1 } ] } ] }"#

  @Test func `transitions become tracks, instructions and volumes`() throws {
    let film = try Project(Self.film).resolve()
    #expect(film.composition.tracks.map(\.id) == [1, 3, 2, 4])
    #expect(film.layout.tracks.map(\.id) == [1, 2])
    #expect(film.composition.duration == CMTime(value: 12, timescale: 1))
    let video = try #require(film.videoComposition)
    #expect(video.instructions.count == 5)
    #expect(
      video.instructions[1].layerInstructions[0].transform.value(at: CMTime(value: 4, timescale: 1), initial: .identity)
        .tx == -320)
    #expect(video.instructions[3].timeRange.start == CMTime(value: 15, timescale: 2))
    #expect(film.audioMix?.inputParameters.map(\.trackID) == [2, 4])
    #expect(video.validate(over: film.composition).isEmpty && film.composition.validate().isEmpty)
    // Locations in the model lead to the lines in the file where they were written.
    #expect(
      film.pointer(to: ModelLocation(.segment(track: 1, index: 1))).description == "/composition/tracks/0/segments/1")
    #expect(
      film.pointer(to: ModelLocation(.segment(track: 2, index: 0))).description == "/composition/tracks/1/segments/0")
    #expect(
      film.pointer(to: ModelLocation(.layer(instruction: 3, index: 1))).description
        == "/videoComposition/instructions/0/layers/0")
    #expect(
      film.pointer(to: ModelLocation(.volumeEntry(input: 1, index: 3))).description == "/composition/tracks/1")
  }

  @Test func `a project with transitions is written as it was read`() throws {
    let project = try Project(
      Self.film.replacing(
        #""gstedit": 1,"#, with: #""gstedit": 1, "music": { "asset": "tune", "duck": { "under": [2] } },"#))
    #expect(try Project(project.json) == project)
    #expect(project.json.contains(#""direction": "right""#) && project.json.contains(#""under""#))
    #expect(project.musicAsset?.name == "tune" && Set(project.transitionAssets.map(\.name)) == ["a", "b"])
  }

  @Test(
    arguments: [
      (
        #""name": "push", "direction": "right""#, #""name": "crosDissolve""#, "/segments/0/transition/name",
        "crossDissolve"
      ),
      (
        #""direction": "right", "duration": 1"#, #""direction": "rihgt", "duration": 1"#,
        "/segments/0/transition/direction", "right"
      ),
      (
        #""name": "push", "direction": "right""#, #""name": "crossDissolve", "direction": "right""#,
        "/segments/0/transition/direction", nil
      ),
      (
        #""direction": "right", "duration": 1"#, #""direction": "right", "duration": 0"#,
        "/segments/0/transition/duration", nil
      ),
      (
        #""direction": "right", "duration": 1"#, #""direction": "right", "duration": 9"#,
        "/segments/0/transition/duration", nil
      ),
      (
        #""direction": "right", "duration": 1"#, #""direction": "right", "durations": 1"#,
        "/segments/0/transition/durations", "duration"
      ),
      (#"{ "at": 8,"#, #"{ "at": 7,"#, "/transitions/0/at", nil),
      (#"{ "at": 8,"#, #"{ "at": 4,"#, "/transitions/0", nil),
      (
        #"{ "asset": "b", "in": 2, "duration": 4 }"#, #"{ "asset": "b", "in": 2, "duration": 3, "at": 5 }"#,
        "/segments/0/transition", nil
      ),
    ] as [(String, String, String, String?)])
  func `mistakes are located in the project`(old: String, new: String, place: String, meant: String?) throws {
    let found = diagnostics(Self.film.replacing(old, with: new))
    let first = try #require(found.first { $0.pointer.description.hasSuffix(place) }, "\(found)")
    #expect(first.suggestion == meant)
  }

  @Test func `a handle before a clip's start is missing, unless it is a still`() throws {
    let project = try Project(
      Self.film.replacing(
        #"{ "asset": "b", "in": 2, "duration": 4 }"#, with: #"{ "asset": "b", "in": 0, "duration": 4 }"#))
    let error = try #require(throws: ProjectError.self) { try project.resolve() }
    let found = try #require(error.diagnostics.first)
    #expect(error.diagnostics.count == 1)
    #expect(found.pointer.description == "/composition/tracks/0/segments/0/transition")
    #expect(found.message.contains("0.5 s of “b”") && found.message.contains("0.5 s are missing"))
    let still = try #require(project.transitionAssets.first { $0.name == "b" })
    let film = try project.resolve(MediaProperties(stills: [still]))
    #expect(film.composition.tracks[1].segments[1].timeMapping.source.start == .zero)
    #expect(film.composition.tracks[1].segments[1].timeMapping.target.start == CMTime(value: 7, timescale: 2))
  }

  @Test func `without instructions the media say how large the pictures are`() throws {
    let project = try Project(Self.film.replacing(Self.shown, with: #"{ "fit": "fill" }"#))
    #expect(project.needsPictureProperties)
    let error = try #require(throws: ProjectError.self) { try project.resolve() }
    #expect(error.diagnostics.first?.pointer.description == "/composition/tracks/0/segments/0/transition")
    let film = try project.resolve(
      MediaProperties(frameDuration: CMTime(value: 1, timescale: 24), renderSize: Size(width: 200, height: 100)))
    let video = try #require(film.videoComposition)
    #expect(video.fit == .resizeAspectFill && video.instructions.count == 5)
    #expect(
      video.instructions[1].layerInstructions[0].transform.value(at: CMTime(value: 4, timescale: 1), initial: .identity)
        .tx == -100)
    #expect(try Project(Self.film).needsPictureProperties == false)
  }

  // MARK: Music

  private static func music(_ keys: String) -> String {
    film.replacing(#""gstedit": 1,"#, with: #""gstedit": 1, "music": { "asset": "tune" \#(keys) },"#)
  }

  private static func tuned(_ project: Project, lasting seconds: Int64) throws -> ResolvedProject {
    let tune = try #require(project.musicAsset)
    return try project.resolve(MediaProperties(durations: [tune: CMTime(value: seconds, timescale: 1)]))
  }

  @Test func `music is played over and over under all of the film`() throws {
    let film = try Self.tuned(Project(Self.music(#", "in": 1, "volume": 0.5"#)), lasting: 6)
    let track = try #require(film.composition.tracks.last)
    #expect(track.id == 5 && track.mediaType == .audio)
    #expect(
      track.segments.map { "\($0.timeMapping.source.start.seconds) \($0.timeMapping.source.duration.seconds)" } == [
        "1.0 5.0", "1.0 5.0", "1.0 2.0",
      ])
    #expect(film.audioMix?.parameters(for: 5)?.volume.value(at: CMTime(value: 3, timescale: 1), initial: 1) == 0.5)
    #expect(film.pointer(to: ModelLocation(.segment(track: 4, index: 2))).description == "/music")
    #expect(film.audioMix?.inputParameters.map(\.trackID) == [2, 4, 5])
    #expect(film.pointer(to: ModelLocation(.volumeEntry(input: 2, index: 0))).description == "/music")
    let once = try Self.tuned(Project(Self.music(#", "loop": false"#)), lasting: 6)
    #expect(once.composition.tracks.last?.segments.count == 1)
    #expect(once.audioMix?.parameters(for: 5) == nil)
    #expect(throws: ProjectError.self) { try Project(Self.music("")).resolve() }
    #expect(try Project(Self.music(#", "duration": 3"#)).resolve().composition.tracks.last?.segments.count == 4)
  }

  @Test func `music goes down before other sound, stays, and comes back behind it`() throws {
    let text = Self.music(#", "duck": { "to": 0.25, "attack": 1, "release": 2, "under": [2] }, "fadeOut": 4"#)
      .replacing(
        #"{ "asset": "a", "in": 2, "duration": 4, "transition": { "name": "push", "duration": 1 } },"#, with: "")
    let film = try Self.tuned(Project(text), lasting: 60)
    let volume = try #require(film.audioMix?.parameters(for: 4)?.volume)
    // The sound is there from 4 to 8 s, and the film ends at 12 s.
    for (time, wanted) in [
      (0.0, 1.0), (3, 1), (3.5, 0.625), (4, 0.25), (8, 0.25), (9, 0.625 * 0.75), (10, 0.5), (11, 0.25),
    ] {
      let found = volume.value(at: CMTime(value: Int64(time * 100), timescale: 100), initial: 1)
      #expect(abs(found - wanted) < 0.001, "\(time): \(found)")
    }
    #expect(film.audioMix?.validate(over: film.composition).isEmpty == true)
  }

  @Test(arguments: [
    (#", "duck": { "under": [1] }"#, "/music/duck/under/0"), (#", "duck": { "under": [9] }"#, "/music/duck/under/0"),
    (#", "fadeOut": 13"#, "/music/fadeOut"), (#", "fadeIn": 7, "fadeOut": 7"#, "/music/fadeOut"),
    (#", "volume": 11"#, "/music/volume"), (#", "duck": { "too": 1 }"#, "/music/duck/too"),
  ])
  func `mistakes in music are located`(keys: String, place: String) {
    #expect(diagnostics(Self.music(keys)).map(\.pointer.description) == [place])
  }

  @Test func `an asset that is not there is named`() {
    let found = diagnostics(Self.music("").replacing(#""asset": "tune""#, with: #""asset": "tuna""#))
    #expect(found.map(\.pointer.description) == ["/music/asset"] && found.first?.suggestion == "tune")
  }

  // MARK: Text

  @Test func `a transition is read as people type it`() throws {
    let second = CMTime(value: 1, timescale: 1)
    #expect(try ClipTransition(option: "push") == ClipTransition(.push(.left), duration: second))
    #expect(
      try ClipTransition(option: "wipe,up:0.5") == ClipTransition(.wipe(.up), duration: CMTime(value: 1, timescale: 2)))
    #expect(try ClipTransition(option: "crossDissolve:2").duration == CMTime(value: 2, timescale: 1))
    for text in ["", "push:", "push:0", "push,left,up", "crossDissolve,left", "push:12f", ":1", "push,:1"] {
      #expect(throws: TransitionTextError.self) { try ClipTransition(option: text) }
    }
    #expect(
      try #require(throws: TransitionTextError.self) { try ClipTransition(option: "pusch:1") }.suggestion == "push")
  }
}
