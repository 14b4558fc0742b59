import EditingModel
import Foundation
import MediaTime
import Rendering
import Testing

/// A plan that one process writes is what another reads.
struct PlanCodingTests {
  /// `plan` after encoding and decoding, as between two processes.
  private func roundTrip(_ plan: RenderPlan) throws -> RenderPlan {
    try JSONDecoder().decode(RenderPlan.self, from: try JSONEncoder().encode(plan))
  }

  /// `plan` as JSON, changed by `change`.
  private func encoded(_ plan: RenderPlan, _ change: (inout [String: Any]) -> Void) throws -> Data {
    let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(plan))
    var object = try #require(json as? [String: Any])
    change(&object)
    return try JSONSerialization.data(withJSONObject: object)
  }

  @Test(arguments: 1...150)
  func `a plan is the same after it was written and read`(seed: UInt64) throws {
    let edit = try RandomEdit(seed: seed)
    let plan = try edit.plan()
    #expect(try roundTrip(plan) == plan)
    let range = CMTimeRange(start: time(1, 7), duration: time(3, 2))
    let part = try edit.plan(RenderSettings(timeRange: range, scale: 1 / 3.0))
    #expect(try roundTrip(part) == part)
    #expect(try roundTrip(part).text == part.text)
  }

  @Test(arguments: 1...40)
  func `so is one whose pictures a custom compositor makes`(seed: UInt64) throws {
    let edit = try RandomEdit(seed: seed)
    var videoComposition = edit.videoComposition
    videoComposition.customCompositor = CompositorReference(
      name: "glow",
      parameters: .object([
        "radius": .number("0.10"), "large": .number("1e400"),
        "names": .array([.string("ä\"\n"), .null, .bool(true), .object([:])]),
      ]))
    videoComposition.instructions[0].parameters = .number("-0")
    let plan = try RenderingTests.plan(edit.composition, videoComposition, mix: edit.audioMix, films: edit.films)
    #expect(try roundTrip(plan) == plan)
  }

  @Test func `numbers keep every bit`() throws {
    let opacities = [
      0.1, 1 / 3.0, Double.leastNonzeroMagnitude, 0.1 + 0.2, 1 - 0x1p-53, 0x1.fffffffffffffp-1, 2.2250738585072014e-308,
    ]
    for opacity in opacities {
      let curve = FrameCurve(constant: opacity, over: 0..<3)
      let read = try JSONDecoder().decode(FrameCurve<Double>.self, from: try JSONEncoder().encode(curve))
      #expect(read.constant?.bitPattern == opacity.bitPattern)
    }
    for number: Int64 in [.max, .max - 1, 9_007_199_254_740_993, .min + 1] {
      let time = try Rational(number, 7)
      #expect(try JSONDecoder().decode(Rational.self, from: try JSONEncoder().encode(time)) == time)
    }
  }

  /// A thousand cuts over three films, picture and sound.
  private func thousandCuts() throws -> RenderPlan {
    let names = ["a", "b", "c"]
    let segments = (0..<1_000).map { index in
      CompositionTrackSegment(
        names[index % 3], from: time(Int64(index % 20)), time(7, 10), at: time(Int64(index) * 7, 10))
    }
    var films = try names.map { try MediaFacts.film($0) }
    // One of them has frames of varying length: a start for each.
    films[1].videoTracks[0].timing = .variable(
      starts: FrameStarts((0..<900).map { fraction(Int64($0) * 1_001 + Int64($0 % 3), 30_000) }), end: fraction(31))
    return try plan(Composition(video: [segments], audio: [segments]), films: films)
  }

  @Test func `what the media hold is written once, however many cuts there are`() throws {
    let plan = try thousandCuts()
    #expect(plan.picture?.runs.count == 1_000)
    let data = try JSONEncoder().encode(plan)
    // 373 kB as this is written: 370 bytes a cut, picture and sound.
    #expect(data.count < 400_000, "\(data.count) bytes")
    let text = try #require(String(data: data, encoding: .utf8))
    #expect(text.ranges(of: "H.264").count == 3)
    #expect(text.ranges(of: "AAC").count == 3)
    #expect(try roundTrip(plan) == plan)
  }

  @Test func `a plan of another version is refused with a sentence`() throws {
    let data = try encoded(try RandomEdit(seed: 1).plan()) { $0["version"] = 6 }
    let error = try #require(throws: RenderError.self) { try JSONDecoder().decode(RenderPlan.self, from: data) }
    #expect(error.code == .unsupported)
    #expect(error.message == "The plan is of version 6, and only version 5 can be read.")
  }

  @Test func `a text that breaks off is refused`() throws {
    let data = try JSONEncoder().encode(try RandomEdit(seed: 1).plan())
    for count in [0, 1, data.count / 2, data.count - 1] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(RenderPlan.self, from: data.prefix(count)) }
    }
  }

  /// Replaces what stands at `path` under the picture: keys, and numbers for places in a list.
  private func refused(_ path: [String], _ value: Any) throws -> Bool {
    func changed(_ node: Any, _ path: ArraySlice<String>) -> Any {
      guard let key = path.first else { return value }
      if var object = node as? [String: Any] {
        object[key] = changed(object[key] ?? [:], path.dropFirst())
        return object
      }
      guard var list = node as? [Any], let index = Int(key) else { return node }
      list[index] = changed(list[index], path.dropFirst())
      return list
    }
    let data = try encoded(try thousandCuts()) { $0["picture"] = changed($0["picture"] ?? [:], path[...]) }
    do {
      _ = try JSONDecoder().decode(RenderPlan.self, from: data)
      return false
    } catch is DecodingError {
      return true
    }
  }

  @Test func `a plan that refers to what is not in it is refused`() throws {
    #expect(try !refused(["timing", "constant", "count"], 21_000))
    #expect(try refused(["timing", "constant", "count"], 21_001))
    #expect(try refused(["range"], [0, 21_001]))
    #expect(try refused(["runs", "3", "media"], 3))
    #expect(try refused(["spans", "5", "passthrough"], 1_000))
    #expect(try refused(["spans", "5", "passthrough"], -1))
    #expect(try refused(["spans", "5", "passthrough"], 6))
    #expect(try refused(["spans", "5", "call"], 0))
    #expect(try refused(["spans", "5", "frames"], [105, 105]))
    #expect(try refused(["runs", "3", "step"], ["numerator": 1, "denominator": 0]))
  }
}
