import Compositing
import Composition
import MediaTime
import Testing

/// Compositors by name, and what they are told.
@Suite("The registry of compositors")
struct CompositorRegistryTests {
  private struct Nothing: SynchronousVideoCompositing {
    let requiredPixelFormatsForRenderContext = [PixelBuffer.Format.yuv420p]
    func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
      throw CompositingError(.noSuchPlane, "Nothing is drawn.", remedy: "None.")
    }
  }

  private static let wipe = CompositorDescription(
    name: "wipe", summary: "Pushes an edge across the picture.",
    parameters: [
      CompositorParameter(
        "direction", .choice(["left", "right"]), default: .string("left"), summary: "Where the edge goes."),
      CompositorParameter("softness", .number(0...1), default: .number("0"), summary: "How wide the edge is."),
      CompositorParameter("steps", .integer(1...8), default: .number("1"), summary: "How many edges there are."),
      CompositorParameter("inverted", .boolean, default: .bool(false), summary: "Whether the other way round."),
      CompositorParameter("title", .text, default: .string(""), summary: "What is written."),
    ])

  private var registry: CompositorRegistry {
    var registry = CompositorRegistry()
    registry.register("plain") { _ in Nothing() }
    registry.register(Self.wipe) { _ in Nothing() }
    return registry
  }

  private func videoComposition(
    _ name: String, _ parameters: JSONValue?, instruction: JSONValue? = nil
  ) -> VideoComposition {
    let time = CMTime(value: 1, timescale: 1)
    return VideoComposition(
      frameDuration: time, renderSize: Size(width: 2, height: 2),
      instructions: [
        VideoCompositionInstruction(
          timeRange: CMTimeRange(start: .zero, duration: time), parameters: instruction)
      ],
      customCompositor: CompositorReference(name: name, parameters: parameters))
  }

  @Test func `names are known, and a name that is not is refused with those that are`() throws {
    #expect(registry.names == ["plain", "wipe"])
    _ = try registry.makeCompositor(CompositorReference(name: "plain"))
    let error = try #require(throws: CompositingError.self) {
      try registry.check(videoComposition("whipe", nil))
    }
    #expect(error.code == .unknownCompositor)
    #expect(error.description.contains("“whipe”") && error.description.contains("“plain”, “wipe”"))
  }

  @Test func `a compositor that says nothing about itself is told whatever is there`() throws {
    try registry.check(videoComposition("plain", .array([.null]), instruction: .string("x")))
  }

  @Test(arguments: [
    JSONValue.null, .object([:]),
    .object([
      "direction": .string("right"), "softness": .number("0.25"), "steps": .number("8"), "inverted": .bool(true),
      "title": .string("The end"),
    ]),
  ])
  func `what fits is taken`(parameters: JSONValue) throws {
    try registry.check(videoComposition("wipe", parameters, instruction: parameters))
  }

  @Test(arguments: [
    (JSONValue.array([]), "an object"), (.object(["speed": .number("1")]), "“direction”"),
    (.object(["direction": .string("up")]), "one of “left”, “right”"),
    (.object(["softness": .number("1.01")]), "a number from 0.0 to 1.0"),
    (.object(["softness": .string("1")]), "a number from 0.0 to 1.0"),
    (.object(["steps": .number("1.5")]), "a whole number from 1 to 8"),
    (.object(["steps": .number("9")]), "a whole number from 1 to 8"),
    (.object(["inverted": .number("1")]), "true or false"), (.object(["title": .null]), "a text"),
  ])
  func `what does not fit is refused, with its place and what would fit`(
    parameters: JSONValue, expectation: String
  ) throws {
    for (film, instruction, place) in [(parameters, nil, "customCompositor"), (nil, parameters, "instruction 0")] {
      let error = try #require(throws: CompositingError.self) {
        try registry.check(videoComposition("wipe", film, instruction: instruction))
      }
      #expect(error.code == .invalidParameter)
      #expect(error.message.contains("“wipe”") && error.message.contains(place))
      #expect(error.remedy.contains(expectation))
    }
  }

  @Test func `an instruction's values go before the film's, and those before the defaults`() {
    let values = Self.wipe.values(
      film: .object(["softness": .number("0.5"), "steps": .number("2")]), instruction: .object(["steps": .number("3")]))
    #expect(values["softness"] == .number("0.5"))
    #expect(values["steps"] == .number("3"))
    #expect(values["direction"] == .string("left"))
  }

  @Test func `a name is registered anew`() {
    var registry = registry
    registry.register("wipe") { _ in Nothing() }
    #expect(registry.names == ["plain", "wipe"])
    #expect(registry.description(of: "wipe") == nil)
  }
}
