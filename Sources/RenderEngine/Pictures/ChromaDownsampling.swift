/// Halves the chroma planes of a picture whose chroma has full resolution.
///
/// Across, chroma samples are co-sited with every other luma sample (as in MPEG-2, ITU-T H.273 §8.7 value 0), so that
/// the filter is 1 2 1; down, they lie between two rows.
struct ChromaDownsampling {
  private let halvesWidth: Bool
  private let halvesHeight: Bool

  /// Halves as many times as `shifts` says, 0 or 1 each.
  init(_ shifts: (width: Int, height: Int)) {
    halvesWidth = shifts.width > 0
    halvesHeight = shifts.height > 0
  }

  /// The planes with the second and third one halved; all are `width` samples wide.
  func apply(to planes: [[UInt8]], width: Int) -> [[UInt8]] {
    guard halvesWidth || halvesHeight, width > 0 else { return planes }
    return planes.enumerated().map { number, plane in
      number == 1 || number == 2 ? halve(plane, width: width, height: plane.count / width) : plane
    }
  }

  private func halve(_ plane: [UInt8], width: Int, height: Int) -> [UInt8] {
    let halfWidth = halvesWidth ? (width + 1) / 2 : width
    let halfHeight = halvesHeight ? (height + 1) / 2 : height
    var result = [UInt8](repeating: 0, count: halfWidth * halfHeight)
    for y in 0..<halfHeight {
      let upper = (halvesHeight ? 2 * y : y) * width
      let lower = halvesHeight && 2 * y + 1 < height ? upper + width : upper
      for x in 0..<halfWidth {
        let center = halvesWidth ? 2 * x : x
        let left = halvesWidth ? max(0, center - 1) : center
        let right = halvesWidth ? min(width - 1, center + 1) : center
        var sum = Int(plane[upper + left]) + 2 * Int(plane[upper + center]) + Int(plane[upper + right])
        sum += Int(plane[lower + left]) + 2 * Int(plane[lower + center]) + Int(plane[lower + right])
        result[y * halfWidth + x] = UInt8(truncatingIfNeeded: (sum + 4) / 8)
      }
    }
    return result
  }
}
