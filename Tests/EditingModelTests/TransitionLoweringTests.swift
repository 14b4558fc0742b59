import EditingModel
import MediaFormats
import MediaTime
import Testing

/// Tracks, instructions and volumes of segments with transitions.
@Suite struct TransitionLoweringTests {
  /// Four clips of four seconds each, from second 10 of their media on.
  private static func cuts(_ mediaType: MediaType = .video, id: TrackID = 1) -> CompositionTrack {
    var track = CompositionTrack(id: id, mediaType: mediaType)
    track.segments = (0..<4).map { number in
      CompositionTrackSegment(
        source: media(["a", "b", "c", "d"][number]), sourceRange: range(10, 14),
        targetRange: range(Int64(number) * 4, Int64(number) * 4 + 4))
    }
    return track
  }

  private static func lowering(
    _ transitions: [PlacedTransition], track: CompositionTrack = cuts(), layer: LayerInstruction? = nil,
    instructions: [VideoCompositionInstruction]? = nil, volume: Ramps<Double>? = nil
  ) -> TransitionLowering {
    let layer = layer ?? LayerInstruction(trackID: track.id)
    return TransitionLowering(
      of: Composition(tracks: [track]),
      videoComposition: VideoComposition(
        frameDuration: seconds(1, over: 25), renderSize: Size(width: 640, height: 360),
        instructions: instructions ?? [instruction(0, 16, layer)]),
      audioMix: volume.map { AudioMix(inputParameters: [AudioMixInputParameters(trackID: track.id, volume: $0)]) },
      transitions: transitions)
  }

  private static func placed(
    _ kind: ClipTransition.Kind, at cut: Int64 = 4, lasting length: CMTime = seconds(2),
    alignment: ClipTransition.Alignment = .center, track: TrackID = 1
  ) -> PlacedTransition {
    PlacedTransition(ClipTransition(kind, duration: length, alignment: alignment), inTrack: track, at: seconds(cut))
  }

  /// The segments of a track as "a 10…15 at 0", a gap as "- at 5…11".
  private static func text(_ track: CompositionTrack) -> [String] {
    track.segments.map { segment in
      let (from, to) = (segment.timeMapping.source, segment.timeMapping.target)
      return segment.source.map { "\($0.asset.name) \(from.start.seconds)…\(from.end.seconds) at \(to.start.seconds)" }
        ?? "- \(to.start.seconds)…\(to.end.seconds)"
    }
  }

  @Test func `segments change between two tracks, and both clips go on over the cut`() throws {
    let edit = Self.lowering([Self.placed(.crossDissolve), Self.placed(.push(.left), at: 12)])
    #expect(edit.problems.isEmpty)
    #expect(edit.composition.tracks.map(\.id) == [1, 2])
    #expect(
      edit.composition.tracks.map(Self.text) == [
        ["a 10.0…15.0 at 0.0", "- 5.0…11.0", "d 9.0…14.0 at 11.0"],
        ["- 0.0…3.0", "b 9.0…14.0 at 3.0", "c 10.0…15.0 at 8.0"],
      ])
    #expect(edit.trackOrigins.map(\.track) == [0, 0])
    #expect(edit.trackOrigins.map(\.segments) == [[0, 3, 3], [1, 1, 2]])
    #expect(edit.trackOrigins[0].handles[0]?.length == .one && edit.trackOrigins[1].handles[2]?.length == .one)
    #expect(edit.composition.duration == seconds(16))
    #expect(edit.composition.validate().isEmpty)
    #expect(edit.videoComposition?.validate(over: edit.composition).isEmpty == true)
    let instructions = try #require(edit.videoComposition?.instructions)
    #expect(instructions.map(\.timeRange) == [range(0, 3), range(3, 5), range(5, 11), range(11, 13), range(13, 16)])
    #expect(instructions.map { $0.layerInstructions.map(\.trackID) } == [[1], [1, 2], [2], [1, 2], [1]])
    #expect(edit.instructionOrigins.map(\.instruction) == [0, 0, 0, 0, 0])
  }

  @Test(arguments: ClipTransition.Alignment.allCases)
  func `a handle is before the cut, behind it, or on both sides`(alignment: ClipTransition.Alignment) throws {
    let edit = Self.lowering([Self.placed(.wipe(.up), alignment: alignment)])
    let (first, second) =
      switch alignment {
      case .center: ("a 10.0…15.0 at 0.0", "b 9.0…14.0 at 3.0")
      case .start: ("a 10.0…16.0 at 0.0", "b 10.0…14.0 at 4.0")
      case .end: ("a 10.0…14.0 at 0.0", "b 8.0…14.0 at 2.0")
      }
    #expect(Self.text(edit.composition.tracks[0]).first == first)
    #expect(Self.text(edit.composition.tracks[1])[1] == second)
  }

  @Test func `a clip at another speed gives a handle of its own speed`() throws {
    var track = Self.cuts()
    // Four seconds of the film in two of the media, and in eight.
    track.segments[0].timeMapping.source = range(10, 12)
    track.segments[1].timeMapping.source = range(10, 18)
    let edit = Self.lowering([Self.placed(.crossDissolve)], track: track)
    #expect(Self.text(edit.composition.tracks[0])[0] == "a 10.0…12.5 at 0.0")
    #expect(Self.text(edit.composition.tracks[1])[1] == "b 8.0…18.0 at 3.0")
    #expect(edit.trackOrigins[0].handles[0]?.rate == (try Rational(1, 2)))
  }

  @Test func `each kind moves, cuts or fades as its name says`() throws {
    func middle(_ kind: ClipTransition.Kind) throws -> [LayerInstruction] {
      try #require(Self.lowering([Self.placed(kind)]).videoComposition?.instructions[1].layerInstructions)
    }
    func shift(_ layer: LayerInstruction, _ time: Int64) -> Point {
      let map = layer.transform.value(at: seconds(time), initial: .identity)
      return Point(x: map.tx, y: map.ty)
    }
    let dissolve = try middle(.crossDissolve)
    #expect(dissolve.map { $0.opacity.value(at: seconds(4), initial: 1) } == [0.5, 1])
    for (direction, x, y) in [
      (ClipTransition.Direction.left, -640.0, 0.0), (.right, 640, 0), (.up, 0, -360), (.down, 0, 360),
    ] {
      let push = try middle(.push(direction))
      #expect(push.map(\.trackID) == [2, 1])
      #expect(shift(push[1], 3) == Point(x: 0, y: 0) && shift(push[1], 4) == Point(x: x / 2, y: y / 2))
      #expect(shift(push[0], 3) == Point(x: -x, y: -y) && shift(push[0], 4) == Point(x: -x / 2, y: -y / 2))
      let slide = try middle(.slide(direction))
      #expect(slide.map(\.trackID) == [2, 1] && slide[1].transform.entries.isEmpty)
      #expect(shift(slide[0], 4) == Point(x: -x / 2, y: -y / 2))
      let wipe = try middle(.wipe(direction))
      let clip = try #require(wipe[0].clipRectangle).value(at: seconds(4), initial: Rectangle(.zero))
      let half: Rectangle =
        switch direction {
        case .left: Rectangle(x: 320, y: 0, width: 320, height: 360)
        case .right: Rectangle(x: 0, y: 0, width: 320, height: 360)
        case .up: Rectangle(x: 0, y: 180, width: 640, height: 180)
        case .down: Rectangle(x: 0, y: 0, width: 640, height: 180)
        }
      #expect(clip == half && wipe[1].clipRectangle == nil)
    }
    let dip = try middle(.fadeThroughBlack)
    for (time, old, new) in [(300, 1.0, 0.0), (350, 0.5, 0), (400, 0, 0), (450, 0, 0.5), (499, 0, 0.99)] {
      let opacities = dip.map { $0.opacity.value(at: seconds(Int64(time), over: 100), initial: 1) }
      #expect(dip.map(\.trackID) == [2, 1])
      #expect(abs(opacities[0] - new) < 1e-9 && abs(opacities[1] - old) < 1e-9, "\(time)")
    }
  }

  @Test func `a movement of the layer goes on under a push`() throws {
    var layer = LayerInstruction(trackID: 1)
    try layer.setTransformRamp(
      fromStart: .identity, toEnd: Transform(a: 2, b: 0, c: 0, d: 2, tx: 40, ty: 0), timeRange: range(0, 8))
    let edit = Self.lowering([Self.placed(.push(.left))], layer: layer)
    let layers = try #require(edit.videoComposition?.instructions[1].layerInstructions)
    for (time, zoom, own) in [(3, 1.375, 15.0), (4, 1.5, 20)] {
      let map = layers[1].transform.value(at: seconds(Int64(time)), initial: .identity)
      #expect(map.a == zoom && map.d == zoom)
      #expect(abs(map.tx - (own - 320 * Double(time - 3))) < 1e-9)
    }
  }

  @Test func `a layer in a frame of its own is pushed within it`() throws {
    let frame = Rectangle(x: 400, y: 20, width: 200, height: 100)
    let edit = Self.lowering([Self.placed(.push(.up))], layer: LayerInstruction(trackID: 1, frame: frame))
    let layers = try #require(edit.videoComposition?.instructions[1].layerInstructions)
    #expect(layers[1].transform.value(at: seconds(4), initial: .identity) == .translation(x: 0, y: -50))
    #expect(layers.allSatisfy { $0.clipRectangle?.value(at: seconds(4), initial: Rectangle(.zero)) == frame })
  }

  @Test func `sounds fade with equal power, times their own volume`() throws {
    let all = Ramps<Double>([.setting(at: .zero, value: 0.5)])
    let edit = Self.lowering(
      [Self.placed(.crossDissolve)], track: Self.cuts(.audio), instructions: [], volume: all)
    #expect(edit.problems.isEmpty)
    let inputs = try #require(edit.audioMix?.inputParameters)
    #expect(inputs.map(\.trackID) == [1, 2])
    for step in 0...200 {
      let time = seconds(300 + Int64(step), over: 100)
      let (old, new) = (inputs[0].volume.value(at: time, initial: 1), inputs[1].volume.value(at: time, initial: 1))
      let angle = Double(step) / 200 * Double.pi / 2
      // The sines of the angle, by its half.
      let exact = 2 * (angle / 2 - (angle / 2 * angle / 2 * angle / 2) / 6)
      #expect(step > 20 || abs(new - 0.5 * exact) < 1e-3)
      #expect(abs(4 * (old * old + new * new) - 1) < 0.0026, "\(step)")
    }
    #expect(inputs[0].volume.value(at: seconds(2), initial: 1) == 0.5)
    #expect(inputs[1].volume.value(at: seconds(9), initial: 1) == 0.5)
    #expect(inputs[0].volume.value(at: seconds(5), initial: 1) == 0)
    #expect(edit.audioMix?.validate(over: edit.composition).isEmpty == true)
  }

  @Test func `a volume that changes during a fade is multiplied`() throws {
    let volume = Ramps<Double>([.ramp(range: range(0, 8), from: 0, to: 1)])
    let edit = Self.lowering(
      [Self.placed(.fadeThroughBlack)], track: Self.cuts(.audio), instructions: [], volume: volume)
    let inputs = try #require(edit.audioMix?.inputParameters)
    for (time, old, new) in [(250, 0.3125, 0.0), (350, 0.4375 / 2, 0), (450, 0, 0.5625 / 2), (600, 0, 0.75)] {
      let now = seconds(Int64(time), over: 100)
      #expect(abs(inputs[0].volume.value(at: now, initial: 1) - old) < 0.001, "\(time)")
      if time > 300 { #expect(abs(inputs[1].volume.value(at: now, initial: 1) - new) < 0.001, "\(time)") }
    }
  }

  @Test func `a transition that cannot be laid out is named`() throws {
    func problem(_ transitions: [PlacedTransition], track: CompositionTrack = Self.cuts()) -> [String] {
      Self.lowering(transitions, track: track).problems.map { "\($0.index) \($0.code.rawValue)" }
    }
    #expect(problem([Self.placed(.crossDissolve, at: 5)]) == ["0 notAtCut"])
    #expect(problem([Self.placed(.crossDissolve, at: 16)]) == ["0 notAtCut"])
    #expect(problem([Self.placed(.crossDissolve, lasting: .zero)]) == ["0 invalidDuration"])
    #expect(problem([Self.placed(.crossDissolve, track: 9)]) == ["0 unknownTrack"])
    #expect(problem([Self.placed(.crossDissolve), Self.placed(.slide(.up))]) == ["1 duplicate"])
    #expect(
      problem([
        Self.placed(.crossDissolve, lasting: seconds(4)), Self.placed(.crossDissolve, at: 8, lasting: seconds(5)),
      ])
        == ["1 tooLong"])
    // Just touching is no overlap.
    #expect(
      problem([
        Self.placed(.crossDissolve, lasting: seconds(4)), Self.placed(.crossDissolve, at: 8, lasting: seconds(4)),
      ])
      .isEmpty)
    #expect(problem([Self.placed(.crossDissolve, lasting: seconds(9))]) == ["0 tooLong", "0 tooLong"])
    var gap = Self.cuts()
    gap.segments[1] = CompositionTrackSegment(emptyOver: range(4, 8))
    #expect(problem([Self.placed(.crossDissolve)], track: gap) == ["0 notAtCut"])
    var early = Self.cuts()
    early.segments[1].timeMapping.source = CMTimeRange(start: seconds(1, over: 4), duration: seconds(4))
    let missing = try #require(Self.lowering([Self.placed(.crossDissolve)], track: early).problems.first)
    #expect(missing.code == .missingHandle && missing.message.contains("0.75 s are missing"))
    let stills = TransitionLowering(
      of: Composition(tracks: [early]),
      videoComposition: videoComposition(instruction(0, 16, LayerInstruction(trackID: 1))),
      audioMix: nil, transitions: [Self.placed(.crossDissolve)], stills: [media("b").asset])
    #expect(stills.problems.isEmpty)
  }

  @Test func `instructions that cannot show it are named`() throws {
    func message(_ instructions: [VideoCompositionInstruction], compositor: String? = nil) throws -> String {
      var video = videoComposition()
      video.instructions = instructions
      video.customCompositor = compositor.map { CompositorReference(name: $0) }
      let edit = TransitionLowering(
        of: Composition(tracks: [Self.cuts()]), videoComposition: video, audioMix: nil,
        transitions: [Self.placed(.wipe(.left))])
      #expect(edit.problems.map(\.code) == [.unsuitableInstruction])
      return try #require(edit.problems.first).message
    }
    let shown = LayerInstruction(trackID: 1)
    #expect(try message([instruction(0, 4, shown), instruction(4, 16)]).contains("do not show track 1"))
    var passing = instruction(0, 16)
    passing.passthroughTrackID = 1
    #expect(try message([passing]).contains("passes track 1 through"))
    #expect(try message([instruction(0, 16, shown)], compositor: "noise").contains("noise"))
    var clipped = shown
    clipped.clipRectangle = Ramps([.setting(at: .zero, value: Rectangle(x: 0, y: 0, width: 9, height: 9))])
    #expect(try message([instruction(0, 16, clipped)]).contains("clip of its own"))
    #expect(try message([]).contains("Nothing says"))
  }

  @Test func `a translucent layer does not dissolve, and fades through black`() throws {
    var layer = LayerInstruction(trackID: 1)
    try layer.setOpacity(0.5, at: .zero)
    #expect(Self.lowering([Self.placed(.crossDissolve)], layer: layer).problems.map(\.code) == [.unsuitableInstruction])
    let dip = Self.lowering([Self.placed(.fadeThroughBlack)], layer: layer)
    #expect(dip.problems.isEmpty)
    let layers = try #require(dip.videoComposition?.instructions[1].layerInstructions)
    #expect(abs(layers[1].opacity.value(at: seconds(7, over: 2), initial: 1) - 0.25) < 1e-9)
  }

  @Test func `a transition over a border of instructions plays in both`() throws {
    let edit = Self.lowering(
      [Self.placed(.slide(.left))],
      instructions: [instruction(0, 4, LayerInstruction(trackID: 1)), instruction(4, 16, LayerInstruction(trackID: 1))])
    #expect(edit.problems.isEmpty)
    let instructions = try #require(edit.videoComposition?.instructions)
    #expect(instructions.map(\.timeRange) == [range(0, 3), range(3, 4), range(4, 5), range(5, 16)])
    #expect(edit.instructionOrigins.map(\.instruction) == [0, 0, 1, 1])
    #expect(instructions[2].layerInstructions[0].transform.value(at: seconds(4), initial: .identity).tx == 320)
  }
}
