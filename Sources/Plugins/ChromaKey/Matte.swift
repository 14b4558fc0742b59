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
    let (width, height) = (frame.width, frame.height)
    var alphas = [UInt8](repeating: 0, count: width * height)
    try frame.withBytes(ofPlane: 0) { bytes in
      var all = alphas.mutableSpan
      for row in 0..<height {
        let start = frame.planes[0].row(row).lowerBound + 3
        for column in 0..<width { all[row &* width &+ column] = bytes[start &+ 4 &* column] }
      }
    }
    (self.width, self.height, self.alphas) = (width, height, alphas)
  }

  /// Makes it the alpha of `frame`, which is as large.
  func write(to frame: PixelBuffer) throws {
    let all = alphas.span
    try frame.withMutableBytes(ofPlane: 0) { bytes in
      for row in 0..<height {
        let start = frame.planes[0].row(row).lowerBound + 3
        for column in 0..<width { bytes[start &+ 4 &* column] = all[row &* width &+ column] }
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
    alphas = columns
    swap(&width, &height)
  }

  /// The columns, one after the other. They are gathered from so few rows at a time that the bytes beside one stay at hand
  /// for the next.
  private var columns: [UInt8] {
    var columns = [UInt8](repeating: 0, count: alphas.count)
    var target = columns.mutableSpan
    let source = alphas.span
    for top in stride(from: 0, to: height, by: 32) {
      let rows = top..<min(top + 32, height)
      for column in 0..<width {
        for row in rows { target[column &* height &+ row] = source[row &* width &+ column] }
      }
    }
    return columns
  }
}
