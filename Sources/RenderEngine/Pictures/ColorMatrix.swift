import MediaFormats
import Rendering

/// Converts 8-bit planar pictures from one range and matrix to another (ITU-T H.273 §8.3).
///
/// Each sample is computed from exact coefficients and rounded once. GStreamer's own converter uses 8-bit coefficients
/// and truncates, which is visible on patches of one color.
///
/// ```
///  Y' = y·Y + u·Cb + v·Cr + offset       chroma of a neutral color is neutral in every matrix,
///  C' =       u·Cb + v·Cr + offset       so that chroma never needs luma and keeps its own resolution
/// ```
struct ColorMatrix: Sendable {
  /// Rows for Y, Cb and Cr of factors for Y, Cb and Cr (or G, B and R), and an offset, all times 65,536.
  private let rows: [[Int32]]
  private let isFromRGB: Bool

  private static let one = 65_536.0

  /// The conversion between two colors of the same primaries.
  init(from source: Colorimetry, to target: Colorimetry) {
    isFromRGB = source.matrix == 0
    let toTarget = Self.fromRGB(target.matrix)
    let combined = isFromRGB ? toTarget : Self.product(toTarget, Self.toRGB(source.matrix))
    // Codes to numbers 0…1 (chroma -½…½), and back.
    let sourceScale = isFromRGB ? Self.rgbScale(source) : Self.scale(source)
    let targetScale = Self.scale(target)
    rows = (0..<3).map { row in
      let factors = (0..<3).map { combined[row][$0] * targetScale[row].span / sourceScale[$0].span }
      let offset = targetScale[row].zero - (0..<3).reduce(0) { $0 + factors[$1] * sourceScale[$1].zero }
      return (factors + [offset + 0.5]).map { Int32(($0 * Self.one).rounded()) }
    }
  }

  /// The planes of a picture, converted; from RGB, the planes are G, B, R and all of one size. A fourth plane, alpha,
  /// stays.
  ///
  /// - Parameters:
  ///   - planes: the samples, row by row.
  ///   - width: samples of a row of the first plane.
  ///   - shifts: how many times the chroma planes' sizes are halved.
  func convert(_ planes: [[UInt8]], width: Int, shifts: (width: Int, height: Int)) -> [[UInt8]] {
    let (first, second, third) = (planes[0], planes[1], planes[2])
    let chromaWidth = (width + shifts.width) >> shifts.width
    let converted = [
      luma(first, second, third, width: width, chromaWidth: chromaWidth, shifts: shifts),
      chroma(first, second, third, row: rows[1]), chroma(first, second, third, row: rows[2]),
    ]
    return converted + planes.dropFirst(3)
  }

  private func luma(
    _ first: [UInt8], _ second: [UInt8], _ third: [UInt8], width: Int, chromaWidth: Int,
    shifts: (width: Int, height: Int)
  ) -> [UInt8] {
    let factors = rows[0]
    let ownTable = (0..<256).map { Int32($0) * factors[0] + factors[3] }
    let usesChroma = factors[1] != 0 || factors[2] != 0
    var result = [UInt8](repeating: 0, count: first.count)
    let height = width == 0 ? 0 : first.count / width
    for y in 0..<height {
      let chromaRow = (y >> shifts.height) * chromaWidth
      for x in 0..<width {
        let index = y * width + x
        var sum = ownTable[Int(first[index])]
        if usesChroma {
          let chroma = chromaRow + x >> shifts.width
          sum &+= Int32(second[chroma]) &* factors[1] &+ Int32(third[chroma]) &* factors[2]
        }
        result[index] = Self.clamped(sum)
      }
    }
    return result
  }

  private func chroma(_ first: [UInt8], _ second: [UInt8], _ third: [UInt8], row: [Int32]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: second.count)
    for index in second.indices {
      var sum = Int32(second[index]) &* row[1] &+ Int32(third[index]) &* row[2] &+ row[3]
      if isFromRGB { sum &+= Int32(first[index]) &* row[0] }
      result[index] = Self.clamped(sum)
    }
    return result
  }

  private static func clamped(_ sum: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, sum >> 16)))
  }

  /// Zero's code and how many codes one is.
  private typealias Scale = (zero: Double, span: Double)

  private static func scale(_ color: Colorimetry) -> [Scale] {
    color.isFullRange == true ? [(0, 255), (128, 255), (128, 255)] : [(16, 219), (128, 224), (128, 224)]
  }

  private static func rgbScale(_ color: Colorimetry) -> [Scale] {
    Array(repeating: color.isFullRange == false ? (16, 219) : (0, 255), count: 3)
  }

  /// The weights of red and blue in luma, by the matrix' number (ITU-T H.273 table 4).
  static func lumaWeights(_ matrix: Int) -> (red: Double, blue: Double) {
    switch matrix {
    case 4: (0.30, 0.11)
    case 5, 6: (0.299, 0.114)
    case 7: (0.212, 0.087)
    case 9, 10: (0.2627, 0.0593)
    default: (0.2126, 0.0722)
    }
  }

  /// Rows Y, Cb, Cr; columns G, B, R.
  private static func fromRGB(_ matrix: Int) -> [[Double]] {
    let (red, blue) = lumaWeights(matrix)
    let green = 1 - red - blue
    return [
      [green, blue, red],
      [-green / (2 * (1 - blue)), 0.5, -red / (2 * (1 - blue))],
      [-green / (2 * (1 - red)), -blue / (2 * (1 - red)), 0.5],
    ]
  }

  /// Rows G, B, R; columns Y, Cb, Cr.
  private static func toRGB(_ matrix: Int) -> [[Double]] {
    let (red, blue) = lumaWeights(matrix)
    let green = 1 - red - blue
    return [
      [1, -2 * blue * (1 - blue) / green, -2 * red * (1 - red) / green],
      [1, 2 * (1 - blue), 0],
      [1, 0, 2 * (1 - red)],
    ]
  }

  private static func product(_ left: [[Double]], _ right: [[Double]]) -> [[Double]] {
    left.map { row in (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * right[$1][column] } } }
  }
}
