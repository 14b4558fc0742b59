/// A part of a frame in at most 255 colors and a clear one.
struct GIFColors {
  /// The colors, 256 times red, green and blue.
  let table: [UInt8]
  /// The number of each pixel's color, row by row.
  let indices: [UInt8]

  /// The pixels of `part` of a frame whose rows have `width` pixels. `isClear` says of the place of a pixel's first byte whether
  /// the pixel shows what is beneath.
  init(
    _ pixels: [UInt8], bytesPerPixel: Int, width: Int, part: (columns: Range<Int>, rows: Range<Int>),
    isClear: (Int) -> Bool
  ) {
    var places: [Int] = []
    places.reserveCapacity(part.columns.count * part.rows.count)
    for row in part.rows {
      for column in part.columns {
        let place = (row * width + column) * bytesPerPixel
        places.append(isClear(place) ? -1 : place)
      }
    }
    func color(_ place: Int) -> UInt32 {
      UInt32(pixels[place]) << 16 | UInt32(pixels[place + 1]) << 8 | UInt32(pixels[place + 2])
    }
    if let exact = Self.few(places, color: color) {
      (table, indices) = exact
      return
    }
    var palette = GIFPalette(of: places.lazy.filter { $0 >= 0 }.map(color))
    var indices: [UInt8] = []
    indices.reserveCapacity(places.count)
    for (number, place) in places.enumerated() {
      guard place >= 0 else {
        indices.append(GIFPalette.clear)
        continue
      }
      let (column, row) = (
        part.columns.lowerBound + number % part.columns.count, part.rows.lowerBound + number / part.columns.count
      )
      let shift = Self.dither[(row & 7) << 3 | column & 7]
      func moved(_ value: UInt8) -> Int { min(255, max(0, Int(value) + shift)) }
      indices.append(palette.index(moved(pixels[place]), moved(pixels[place + 1]), moved(pixels[place + 2])))
    }
    self.table = palette.table
    self.indices = indices
  }

  /// The colors themselves, in order of appearance; nil where there are too many.
  private static func few(_ places: [Int], color: (Int) -> UInt32) -> (table: [UInt8], indices: [UInt8])? {
    var numbers: [UInt32: UInt8] = [:]
    var indices: [UInt8] = []
    indices.reserveCapacity(places.count)
    var last: (color: UInt32, number: UInt8)?
    for place in places {
      guard place >= 0 else {
        indices.append(GIFPalette.clear)
        continue
      }
      let color = color(place)
      if let last, last.color == color {
        indices.append(last.number)
        continue
      }
      if numbers[color] == nil {
        guard numbers.count < GIFPalette.capacity else { return nil }
        numbers[color] = UInt8(numbers.count)
      }
      let number = numbers[color] ?? 0
      indices.append(number)
      last = (color, number)
    }
    var table = [UInt8](repeating: 0, count: 768)
    for (color, number) in numbers {
      for channel in 0..<3 {
        table[Int(number) * 3 + channel] = UInt8(truncatingIfNeeded: color >> UInt32(16 - 8 * channel))
      }
    }
    return (table, indices)
  }

  /// Bayer's matrix of 8 × 8 (1973), as differences from −4 to 3: half of a cell of the palette.
  private static let dither: [Int] = (0..<64).map { place in
    var (value, column, row) = (0, place & 7, place >> 3)
    for _ in 0..<3 {
      value = value << 2 | ((column ^ row) & 1) << 1 | row & 1
      (column, row) = (column >> 1, row >> 1)
    }
    return value / 8 - 4
  }
}
