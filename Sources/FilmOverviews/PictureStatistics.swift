import Compositing
import MediaFormats

/// The brightness of a picture, and the amount of its detail (after FFmpeg's `signalstats` and `blackframe`).
struct PictureStatistics: Hashable, Sendable {
  /// The mean luma, 0…1, after BT.709.
  let meanLuma: Double
  /// The standard deviation of red, green or blue, whichever is greatest, 0…0.5.
  let spread: Double

  /// The spread up to which a picture is of one color: 2 %.
  static let flatSpread = 0.02
  /// The mean luma and the spread up to which it is nearly black, as in the midst of a fade: 12 % and 8 %.
  static let blackLuma = 0.12, blackSpread = 0.08

  /// Whether there is nothing to see: the picture is of one color, or nearly black. White letters on black are something to see.
  var isEmpty: Bool {
    spread <= Self.flatSpread || meanLuma <= Self.blackLuma && spread <= Self.blackSpread
  }

  /// The statistics of `picture`, in RGB of 8 bits (`rgb24`), by some hundred thousand of its pixels at most.
  ///
  /// - Throws: `CompositingError` where it cannot be read.
  init(of picture: PixelBuffer) throws {
    let plane = picture.planes[0]
    let step = max(1, Int((Double(picture.width * picture.height) / 100_000).squareRoot()))
    var (sums, squares, count) = ((0, 0, 0), (0, 0, 0), 0)
    try picture.withBytes(ofPlane: 0) { bytes in
      for row in stride(from: 0, to: picture.height, by: step) {
        let start = plane.row(row).lowerBound
        for column in stride(from: 0, to: picture.width, by: step) {
          let place = start + 3 * column
          let (red, green, blue) = (Int(bytes[place]), Int(bytes[place + 1]), Int(bytes[place + 2]))
          sums = (sums.0 + red, sums.1 + green, sums.2 + blue)
          squares = (squares.0 + red * red, squares.1 + green * green, squares.2 + blue * blue)
          count += 1
        }
      }
    }
    let number = Double(max(1, count))
    func deviation(_ sum: Int, _ square: Int) -> Double {
      let mean = Double(sum) / number
      return max(0, Double(square) / number - mean * mean).squareRoot() / 255
    }
    spread = max(deviation(sums.0, squares.0), deviation(sums.1, squares.1), deviation(sums.2, squares.2))
    meanLuma = (0.2126 * Double(sums.0) + 0.7152 * Double(sums.1) + 0.0722 * Double(sums.2)) / number / 255
  }
}
