import EditingModel
import MediaFormats
import SeededRandom
import Testing

@testable import Compositing
@testable import ReferenceCompositing

/// The compositor against the obvious computation in double precision.
struct ReferenceComparisonTests {
  /// Half a step is lost by rounding to 8 bits; places in 512ths of a sample and all other fixed-point numbers together may
  /// add this to it, in noise from black to white.
  static let tolerance = 0.5 + 0.4

  @Test(arguments: 0..<64)
  func `random layers come out as the ideal, rounded once`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let subsampling = Subsampling.allCases[seed % Subsampling.allCases.count]
    let background = try PlanarPicture.noise(30, 20, subsampling, using: &random)
    let layers = try (0..<1 + seed % 3).map { _ in try PlanarLayer.random(using: &random) }
    try expectIdeal(layers, over: background)
  }

  @Test(arguments: [
    (0, 0.5), (0.25, 0), (-2, 0.75), (1.9, 4), (1, 1), (-0.001, 3.999), (-8, -6.5), (-3.5, -2), (-5, -3),
  ])
  func `layers moved by parts of a pixel come out as the ideal`(x: Double, y: Double) throws {
    var random = SeededGenerator(seed: 14)
    for hasAlpha in [false, true] {
      // The first is cut on all sides by the output, the second lies within it in part.
      for (width, height) in [(40, 30), (12, 10)] {
        let picture = try PlanarPicture.noise(width, height, alpha: hasAlpha, using: &random)
        try expectIdeal(
          [PlanarLayer(picture: picture, transform: .translation(x: x, y: y))],
          over: .noise(15, 11, using: &random))
      }
    }
  }

  @Test func `forty translucent layers do not add up their roundings`() throws {
    var random = SeededGenerator(seed: 1)
    let background = try PlanarPicture.noise(8, 6, using: &random)
    let layers = try (0..<40).map { _ in
      PlanarLayer(picture: try .noise(8, 6, using: &random), transform: .identity, opacity: 0.03)
    }
    try expectIdeal(layers, over: background)
  }

  @Test(arguments: [2.0, 2.0001, 2.5, 3, 7.3, 16, 39, 60])
  func `layers scaled down along one axis come out as the ideal`(factor: Double) throws {
    var random = SeededGenerator(seed: 7)
    let background = try PlanarPicture.noise(20, 20, using: &random)
    for isWide in [false, true] {
      let picture = try PlanarPicture.noise(isWide ? 240 : 19, isWide ? 19 : 240, alpha: isWide, using: &random)
      let layer = PlanarLayer(
        picture: picture,
        transform: .scale(x: isWide ? 1 / factor : 1, y: isWide ? 1 : 1 / factor)
          .concatenating(.translation(x: 0.3, y: 0.6)))
      try expectIdeal([layer], over: background)
    }
  }

  @Test(arguments: 0..<24)
  func `random layers of ten bits come out as the ideal, with two bits more`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(500 + seed))
    let formats: [(Subsampling, PixelBuffer.Format)] = [
      (.both, .yuv420p10), (.across, .yuv422p10), (.none, .yuv444p10),
    ]
    let (subsampling, format) = formats[seed % formats.count]
    let background = try PlanarPicture.noise(30, 20, subsampling, using: &random)
    var layer = try PlanarLayer.random(using: &random)
    let (width, height) = (layer.picture.width, layer.picture.height)
    layer.picture = try .noise(width, height, subsampling, using: &random)
    let target = try PixelBuffer(tenBits: background, as: format)
    // A layer of eight bits weighs as much as one of ten.
    let picture =
      seed.isMultiple(of: 2)
      ? try PixelBuffer(tenBits: layer.picture, as: format) : try PixelBuffer(layer.picture, padding: seed % 5)
    try AffineCompositor().draw(
      [AffineLayer(picture: picture, transform: layer.transform, crop: layer.crop, opacity: layer.opacity)],
      on: target)
    let ideal = try ReferenceCompositor().compose([layer], over: background)
    for plane in 0..<3 {
      let bytes = try target.samples(ofPlane: plane)
      for (index, wanted) in ideal[plane].enumerated() {
        let sample = Double(UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8) / 4
        #expect(abs(sample - wanted) <= Self.tolerance - 0.25)
      }
    }
  }

  @Test func `on the average, nothing but rounding is left`() throws {
    var (sum, count) = (0.0, 0)
    for seed in 100..<116 {
      var random = SeededGenerator(seed: UInt64(seed))
      let background = try PlanarPicture.noise(30, 20, Subsampling.allCases[seed % 3], using: &random)
      let layers = try (0..<1 + seed % 3).map { _ in try PlanarLayer.random(using: &random) }
      let composed = try AffineCompositor().compose(layers, over: background)
      let ideal = try ReferenceCompositor().compose(layers, over: background)
      for (samples, wanted) in zip(composed.planes, ideal) {
        sum += zip(samples, wanted).reduce(0) { $0 + abs(Double($1.0) - $1.1) }
        count += samples.count
      }
    }
    // Rounding alone is off by a quarter of a step on the average.
    #expect(sum / Double(count) < 0.27)
  }

  /// Holds every sample of every plane against the reference.
  private func expectIdeal(_ layers: [PlanarLayer], over background: PlanarPicture) throws {
    let composed = try AffineCompositor().compose(layers, over: background)
    let ideal = try ReferenceCompositor().compose(layers, over: background)
    for (plane, samples) in composed.planes.enumerated() {
      let differences = zip(samples, ideal[plane]).map { abs(Double($0) - $1) }
      #expect(differences.allSatisfy { $0 <= Self.tolerance }, "plane \(plane): \(differences.max() ?? 0)")
    }
  }
}
