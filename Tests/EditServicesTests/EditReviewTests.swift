import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// The pitfalls of compositions, each drawn as a fault in an edit that has none.
///
/// ```
///  track 1   ├──── cat ────┤              ├──── cat ────┤        0…4, 6…10
///  track 2             ├──── dog ────┤                           3…7
///  fade                ╲───                ╱──                   3…4, 6…7
/// ```
@Suite struct EditReviewTests {
  private static func time(_ value: Int64, _ timescale: CMTimeScale = 1) -> CMTime {
    CMTime(value: value, timescale: timescale)
  }

  private static func range(_ start: CMTime, _ end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }

  private static func segment(_ film: MediaFacts, _ start: CMTime, _ end: CMTime) -> CompositionTrackSegment {
    CompositionTrackSegment(
      source: .init(asset: film.asset), sourceRange: CMTimeRange(start: .zero, duration: end - start),
      targetRange: range(start, end))
  }

  private static func empty(_ start: CMTime, _ end: CMTime) -> CompositionTrackSegment {
    CompositionTrackSegment(emptyOver: range(start, end))
  }

  private static func instruction(_ start: CMTime, _ end: CMTime, _ layers: [LayerInstruction])
    -> VideoCompositionInstruction
  {
    VideoCompositionInstruction(timeRange: range(start, end), layerInstructions: layers)
  }

  private static func fading(_ track: TrackID, _ start: CMTime, _ end: CMTime, from: Double = 1, to: Double = 0)
    -> LayerInstruction
  {
    LayerInstruction(trackID: track, opacity: Ramps([.ramp(range: range(start, end), from: from, to: to)]))
  }

  private let cat: MediaFacts
  private let dog: MediaFacts

  init() throws {
    (cat, dog) = (try film("cat"), try film("dog"))
  }

  /// Two films that fade into one another twice, as the drawing shows.
  private func edit() -> EditSnapshot {
    let second = Self.time
    var first = CompositionTrack(id: 1, mediaType: .video)
    first.segments = [
      Self.segment(cat, .zero, second(4, 1)), Self.empty(second(4, 1), second(6, 1)),
      Self.segment(cat, second(6, 1), second(10, 1)),
    ]
    var other = CompositionTrack(id: 2, mediaType: .video)
    other.segments = [Self.empty(.zero, second(3, 1)), Self.segment(dog, second(3, 1), second(7, 1))]
    let (one, two) = (LayerInstruction(trackID: 1), LayerInstruction(trackID: 2))
    let shown = VideoComposition(
      frameDuration: second(1, 25), renderSize: Size(width: 640, height: 360),
      instructions: [
        Self.instruction(.zero, second(3, 1), [one]),
        Self.instruction(second(3, 1), second(4, 1), [Self.fading(1, second(3, 1), second(4, 1)), two]),
        Self.instruction(second(4, 1), second(6, 1), [two]),
        Self.instruction(second(6, 1), second(7, 1), [Self.fading(2, second(6, 1), second(7, 1)), one]),
        Self.instruction(second(7, 1), second(10, 1), [one]),
      ])
    return EditSnapshot(composition: Composition(tracks: [first, other]), videoComposition: shown)
  }

  private func warnings(_ edit: EditSnapshot, decoderLimit: Int? = nil) async throws -> [ModelProblem] {
    try await edit.warnings(decoderLimit: decoderLimit, renderer: ScriptedRenderer(media: [cat, dog]))
  }

  /// The codes and places of findings about the edit after `change`.
  private func words(_ change: (inout EditSnapshot) -> Void) async throws -> [String] {
    var edit = edit()
    change(&edit)
    return try await warnings(edit).map { "\($0.code) \($0.location)" }
  }

  @Test func `of an edit in which all meets, nothing is said`() async throws {
    #expect(try await warnings(edit(), decoderLimit: 2).isEmpty)
  }

  @Test(arguments: [(1, true), (2, true), (3, false)])
  func `a gap of a frame or two between segments is one that is hardly meant`(frames: Int64, isSaid: Bool) async throws
  {
    var track = CompositionTrack(id: 1, mediaType: .video)
    let (end, next) = (Self.time(50, 25), Self.time(50 + frames, 25))
    track.segments = [
      Self.segment(cat, .zero, end), Self.empty(end, next), Self.segment(dog, next, Self.time(100, 25)),
    ]
    var edit = EditSnapshot(composition: Composition(tracks: [track]))
    edit.videoComposition = VideoComposition(
      frameDuration: Self.time(1, 25), renderSize: Size(width: 640, height: 360),
      instructions: [Self.instruction(.zero, Self.time(4), [LayerInstruction(trackID: 1)])])
    let found = try await warnings(edit)
    #expect(found.map { "\($0.code) \($0.location)" } == (isSaid ? ["shortGap tracks[0].segments[1]"] : []))
    if isSaid {
      #expect(
        found[0].diagnostic.message.contains("\(40 * frames).0 ms (\(frames) \(frames == 1 ? "frame" : "frames"))"))
    }
    // Another track that covers the hole makes it none.
    var cover = CompositionTrack(id: 2, mediaType: .video)
    cover.segments = [Self.segment(cat, .zero, Self.time(4))]
    edit.composition.tracks.append(cover)
    edit.videoComposition?.instructions[0].layerInstructions.append(LayerInstruction(trackID: 2))
    #expect(try await warnings(edit).isEmpty)
  }

  @Test func `an instruction that ends a frame beside its segment is misaligned, on either side`() async throws {
    #expect(
      try await words { edit in
        edit.videoComposition?.instructions[2].timeRange = Self.range(Self.time(4), Self.time(151, 25))
        edit.videoComposition?.instructions[3].timeRange = Self.range(Self.time(151, 25), Self.time(7))
        edit.videoComposition?.instructions[3].layerInstructions[0] = Self.fading(2, Self.time(151, 25), Self.time(7))
        edit.composition.tracks[1].segments[1].timeMapping.target = Self.range(Self.time(3), Self.time(6))
        edit.composition.tracks[1].segments[1].timeMapping.source.duration = Self.time(3)
      } == ["misalignedInstruction instructions[2].duration"])
    #expect(
      try await words { edit in
        edit.videoComposition?.instructions[3].timeRange = Self.range(Self.time(149, 25), Self.time(7))
        edit.videoComposition?.instructions[2].timeRange = Self.range(Self.time(4), Self.time(149, 25))
        edit.videoComposition?.instructions[3].layerInstructions[0] = Self.fading(2, Self.time(149, 25), Self.time(7))
      } == ["misalignedInstruction instructions[3].start"])
  }

  @Test func `an instruction between two frames is invisible, and reported as misaligned`() async throws {
    #expect(
      try await words { edit in
        let late = Self.time(6_001, 1_000)
        edit.videoComposition?.instructions[2].timeRange = Self.range(Self.time(4), Self.time(6_001, 1_000))
        edit.videoComposition?.instructions[3].timeRange = Self.range(late, Self.time(6_002, 1_000))
        edit.videoComposition?.instructions[4].timeRange = Self.range(Self.time(6_002, 1_000), Self.time(10))
        edit.videoComposition?.instructions[3].layerInstructions = [LayerInstruction(trackID: 1)]
      } == ["misalignedInstruction instructions[3]"])
  }

  @Test(arguments: [
    ("hidden", "its opacity is 0"), ("flat", "inside of the picture"), ("beside", "inside of the picture"),
    ("covered", "layers above it cover the picture"),
  ]) func `an invisible layer is named with the reason`(kind: String, reason: String) async throws {
    var edit = edit()
    var layer = LayerInstruction(trackID: 1)
    switch kind {
    case "hidden": layer.opacity = Ramps([.setting(at: .zero, value: 0)])
    case "flat": layer.transform = Ramps([.setting(at: .zero, value: Transform(a: 0, b: 0, c: 0, d: 1, tx: 0, ty: 0))])
    case "beside": layer.transform = Ramps([.setting(at: .zero, value: .translation(x: 5_000, y: 0))])
    default: break
    }
    edit.videoComposition?.instructions[0].layerInstructions =
      kind == "covered" ? [LayerInstruction(trackID: 1), layer] : [layer]
    let found = try await warnings(edit)
    let place = kind == "covered" ? 1 : 0
    #expect(found.map(\.code) == [.layerNeverSeen])
    #expect(found.first?.location == ModelLocation(.layer(instruction: 0, index: place)))
    #expect(found.first?.diagnostic.message.contains(reason) == true, "\(found)")
  }

  @Test func `a layer whose track has nothing there does no harm`() async throws {
    #expect(
      try await words { edit in
        edit.videoComposition?.instructions[0].layerInstructions.append(LayerInstruction(trackID: 2))
      } == [])
  }

  @Test func `a track that no instruction shows is named, unless it is disabled`() async throws {
    for isEnabled in [true, false] {
      #expect(
        try await words { edit in
          var track = CompositionTrack(id: 7, mediaType: .video)
          track.segments = [Self.segment(cat, .zero, Self.time(4))]
          track.isEnabled = isEnabled
          edit.composition.tracks.append(track)
        } == (isEnabled ? ["trackNeverShown tracks[2]"] : []))
    }
  }

  @Test(
    arguments: [
      (75, 101, 0, "misalignedRamp"), (75, 99, 0, "misalignedRamp"), (77, 100, 0, "misalignedRamp"),
      (75, 100, 0.02, "misalignedRamp"), (74, 100, 0, "misalignedRamp"), (75, 90, 0, nil), (75, 100, 0.5, nil),
    ] as [(Int64, Int64, Double, String?)])
  func `a fade that ends beside its instruction, or beside nothing, is misaligned`(
    start: Int64, end: Int64, value: Double, code: String?
  ) async throws {
    let place = "instructions[1].layerInstructions[0].opacity[0]"
    #expect(
      try await words { edit in
        edit.videoComposition?.instructions[1].layerInstructions[0] = Self.fading(
          1, Self.time(start, 25), Self.time(end, 25), to: value)
      } == (code.map { ["\($0) \(place)"] } ?? []))
  }

  @Test func `a ramp that two instructions share is one`() async throws {
    let ramp = Self.fading(1, .zero, Self.time(4), from: 1, to: 0.5)
    #expect(
      try await words { edit in
        edit.videoComposition?.instructions[0].layerInstructions = [ramp]
        edit.videoComposition?.instructions[1].layerInstructions[0] = ramp
      } == [])
  }

  @Test func `ramps that follow one another meet`() async throws {
    let (start, middle, end) = (Self.time(3), Self.time(7, 2), Self.time(4))
    for (value, isSaid) in [(0.5, false), (0.7, true)] {
      #expect(
        try await words { edit in
          edit.videoComposition?.instructions[1].layerInstructions[0].opacity = Ramps([
            .ramp(range: Self.range(start, middle), from: 1, to: 0.5),
            .ramp(range: Self.range(middle, end), from: value, to: 0),
          ])
        } == (isSaid ? ["rampJumps instructions[1].layerInstructions[0].opacity[1]"] : []))
    }
  }

  @Test func `a fade of sound that its clip does not last for never comes to silence`() async throws {
    for (end, isSaid) in [(Self.time(10), false), (Self.time(11), true)] {
      #expect(
        try await words { edit in
          var track = CompositionTrack(id: 3, mediaType: .audio)
          track.segments = [Self.segment(cat, .zero, Self.time(10))]
          edit.composition.tracks.append(track)
          edit.audioMix = AudioMix(inputParameters: [
            AudioMixInputParameters(
              trackID: 3, volume: Ramps([.ramp(range: Self.range(Self.time(9), end), from: 1, to: 0)]))
          ])
        } == (isSaid ? ["misalignedRamp inputParameters[0].volume[0]"] : []))
    }
  }

  @Test func `more decoders than there are is said once an instruction`() async throws {
    let found = try await warnings(edit(), decoderLimit: 1)
    #expect(
      found.map { "\($0.code) \($0.location)" } == [
        "tooManyDecoders instructions[1]", "tooManyDecoders instructions[3]",
      ])
    #expect(found.first?.diagnostic.message == "2 pictures are decoded at a time.")
  }

  @Test func `where the media decide how pictures are shown, nothing is misaligned`() async throws {
    var edit = edit()
    edit.videoComposition = nil
    #expect(try await warnings(edit).isEmpty)
  }
}
