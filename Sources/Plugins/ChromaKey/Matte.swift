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
      transpose()
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
      transpose()
    }
  }

  /// The rows as `treat` makes them.
  private func eachRow(_ treat: (Span<UInt8>, inout MutableSpan<UInt8>) -> Void) -> [UInt8] {
    var treated = [UInt8](repeating: 0, count: alphas.count)
    var all = treated.mutableSpan
    for row in 0..<height {
      let range = row * width..<(row + 1) * width
      var target = all._mutatingExtracting(range)
      treat(alphas.span.extracting(range), &target)
    }
    return treated
  }

  /// Makes rows of columns.
  private mutating func transpose() {
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

/// A filter along a line of samples: each is worked out from those within `reach` to either side. Beyond its ends the
/// line goes on with its outermost samples.
struct Line {
  /// The number of its samples.
  let length: Int
  /// The distance up to which neighbors of a sample count.
  let reach: Int

  /// The least of each sample's neighbors.
  ///
  /// Where the least stands is kept as long as that is within reach, so that most samples are looked at once.
  func least(_ source: Span<UInt8>, _ target: inout MutableSpan<UInt8>) {
    var place = -1
    for index in 0..<length {
      let last = min(index + reach, length - 1)
      if place < max(0, index - reach) {
        place = max(0, index - reach)
        for other in place...last where source[other] <= source[place] { place = other }
      } else if source[last] <= source[place] {
        place = last
      }
      target[index] = source[place]
    }
  }

  /// The mean of each sample and its neighbors, rounded to nearest.
  func mean(_ source: Span<UInt8>, _ target: inout MutableSpan<UInt8>) {
    let count = UInt64(2 * reach + 1)
    // So large that the product's upper half is the quotient, for lines of up to four thousand neighbors.
    let reciprocal = (1 << 32) / count + 1
    let last = length - 1
    func sample(_ index: Int) -> UInt64 { UInt64(source[min(max(index, 0), last)]) }
    // Half the count more than the sum: it rounds.
    var sum = (-reach...reach).reduce(count / 2) { $0 + sample($1) }
    for index in 0..<length {
      target[index] = UInt8(truncatingIfNeeded: (sum &* reciprocal) >> 32)
      sum = sum &+ sample(index &+ reach &+ 1) &- sample(index &- reach)
    }
  }
}
