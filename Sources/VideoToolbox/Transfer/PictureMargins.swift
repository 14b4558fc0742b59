import Compositing
import MediaFormats

extension PixelBuffer {
  /// Bytes of two pixels in each plane, side by side, and the number of rows of pixels that share one of its rows.
  private var cells: [(bytes: Int, rows: Int)] {
    switch format {
    case .yuv420p: [(2, 1), (1, 2), (1, 2)]
    case .nv12: [(2, 1), (2, 2)]
    case .p010: [(4, 1), (4, 2)]
    case .rgb24: [(6, 1)]
    default: [(8, 1)]
    }
  }

  /// The samples of black, byte after byte, in each plane.
  private func black(isFullRange: Bool) -> [[UInt8]] {
    let luma: UInt8 = isFullRange ? 0 : 16
    return switch format {
    case .yuv420p: [[luma], [128], [128]]
    case .nv12: [[luma], [128]]
    // Ten bits, in the high ones of two bytes.
    case .p010: [[0, luma], [0, 128]]
    case .argb, .abgr: [[255, 0, 0, 0]]
    case .bgra, .rgba: [[0, 0, 0, 255]]
    default: [[0]]
    }
  }

  /// Makes all of it black.
  func blacken(isFullRange: Bool) throws {
    for (number, sample) in black(isFullRange: isFullRange).enumerated() where planes.indices.contains(number) {
      let plane = planes[number]
      try withMutableBytes(ofPlane: number) { bytes in
        for row in 0..<plane.height {
          let place = plane.row(row)
          for (index, byte) in place.enumerated() { bytes[byte] = sample[index % sample.count] }
        }
      }
    }
  }

  /// Puts `picture`, of the same format and no larger, at `x` and `y`, which are even.
  func place(_ picture: PixelBuffer, x: Int, y: Int) throws {
    for (number, cell) in cells.enumerated() where planes.indices.contains(number) {
      let (source, target) = (picture.planes[number], planes[number])
      try picture.withBytes(ofPlane: number) { from in
        try withMutableBytes(ofPlane: number) { to in
          for row in 0..<source.height {
            let (start, end) = (source.row(row), target.row(row + y / cell.rows))
            let first = end.lowerBound + x / 2 * cell.bytes
            for index in 0..<min(start.count, end.upperBound - first) {
              to[first + index] = from[start.lowerBound + index]
            }
          }
        }
      }
    }
  }
}
