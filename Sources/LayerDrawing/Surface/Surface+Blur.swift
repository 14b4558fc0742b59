import EditingModel
import MediaFormats

/// Shadows: the opacity of what is drawn, blurred, in one color.
extension Surface {
  /// Makes everything `color`, as opaque as it was times the color's opacity, and blurs it by `deviation` pixels.
  ///
  /// Three means of a box are within 3 % of a Gaussian of that deviation (W3C, Filter Effects, `feGaussianBlur`). What would be blurred
  /// into the surface from outside is taken for clear.
  func turnIntoShadow(_ color: Color, deviation: Double) {
    let (width, height) = (area.width, area.height)
    let box = Int((max(0, min(1000, deviation)) * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    withPixels { pixels in
      guard pixels.count == width * height else { return }
      var levels = [UInt8](repeating: 0, count: pixels.count)
      for index in levels.indices { levels[index] = UInt8(truncatingIfNeeded: pixels[index] >> 24) }
      if box > 1 {
        var other = levels
        for offset in Self.boxOffsets(box) {
          Self.average(
            levels, into: &other, offset, box: offset.count, lines: height, count: width, next: width, step: 1)
          swap(&levels, &other)
        }
        for offset in Self.boxOffsets(box) {
          Self.average(
            levels, into: &other, offset, box: offset.count, lines: width, count: height, next: 1, step: width)
          swap(&levels, &other)
        }
      }
      let factors = [color.alpha, color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha]
        .map { UInt32((max(0, min(1, $0)) * 255).rounded()) }
      for index in levels.indices {
        let level = UInt32(levels[index])
        var pixel: UInt32 = 0
        for factor in factors { pixel = pixel << 8 | (level * factor + 127) / 255 }
        pixels[index] = pixel
      }
    }
  }

  /// Which samples around a place each of the three means takes: an even box stands half a sample to the left, then to the right, and
  /// is one wider the third time, so that nothing moves.
  private static func boxOffsets(_ box: Int) -> [ClosedRange<Int>] {
    let half = box / 2
    guard box % 2 == 0 else { return Array(repeating: -half...half, count: 3) }
    return [-half...(half - 1), -(half - 1)...half, -half...half]
  }

  /// The mean of the samples at `offsets` around each of `count` places on each of `lines` lines.
  private static func average(
    _ source: [UInt8], into target: inout [UInt8], _ offsets: ClosedRange<Int>, box: Int, lines: Int, count: Int,
    next: Int, step: Int
  ) {
    let half = UInt32(box) / 2
    let divisor = UInt32(box)
    for line in 0..<lines {
      let start = line * next
      var sum: UInt32 = 0
      for place in 0..<min(count, offsets.upperBound) { sum += UInt32(source[start + place * step]) }
      for place in 0..<count {
        let (entering, leaving) = (place + offsets.upperBound, place + offsets.lowerBound - 1)
        if entering < count { sum += UInt32(source[start + entering * step]) }
        if leaving >= 0 { sum -= UInt32(source[start + leaving * step]) }
        target[start + place * step] = UInt8((sum + half) / divisor)
      }
    }
  }
}
