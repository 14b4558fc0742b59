import Layers
import MediaFormats

/// A frame of a tree by definition, in double precision.
struct ReferenceFrame {
  /// The pixels, row by row.
  let pixels: [ReferenceColor]

  init(_ tree: PresentationLayer, size: PixelSize, pictures: [LayerContents: ReferencePicture] = [:]) {
    let root = ReferenceNode(tree, pictures: pictures)
    pixels = (0..<size.width * size.height).map { index in
      var color = ReferenceColor.clear
      root.draw(on: &color, index % size.width, index / size.width)
      return color
    }
  }

  /// A frame whose pixel (x, y) is `color(x, y)`.
  init(size: PixelSize, _ color: (Int, Int) -> ReferenceColor) {
    pixels = (0..<size.width * size.height).map { color($0 % size.width, $0 / size.width) }
  }

  /// How far a drawing is from this frame, in steps of 255, colors times opacity.
  func difference(from drawing: DrawnFrame) -> (mean: Double, largest: Double) {
    var (sum, largest) = (0.0, 0.0)
    for (pixel, other) in zip(pixels, drawing.pixels) {
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
}
