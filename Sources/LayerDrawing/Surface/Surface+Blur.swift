import CSurfaceLoops
import EditingModel
import MediaFormats

/// Shadows: the opacity of what is drawn, blurred, in one color.
extension Surface {
  /// The largest deviation that is drawn, in pixels.
  static let largestDeviation = 1000.0

  /// Makes everything `color`, as opaque as it was times the color's opacity, and blurs it by `deviation` pixels, ``largestDeviation`` at most.
  ///
  /// Three means of a box are within 3 % of a Gaussian of that deviation (W3C, Filter Effects, `feGaussianBlur`). What would be blurred
  /// into the surface from outside is taken for clear.
  func turnIntoShadow(_ color: Color, deviation: Double) {
    let (width, height) = (area.width, area.height)
    let box = Int(
      (max(0, min(Self.largestDeviation, deviation)) * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    let parts = [color.alpha, color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha]
    let levels = parts.reduce(UInt32(0)) { $0 << 8 | UInt32((max(0, min(1, $1)) * 255).rounded()) }
    var (one, other) = ([UInt8](repeating: 0, count: width * height), [UInt8](repeating: 0, count: width * height))
    var sums = [UInt32](repeating: 0, count: width)
    withPixels { pixels in
      guard pixels.count == width * height else { return }
      // SAFETY: both arrays have a level for each pixel, and `sums` one for each column; nothing keeps the pointers.
      unsafe pixels.withUnsafeMutableBufferPointer { pixels in
        unsafe one.withUnsafeMutableBufferPointer { one in
          unsafe other.withUnsafeMutableBufferPointer { other in
            unsafe sums.withUnsafeMutableBufferPointer { sums in
              guard let pixel = pixels.baseAddress, var from = one.baseAddress, var to = other.baseAddress,
                let sum = sums.baseAddress
              else { return }
              unsafe surface_loops_take_opacity(pixel, Int32(pixels.count), from)
              for (before, after) in Self.boxes(box) {
                for row in 0..<height {
                  unsafe surface_loops_average_row(
                    from + row * width, Int32(width), before, after, to + row * width)
                }
                unsafe swap(&from, &to)
                unsafe surface_loops_average_columns(from, Int32(width), Int32(height), before, after, sum, to)
                unsafe swap(&from, &to)
              }
              unsafe surface_loops_color_levels(from, Int32(pixels.count), levels, pixel)
            }
          }
        }
      }
    }
  }

  /// The samples before and after a place that each of the three means takes: an even box stands half a sample to the
  /// left, then to the right, and is one wider the third time, so that nothing moves. None for a box of one sample.
  private static func boxes(_ box: Int) -> [(before: Int32, after: Int32)] {
    guard box > 1 else { return [] }
    let half = Int32(box / 2)
    return box % 2 == 0 ? [(half, half - 1), (half - 1, half), (half, half)] : Array(repeating: (half, half), count: 3)
  }
}
