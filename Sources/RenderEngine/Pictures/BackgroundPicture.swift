import ColorConversion
import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering

/// A picture of one color.
struct BackgroundPicture {
  /// Luma and the two chroma samples, as parts of their range: 0…1, and −½…½.
  private let parts: (luma: Double, blueness: Double, redness: Double)
  private let isFullRange: Bool
  private let color: Color

  /// The picture of `color` in `format`'s colors.
  init(_ color: Color, in format: PictureFormat) {
    self.color = color
    // H.273 §8.3: luma is the weighted sum of the components, chroma their scaled differences from it.
    let weights = LumaWeights(format.color)
    let luma = weights.red * color.red + weights.green * color.green + weights.blue * color.blue
    let blueness = (color.blue - luma) / (2 * (1 - weights.blue))
    let redness = (color.red - luma) / (2 * (1 - weights.red))
    parts = (luma, blueness, redness)
    isFullRange = format.color.isFullRange == true
  }

  /// Luma and the two chroma samples, of `bits` bits.
  func samples(ofBits bits: Int) -> (UInt16, UInt16, UInt16) {
    let (step, largest) = (Double(1 << (bits - 8)), Double((1 << bits) - 1))
    func sample(_ value: Double) -> UInt16 { UInt16(min(largest, max(0, value.rounded()))) }
    let (black, white) = isFullRange ? (0, largest) : (16 * step, 219 * step)
    let (middle, reach) = (128 * step, isFullRange ? largest : 224 * step)
    return (
      sample(black + white * parts.luma), sample(middle + reach * parts.blueness),
      sample(middle + reach * parts.redness)
    )
  }

  /// A buffer of `format`, all of this color.
  func buffer(_ format: PictureFormat) throws -> Buffer {
    guard format.video.depth == 8, !format.video.hasAlpha else { return try convertedBuffer(format) }
    let shifts = format.chromaShifts
    let wide = samples(ofBits: 8)
    let samples = (UInt8(wide.0), UInt8(wide.1), UInt8(wide.2))
    let chroma =
      ((format.size.width + shifts.width) >> shifts.width)
      * ((format.size.height + shifts.height) >> shifts.height)
    return try Buffer(
      planes: [
        [UInt8](repeating: samples.0, count: format.size.width * format.size.height),
        [UInt8](repeating: samples.1, count: chroma), [UInt8](repeating: samples.2, count: chroma),
      ], format: format.video)
  }

  /// A buffer of `format`, whose samples have more than eight bits, or alpha: the color in 16 bits of red, green, blue and
  /// alpha, converted.
  private func convertedBuffer(_ format: PictureFormat) throws -> Buffer {
    let source = try PictureFormat(
      name: "RGBA64_LE", size: format.size, frameDuration: .one,
      color: Colorimetry(
        isFullRange: true, matrix: 0, transfer: format.color.transfer, primaries: format.color.primaries))
    let pixel = [color.red, color.green, color.blue, color.alpha].flatMap { component -> [UInt8] in
      let code = UInt16(min(65_535, max(0, (65_535 * component).rounded())))
      return [UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code >> 8)]
    }
    let row = (0..<format.size.width).flatMap { _ in pixel }
    let rows = (0..<format.size.height).flatMap { _ in row }
    let picture = try Buffer(rows: rows, rowBytes: row.count, of: source.video)
    return try PictureConversion(from: source.video, color: source.color, to: format).apply(to: picture)
  }
}
