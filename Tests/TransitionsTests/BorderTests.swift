import Compositing
import EditingModel
import MediaFormats
import PictureRows
import SeededRandom
import Testing

@testable import Transitions

/// Borders against the formula that says what they are, pixel by pixel: the old picture is black, the new one white, so
/// that luma shows how far the border has come.
@Suite("Borders that travel")
struct BorderTests {
  private static let (width, height) = (48, 30)

  /// The share of the new picture at each pixel, by luma, row by row.
  private static func shares<Border: Transition>(
    _ border: Border.Type, at progress: Double, parameters: [String: JSONValue],
    format: PixelBuffer.Format = .yuv420p
  ) throws -> [Double] {
    let from = try PixelBuffer.grey(0, format, width, height)
    let to = try PixelBuffer.grey(255, format, width, height)
    let frame = try border.frame(
      [to, from], at: progress, parameters: parameters, format: format, width: width, height: height)
    let white = Double(255 << (format.bitDepth - 8))
    return try frame.samples(ofComponent: 0).map { Double($0) / white }
  }

  /// The share that a border `softness` wide leaves at a pixel where it arrives at `arrival`.
  private static func share(_ arrival: Double, _ progress: Double, softness: Double) -> Double {
    min(max((progress * (1 + softness) - arrival) / softness, 0), 1)
  }

  /// Holds a border's shares against those of `arrival`, given the middle of a pixel as a part of the width and height.
  private static func expect<Border: Transition>(
    _ border: Border.Type, parameters: [String: JSONValue] = [:], format: PixelBuffer.Format = .yuv420p,
    arrival: (_ x: Double, _ y: Double) -> Double
  ) throws {
    for (progress, softness) in [(0.1, 0.5), (0.5, 0.25), (0.7, 1), (0.95, 0.125)] {
      var values = parameters
      values["softness"] = .number(String(softness))
      let shares = try shares(border, at: progress, parameters: values, format: format)
      var furthest = 0.0
      for y in 0..<height {
        for x in 0..<width {
          let place = ((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
          let ideal = share(arrival(place.0, place.1), progress, softness: softness)
          furthest = max(furthest, abs(shares[y * width + x] - ideal))
        }
      }
      #expect(furthest <= 1.5 / 255, "\(parameters) at \(progress) with \(softness)")
    }
  }

  @Test(arguments: [
    ("right", 1.0, 0.0), ("left", -1, 0), ("down", 0, 1), ("up", 0, -1), ("down-right", 1, 1), ("down-left", -1, 1),
    ("up-right", 1, -1), ("up-left", -1, -1),
  ])
  func `a wipe goes in its direction`(direction: String, across: Double, down: Double) throws {
    try Self.expect(Wipe.self, parameters: ["direction": .string(direction)]) { x, y in
      // How far along the direction, from the side or corner that it leaves.
      ((x - 0.5) * across + (y - 0.5) * down) / (abs(across) + abs(down)) + 0.5
    }
  }

  @Test func `there are eight directions`() {
    #expect(Wipe.Direction.allCases.count == 8)
  }

  @Test func `an iris opens in its shape, and closes when it is reversed`() throws {
    let (w, h) = (Double(Self.width), Double(Self.height))
    let circle = { (x: Double, y: Double) in
      (((x - 0.5) * w * (x - 0.5) * w + (y - 0.5) * h * (y - 0.5) * h) / (w * w / 4 + h * h / 4)).squareRoot()
    }
    try Self.expect(Iris.self, arrival: circle)
    try Self.expect(Iris.self, parameters: ["reversed": .bool(true)]) { 1 - circle($0, $1) }
    try Self.expect(Iris.self, parameters: ["shape": .string("diamond")]) { abs($0 - 0.5) + abs($1 - 0.5) }
    try Self.expect(Iris.self, parameters: ["shape": .string("rectangle")]) { 2 * max(abs($0 - 0.5), abs($1 - 0.5)) }
  }

  @Test func `a clock's hand goes round by quarters`() throws {
    // The top right quarter, the bottom right one, the bottom left one and the top left one.
    let places = [(36, 7), (36, 22), (12, 22), (12, 7)]
    for reversed in [false, true] {
      for quarters in 0..<4 {
        let shares = try Self.shares(
          Clock.self, at: (Double(quarters) + 0.5) / 4,
          parameters: ["softness": .number("0"), "reversed": .bool(reversed)])
        let seen = (reversed ? places.reversed() : places).map { shares[$0.1 * Self.width + $0.0] }
        #expect(seen[..<quarters].allSatisfy { $0 == 1 } && seen[(quarters + 1)...].allSatisfy { $0 == 0 })
      }
    }
  }

  @Test(arguments: PixelBuffer.Format.plainYCbCr)
  func `a hard wipe is the old picture's samples and the new one's, in every format`(
    format: PixelBuffer.Format
  ) throws {
    var random = SeededGenerator(seed: 3)
    let (width, height) = (40, 6)
    let from = try PixelBuffer.noise(format, width, height, using: &random)
    let to = try PixelBuffer.noise(format, width, height, using: &random)
    let frame = try Wipe.frame(
      [to, from], at: 0.25, parameters: ["softness": .number("0")], format: format, width: width, height: height)
    for component in 0..<3 {
      let (old, new) = (try from.samples(ofComponent: component), try to.samples(ofComponent: component))
      let columns = component == 0 ? width : width / format.pixelsPerChroma.across
      let ideal = old.indices.map { $0 % columns < columns / 4 ? new[$0] : old[$0] }
      #expect(try frame.samples(ofComponent: component) == ideal)
    }
  }

  @Test func `chroma goes with the luma that it colors`() throws {
    let from = try PixelBuffer.drawn(.yuv420p, 32, 4) { _, _, _ in 0 }
    let to = try PixelBuffer.drawn(.yuv420p, 32, 4) { _, _, _ in 200 }
    let frame = try Wipe.frame([to, from], at: 0.5, parameters: ["softness": .number("0.5")], width: 32, height: 4)
    let (luma, chroma) = (try frame.samples(ofComponent: 0), try frame.samples(ofComponent: 1))
    // A chroma sample sits on the first of the two pixels that it serves.
    #expect((0..<16).allSatisfy { abs(chroma[$0] - luma[2 * $0]) <= 1 })
  }

  /// A matte that grows brighter to the right in some steps, in one of the formats.
  @Test(arguments: [PixelBuffer.Format.yuv420p, .nv12, .yuv444p, .yuv420p10, .p010])
  func `a luma matte's dark parts come first, or its bright ones`(format: PixelBuffer.Format) throws {
    let scale = 1 << (format.bitDepth - 8)
    let matte = try PixelBuffer.drawn(format, 32, 4) { component, x, _ in
      (component == 0 ? [16, 70, 180, 235][x / 8] : 128) * scale
    }
    let (from, to) = (try PixelBuffer.grey(0, format, 32, 4), try PixelBuffer.grey(255, format, 32, 4))
    for (reversed, ideal) in [(false, [255, 255, 0, 0]), (true, [0, 0, 255, 255])] {
      let frame = try LumaMatte.frame(
        [to, matte, from], at: 0.5, parameters: ["softness": .number("0"), "reversed": .bool(reversed)], format: format,
        width: 32, height: 4)
      #expect(try frame.samples(ofComponent: 0).map { $0 / scale } == (0..<128).map { ideal[$0 % 32 / 8] })
    }
    let soft = try LumaMatte.frame(
      [to, matte, from], at: 0.5, parameters: ["softness": .number("1")], format: format, width: 32, height: 4)
    let shares = [16, 70, 180, 235].map { 1 - Double($0 - 16) / 219 }
    let seen = try soft.samples(ofComponent: 0)
    #expect((0..<128).allSatisfy { abs(Double(seen[$0] / scale) - 255 * shares[$0 % 32 / 8]) <= 1.5 })
  }
}
