import GstEdit

/// Pixels of a picture in RGB, for tests that look at what is drawn.
struct PicturePixels {
  let width: Int
  let height: Int
  private let bytes: [UInt8]

  /// A color of 8 bits a part.
  struct Pixel: Hashable {
    var red: Int
    var green: Int
    var blue: Int

    /// Luma of 0…255, about.
    var luma: Int { (2 * red + 7 * green + blue) / 10 }
  }

  /// Those of `picture`, which is `rgb24`.
  init(_ picture: PixelBuffer) throws {
    (width, height) = (picture.width, picture.height)
    bytes = try picture.planeBytes()[0]
  }

  /// The pixel at a place.
  subscript(x: Int, y: Int) -> Pixel {
    let place = 3 * (y * width + x)
    return Pixel(red: Int(bytes[place]), green: Int(bytes[place + 1]), blue: Int(bytes[place + 2]))
  }

  /// The columns of a row whose pixels are like that.
  func columns(ofRow y: Int, where isMeant: (Pixel) -> Bool) -> [Int] { (0..<width).filter { isMeant(self[$0, y]) } }

  /// The rows of a column whose pixels are like that.
  func rows(ofColumn x: Int, in rows: Range<Int>, where isMeant: (Pixel) -> Bool) -> [Int] {
    rows.filter { isMeant(self[x, $0]) }
  }

  /// The greatest luma less the smallest in a part.
  func contrast(x: Range<Int>, y: Range<Int>) -> Int {
    let levels = y.flatMap { row in x.map { self[$0, row].luma } }
    return (levels.max() ?? 0) - (levels.min() ?? 0)
  }
}
