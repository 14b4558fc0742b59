import Compositing
import EditingModel
import MediaFormats
import MediaTime
import PictureRows
import SeededRandom
import Testing

@testable import Transitions

/// What all transitions have in common.
@Suite("Transitions")
struct TransitionTests {
  private static let kinds = AnyTransition.kinds + [AnyTransition.self]

  private static func names() -> [String] { kinds.map { $0.description.name } }

  private static func kind(_ name: String) throws -> any Transition.Type {
    try #require(kinds.first { $0.description.name == name })
  }

  @Test func `each is a compositor with a name of its own`() {
    #expect(Self.names() == ["dissolve", "wipe", "iris", "clock", "luma-matte", "transition"])
  }

  @Test(arguments: names()) func `every default is one of the parameter's values`(name: String) throws {
    let parameters = try Self.kind(name).description.parameters
    #expect(parameters.allSatisfy { $0.kind.accepts($0.defaultValue) })
    #expect(Set(parameters.map(\.name)).count == parameters.count)
  }

  @Test(arguments: names(), PixelBuffer.Format.plainYCbCr)
  func `at its two ends the frame is the picture itself, not a copy`(name: String, format: PixelBuffer.Format) throws {
    let kind = try Self.kind(name)
    let (from, to) = (try PixelBuffer.grey(20, format, 16, 8), try PixelBuffer.grey(200, format, 16, 8))
    #expect(try kind.frame([to, to, from], at: 0, format: format, width: 16, height: 8) === from)
    #expect(try kind.frame([to, to, from], at: 1, format: format, width: 16, height: 8) === to)
  }

  @Test(arguments: names()) func `just before its two ends it is as good as there`(name: String) throws {
    let kind = try Self.kind(name)
    var random = SeededGenerator(seed: 7)
    let pictures = try (0..<3).map { _ in try PixelBuffer.noise(.yuv420p, 40, 20, using: &random) }
    for (progress, end) in [(0.0005, 2), (0.9995, 0)] {
      let frame = try kind.frame(
        pictures, at: progress, parameters: ["softness": .number("0")], width: 40, height: 20)
      let pairs = zip(try frame.samples(ofComponent: 0), try pictures[end].samples(ofComponent: 0))
      // A border may have reached the first pixels; nine in ten are still, or already, the picture's.
      #expect(pairs.count { $0 != $1 } <= 80)
    }
  }

  @Test(arguments: names()) func `one layer's picture is shown as it is`(name: String) throws {
    let only = try PixelBuffer.grey(99, .nv12, 16, 8)
    #expect(try Self.kind(name).frame([only], at: 0.5, format: .nv12, width: 16, height: 8) === only)
  }

  @Test(arguments: names()) func `in one track's gap the other's picture is shown`(name: String) throws {
    let only = try PixelBuffer.grey(99, .yuv420p, 16, 8)
    #expect(try Self.kind(name).frame([only, only, nil], at: 0.5, width: 16, height: 8) === only)
    #expect(try Self.kind(name).frame([nil, only, only], at: 0.5, width: 16, height: 8) === only)
  }

  @Test func `where there is nothing to show, the error says what to do`() throws {
    let empty = try #require(throws: CompositorFailure.self) { try Dissolve.frame([], at: 0.5, width: 16, height: 8) }
    #expect(empty.description.contains("name two: the new picture on top"))
    let gap = try #require(throws: CompositorFailure.self) {
      try Dissolve.frame([nil, nil], at: 0.5, width: 16, height: 8)
    }
    #expect(gap.description.contains("neither"))
  }

  @Test func `a matte that is missing is missed in words`() throws {
    let (from, to) = (try PixelBuffer.grey(20, .yuv420p, 16, 8), try PixelBuffer.grey(200, .yuv420p, 16, 8))
    let two = try #require(throws: CompositorFailure.self) {
      try LumaMatte.frame([to, from], at: 0.5, width: 16, height: 8)
    }
    #expect(two.description.contains("has 2 layers; name three"))
    let gap = try #require(throws: CompositorFailure.self) {
      try LumaMatte.frame([to, nil, from], at: 0.5, width: 16, height: 8)
    }
    #expect(gap.description.contains("track 2, which is the matte's"))
  }

  @Test func `the general one is the one that its parameter names, with that one's parameters`() throws {
    var random = SeededGenerator(seed: 11)
    let pictures = try (0..<3).map { _ in try PixelBuffer.noise(.yuv420p, 24, 10, using: &random) }
    let values: [String: JSONValue] = [
      "direction": .string("up-left"), "shape": .string("diamond"), "softness": .number("0.3"), "reversed": .bool(true),
    ]
    for kind in AnyTransition.kinds {
      let own = try kind.frame(pictures, at: 0.4, parameters: values, width: 24, height: 10)
      let general = try AnyTransition.frame(
        pictures, at: 0.4, parameters: values.merging(["kind": .string(kind.description.name)]) { $1 }, width: 24,
        height: 10)
      for component in 0..<3 {
        #expect(try own.samples(ofComponent: component) == general.samples(ofComponent: component))
      }
    }
    #expect(Set(AnyTransition.description.parameters.map(\.name)) == Set(values.keys).union(["kind"]))
  }

  @Test func `pictures of different formats become the film's`() throws {
    let from = try PixelBuffer.grey(20, .nv12, 16, 8)
    let to = try PixelBuffer.grey(200, .yuv444p10, 32, 32)
    for (progress, luma) in [(0.0, 20), (0.5, 110), (1.0, 200)] {
      let frame = try Dissolve.frame([to, from], at: progress, width: 16, height: 8)
      #expect(frame.description == "16x8 yuv420p")
      #expect(try frame.samples(ofComponent: 0) == Array(repeating: luma, count: 128))
      #expect(try frame.samples(ofComponent: 2) == Array(repeating: 128, count: 32))
    }
  }
}
