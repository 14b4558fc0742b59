import Compositing
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Synchronization
import Testing

/// Compositors by name, and their parameters.
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
      CompositorParameter("matte", .file, default: .string(""), summary: "A picture of the edge."),
      CompositorParameter("rim", .color, default: .string("#ffffff"), summary: "The color of the edge."),
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

  @Test func `a compositor that says nothing about itself gets whatever is there`() throws {
    try registry.check(videoComposition("plain", .array([.null]), instruction: .string("x")))
  }

  @Test(arguments: [
    JSONValue.null, .object([:]),
    .object([
      "direction": .string("right"), "softness": .number("0.25"), "steps": .number("8"), "inverted": .bool(true),
      "title": .string("The end"), "matte": .string("star.png"), "rim": .string("#00B140"),
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
    (.object(["matte": .bool(true)]), "the name of a file"),
    (.object(["rim": .string("#12345")]), "a color as “#rrggbb”"),
    (.object(["rim": .string("#1234567f")]), "a color as “#rrggbb”"),
    (.object(["rim": .string("green")]), "a color as “#rrggbb”"),
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
      #expect(error.remedy?.contains(expectation) == true)
    }
  }

  @Test func `an instruction's values go before the film's, and those before the defaults`() {
    let values = Self.wipe.values(
      film: .object(["softness": .number("0.5"), "steps": .number("2")]), instruction: .object(["steps": .number("3")]))
    #expect(values["softness"] == .number("0.5"))
    #expect(values["steps"] == .number("3"))
    #expect(values["direction"] == .string("left"))
  }

  @Test(arguments: [
    ("mattes/star.png", "/film/mattes/star.png"), ("../star.png", "/film/../star.png"), ("/star.png", "/star.png"),
    ("", ""),
  ])
  func `a file is looked for beside the project, and the compositor gets its path`(
    name: String, path: String
  ) throws {
    let received = Mutex<JSONValue?>(nil)
    var registry = registry
    registry.register(Self.wipe) { parameters in
      received.withLock { $0 = parameters }
      return Nothing()
    }
    func parameters(_ matte: String) -> JSONValue { .object(["matte": .string(matte), "title": .string("a/b")]) }
    let reference = CompositorReference(
      name: "wipe", parameters: parameters(name), folder: URL(filePath: "/film", directoryHint: .isDirectory))
    _ = try registry.makeCompositor(reference)
    #expect(received.withLock(\.self) == parameters(path))
    #expect(registry.resolvingFiles(in: parameters(name), for: reference) == parameters(path))
  }

  @Test func `what belongs to no folder, or to no described compositor, is handed on as it is`() {
    let parameters = JSONValue.object(["matte": .string("star.png")])
    #expect(registry.resolvingFiles(in: parameters, for: CompositorReference(name: "wipe")) == parameters)
    let plain = CompositorReference(name: "plain", folder: URL(filePath: "/film"))
    #expect(registry.resolvingFiles(in: parameters, for: plain) == parameters)
  }

  @Test func `a name is registered anew`() {
    var registry = registry
    registry.register("wipe") { _ in Nothing() }
    #expect(registry.names == ["plain", "wipe"])
    #expect(registry.description(of: "wipe") == nil)
  }
}
