import EditingModel
import MediaTime
import Rendering
import Testing

/// The frames left to a custom compositor, with the tracks of their pictures.
@Suite("Custom spans")
struct CustomSpanTests {
  private let cat = CompositionTrackSegment("cat", time(3), at: .zero)
  private let dog = CompositionTrackSegment("dog", time(1), at: time(1))

  /// The plan of three seconds of a cat on track 1 and one of a dog on track 2, from second 1 on.
  private func plan(
    _ instructions: [VideoCompositionInstruction], parameters: JSONValue? = nil
  ) throws -> RenderPlan {
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 640, height: 360), renderScale: 0.5,
      instructions: instructions, customCompositor: CompositorReference(name: "glow", parameters: parameters))
    let composition = Composition(video: [[cat], [.empty(time(1), at: .zero), dog]])
    return try RenderingTests.plan(composition, videoComposition, films: [.film("cat"), .film("dog")])
  }

  /// The frames of the custom spans, and the tracks that each gets.
  private func calls(_ plan: RenderPlan) -> [(frames: Range<Int>, call: CustomCompositing)] {
    (plan.picture?.spans ?? []).compactMap { span in
      if case .custom(let call) = span.method { (span.frames, call) } else { nil }
    }
  }

  @Test func `a span ends where a track begins or ends to show something`() throws {
    let calls = calls(try plan([VideoCompositionInstruction(.zero, time(3), [])]))
    #expect(calls.map(\.frames) == [0..<30, 30..<60, 60..<90])
    #expect(calls.map { $0.call.sources.map(\.trackID) } == [[1], [1, 2], [1]])
    #expect(calls.allSatisfy { $0.call.renderScale == 0.5 && $0.call.renderTransform == .scale(x: 0.5, y: 0.5) })
  }

  @Test func `a film goes on in one run through all spans that need it`() throws {
    let plan = try plan([
      VideoCompositionInstruction(.zero, time(1), []), VideoCompositionInstruction(time(1), time(3), []),
    ])
    #expect(plan.picture?.runs.map(\.frames) == [0..<90, 30..<60])
    #expect(calls(plan).map(\.call.instructionIndex) == [0, 1, 1])
  }

  @Test func `tracks are those that are required, in that order, each once`() throws {
    var required = VideoCompositionInstruction(.zero, time(3), [])
    required.requiredSourceTrackIDs = [2, 1, 2]
    #expect(calls(try plan([required])).map { $0.call.sources.map(\.trackID) } == [[1], [2, 1], [1]])
    required.requiredSourceTrackIDs = []
    let generator = try plan([required])
    #expect(calls(generator).map(\.frames) == [0..<90])
    #expect(generator.picture?.runs == [])
  }

  @Test func `where the instruction names none, they are those of the layers, and all without layers`() throws {
    let layered = VideoCompositionInstruction(.zero, time(3), [LayerInstruction(trackID: 2)])
    #expect(calls(try plan([layered])).map { $0.call.sources.map(\.trackID) } == [[], [2], []])
  }

  @Test func `layers that cannot be seen are handed over all the same`() throws {
    let hidden = LayerInstruction(trackID: 1, opacity: Ramps([.setting(at: .zero, value: 0)]))
    #expect(calls(try plan([VideoCompositionInstruction(.zero, time(3), [hidden])])).map(\.frames) == [0..<90])
  }

  @Test func `a passthrough instruction is no call`() throws {
    var through = VideoCompositionInstruction(.zero, time(3), [])
    through.passthroughTrackID = 1
    #expect(calls(try plan([through])).isEmpty)
  }

  @Test func `a picture may change with time, unless the instruction says that it does not`() throws {
    var instruction = VideoCompositionInstruction(.zero, time(3), [])
    #expect(calls(try plan([instruction])).allSatisfy(\.call.containsTweening))
    instruction.containsTweening = false
    #expect(!calls(try plan([instruction])).contains(where: \.call.containsTweening))
  }

  @Test func `the plan's text has all parameters, with sorted keys`() throws {
    var still = VideoCompositionInstruction(.zero, time(2), [LayerInstruction(trackID: 2)])
    still.containsTweening = false
    var wiping = VideoCompositionInstruction(time(2), time(3), [])
    wiping.parameters = .object(["to": .string("left"), "edge": .number("0.10")])
    let text = try plan([still, wiping], parameters: .object(["on": .bool(true)])).text
    #expect(
      text.hasSuffix(
        """
          frames 0..<30 at 00:00:00.000: custom “glow” told {"on": true}, instruction 0, still
          frames 30..<60 at 00:00:01.000: custom “glow” told {"on": true}, instruction 0, still
            track 2 from run 0
          frames 60..<90 at 00:00:02.000: custom “glow” told {"on": true}, instruction 1 told {"edge": 0.10, "to": "left"}
            track 1 from run 1
        no sound

        """), "\(text)")
  }
}
