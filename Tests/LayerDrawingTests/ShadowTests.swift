import EditingModel
import Foundation
import Layers
import MediaFormats
import Testing

@testable import LayerDrawing

@Suite struct ShadowTests {
  private let size = PixelSize(width: 80, height: 70)

  /// The share of a Gaussian of `deviation` that lies between two places.
  private func share(_ from: Double, _ to: Double, deviation: Double) -> Double {
    (erf(to / deviation / 2.0.squareRoot()) - erf(from / deviation / 2.0.squareRoot())) / 2
  }

  @Test(arguments: [1.5, 3, 6.5, 10]) func `a shadow is a Gaussian of its radius`(radius: Double) throws {
    let layer = Layer(x: 24, y: 22, width: 30, height: 26) {
      $0.backgroundColor = .white
      $0.shadowColor = Color(red: 1, green: 0, blue: 0, alpha: 0.9)
      $0.shadowOpacity = 0.8
      $0.shadowRadius = radius
      $0.shadowOffset = Size(width: 3, height: -2)
    }
    let frame = try DrawnFrame(layer.present(), size: size)
    let pixels = frame.pixels
    var largest = 0.0
    for y in 0..<size.height {
      for x in 0..<size.width where !((24..<54).contains(x) && (22..<48).contains(y)) {
        let (across, down) = (Double(x) + 0.5, Double(y) + 0.5)
        let ideal =
          share(27 - across, 57 - across, deviation: radius) * share(20 - down, 46 - down, deviation: radius) * 0.72
        largest = max(largest, abs(pixels[y * size.width + x].alpha - ideal))
        #expect(pixels[y * size.width + x].green < 0.01)
      }
    }
    #expect(largest < 0.03)
  }

  @Test func `a shadow from outside reaches into the frame`() throws {
    func frame(_ x: Double, width: Int) throws -> DrawnFrame {
      let layer = Layer(x: x, y: 10, width: 20, height: 20) {
        $0.backgroundColor = .white
        $0.shadowOpacity = 1
        $0.shadowRadius = 6
        $0.shadowOffset = .zero
      }
      return try DrawnFrame(layer.present(), size: PixelSize(width: width, height: 40))
    }
    let (cut, whole) = (try frame(-22, width: 40), try frame(38, width: 100))
    for y in 0..<40 { for x in 0..<40 { #expect(cut.alpha(x, y) == whole.alpha(x + 60, y)) } }
    #expect(cut.alpha(0, 20) > 0.3)
  }

  @Test func `a path casts the shadow in place of the layer`() throws {
    let layer = Layer(x: 10, y: 10, width: 10, height: 10) {
      $0.backgroundColor = .white
      $0.shadowOpacity = 1
      $0.shadowRadius = 0
      $0.shadowOffset = .zero
      $0.shadowPath = .rectangle(Rectangle(x: 20, y: 5, width: 8, height: 8))
    }
    let frame = try DrawnFrame(layer.present(), size: size)
    #expect(frame.alpha(33, 18) == 1 && frame.alpha(29, 18) == 0 && frame.alpha(15, 15) == 1)
    let dark = frame.pixels[18 * size.width + 33]
    #expect(dark.red == 0)
  }
}
