import MediaTime
import ProjectEditing
import ProjectFile
import Testing

/// What each gesture makes of a small project, to the byte.
@Suite struct GestureTests {
  private static let two = """
    { "asset": "cat", "in": 1, "duration": 2 },
            { "asset": "dog", "in": 2, "duration": 3 }
    """

  private func expect(
    _ before: String, _ edit: TimelineEdit, _ after: String, location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try Films.edited(Films.text(before), edit) == Films.text(after), sourceLocation: location)
  }

  // MARK: Trim

  @Test func `trimming an end leaves the others where they are`() throws {
    try expect(
      Self.two, .trim(.end, segment: Films.segment(0), to: Films.seconds("1.4")),
      """
      { "asset": "cat", "in": 1, "duration": 1.4 },
              { "asset": "dog", "in": 2, "duration": 3, "at": 2 }
      """)
  }

  @Test func `trimming a beginning leaves a gap before it`() throws {
    try expect(
      Self.two, .trim(.start, segment: Films.segment(1), to: Films.seconds("2.48")),
      """
      { "asset": "cat", "in": 1, "duration": 2 },
              { "asset": "dog", "in": 2.48, "duration": 2.52, "at": 2.48 }
      """)
  }

  @Test func `an end goes no further than the next segment, the media, and a frame`() throws {
    try expect(Self.two, .trim(.end, segment: Films.segment(0), to: Rational(9)), Self.two)
    try expect(
      Self.two, .trim(.end, segment: Films.segment(1), to: Rational(90)),
      Self.two.replacing(#""in": 2, "duration": 3"#, with: #""in": 2, "duration": 8"#))
    try expect(
      Self.two, .trim(.end, segment: Films.segment(1), to: Rational(-4)),
      Self.two.replacing(#""in": 2, "duration": 3"#, with: #""in": 2, "duration": 0.04"#))
  }

  @Test func `a beginning goes no further than the segment before, and the media`() throws {
    try expect(Self.two, .trim(.start, segment: Films.segment(1), to: Rational(0)), Self.two)
    let gap = """
      { "asset": "cat", "in": 1, "duration": 2 },
              { "asset": "dog", "in": 2, "duration": 3, "at": 7 }
      """
    try expect(
      gap, .trim(.start, segment: Films.segment(1), to: Rational(0)),
      gap.replacing(#""in": 2, "duration": 3, "at": 7"#, with: #""in": 0, "duration": 5, "at": 5"#))
  }

  @Test func `a gap that is closed takes its time with it`() throws {
    try expect(
      """
      { "asset": "cat", "in": 1, "duration": 2 },
              { "asset": "dog", "in": 2, "duration": 3, "at": 3 }
      """, .trim(.start, segment: Films.segment(1), to: Rational(2)),
      """
      { "asset": "cat", "in": 1, "duration": 2 },
              { "asset": "dog", "in": 1, "duration": 4 }
      """)
  }

  @Test func `a segment at another speed keeps its speed`() throws {
    try expect(
      #"{ "asset": "cat", "in": 1, "duration": 2, "to": 4 }, { "asset": "dog", "in": 2, "duration": 3, "to": 1 }"#,
      .trim(.end, segment: Films.segment(0), to: Rational(3)),
      #"{ "asset": "cat", "in": 1, "duration": 1.5, "to": 3 }, { "asset": "dog", "in": 2, "duration": 3, "to": 1, "at": 4 }"#
    )
    try expect(
      #"{ "asset": "cat", "in": 1, "duration": 2, "to": 4 }"#,
      .trim(.start, segment: Films.segment(0), to: Rational(1)),
      #"{ "asset": "cat", "in": 1.5, "duration": 1.5, "to": 3, "at": 1 }"#)
    try expect(
      #"{ "asset": "cat", "in": 1, "duration": 2, "to": 1 }"#,
      .ripple(.end, segment: Films.segment(0), to: Rational(100)),
      #"{ "asset": "cat", "in": 1, "duration": 9, "to": 4.5 }"#)
  }

  @Test func `a still has any length`() throws {
    let still = #"{ "asset": "cat", "in": 0, "duration": 2, "at": 5 }"#
    #expect(
      try Films.edited(
        Films.text(still), .trim(.start, segment: Films.segment(0), to: Rational(1)), durations: [:], stills: ["cat"])
        == Films.text(#"{ "asset": "cat", "in": 0, "duration": 6, "at": 1 }"#))
    #expect(
      try Films.edited(
        Films.text(still), .trim(.end, segment: Films.segment(0), to: Rational(500)), durations: [:], stills: ["cat"])
        == Films.text(#"{ "asset": "cat", "in": 0, "duration": 495, "at": 5 }"#))
  }

  @Test func `without a grid a segment keeps a millisecond`() throws {
    #expect(
      try Films.edited(
        Films.text(Self.two), .trim(.end, segment: Films.segment(1), to: Rational(0)), frameDuration: nil)
        == Films.text(Self.two.replacing(#""in": 2, "duration": 3"#, with: #""in": 2, "duration": 0.001"#)))
  }

  // MARK: Ripple, roll, slip

  @Test func `rippling an end moves what follows, and gaps with it`() throws {
    let three = """
      { "asset": "cat", "in": 1, "duration": 2 },
              { "asset": "dog", "in": 2, "duration": 3, "at": 2 },
              { "asset": "cat", "in": 2, "duration": 1, "at": 6.5 }
      """
    try expect(
      three, .ripple(.end, segment: Films.segment(0), to: Films.seconds("3.2")),
      """
      { "asset": "cat", "in": 1, "duration": 3.2 },
              { "asset": "dog", "in": 2, "duration": 3, "at": 3.2 },
              { "asset": "cat", "in": 2, "duration": 1, "at": 7.7 }
      """)
  }

  @Test func `rippling a beginning cuts it, where the segment stands`() throws {
    try expect(
      Self.two, .ripple(.start, segment: Films.segment(0), to: Films.seconds("0.52")),
      Self.two.replacing(#""in": 1, "duration": 2"#, with: #""in": 1.52, "duration": 1.48"#))
    try expect(
      Self.two, .ripple(.start, segment: Films.segment(1), to: Rational(-7)),
      Self.two.replacing(#""in": 2, "duration": 3"#, with: #""in": 0, "duration": 5"#))
  }

  @Test func `rolling moves the cut alone`() throws {
    try expect(
      Self.two, .roll(segment: Films.segment(0), to: Films.seconds("2.6")),
      """
      { "asset": "cat", "in": 1, "duration": 2.6 },
              { "asset": "dog", "in": 2.6, "duration": 2.4 }
      """)
    // The dog has two seconds before its beginning, and the cat a frame to keep.
    try expect(
      Self.two, .roll(segment: Films.segment(0), to: Rational(-3)),
      """
      { "asset": "cat", "in": 1, "duration": 0.04 },
              { "asset": "dog", "in": 0.04, "duration": 4.96 }
      """)
  }

  @Test func `where nothing adjoins there is no cut to roll`() throws {
    for index in [0, 1] {
      let text = Films.text(Self.two.replacing(#""duration": 3"#, with: #""duration": 3, "at": 4"#))
      #expect(throws: ProjectEditError.self) {
        try Films.edited(text, .roll(segment: Films.segment(index), to: Rational(3)))
      }
    }
  }

  @Test func `slipping shows another stretch of the media`() throws {
    try expect(
      Self.two, .slip(segment: Films.segment(0), by: Films.seconds("0.5")),
      Self.two.replacing(#""in": 1, "duration": 2"#, with: #""in": 1.5, "duration": 2"#))
    try expect(
      Self.two, .slip(segment: Films.segment(0), by: Rational(100)),
      Self.two.replacing(#""in": 1, "duration": 2"#, with: #""in": 8, "duration": 2"#))
    try expect(
      Self.two, .slip(segment: Films.segment(0), by: Rational(-100)),
      Self.two.replacing(#""in": 1, "duration": 2"#, with: #""in": 0, "duration": 2"#))
  }

  // MARK: Split, delete, move

  @Test func `splitting makes two segments that play on`() throws {
    try expect(
      Self.two, .split(segment: Films.segment(1), at: Rational(3)),
      """
      { "asset": "cat", "in": 1, "duration": 2 },
              { "asset": "dog", "in": 2, "duration": 1 },
              { "asset": "dog", "in": 3, "duration": 2 }
      """)
    try expect(
      #"{ "asset": "cat", "in": "25f", "duration": "50f", "at": "10f", "to": "100f" }"#,
      .split(segment: Films.segment(0), at: Films.seconds("2.4")),
      #"{ "asset": "cat", "in": "25f", "duration": "25f", "at": "10f", "to": "50f" },"# + "\n"
        + #"        { "asset": "cat", "in": "50f", "duration": "25f", "to": "50f" }"#)
  }

  @Test(arguments: ["2", "5", "0", "9"]) func `a time that is not within a segment splits nothing`(time: String) throws
  {
    #expect(throws: ProjectEditError.self) {
      try Films.edited(Films.text(Self.two), .split(segment: Films.segment(1), at: Films.seconds(time)))
    }
  }

  @Test func `deleting lifts, or closes the gap`() throws {
    try expect(
      Self.two, .delete(segment: Films.segment(0), ripples: false),
      #"{ "asset": "dog", "in": 2, "duration": 3, "at": 2 }"#)
    try expect(
      Self.two, .delete(segment: Films.segment(0), ripples: true), #"{ "asset": "dog", "in": 2, "duration": 3 }"#)
    try expect(
      Self.two, .delete(segment: Films.segment(1), ripples: true), #"{ "asset": "cat", "in": 1, "duration": 2 }"#)
  }

  @Test func `a segment lands where it fits nearest`() throws {
    try expect(
      Self.two, .move(segment: Films.segment(0), to: Rational(9), track: nil),
      """
      { "asset": "dog", "in": 2, "duration": 3, "at": 2 },
              { "asset": "cat", "in": 1, "duration": 2, "at": 9 }
      """)
    try expect(
      Self.two, .move(segment: Films.segment(0), to: Rational(4), track: nil),
      """
      { "asset": "dog", "in": 2, "duration": 3, "at": 2 },
              { "asset": "cat", "in": 1, "duration": 2 }
      """)
    try expect(Self.two, .move(segment: Films.segment(0), to: Rational(1), track: nil), Self.two)
    try expect(
      Self.two, .move(segment: Films.segment(1), to: Rational(-8), track: nil), Self.two)
  }

  @Test func `a segment that changes places takes its bytes along, and the others keep theirs`() throws {
    let three = """
      { "asset": "cat",  "in": 1, "duration": 2, "at": 2 },
              { "asset": "dog","in":2.0,"duration":3 },
              { "asset": "cat", "in": "5f", "pitch": "varispeed", "duration": 1 }
      """
    try expect(
      three, .move(segment: Films.segment(2), to: Rational(0), track: nil),
      """
      { "asset": "cat", "in": "5f", "pitch": "varispeed", "duration": 1 },
              { "asset": "cat",  "in": 1, "duration": 2, "at": 2 },
              { "asset": "dog","in":2.0,"duration":3 }
      """)
    try expect(
      three, .move(segment: Films.segment(0), to: Rational(8), track: nil),
      """
      { "asset": "dog","in":2.0,"duration":3,"at": 4 },
              { "asset": "cat", "in": "5f", "pitch": "varispeed", "duration": 1 },
              { "asset": "cat",  "in": 1, "duration": 2 }
      """.replacing(#","at": 4"#, with: #","at":4"#))
  }

  @Test func `a segment moves to another track of its kind, and to no other`() throws {
    let text = Films.text(
      Self.two, audio: #"{ "asset": "cat", "in": 1, "duration": 2 }"#
    ).replacing(
      #""kind": "audio""#, with: #""kind": "video""#)
    let moved = try Films.edited(
      text, .move(segment: Films.segment(1), to: Rational(2), track: JSONPointer(["composition", "tracks", "1"])))
    #expect(
      moved.contains(
        #""segments": [ { "asset": "cat", "in": 1, "duration": 2 },"# + "\n" + String(repeating: " ", count: 46)
          + #"{ "asset": "dog", "in": 2, "duration": 3 } ]"#))
    #expect(moved.contains("{ \"asset\": \"cat\", \"in\": 1, \"duration\": 2 } ] }"))
    let mixed = Films.text(Self.two, audio: #"{ "asset": "cat", "in": 1, "duration": 2 }"#)
    #expect(throws: ProjectEditError.self) {
      try Films.edited(
        mixed, .move(segment: Films.segment(1), to: Rational(2), track: JSONPointer(["composition", "tracks", "1"])))
    }
  }

  // MARK: How times are written

  @Test func `times are written as they were`() throws {
    let forms = #"{ "asset": "cat", "in": "0:01.50", "duration": "2000ms", "at": "240/48000" }"#
    try expect(
      forms, .trim(.start, segment: Films.segment(0), to: Films.seconds("0.505")),
      #"{ "asset": "cat", "in": "0:02.00", "duration": "1500ms", "at": "24240/48000" }"#)
    try expect(
      #"{ "asset": "cat", "in": "25f", "duration": "50f" }"#,
      .trim(.end, segment: Films.segment(0), to: Films.seconds("1/3")),
      #"{ "asset": "cat", "in": "25f", "duration": "1/3" }"#)
    try expect(
      #"{ "asset": "cat", "in": 0, "duration": "00:00:05" }"#,
      .trim(.end, segment: Films.segment(0), to: Films.seconds("4.25")),
      #"{ "asset": "cat", "in": 0, "duration": "00:00:04.25" }"#)
  }

  @Test func `line ends, a byte order mark and the order of keys stay`() throws {
    let text = "\u{FEFF}" + Films.text(Self.two).replacing("\n", with: "\r\n")
    let expected =
      "\u{FEFF}"
      + Films.text(
        """
        { "asset": "cat", "in": 1, "duration": 2 },
                { "asset": "dog", "in": 2, "duration": 1 },
                { "asset": "dog", "in": 3, "duration": 2 }
        """
      ).replacing("\n", with: "\r\n")
    #expect(try Films.edited(text, .split(segment: Films.segment(1), at: Rational(3))) == expected)
  }
}
