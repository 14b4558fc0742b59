/// What a coded frame says about itself, in 32 black and white cells that survive lossy encoding.
///
/// The picture is eight cells wide and four high. Row by row: the frame's number (16 bits, two rows),
/// the film's number, and a check sum over the three bytes that no flat picture satisfies.
///
///     n15 n14 n13 n12 n11 n10 n9 n8
///     n7  n6  n5  n4  n3  n2  n1 n0
///     f7  f6  f5  f4  f3  f2  f1 f0
///     c7  c6  c5  c4  c3  c2  c1 c0
public struct FrameCode: Hashable, Sendable, CustomStringConvertible {
  /// The number of the film, which identifies the sources of an edit.
  public var film: UInt8

  /// The number of the frame in its film, from 0.
  public var index: UInt16

  /// Cells in a row.
  static let columns = 8

  /// Rows of cells.
  static let rows = 4

  /// Luma of a cell that stands for 0, BT.601 black.
  static let black: UInt8 = 16

  /// Luma of a cell that stands for 1, BT.601 white.
  static let white: UInt8 = 235

  /// Names a frame of a film.
  public init(film: UInt8, index: Int) {
    self.film = film
    self.index = UInt16(index)
  }

  /// Reads the four rows of cells; `nil` when the check sum does not hold.
  init?(rows: [UInt8]) {
    guard rows.count == Self.rows, Self.checkSum(rows[0..<3]) == rows[3] else { return nil }
    film = rows[2]
    index = UInt16(rows[0]) << 8 | UInt16(rows[1])
  }

  /// The four rows of cells, the leftmost cell in the highest bit.
  var cellRows: [UInt8] {
    let content = [UInt8(index >> 8), UInt8(truncatingIfNeeded: index), film]
    return content + [Self.checkSum(content[...])]
  }

  /// The film and the frame, as `2:117`.
  public var description: String { "\(film):\(index)" }

  /// CRC-8 with the polynomial x⁸+x²+x+1, started and ended with all ones: all cells black or all white never pass.
  private static func checkSum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    var sum: UInt8 = 0xFF
    for byte in bytes {
      sum ^= byte
      for _ in 0..<8 {
        sum = sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 0x07
      }
    }
    return ~sum
  }
}

extension FrameCode {
  /// The luma plane of a frame that carries the code.
  public func luma(width: Int, height: Int) -> [UInt8] {
    let bands = cellRows.map { row in
      (0..<width).map { column in
        row & (0x80 >> UInt8(column * Self.columns / width)) == 0 ? Self.black : Self.white
      }
    }
    var plane: [UInt8] = []
    plane.reserveCapacity(width * height)
    for line in 0..<height {
      plane += bands[line * Self.rows / height]
    }
    return plane
  }
}
