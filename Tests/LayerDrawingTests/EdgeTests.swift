import EditingModel
import Foundation
import Layers
import MediaFormats
import SeededRandom
import Testing

@testable import LayerDrawing

/// Edges drawn by several pieces are as opaque as by a single one.
@Suite struct EdgeTests {
  private let size = PixelSize(width: 24, height: 24)

  /// A layer whose left edge covers three eighths of a column of pixels.
  private func layer(_ kind: LayerKind = .layer, _ change: (inout Layer) -> Void) throws -> DrawnFrame {
    let layer = Layer(kind, x: 4.625, y: 4, width: 12.25, height: 14, change)
    return try DrawnFrame(layer.present(), size: size, pictures: [.pixelBuffer(name: "white"): Self.white().buffer])
  }

  private static func white() throws -> ReferencePicture {
    try ReferencePicture(width: 6, height: 6) { _, _ in Color(red: 1, green: 1, blue: 1) }
  }

  private func expectEdges(of frame: DrawnFrame, _ comment: Comment) {
    #expect(abs(frame.alpha(4, 10) - 0.375) < 0.012, comment)
    #expect(abs(frame.alpha(16, 10) - 0.875) < 0.012, comment)
    for column in 5..<16 { #expect(frame.alpha(column, 10) == 1, comment) }
  }

  @Test func `a border does not thicken the edge`() throws {
    let frame = try layer {
      $0.backgroundColor = .white
      $0.borderWidth = 2
    }
    expectEdges(of: frame, "border")
    // The white background does not shine through the black border's edge.
    #expect(frame.pixels[10 * 24 + 4].red < 0.01)
  }

  @Test func `masking to bounds thins an edge once`() throws {
    expectEdges(
      of: try layer {
        $0.backgroundColor = .white
        $0.masksToBounds = true
        $0.sublayers = [Layer(x: -9, y: -9, width: 99, height: 99) { $0.backgroundColor = .black }]
      }, "background")
    expectEdges(
      of: try layer {
        $0.contents = .pixelBuffer(name: "white")
        $0.masksToBounds = true
        $0.cornerRadius = 3
      }, "contents")
    expectEdges(
      of: try layer(.gradient(GradientLayer(colors: [.white, .black]))) {
        $0.masksToBounds = true
        $0.sublayers = [Layer()]
      }, "gradient")
    expectEdges(
      of: try layer {
        $0.borderWidth = 1.5
        $0.backgroundColor = .white
        $0.masksToBounds = true
        $0.cornerRadius = 2
        $0.sublayers = [Layer()]
      }, "border")
  }

  @Test func `nine pieces have no seams`() throws {
    expectEdges(
      of: try layer {
        $0.contents = .pixelBuffer(name: "white")
        $0.contentsCenter = Rectangle(x: 0.3, y: 0.3, width: 0.4, height: 0.4)
      }, "nine pieces")
  }

  @Test func `the seam of a conic gradient is smooth`() throws {
    var gradient = GradientLayer(colors: [.black, .white])
    gradient.gradientType = .conic
    (gradient.startPoint, gradient.endPoint) = (Point(x: 0.5, y: 0.5), Point(x: 1, y: 0.55))
    let layer = Layer(.gradient(gradient), x: 0, y: 0, width: 100, height: 100)
    let frame = try DrawnFrame(layer.present(), size: PixelSize(width: 100, height: 100))
    // Along the seam, which falls by a tenth, every column has a pixel that is neither black nor white but where it is between two.
    let between = (60..<95).filter { column in
      (45..<60).contains { (0.1...0.9).contains(frame.pixels[$0 * 100 + column].red) }
    }
    #expect(between.count >= 25)
  }

  @Test(arguments: LayerBlendMode.allCases) func `modes mix by W3C's formulas`(mode: LayerBlendMode) throws {
    var generator = SeededGenerator(seed: 4)
    for opacities in [(1.0, 1.0), (1, 0.6), (0.7, 1), (0.8, 0.8)] {
      let colors = (0..<36).map { index in
        func color(_ alpha: Double) -> Color {
          func level() -> Double { (Double.random(in: 0...255, using: &generator)).rounded() / 255 }
          return Color(red: level(), green: level(), blue: level(), alpha: alpha)
        }
        return (below: color(opacities.0), above: color(opacities.1))
      }
      var root = Layer(x: 0, y: 0, width: 12, height: 3)
      for (index, pair) in colors.enumerated() {
        func cell(_ color: Color, _ mode: LayerBlendMode) -> Layer {
          Layer(x: Double(index % 12), y: Double(index / 12), width: 1, height: 1) {
            $0.backgroundColor = color
            $0.blendMode = mode
          }
        }
        root.sublayers += [cell(pair.below, .normal), cell(pair.above, mode)]
      }
      let size = PixelSize(width: 12, height: 3)
      let reference = ReferenceFrame(size: size) { x, y in
        var color = ReferenceColor(colors[y * 12 + x].below)
        color.draw(ReferenceColor(colors[y * 12 + x].above), mode)
        return color
      }
      let (_, largest) = reference.difference(from: try DrawnFrame(root.present(), size: size))
      // Translucent colors are rounded to 8 bits times their opacity; dodge and burn divide by what is left of them.
      #expect(largest <= ([.colorBurn, .colorDodge].contains(mode) ? 7 : 4), "\(mode) \(opacities)")
    }
  }
}
