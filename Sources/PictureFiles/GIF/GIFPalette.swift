/// The colors that stand for those of a picture: median cut (Heckbert 1982) over 32 × 32 × 32 cells of the color cube, in which
/// the part with the largest error is divided next.
struct GIFPalette {
  /// The number of colors beside the clear one.
  static let capacity = 255
  /// The number of the clear one.
  static let clear: UInt8 = 255

  /// The colors, 256 times red, green and blue.
  private(set) var table = [UInt8](repeating: 0, count: 768)
  private let colors: [(Int, Int, Int)]
  /// The number of the nearest color of each cell, as far as it was asked for; 255 where not.
  private var nearest = [UInt8](repeating: clear, count: 32_768)

  /// A cell of the cube with the pixels in it.
  private struct Cell {
    var count = 0
    var sums = (0, 0, 0)

    func mean(_ channel: Int) -> Int {
      (channel == 0 ? sums.0 : channel == 1 ? sums.1 : sums.2) / max(1, count)
    }
  }

  /// The best colors for `pixels`, each with red, green and blue from the upper to the lower byte.
  init(of pixels: some Sequence<UInt32>) {
    var cells = [Cell](repeating: Cell(), count: 32_768)
    for pixel in pixels {
      let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
      let cell = Self.cell(red, green, blue)
      cells[cell].count += 1
      cells[cell].sums = (cells[cell].sums.0 + red, cells[cell].sums.1 + green, cells[cell].sums.2 + blue)
    }
    var boxes = [Box(cells.filter { $0.count > 0 })]
    while boxes.count < Self.capacity, let worst = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
      let halves = boxes[worst].halves
    {
      boxes[worst] = halves.0
      boxes.append(halves.1)
    }
    colors = boxes.map(\.mean)
    for (number, color) in colors.enumerated() {
      table.replaceSubrange(number * 3..<number * 3 + 3, with: [UInt8(color.0), UInt8(color.1), UInt8(color.2)])
    }
  }

  /// The number of the color nearest to the cell of this one.
  mutating func index(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
    let cell = Self.cell(red, green, blue)
    if nearest[cell] != Self.clear { return nearest[cell] }
    let center = (red & ~7 | 4, green & ~7 | 4, blue & ~7 | 4)
    var (best, least) = (0, Int.max)
    for (number, color) in colors.enumerated() {
      let (r, g, b) = (color.0 - center.0, color.1 - center.1, color.2 - center.2)
      // About as the eye weighs them.
      let distance = 3 * r * r + 6 * g * g + b * b
      if distance < least { (best, least) = (number, distance) }
    }
    nearest[cell] = UInt8(best)
    return UInt8(best)
  }

  private static func cell(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3
  }

  /// Cells that one color stands for.
  private struct Box {
    let cells: [Cell]
    /// The channel over which they are spread most, and their squared distance from the mean there, by pixels.
    private let channel: Int
    let error: Int

    init(_ cells: [Cell]) {
      self.cells = cells
      let errors = (0..<3).map { channel in
        let count = max(1, cells.reduce(0) { $0 + $1.count })
        let mean = cells.reduce(0) { $0 + $1.mean(channel) * $1.count } / count
        let weight = [3, 6, 1][channel]
        return weight * cells.reduce(0) { $0 + ($1.mean(channel) - mean) * ($1.mean(channel) - mean) * $1.count }
      }
      channel = errors.indices.max { errors[$0] < errors[$1] } ?? 0
      error = cells.count > 1 ? errors[channel] : -1
    }

    /// Both halves of the pixels; nil where there is one cell.
    var halves: (Box, Box)? {
      guard cells.count > 1 else { return nil }
      let sorted = cells.sorted { $0.mean(channel) < $1.mean(channel) }
      let half = cells.reduce(0) { $0 + $1.count } / 2
      var (count, place) = (0, 0)
      while place < sorted.count - 1, count + sorted[place].count <= half || place == 0 {
        count += sorted[place].count
        place += 1
      }
      return (Box(Array(sorted[..<place])), Box(Array(sorted[place...])))
    }

    var mean: (Int, Int, Int) {
      let count = max(1, cells.reduce(0) { $0 + $1.count })
      let sums = cells.reduce((0, 0, 0)) { ($0.0 + $1.sums.0, $0.1 + $1.sums.1, $0.2 + $1.sums.2) }
      return ((sums.0 + count / 2) / count, (sums.1 + count / 2) / count, (sums.2 + count / 2) / count)
    }
  }
}
