import EditingModel
import MediaTime
import ProjectEditing
import ProjectFile
import Testing

/// What edits do around a segment: transitions, instructions, levels, titles, placed media, and any value.
@Suite struct FilmEditTests {
  private static let dissolve = """
    { "asset": "cat", "in": 1, "duration": 2, "transition": { "name": "crossDissolve", "duration": 1 } },
            { "asset": "dog", "in": 2, "duration": 3 }
    """

  // MARK: Transitions

  @Test func `a transition goes with its cut, and is no longer than its clips`() throws {
    let rolled = try Films.edited(
      Films.text(Self.dissolve), .roll(segment: Films.segment(0), to: Films.seconds("0.52")))
    #expect(rolled.contains(#""in": 1, "duration": 0.52, "transition": { "name": "crossDissolve", "duration": 1 }"#))
    let short = try Films.edited(Films.text(Self.dissolve), .roll(segment: Films.segment(0), to: Films.seconds("0.22")))
    #expect(short.contains(#""in": 1, "duration": 0.22, "transition": { "name": "crossDissolve", "duration": 0.44 }"#))
  }

  @Test func `a transition is no longer than the media beyond the cut`() throws {
    let slipped = try Films.edited(
      Films.text(Self.dissolve), .slip(segment: Films.segment(0), by: Films.seconds("6.8")))
    #expect(slipped.contains(#""in": 7.8, "duration": 2, "transition": { "name": "crossDissolve", "duration": 0.4 }"#))
    let full = try Films.edited(Films.text(Self.dissolve), .slip(segment: Films.segment(0), by: Rational(7)))
    #expect(
      full
        == Films.text(
          """
          { "asset": "cat", "in": 8, "duration": 2 },
                  { "asset": "dog", "in": 2, "duration": 3 }
          """))
  }

  @Test func `a transition whose cut is gone goes`() throws {
    for edit in [
      TimelineEdit.trim(.end, segment: Films.segment(0), to: Rational(1)),
      .trim(.start, segment: Films.segment(1), to: Rational(3)), .delete(segment: Films.segment(1), ripples: true),
      .delete(segment: Films.segment(0), ripples: false),
      .move(segment: Films.segment(1), to: Rational(20), track: nil),
    ] {
      #expect(try !Films.edited(Films.text(Self.dissolve), edit).contains("crossDissolve"))
    }
  }

  @Test func `the second of two halves has the transition`() throws {
    #expect(
      try Films.edited(Films.text(Self.dissolve), .split(segment: Films.segment(0), at: Rational(1)))
        == Films.text(
          """
          { "asset": "cat", "in": 1, "duration": 1 },
                  { "asset": "cat", "in": 2, "duration": 1, "transition": { "name": "crossDissolve", "duration": 1 } },
                  { "asset": "dog", "in": 2, "duration": 3 }
          """))
  }

  @Test func `transitions in the track's list go with their cuts`() throws {
    let two = """
      { "asset": "cat", "in": 1, "duration": 2 },
              { "asset": "dog", "in": 2, "duration": 3 }
      """
    let list = #", "transitions": [ { "at": 2, "name": "wipe", "direction": "up", "duration": 1 } ]"#
    let rippled = try Films.edited(
      Films.text(two, track: list), .ripple(.end, segment: Films.segment(0), to: Films.seconds("2.52")))
    #expect(
      rippled
        == Films.text(
          two.replacing(#""in": 1, "duration": 2"#, with: #""in": 1, "duration": 2.52"#),
          track: list.replacing(#""at": 2"#, with: #""at": 2.52"#)))
    let lifted = try Films.edited(Films.text(two, track: list), .delete(segment: Films.segment(1), ripples: false))
    #expect(lifted == Films.text(#"{ "asset": "cat", "in": 1, "duration": 2 }"#))
  }

  @Test func `a transition is given, replaced, shortened and removed`() throws {
    let plain = """
      { "asset": "cat", "in": 1, "duration": 2 },
              { "asset": "dog", "in": 2, "duration": 3 }
      """
    let given = try Films.edited(
      Films.text(plain), .transition(segment: Films.segment(0), TransitionChoice(.crossDissolve, duration: Rational(1)))
    )
    #expect(given == Films.text(Self.dissolve))
    let pushed = try Films.edited(
      given,
      .transition(segment: Films.segment(0), TransitionChoice(.push, direction: .up, duration: Rational(100))))
    #expect(
      pushed
        == Films.text(
          Self.dissolve.replacing(
            #""name": "crossDissolve", "duration": 1"#, with: #""name": "push", "direction": "up", "duration": 4"#)))
    #expect(try Films.edited(pushed, .transition(segment: Films.segment(0), nil)) == Films.text(plain))
    #expect(throws: ProjectEditError.self) {
      try Films.edited(
        given, .transition(segment: Films.segment(1), TransitionChoice(.crossDissolve, duration: Rational(1))))
    }
  }

  // MARK: Instructions

  private static let shown = """
    ,
      "videoComposition": { "frameDuration": "1/25", "renderSize": [640, 360], "instructions": [
        { "start": 0, "duration": 2, "layers": [ { "track": 1 } ] },
        { "start": 2, "duration": 3, "layers": [ { "track": 1 } ] } ] }
    """

  private static let cuts = """
    { "asset": "cat", "in": 1, "duration": 2 },
            { "asset": "dog", "in": 2, "duration": 3 }
    """

  @Test func `the last instruction ends with the film`() throws {
    let longer = try Films.edited(
      Films.text(Self.cuts, Self.shown), .ripple(.end, segment: Films.segment(0), to: Rational(3)))
    #expect(
      longer
        == Films.text(
          Self.cuts.replacing(#""in": 1, "duration": 2"#, with: #""in": 1, "duration": 3"#),
          Self.shown.replacing(#""start": 2, "duration": 3"#, with: #""start": 2, "duration": 4"#)))
    let shorter = try Films.edited(
      Films.text(Self.cuts, Self.shown), .delete(segment: Films.segment(1), ripples: false))
    #expect(
      shorter
        == Films.text(
          #"{ "asset": "cat", "in": 1, "duration": 2 }"#,
          Self.shown.replacing(",\n    { \"start\": 2, \"duration\": 3, \"layers\": [ { \"track\": 1 } ] }", with: "")))
  }

  @Test func `a value that makes the film longer makes the last instruction longer`() throws {
    let text = try Films.edited(
      Films.text(Self.cuts, Self.shown), .set(Films.segment(1).appending("duration"), .number(4)))
    #expect(
      text
        == Films.text(
          Self.cuts.replacing(#""duration": 3"#, with: #""duration": 4"#),
          Self.shown.replacing(#""start": 2, "duration": 3"#, with: #""start": 2, "duration": 4"#)))
  }

  // MARK: Levels

  @Test func `opacity is parted among instructions, and read as one`() throws {
    let ramp = LevelEntry.ramp(start: Rational(1), duration: Rational(2), from: 1, to: 0)
    let text = try Films.edited(Films.text(Self.cuts, Self.shown), .levels(track: 1, [ramp]))
    #expect(
      text
        == Films.text(
          Self.cuts,
          """
          ,
            "videoComposition": { "frameDuration": "1/25", "renderSize": [640, 360], "instructions": [
              { "start": 0, "duration": 2, "layers": [ { "track": 1, "opacity": [ { "start": 1, "duration": 1, "from": 1, "to": 0.5 } ] } ] },
              { "start": 2, "duration": 3, "layers": [ { "track": 1, "opacity": [ { "start": 2, "duration": 1, "from": 0.5, "to": 0 } ] } ] } ] }
          """))
    let outline = try ProjectOutline(of: text, baseURL: Films.folder)
    #expect(outline.tracks[0].levels.entries == [ramp])
    #expect(try Films.edited(text, .levels(track: 1, [ramp])) == text)
    #expect(try Films.edited(text, .levels(track: 1, [])) == Films.text(Self.cuts, Self.shown))
  }

  @Test func `where no instruction is, one shows all tracks as they were shown`() throws {
    let text = try Films.edited(
      Films.text(Self.cuts), .levels(track: 1, [.setting(at: .zero, value: 0.5)]))
    #expect(
      text
        == Films.text(
          Self.cuts,
          """
          ,
            "videoComposition": {
              "frameDuration": 0.04,
              "renderSize": [640, 360],
              "fit": "fit",
              "instructions": [
                {
                  "start": 0,
                  "duration": 5,
                  "layers": [{ "track": 1, "opacity": [{ "at": 0, "value": 0.5 }] }]
                }
              ]
            }
          """))
  }

  @Test func `volume is written into the mix, entry by entry`() throws {
    let text = Films.text(
      Self.cuts,
      #"""
      ,
        "audioMix": { "inputs": [ { "track": 2, "volume": [ { "at": 0, "value": 0.50 },
                                                          { "start":1,"duration":1,"from":0.5,"to":1 } ] } ] }
      """#, audio: #"{ "asset": "cat", "in": 0, "duration": 5 }"#)
    let ramp = LevelEntry.ramp(start: Rational(1), duration: Rational(1), from: 0.5, to: 1)
    let later = try Films.edited(
      text,
      .levels(
        track: 2, [.setting(at: .zero, value: 0.5), .ramp(start: Rational(1), duration: Rational(2), from: 0.5, to: 1)])
    )
    #expect(later == text.replacing(#""duration":1,"from""#, with: #""duration":2,"from""#))
    let first = try Films.edited(text, .levels(track: 2, [ramp]))
    #expect(
      first
        == text.replacing(
          #""volume": [ { "at": 0, "value": 0.50 },"# + "\n" + String(repeating: " ", count: 52), with: #""volume": [ "#
        ))
    let none = try Films.edited(text, .levels(track: 2, []))
    #expect(none.contains(#""audioMix": { "inputs": [] }"#))
    #expect(throws: ProjectEditError.self) {
      try Films.edited(text, .levels(track: 2, [.setting(at: .zero, value: 11)]))
    }
    #expect(throws: ProjectEditError.self) { try Films.edited(text, .levels(track: 9, [])) }
  }

  // MARK: Titles, media, values

  @Test func `titles are added, changed and removed`() throws {
    let value = #"{"text":"The Sea","start":0,"duration":3}"#
    let added = try Films.edited(Films.text(Self.cuts), json: #"{"kind":"title","title":null,"value":\#(value)}"#)
    #expect(
      added == Films.text(Self.cuts, ",\n  \"titles\": [{ \"text\": \"The Sea\", \"start\": 0, \"duration\": 3 }]"))
    let changed = try Films.edited(
      added,
      json: #"{"kind":"title","title":"/titles/0","value":{"text":"The Sea","start":0,"duration":2,"style":"plain"}}"#)
    #expect(
      changed
        == Films.text(
          Self.cuts, ",\n  \"titles\": [{ \"text\": \"The Sea\", \"start\": 0, \"duration\": 2, \"style\": \"plain\" }]"
        ))
    #expect(
      try Films.edited(changed, json: #"{"kind":"title","title":"/titles/0","value":null}"#) == Films.text(Self.cuts))
  }

  @Test func `media are placed behind the others, with tracks where there are none`() throws {
    let text = try Films.edited(
      Films.text(Self.cuts, Self.shown), .place(MediaPlacement(file: "new.mp4")))
    #expect(
      text == """
        {
          "gstedit": 1,
          "assets": { "cat": { "uri": "cat.mp4" }, "dog": { "uri": "dog.mp4" }, "new": { "uri": "new.mp4" } },
          "composition": { "tracks": [
            { "id": 1, "kind": "video", "segments": [
                { "asset": "cat", "in": 1, "duration": 2 },
                { "asset": "dog", "in": 2, "duration": 3 },
                { "asset": "new", "in": 0, "duration": 4 } ] },
            { "id": 2, "kind": "audio", "segments": [ { "asset": "new", "in": 0, "duration": 4, "at": 5 } ] } ] },
          "videoComposition": { "frameDuration": "1/25", "renderSize": [640, 360], "instructions": [
            { "start": 0, "duration": 2, "layers": [ { "track": 1 } ] },
            { "start": 2, "duration": 7, "layers": [ { "track": 1 } ] } ] }
        }

        """)
  }

  @Test func `media over others lie on top of them, and are shown`() throws {
    let text = try Films.edited(
      Films.text(Self.cuts, Self.shown),
      .place(MediaPlacement(file: "/films/cat.mp4", at: Rational(3), duration: Rational(1), audio: false)))
    let outline = try ProjectOutline(of: text, baseURL: Films.folder)
    #expect(outline.assets.map(\.name) == ["cat", "dog"])
    #expect(outline.tracks.map(\.id) == [2, 1])
    #expect(outline.tracks[0].segments.map(\.start.seconds) == [Rational(3)])
    #expect(text.contains(#"{ "start": 0, "duration": 2, "layers": [ { "track": 1 } ] }"#))
    #expect(text.contains(#"{ "start": 2, "duration": 3, "layers": [ { "track": 2 }, { "track": 1 } ] }"#))
  }

  @Test func `any value can be set, inserted and removed, as long as the project stays valid`() throws {
    let text = Films.text(Self.cuts)
    #expect(
      try Films.edited(text, json: #"{"kind":"set","pointer":"/assets/cat/uri","value":"lion.mp4"}"#)
        == text.replacing("cat.mp4", with: "lion.mp4"))
    #expect(throws: ProjectEditError.self) {
      try Films.edited(text, json: #"{"kind":"remove","pointer":"/assets/cat"}"#)
    }
    #expect(throws: ProjectEditError.self) { try Films.edited(text, json: #"{"kind":"remove","pointer":"/nothing"}"#) }
    // What is no project yet may be anything.
    #expect(
      try Films.edited("{ \"a\": 1 }", json: #"{"kind":"set","pointer":"/b","value":[2]}"#)
        == "{ \"a\": 1, \"b\": [2] }")
    #expect(throws: ProjectEditError.self) {
      try Films.edited("{ \"a\": ", json: #"{"kind":"set","pointer":"/b","value":2}"#)
    }
  }
}
