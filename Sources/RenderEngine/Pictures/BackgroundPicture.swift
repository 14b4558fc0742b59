import ColorConversion
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// A picture of one color.
struct BackgroundPicture {
  /// Luma and the two chroma samples, of as many bits as the format's.
  let samples: (UInt16, UInt16, UInt16)
  private let color: Color

  /// The picture of `color` in `format`'s colors.
  init(_ color: Color, in format: PictureFormat) throws {
    self.color = color
    guard !format.color.isHighDynamicRange else {
      samples = try Self.converted(color, to: format)
      return
    }
    // H.273 §8.3: luma is the weighted sum of the components, chroma their scaled differences from it.
    let weights = LumaWeights(format.color)
    let luma = weights.red * color.red + weights.green * color.green + weights.blue * color.blue
    let blueness = (color.blue - luma) / (2 * (1 - weights.blue))
    let redness = (color.red - luma) / (2 * (1 - weights.red))
    let scale = Double(1 << (format.video.depth - 8))
    let largest = 256 * scale - 1
    func sample(_ value: Double) -> UInt16 { UInt16(min(largest, max(0, value.rounded()))) }
    samples =
      format.color.isFullRange == true
      ? (sample(largest * luma), sample(128 * scale + largest * blueness), sample(128 * scale + largest * redness))
      : (
        sample(scale * (16 + 219 * luma)), sample(scale * (128 + 224 * blueness)), sample(scale * (128 + 224 * redness))
      )
  }

  /// The samples of `color` in the high dynamic range of `format`: white becomes reference white.
  private static func converted(_ color: Color, to format: PictureFormat) throws -> (UInt16, UInt16, UInt16) {
    let target = try format.with(size: PixelSize(width: 2, height: 2))
    let opaque = Color(red: color.red, green: color.green, blue: color.blue)
    let planes = try buffer(of: opaque, as: target).planes(of: target.video)
    let isDeep = format.video.depth > 8
    let samples = planes.map { UInt16($0[0]) | (isDeep ? UInt16($0[1]) << 8 : 0) }
    return (samples[0], samples[1], samples[2])
  }

  /// A buffer of `format`, all of this color.
  func buffer(_ format: PictureFormat) throws -> Buffer {
    guard !format.video.hasAlpha, !format.video.isRGB else { return try Self.buffer(of: color, as: format) }
    let shifts = format.chromaShifts
    let chroma =
      ((format.size.width + (1 << shifts.width) - 1) >> shifts.width)
      * ((format.size.height + (1 << shifts.height) - 1) >> shifts.height)
    func plane(_ sample: UInt16, _ count: Int) -> [UInt8] {
      guard format.video.depth > 8 else { return [UInt8](repeating: UInt8(truncatingIfNeeded: sample), count: count) }
      let stored = [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      return (0..<2 * count).map { stored[$0 & 1] }
    }
    return try Buffer(
      planes: [
        plane(samples.0, format.size.width * format.size.height), plane(samples.1, chroma), plane(samples.2, chroma),
      ], format: format.video)
  }

  /// A buffer of `format`, all of `color`: in 16 bits of red, green, blue and alpha, converted. In high dynamic range the color is one of
  /// sRGB.
  private static func buffer(of color: Color, as format: PictureFormat) throws -> Buffer {
    let own = Colorimetry(
      isFullRange: true, matrix: 0, transfer: format.color.transfer, primaries: format.color.primaries)
    let source = try format.with(name: "RGBA64_LE", color: format.color.isHighDynamicRange ? .sRGB : own)
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
