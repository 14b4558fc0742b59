/// Planes of pictures, copied and held against each other. Loops over pixels stand here because this module is optimized in debug
/// builds as well.
public enum PlaneBytes {
  /// The rows of a plane one after the other: `width` bytes at the beginning of each `bytesPerRow`.
  public static func packed(_ bytes: Span<UInt8>, width: Int, height: Int, bytesPerRow: Int) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(width * height)
    for row in 0..<height {
      for place in row * bytesPerRow..<row * bytesPerRow + width { rows.append(bytes[place]) }
    }
    return rows
  }

  /// A plane of zeros of a `size`, in bytes and rows, with the rows of another one at a place of it.
  public static func placed(
    _ bytes: Span<UInt8>, bytesPerRow: Int, width: Int, height: Int, x: Int, y: Int, on size: (width: Int, height: Int)
  ) -> [UInt8] {
    var plane = [UInt8](repeating: 0, count: size.width * size.height)
    for row in 0..<height {
      for column in 0..<width { plane[(row + y) * size.width + x + column] = bytes[row * bytesPerRow + column] }
    }
    return plane
  }

  /// By how much pixels of blue, green, red and alpha, laid over one color of red, green and blue, differ at most and in the mean from
  /// pixels of red, green and blue.
  public static func difference(
    _ pixels: [UInt8], over background: [Double], from wanted: ArraySlice<UInt8>
  ) -> (most: Double, mean: Double) {
    var (most, sum) = (0.0, 0.0)
    for number in 0..<min(pixels.count / 4, wanted.count / 3) {
      let alpha = Double(pixels[4 * number + 3]) / 255
      for color in 0..<3 {
        let level = Double(pixels[4 * number + 2 - color]) * alpha + background[color] * (1 - alpha)
        let difference = abs(level - Double(wanted[wanted.startIndex + 3 * number + color]))
        (most, sum) = (max(most, difference), sum + difference)
      }
    }
    return (most, sum / Double(wanted.count))
  }

  /// By how much two planes differ at most, and in the mean.
  public static func difference(_ one: [UInt8], _ other: [UInt8]) -> (most: Int, mean: Double) {
    var (most, sum, count) = (0, 0, 0)
    for (left, right) in zip(one, other) {
      let difference = abs(Int(left) - Int(right))
      (most, sum, count) = (max(most, difference), sum + difference, count + 1)
    }
    return (most, Double(sum) / Double(count))
  }

  /// By how much bytes differ in the mean, at every `step`-th of them.
  public static func meanDifference(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, every step: Int) -> Double {
    var (sum, count) = (0, 0)
    for offset in stride(from: 0, to: one.count, by: step) {
      sum += abs(Int(one[one.startIndex + offset]) - Int(other[other.startIndex + offset]))
      count += 1
    }
    return count > 0 ? Double(sum) / Double(count) : 0
  }

  /// By how much red, green and blue differ in the mean, at every `step`-th of them, from pixels with alpha that lie over black.
  public static func meanDifference(colors: [UInt8], overBlack pixels: ArraySlice<UInt8>, every step: Int) -> Double {
    var (sum, count) = (0, 0)
    for index in stride(from: 0, to: colors.count, by: step) {
      let pixel = pixels.startIndex + index / 3 * 4
      sum += abs(Int(colors[index]) - Int(pixels[pixel + index % 3]) * Int(pixels[pixel + 3]) / 255)
      count += 1
    }
    return count > 0 ? Double(sum) / Double(count) : 0
  }

  /// The upper eight of ten bits of samples that take two bytes each.
  public static func upperBits(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] >> 2 | bytes[$0 + 1] << 6 }
  }
}
