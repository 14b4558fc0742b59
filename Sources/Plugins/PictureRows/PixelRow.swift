import Compositing
import EditingModel

/// Operations on rows of `rgba` pixels, eight bits a component, alpha not multiplied in.
///
/// A *share* says how much of a picture counts: 257 is all of it, so that 255 (an opaque pixel) times it is 65,535.
enum PixelRow {
  /// The share nearest to `opacity`, which is 0…1.
  static func share(of opacity: Double) -> UInt32 { UInt32((min(1, max(0, opacity)) * 257).rounded()) }

  /// The bytes of a color.
  static func bytes(of color: Color) -> SIMD4<UInt8> {
    func byte(_ component: Double) -> UInt8 { UInt8(exactly: (min(1, max(0, component)) * 255).rounded()) ?? 0 }
    return SIMD4(byte(color.red), byte(color.green), byte(color.blue), byte(color.alpha))
  }

  /// Copies `source`, its alpha multiplied by `share`.
  ///
  /// - Returns: Whether all that was copied is opaque.
  static func copy(_ source: Span<UInt8>, share: UInt32, to row: inout MutableSpan<UInt8>) -> Bool {
    var least = UInt32(65_535)
    for pixel in 0..<row.count / 4 {
      let index = 4 &* pixel
      let alpha = UInt32(source[index &+ 3]) &* share
      least = min(least, alpha)
      row[index] = source[index]
      row[index &+ 1] = source[index &+ 1]
      row[index &+ 2] = source[index &+ 2]
      row[index &+ 3] = UInt8(truncatingIfNeeded: (alpha &+ 128) / 257)
    }
    return least == 65_535
  }

  /// Lays `share` of `source` over `row`, as W3C's Compositing and Blending Level 1 says ("Blending"):
  ///
  /// ```
  ///  αo = αs + αb (1 - αs)
  ///  αo Co = αs (1 - αb) Cs + αs αb B(Cb, Cs) + (1 - αs) αb Cb
  /// ```
  ///
  /// - Parameter mixed: B(Cb, Cs), pixel by pixel; `source` itself for the ordinary "over".
  static func composite(_ source: Span<UInt8>, mixed: Span<UInt8>, share: UInt32, over row: inout MutableSpan<UInt8>) {
    for pixel in 0..<row.count / 4 {
      let index = 4 &* pixel
      let alpha = UInt32(source[index &+ 3]) &* share
      guard alpha > 0 else { continue }
      if row[index &+ 3] == 255 {
        row[index] = between(row[index], mixed[index], alpha)
        row[index &+ 1] = between(row[index &+ 1], mixed[index &+ 1], alpha)
        row[index &+ 2] = between(row[index &+ 2], mixed[index &+ 2], alpha)
      } else {
        let (sourceAlpha, backdropAlpha) = (Float(alpha) * (1 / 65_535), Float(row[index &+ 3]) * (1 / 255))
        let total = sourceAlpha + backdropAlpha * (1 - sourceAlpha)
        let part = 1 / total
        let own = sourceAlpha * (1 - backdropAlpha) * part
        let both = sourceAlpha * backdropAlpha * part
        let below = (1 - sourceAlpha) * backdropAlpha * part
        func mix(_ byte: Int) -> UInt8 {
          UInt8(nearest: own * Float(source[byte]) + both * Float(mixed[byte]) + below * Float(row[byte]))
        }
        row[index] = mix(index)
        row[index &+ 1] = mix(index &+ 1)
        row[index &+ 2] = mix(index &+ 2)
        row[index &+ 3] = UInt8(nearest: total * 255)
      }
    }
  }

  /// Lays `row` over the opaque `color`.
  static func composite(_ row: inout MutableSpan<UInt8>, over color: SIMD4<UInt8>) {
    guard color.w == 255 else { return composite(&row, overTranslucent: color) }
    for pixel in 0..<row.count / 4 {
      let index = 4 &* pixel
      let alpha = UInt32(row[index &+ 3]) &* 257
      row[index] = between(color.x, row[index], alpha)
      row[index &+ 1] = between(color.y, row[index &+ 1], alpha)
      row[index &+ 2] = between(color.z, row[index &+ 2], alpha)
      row[index &+ 3] = 255
    }
  }

  private static func composite(_ row: inout MutableSpan<UInt8>, overTranslucent color: SIMD4<UInt8>) {
    let below = Float(color.w) * (1 / 255)
    for pixel in 0..<row.count / 4 {
      let index = 4 &* pixel
      let alpha = Float(row[index &+ 3]) * (1 / 255)
      let rest = below * (1 - alpha)
      let sum = alpha + rest
      for component in 0..<3 {
        let mixed = Float(row[index &+ component]) * alpha + Float(color[component]) * rest
        row[index &+ component] = sum > 0 ? UInt8(nearest: mixed / sum) : color[component]
      }
      row[index &+ 3] = UInt8(nearest: sum * 255)
    }
  }

  /// Makes all of `row` one color.
  static func fill(_ row: inout MutableSpan<UInt8>, with color: SIMD4<UInt8>) {
    for index in row.indices { row[index] = color[index & 3] }
  }

  /// The sample `alpha` of 65,535 of the way from `below` to `above`, rounded to nearest.
  private static func between(_ below: UInt8, _ above: UInt8, _ alpha: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(below) &* (65_535 &- alpha) &+ UInt32(above) &* alpha &+ 32_767) / 65_535)
  }
}

extension UInt8 {
  /// The level nearest to `number`: 0 for what is less, 255 for what is more.
  ///
  /// Made for every sample of a picture: there is nothing to be checked. From 2²³ on a `Float` has no binary digits behind
  /// the point, so adding that rounds to nearest, and leaves the number in the lowest bits.
  @inlinable @inline(__always)
  package init(nearest number: Float) {
    let positive = number > 0 ? number : 0
    self.init(truncatingIfNeeded: (Swift.min(255, positive) + 8_388_608).bitPattern)
  }
}
