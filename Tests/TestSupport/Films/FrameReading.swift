/// What a decoded frame was read as.
public enum FrameReading: Hashable, Sendable, CustomStringConvertible {
  /// A coded frame.
  case frame(FrameCode)

  /// One luma level everywhere, such as the black of an empty edit.
  case flat(luma: Int)

  /// Neither: a mixture of frames, or a picture that is out of place.
  case unreadable

  /// Width of the picture that ``init(small:)`` reads: eight pixels a cell.
  static let width = FrameCode.columns * 8

  /// Height of the picture that ``init(small:)`` reads: nine pixels a cell, so that 16:9 stays 16:9.
  static let height = FrameCode.rows * 9

  /// Reads a luma plane of ``width`` × ``height`` pixels.
  init(small plane: some RandomAccessCollection<UInt8>) {
    let pixels = Array(plane)
    let levels = (0..<FrameCode.rows * FrameCode.columns).map { Self.level(of: $0, in: pixels) }
    let (darkest, brightest) = (levels.min() ?? 0, levels.max() ?? 255)
    if brightest - darkest <= 3 {
      self = .flat(luma: (darkest + brightest) / 2)
      return
    }
    // A cell that is neither black nor white betrays a blend of two frames, whatever its check sum says.
    guard levels.allSatisfy({ $0 < 80 || $0 > 170 }) else {
      self = .unreadable
      return
    }
    let rows = (0..<FrameCode.rows).map { row in
      levels[row * FrameCode.columns..<(row + 1) * FrameCode.columns].reduce(UInt8(0)) { bits, level in
        bits << 1 | (level > 125 ? 1 : 0)
      }
    }
    self = FrameCode(rows: rows).map(Self.frame) ?? .unreadable
  }

  /// Reads a luma plane of `width` × `height` pixels, row after row: whole multiples of 64 × 36.
  public init(luma plane: [UInt8], width: Int, height: Int) {
    let (across, down) = (width / Self.width, height / Self.height)
    guard across > 0, down > 0, across * Self.width == width, down * Self.height == height,
      plane.count == width * height
    else {
      self = .unreadable
      return
    }
    // One sample of each square: cells are much larger, and their inner quarter is averaged.
    self.init(
      small: (0..<Self.height).flatMap { row in
        (0..<Self.width).map { plane[(row * down + down / 2) * width + $0 * across + across / 2] }
      })
  }

  /// `2:117`, `flat 16` or `unreadable`.
  public var description: String {
    switch self {
    case .frame(let code): code.description
    case .flat(let luma): "flat \(luma)"
    case .unreadable: "unreadable"
    }
  }

  /// The mean of a cell's inner quarter, where the ringing of a codec does not reach.
  private static func level(of cell: Int, in pixels: [UInt8]) -> Int {
    let left = cell % FrameCode.columns * 8 + 2
    let top = cell / FrameCode.columns * 9 + 2
    var sum = 0
    for line in top..<top + 5 {
      for column in left..<left + 4 {
        sum += Int(pixels[line * width + column])
      }
    }
    return sum / 20
  }
}
