import EditingModel
import MediaFormats
import SeededRandom
import Testing

@testable import Compositing
@testable import ReferenceCompositing

/// Layers on a picture with alpha, against the obvious computation: alpha is a + b · (1 − a), colors are straight.
struct TranslucentCanvasTests {
  /// Layers of noise over noise, each with an alpha of its own.
  @Test(arguments: 0..<48)
  func `random layers over a picture with alpha come out as the ideal`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(3_000 + seed))
    let background = try PlanarPicture.noise(30, 20, alpha: true, using: &random)
    let layers = try (0..<1 + seed % 3).map { _ in try PlanarLayer.random(using: &random) }
    let target = try PixelBuffer(background, padding: seed % 7)
    try AffineCompositor().draw(layers.map(Self.film), on: target)
    try expect(target, toBe: ReferenceCompositor().compose(layers, over: background))
    #expect((target.storage as? PaddedMemory)?.isPaddingUntouched == true)
  }

  @Test(arguments: 0..<48)
  func `random layers over a clear or translucent color come out as the ideal`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(4_000 + seed))
    let formats: [(Subsampling, PixelBuffer.Format)] = [
      (.both, .yuva420p), (.both, .yuva420p10), (.across, .yuva422p10), (.none, .yuva444p10),
    ]
    let (subsampling, format) = formats[seed % formats.count]
    let alpha: UInt8 = seed.isMultiple(of: 3) ? 0 : 51
    let background = try PlanarPicture.plain((81, 90, 240), 30, 20, subsampling, alpha: alpha)
    let layers = try (0..<1 + seed % 3).map { _ in try PlanarLayer.random(using: &random) }
    let target = try PixelBuffer(format: format, width: 30, height: 20)
    let shift = UInt16(format.bitDepth - 8)
    try AffineCompositor().draw(
      layers.map(Self.film), over: (81 << shift, 90 << shift, 240 << shift), backgroundAlpha: Double(alpha) / 255,
      on: target)
    try expect(target, toBe: ReferenceCompositor().compose(layers, over: background))
  }

  @Test func `an opaque picture laid whole on nothing is itself, and its edge is clear`() throws {
    var random = SeededGenerator(seed: 5)
    let picture = try PlanarPicture.noise(8, 6, using: &random)
    let target = try PixelBuffer(format: .yuva420p, width: 12, height: 10)
    try AffineCompositor().draw(
      [AffineLayer(picture: PixelBuffer(picture), transform: .translation(x: 2, y: 2))], over: (16, 128, 128),
      backgroundAlpha: 0, on: target)
    let planes = try (0..<4).map(target.samples(ofPlane:))
    for y in 0..<10 {
      for x in 0..<12 {
        let isInside = 2..<10 ~= x && 2..<8 ~= y
        #expect(planes[3][y * 12 + x] == (isInside ? 255 : 0))
        #expect(planes[0][y * 12 + x] == (isInside ? picture.sample(0, x - 2, y - 2) : 16))
        let chroma = planes[1][y / 2 * 6 + x / 2]
        #expect(chroma == (isInside ? picture.sample(1, x / 2 - 1, y / 2 - 1) : 128))
      }
    }
  }

  @Test func `a straight picture on nothing keeps its alpha to the code`() throws {
    var random = SeededGenerator(seed: 6)
    for format in [PixelBuffer.Format.yuva420p, .yuva420p10] {
      let picture = try PlanarPicture.noise(16, 12, alpha: true, using: &random)
      let target = try PixelBuffer(format: format, width: 16, height: 12)
      try AffineCompositor().draw(
        [AffineLayer(picture: PixelBuffer(picture), transform: .identity)], over: (16, 128, 128), backgroundAlpha: 0,
        on: target)
      let alphas = try samples(of: target, plane: 3)
      let largest = Double((1 << format.bitDepth) - 1)
      for (alpha, own) in zip(alphas, picture.planes[3]) {
        #expect(abs(alpha - Double(own)) <= 0.5 * 255 / largest + 1e-9)
      }
    }
  }

  /// The layer of a film: formats with alpha whose chroma is not subsampled are of ten bits.
  private static func film(_ layer: PlanarLayer) throws -> AffineLayer {
    guard layer.picture.hasAlpha, layer.picture.chromaWidthShift == 0 else { return try AffineLayer(layer) }
    let scaled = try PixelBuffer(tenBits: layer.picture, as: .yuva444p10)
    // Of alphas, 255 is all, and so is 1,023.
    let alphas = layer.picture.planes[3].map { UInt16((Double($0) * 1_023 / 255).rounded()) }
    try scaled.setSamples(alphas, ofPlane: 3)
    return AffineLayer(
      picture: scaled, transform: layer.transform, crop: layer.crop, opacity: layer.opacity)
  }

  /// The samples of plane `plane`, on a scale of 255.
  private func samples(of target: PixelBuffer, plane: Int) throws -> [Double] {
    let bytes = try target.samples(ofPlane: plane)
    guard target.format.bitDepth > 8 else { return bytes.map(Double.init) }
    let scale = plane == 3 ? 255.0 / 1_023 : 0.25
    return stride(from: 0, to: bytes.count, by: 2).map {
      Double(UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) * scale
    }
  }

  /// Holds every sample against `ideal`: alphas as those of any plane, and colors as far as they can be seen.
  private func expect(_ target: PixelBuffer, toBe ideal: [[Double]]) throws {
    let made = try (0..<4).map { try samples(of: target, plane: $0) }
    let differences = zip(made[3], ideal[3]).map { abs($0 - $1) }
    #expect(differences.allSatisfy { $0 <= ReferenceComparisonTests.tolerance }, "alpha: \(differences.max() ?? 0)")
    let shifts = target.format.pixelsPerChroma
    for plane in 0..<3 {
      let (across, down) = plane == 0 ? (1, 1) : (shifts.across, shifts.down)
      let width = (target.width + across - 1) / across
      var (sum, count) = (0.0, 0)
      for index in made[plane].indices {
        let (column, row) = (index % width * across, index / width * down)
        let alpha = ideal[3][min(row, target.height - 1) * target.width + min(column, target.width - 1)] / 255
        let difference = abs(made[plane][index] - ideal[plane][index])
        #expect(difference * alpha <= ReferenceComparisonTests.tolerance, "plane \(plane), \(difference) at \(alpha)")
        if alpha > 0.1 {
          #expect(difference <= 2, "plane \(plane), \(difference) at \(alpha)")
          sum += difference
          count += 1
        }
      }
      #expect(sum <= 0.5 * Double(count))
    }
  }
}

extension PixelBuffer {
  /// Writes samples of two bytes into plane `plane`.
  fileprivate func setSamples(_ samples: [UInt16], ofPlane plane: Int) throws {
    try withMutableBytes(ofPlane: plane) { bytes in
      for (number, sample) in samples.enumerated() {
        bytes[2 * number] = UInt8(truncatingIfNeeded: sample)
        bytes[2 * number + 1] = UInt8(truncatingIfNeeded: sample >> 8)
      }
    }
  }
}
