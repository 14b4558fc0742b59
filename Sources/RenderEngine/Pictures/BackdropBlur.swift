import GStreamer
import MediaFormats

/// Blurs and darkens planes of 16 bits: three boxes one after the other, which is nearly Gauss's bell, in whole numbers.
struct BackdropBlur: Sendable {
  private let size: PixelSize
  /// The code of black, or no color, of each plane, which its samples are brought nearer to.
  private let blacks: [Int]
  /// The remaining distance from black, in 64ths: about half the light that a display shows. Codes of high dynamic
  /// range mean light by other curves.
  private let share: Int

  /// Samples to each side that are as much part of a sum as the one in the middle.
  private static let radius = 3

  /// Planes of `size` in `color`, chroma at full size.
  init(size: PixelSize, color: Colorimetry) {
    self.size = size
    let black = color.isFullRange == true ? 0 : 16 << 8
    blacks = [black, 128 << 8, 128 << 8]
    share = color.isHighDynamicRange ? 55 : 48
  }

  /// Blurs `bytes`, which are plane `plane` and lie as `layout` says.
  func apply(to bytes: inout MutableSpan<UInt8>, of layout: MappedPicture.Plane, _ plane: Int) {
    var samples: [Int32] = []
    samples.reserveCapacity(size.width * size.height)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let index = row * layout.bytesPerRow + 2 * column
        samples.append(Int32(bytes[index]) | Int32(bytes[index + 1]) << 8)
      }
    }
    for _ in 0..<3 {
      for row in 0..<size.height { Self.box(&samples, from: row * size.width, step: 1, count: size.width) }
      for column in 0..<size.width { Self.box(&samples, from: column, step: size.width, count: size.height) }
    }
    let black = blacks[plane]
    for row in 0..<size.height {
      for column in 0..<size.width {
        let value = black + ((Int(samples[row * size.width + column]) - black) * share + 32) >> 6
        let index = row * layout.bytesPerRow + 2 * column
        bytes[index] = UInt8(truncatingIfNeeded: value)
        bytes[index + 1] = UInt8(truncatingIfNeeded: value >> 8)
      }
    }
  }

  /// Replaces each of `count` samples by the mean of those around it; beyond the ends the outermost are repeated.
  private static func box(_ samples: inout [Int32], from start: Int, step: Int, count: Int) {
    let width = Int32(2 * radius + 1)
    let line = (0..<count).map { samples[start + $0 * step] }
    func sample(_ index: Int) -> Int32 { line[min(max(index, 0), count - 1)] }
    var sum = (-radius...radius).reduce(Int32(0)) { $0 + sample($1) }
    for index in 0..<count {
      samples[start + index * step] = (sum + width / 2) / width
      sum += sample(index + radius + 1) - sample(index - radius)
    }
  }
}
