import Compositing
import PictureRows

/// The alpha of a picture by itself, which can be drawn in and made soft.
///
/// Both go along the rows and then, on the matte turned over, along what were the columns. Beyond its sides a matte goes on
/// as it is at them.
struct Matte {
  private var width: Int
  private var height: Int
  private var alphas: [UInt8]

  /// The alpha of `frame`, which is in `rgba`.
  init(of frame: PixelBuffer) throws {
    (width, height) = (frame.width, frame.height)
    var alphas: [UInt8] = []
    alphas.reserveCapacity(width * height)
    try frame.changeRows { row in
      for index in stride(from: 3, to: row.count, by: 4) { alphas.append(row[index]) }
    }
    self.alphas = alphas
  }

  /// Makes it the alpha of `frame`, which is as large.
  func write(to frame: PixelBuffer) throws {
    var next = 0
    try frame.changeRows { row in
      for index in stride(from: 3, to: row.count, by: 4) {
        row[index] = alphas[next]
        next += 1
      }
    }
  }

  /// Draws the edge in by `distance` pixels: each becomes the least of those within that distance, across and down.
  mutating func shrink(by distance: Int) {
    guard distance > 0 else { return }
    for _ in 0..<2 {
      let line = Line(length: width, reach: distance)
      alphas = eachRow { line.least($0, &$1) }
      turnOver()
    }
  }

  /// Makes the edge soft over `distance` pixels to either side: twice the mean of all within half of that, which together
  /// weigh the nearest most.
  mutating func feather(by distance: Int) {
    guard distance > 0 else { return }
    for _ in 0..<2 {
      let near = Line(length: width, reach: (distance + 1) / 2)
      let far = Line(length: width, reach: distance / 2)
      alphas = eachRow { near.mean($0, &$1) }
      alphas = eachRow { far.mean($0, &$1) }
      turnOver()
    }
  }

  /// The rows as `treat` makes them.
  private func eachRow(_ treat: (Span<UInt8>, inout MutableSpan<UInt8>) -> Void) -> [UInt8] {
    var treated = [UInt8](repeating: 0, count: alphas.count)
    var all = treated.mutableSpan
    for row in 0..<height {
      let range = row * width..<(row + 1) * width
      var target = all.extracting(range)
      treat(alphas.span.extracting(range), &target)
    }
    return treated
  }

  /// Makes rows of columns.
  private mutating func turnOver() {
    var turned: [UInt8] = []
    turned.reserveCapacity(alphas.count)
    for column in 0..<width {
      for index in stride(from: column, to: alphas.count, by: width) { turned.append(alphas[index]) }
    }
    alphas = turned
    swap(&width, &height)
  }
}
