import Compositing

extension PixelBuffer {
  /// A picture in `rgba` of what `cutout` shows, with its alpha divided out; the rest is transparent.
  convenience init(showing cutout: LayerMask, width: Int, height: Int) throws {
    try self.init(format: .rgba, width: width, height: height)
    let (red, green, blue) = (cutout.components[0], cutout.components[1], cutout.components[2])
    let (reds, greens, blues) = (red.span, green.span, blue.span)
    let alphas = cutout.alphas.span
    try withMutableBytes(ofPlane: 0) { bytes in
      for (number, row) in cutout.rows.enumerated() {
        let start = planes[0].row(row).lowerBound + 4 * cutout.columns.lowerBound
        for column in 0..<cutout.columns.count {
          let (index, pixel) = (start &+ 4 &* column, number &* cutout.columns.count &+ column)
          let alpha = alphas[pixel]
          guard alpha > 0 else { continue }
          bytes[index] = Self.divided(reds[pixel], by: alpha)
          bytes[index &+ 1] = Self.divided(greens[pixel], by: alpha)
          bytes[index &+ 2] = Self.divided(blues[pixel], by: alpha)
          bytes[index &+ 3] = alpha
        }
      }
    }
  }

  /// `sample` over `alpha` of 255, rounded to nearest.
  @inline(__always)
  private static func divided(_ sample: UInt8, by alpha: UInt8) -> UInt8 {
    guard alpha < 255 else { return sample }
    let share = UInt32(alpha)
    return UInt8(truncatingIfNeeded: min(255, (UInt32(sample) &* 255 &+ share / 2) / share))
  }
}
