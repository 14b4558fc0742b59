import EditingModel
import Foundation
import SeededRandom
import Testing

@testable import Compositing
@testable import ReferenceCompositing

/// What the eye sees of a slow zoom: how much detail there is, frame by frame.
struct SlowZoomTests {
  /// Every step of a zoom with `GSTEDIT_FULL=1`, otherwise one in four.
  private static let step = ProcessInfo.processInfo.environment["GSTEDIT_FULL"] == "1" ? 1 : 4

  /// Layers at rest are a whole number of samples large, and those in motion lie anywhere.
  @Test(arguments: [1 / 1.3, 1 / 1.5, 1 / 1.8, 0.5, 1 / 2.5, 1.25])
  func `detail stays the same within 3 % from rest into motion`(scale: Double) throws {
    let chart = try Self.chart(width: 300, height: 210)
    let (width, height) = (Int((300 * scale).rounded()), Int((210 * scale).rounded()))
    let rest = try Self.detail(of: chart, zoom: 1, scale: scale, width, height)
    // At one half, all samples of the picture at rest lie in the middle between two of the layer's, as never again.
    let tolerance = scale == 0.5 ? 0.04 : 0.03
    for step in stride(from: 1, through: 20, by: Self.step) {
      let zoom = 1 + 0.008 * Double(step) / 20
      let moving = try Self.detail(of: chart, zoom: zoom, scale: scale, width, height)
      #expect(abs(moving / rest - 1) < tolerance, "\(zoom): \(moving / rest)")
    }
  }

  @Test(arguments: [1 / 1.5, 0.4])
  func `detail stays the same within 3 % when a layer begins to turn`(scale: Double) throws {
    let chart = try Self.chart(width: 300, height: 210)
    let (width, height) = (Int((300 * scale).rounded()), Int((210 * scale).rounded()))
    let rest = try Self.detail(of: chart, zoom: 1, scale: scale, width, height)
    for angle in [0.0005, 0.002, 0.01, 0.05] {
      let moving = try Self.detail(of: chart, zoom: 1, scale: scale, angle: angle, width, height)
      #expect(abs(moving / rest - 1) < 0.03, "\(angle): \(moving / rest)")
    }
  }

  /// Noise as fine as a lens leaves it.
  private static func chart(width: Int, height: Int) throws -> PlanarPicture {
    var random = SeededGenerator(seed: 22)
    let noise = try PlanarPicture.noise(width, height, .none, using: &random)
    var chart = noise
    for row in 1..<height {
      for column in 1..<width {
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map { Int(noise.sample(0, column - $0.0, row - $0.1)) }
        chart.planes[0][row * width + column] = UInt8(four.reduce(0, +) / 4)
      }
    }
    return chart
  }

  /// The mean square of the luma's Laplacian, away from the edges, of `chart` scaled about the output's middle.
  private static func detail(
    of chart: PlanarPicture, zoom: Double, scale: Double, angle: Double = 0, _ width: Int, _ height: Int
  ) throws -> Double {
    let (cosine, sine) = (1 - angle * angle / 2, angle)
    let centered = Transform.scale(x: scale, y: scale)
      .concatenating(.translation(x: -Double(width) / 2, y: -Double(height) / 2))
    let zoomed = centered.concatenating(
      Transform(a: zoom * cosine, b: zoom * sine, c: -zoom * sine, d: zoom * cosine, tx: 0, ty: 0))
    let layer = PlanarLayer(
      picture: chart, transform: zoomed.concatenating(.translation(x: Double(width) / 2, y: Double(height) / 2)))
    let picture = try AffineCompositor().compose([layer], over: .plain((0, 0, 0), width, height, .none))
    var sum = 0
    for row in 10..<height - 10 {
      for column in 10..<width - 10 {
        let around = [(-1, 0), (1, 0), (0, -1), (0, 1)].reduce(0) {
          $0 + Int(picture.sample(0, column + $1.0, row + $1.1))
        }
        let value = 4 * Int(picture.sample(0, column, row)) - around
        sum += value * value
      }
    }
    return Double(sum) / Double((width - 20) * (height - 20))
  }
}
