import Layers
import MediaFormats

/// A frame of a tree by definition, in double precision.
struct ReferenceFrame {
  /// How many pixels.
  let size: PixelSize
  /// The pixels, row by row.
  let pixels: [ReferenceColor]

  init(_ tree: PresentationLayer, size: PixelSize, pictures: [LayerContents: ReferencePicture] = [:]) {
    self.size = size
    let root = ReferenceNode(tree, pictures: pictures)
    pixels = (0..<size.width * size.height).map { index in
      var color = ReferenceColor.clear
      root.draw(on: &color, index % size.width, index / size.width)
      return color
    }
  }

  /// A frame whose pixel (x, y) is `color(x, y)`.
  init(size: PixelSize, _ color: (Int, Int) -> ReferenceColor) {
    self.size = size
    pixels = (0..<size.width * size.height).map { color($0 % size.width, $0 / size.width) }
  }

  /// How far a drawing is from this frame, in steps of 255, colors times opacity: everywhere, or where no pixel beside one
  /// differs from it by more than `contrast`.
  func difference(
    from drawing: DrawnFrame, awayFromEdgesOver contrast: Double = .infinity
  ) -> (mean: Double, largest: Double) {
    var (sum, largest) = (0.0, 0.0)
    for (index, (pixel, other)) in zip(pixels, drawing.pixels).enumerated()
    where contrast == .infinity || !isAtEdge(index, over: contrast) {
      for (left, right) in [
        (pixel.red, other.red), (pixel.green, other.green), (pixel.blue, other.blue), (pixel.alpha, other.alpha),
      ] {
        let difference = abs(left - right) * 255
        sum += difference
        largest = max(largest, difference)
      }
    }
    return (sum / Double(4 * pixels.count), largest)
  }

  /// Whether a pixel beside pixel `index` differs from it by more than `contrast`.
  private func isAtEdge(_ index: Int, over contrast: Double) -> Bool {
    let (column, row) = (index % size.width, index / size.width)
    for y in max(0, row - 1)...min(size.height - 1, row + 1) {
      for x in max(0, column - 1)...min(size.width - 1, column + 1)
      where pixels[index].distance(from: pixels[y * size.width + x]) * 255 > contrast {
        return true
      }
    }
    return false
  }
}

extension ReferenceColor {
  /// The largest difference of a component.
  fileprivate func distance(from other: ReferenceColor) -> Double {
    let colors = max(abs(red - other.red), abs(green - other.green))
    return max(colors, abs(blue - other.blue), abs(alpha - other.alpha))
  }
}
