import EditingModel
import MediaFormats
import SeededRandom
import Testing

@testable import Compositing
@testable import ReferenceCompositing

/// Layers that are made ready once against the same layers drawn each time: equal bytes.
struct StaticLayerTests {
  private static let kinds: [(layer: PixelBuffer.Format, target: PixelBuffer.Format)] = [
    (.yuva420p, .yuv420p), (.yuva420p10, .yuv420p10), (.yuva422p10, .yuv422p), (.yuva444p10, .yuv444p),
    (.yuva444p10, .yuv444p10), (.yuva420p10, .yuv420p), (.yuva420p, .yuv420p10),
  ]

  @Test(arguments: 0..<56)
  func `a layer at rest gives the bytes of one that is drawn`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(7_000 + seed))
    let kind = Self.kinds[seed % Self.kinds.count]
    let picture = try Self.noise(kind.layer, 22, 12, clear: seed.isMultiple(of: 3) ? 0.9 : 0.3, using: &random)
    let (width, height) = (seed.isMultiple(of: 2) ? 48 : 30, 20)
    let target = try Self.noise(kind.target, width, height, clear: 0, using: &random)
    let other = try PixelBuffer(format: kind.target, width: width, height: height)
    try other.copyBytes(of: target)
    // Every fourth lies half beyond an edge or a corner, every fifth is translucent as a whole.
    let beyond = seed.isMultiple(of: 4) ? -10 : 0
    let (x, y) = (
      2 * Int.random(in: 0...4, using: &random) + beyond, 2 * Int.random(in: 0...4, using: &random) + beyond
    )
    let opacity = seed.isMultiple(of: 5) ? Double.random(in: 0...1, using: &random) : 1

    let layer = try StaticLayer(picture, on: kind.target)
    try AffineCompositor().draw(
      [AffineLayer(picture: picture, transform: .translation(x: Double(x), y: Double(y)), opacity: opacity)], on: other)
    try layer.draw(on: target, x: x, y: y, opacity: opacity)
    for plane in 0..<3 { #expect(try target.samples(ofPlane: plane) == other.samples(ofPlane: plane)) }
  }

  @Test func `a layer at the odd edge of a picture gives them, too`() throws {
    var random = SeededGenerator(seed: 9)
    let picture = try Self.noise(.yuva420p, 13, 9, clear: 0.2, using: &random)
    let target = try Self.noise(.yuv420p, 21, 15, clear: 0, using: &random)
    let other = try PixelBuffer(format: .yuv420p, width: 21, height: 15)
    try other.copyBytes(of: target)
    try StaticLayer(picture, on: .yuv420p).draw(on: target, x: 8, y: 6)
    try AffineCompositor().draw([AffineLayer(picture: picture, transform: .translation(x: 8, y: 6))], on: other)
    for plane in 0..<3 { #expect(try target.samples(ofPlane: plane) == other.samples(ofPlane: plane)) }
  }

  @Test func `a layer beyond the odd edges of a picture gives them, too`() throws {
    var random = SeededGenerator(seed: 10)
    let picture = try Self.noise(.yuva420p, 12, 10, clear: 0.2, using: &random)
    let layer = try StaticLayer(picture, on: .yuv420p)
    for (x, y) in [(18, 12), (-10, -8), (20, 14), (22, 0), (0, -10), (-300, 300), (-4, 2)] {
      let target = try Self.noise(.yuv420p, 21, 15, clear: 0, using: &random)
      let other = try PixelBuffer(format: .yuv420p, width: 21, height: 15)
      try other.copyBytes(of: target)
      try layer.draw(on: target, x: x, y: y)
      try AffineCompositor().draw(
        [AffineLayer(picture: picture, transform: .translation(x: Double(x), y: Double(y)))], on: other)
      for plane in 0..<3 { #expect(try target.samples(ofPlane: plane) == other.samples(ofPlane: plane), "\(x) \(y)") }
    }
  }

  @Test func `what cannot rest is refused`() throws {
    let picture = try PixelBuffer(format: .yuva420p, width: 4, height: 4)
    for format in [PixelBuffer.Format.yuv444p, .yuva420p, .rgba] {
      #expect(throws: CompositingError.self) { try StaticLayer(picture, on: format) }
    }
    let layer = try StaticLayer(picture, on: .yuv420p)
    let target = try PixelBuffer(format: .yuv420p, width: 12, height: 10)
    for (x, y) in [(1, 0), (0, 3), (-1, 0)] {
      #expect(throws: CompositingError.self) { try layer.draw(on: target, x: x, y: y) }
    }
    let other = try PixelBuffer(format: .yuv422p, width: 12, height: 10)
    #expect(throws: CompositingError.self) { try layer.draw(on: other, x: 0, y: 0) }
    let odd = try StaticLayer(PixelBuffer(format: .yuva420p, width: 5, height: 4), on: .yuv420p)
    #expect(throws: CompositingError.self) { try odd.draw(on: target, x: 0, y: 0) }
  }

  /// Random samples in the format's bit depth; `clear` is the share of transparent ones.
  private static func noise(
    _ format: PixelBuffer.Format, _ width: Int, _ height: Int, clear: Double, using random: inout SeededGenerator
  ) throws -> PixelBuffer {
    let picture = try PixelBuffer(format: format, width: width, height: height)
    let largest = UInt16(1 << format.bitDepth - 1)
    for plane in picture.planes.indices {
      let samples = (0..<picture.planes[plane].byteCount).map { _ in
        plane == 3 && Double.random(in: 0..<1, using: &random) < clear
          ? 0 : UInt16.random(in: 0...largest, using: &random)
      }
      try picture.withMutableBytes(ofPlane: plane) { bytes in
        if format.bitDepth == 8 {
          for index in 0..<bytes.count { bytes[index] = UInt8(samples[index]) }
        } else {
          for index in 0..<bytes.count / 2 {
            bytes[2 * index] = UInt8(truncatingIfNeeded: samples[index])
            bytes[2 * index + 1] = UInt8(samples[index] >> 8)
          }
        }
      }
    }
    return picture
  }
}
