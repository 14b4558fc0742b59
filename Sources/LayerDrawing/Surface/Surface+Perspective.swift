import EditingModel
import MediaFormats

/// Pictures seen in perspective.
extension Surface {
  /// Draws `picture`, whose pixels lie in a plane that is `scale` times the one that `map` takes to this surface's, over what is there.
  ///
  /// Each pixel is the mean of sixteen points in it, each interpolated linearly: an approximation where the picture is seen smaller
  /// than a quarter of its size.
  func draw(_ picture: Surface, scale: Double, through map: Homography) {
    guard let back = map.inverted else { return }
    let (width, height) = (picture.area.width, picture.area.height)
    let (left, top) = (Double(picture.area.x), Double(picture.area.y))
    picture.withPixels { source in
      guard source.count == width * height else { return }
      withPixels { target in
        for row in 0..<area.height {
          for column in 0..<area.width {
            var sum = SIMD4<Float>.zero
            for sample in 0..<16 {
              let place = Point(
                x: Double(area.x + column) + (Double(sample % 4) + 0.5) / 4,
                y: Double(area.y + row) + (Double(sample / 4) + 0.5) / 4)
              // What is behind the viewer has no positive depth on the way back either.
              guard let origin = back.apply(to: place) else { continue }
              sum += Self.sample(
                source, width: width, height: height, x: origin.x * scale - left - 0.5, y: origin.y * scale - top - 0.5)
            }
            guard sum[3] > 0 else { continue }
            let index = row * area.width + column
            target[index] = Self.over(sum / 16, target[index])
          }
        }
      }
    }
  }

  /// The color at a place between the middles of pixels, clear outside.
  private static func sample(
    _ pixels: borrowing MutableSpan<UInt32>, width: Int, height: Int, x: Double, y: Double
  ) -> SIMD4<Float> {
    guard x > -1, y > -1, x < Double(width), y < Double(height) else { return .zero }
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (right, lower) = (Float(x - Double(column)), Float(y - Double(row)))
    var result = SIMD4<Float>.zero
    for (down, weight) in [(0, 1 - lower), (1, lower)] where (0..<height).contains(row + down) {
      for (across, share) in [(0, 1 - right), (1, right)] where (0..<width).contains(column + across) {
        result += weight * share * color(pixels[(row + down) * width + column + across])
      }
    }
    return result
  }

  private static func color(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
  }

  private static func over(_ color: SIMD4<Float>, _ below: UInt32) -> UInt32 {
    let mixed = color + Self.color(below) * (1 - color[3] / 255)
    var pixel: UInt32 = 0
    for index in [3, 2, 1, 0] { pixel = pixel << 8 | UInt32(max(0, min(255, mixed[index].rounded()))) }
    return pixel
  }
}
