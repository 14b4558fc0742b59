/// The storage of a PNG's pixels (ISO/IEC 15948 §7 to §9).
struct PNGLayout {
  private(set) var width = 0
  private(set) var height = 0
  /// Bits a sample: 1, 2, 4, 8 or 16.
  private var depth = 8
  /// The kind of a pixel's samples.
  private var kind = Kind.gray
  private var isInterlaced = false
  /// Colors of three bytes each.
  var palette: [UInt8] = []
  /// The palette's alphas, or the samples of the pixel that is clear, of two bytes each.
  var transparency: [UInt8]?

  private enum Kind: UInt8 {
    case gray = 0
    case color = 2
    case palette = 3
    case grayAlpha = 4
    case colorAlpha = 6

    var samples: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .color: 3
      case .colorAlpha: 4
      }
    }

    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      default: [8, 16]
      }
    }
  }

  /// Nothing yet.
  init() {}

  /// The layout in the chunk `IHDR` in `range` of `bytes`, of a picture of at most `limit` pixels.
  init(header bytes: [UInt8], at range: Range<Int>, limit: Int) throws(PictureError) {
    let place = range.lowerBound
    guard range.count == 13, let kind = Kind(rawValue: bytes[place + 9]), kind.depths.contains(Int(bytes[place + 8])),
      bytes[place + 10] == 0, bytes[place + 11] == 0, bytes[place + 12] <= 1
    else { throw .wrongPNG("IHDR") }
    (width, height) = (bytes.bigEndian(place, 4), bytes.bigEndian(place + 4, 4))
    (self.kind, depth, isInterlaced) = (kind, Int(bytes[place + 8]), bytes[place + 12] == 1)
    try PictureLimits.check(width: width, height: height, limit: limit)
  }

  /// Whether a pixel may be less than opaque.
  var hasAlpha: Bool { kind == .grayAlpha || kind == .colorAlpha || transparency != nil }

  /// Whether samples have sixteen bits.
  var isDeep: Bool { depth == 16 }

  private var bitsPerPixel: Int { depth * kind.samples }

  /// A pass of an interlaced picture, or all of one that is not: its first pixel, and how far apart its pixels are.
  private typealias Pass = (x: Int, y: Int, across: Int, down: Int)

  private var passes: [Pass] {
    guard isInterlaced else { return [(0, 0, 1, 1)] }
    return [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
  }

  private func size(of pass: Pass, in width: Int, _ height: Int) -> (width: Int, height: Int) {
    let size = ((width - pass.x + pass.across - 1) / pass.across, (height - pass.y + pass.down - 1) / pass.down)
    return size.0 > 0 && size.1 > 0 ? size : (0, 0)
  }

  /// The pixels of a picture of `width` by `height`, red, green, blue and alpha, which `packed` holds.
  ///
  /// - Throws: `PictureError` for damage, and for less than the whole.
  func pixels(in packed: [UInt8], width: Int, height: Int) throws(PictureError) -> [UInt8] {
    let samples = try unfiltered(packed, width: width, height: height)
    guard kind != .palette || !palette.isEmpty else { throw .wrongPNG("PLTE") }
    var pixels = [UInt8](repeating: 0, count: 4 * width * height)
    forEachPixel(width: width, height: height) { column, row, pixel in
      write(pixel: column, of: samples, at: row, into: &pixels, at: 4 * pixel)
    }
    return pixels
  }

  /// The same of a picture of sixteen bits a sample, in two bytes with the lower one first; without alpha where it has none.
  func deepPixels(in packed: [UInt8], width: Int, height: Int) throws(PictureError) -> [UInt8] {
    let samples = try unfiltered(packed, width: width, height: height)
    let count = kind.samples
    let parts = hasAlpha ? 4 : 3
    var pixels = [UInt8](repeating: 255, count: 2 * parts * width * height)
    forEachPixel(width: width, height: height) { column, row, pixel in
      let start = row + 2 * count * column
      for part in 0..<3 {
        let source = start + (count < 3 ? 0 : 2 * part)
        let target = 2 * (parts * pixel + part)
        (pixels[target], pixels[target + 1]) = (samples[source + 1], samples[source])
      }
      let target = 2 * (parts * pixel + 3)
      if count % 2 == 0 {
        let source = start + 2 * (count - 1)
        (pixels[target], pixels[target + 1]) = (samples[source + 1], samples[source])
      } else if let transparency, transparency.count >= 2 * count,
        (0..<2 * count).allSatisfy({ samples[start + $0] == transparency[$0] })
      {
        (pixels[target], pixels[target + 1]) = (0, 0)
      }
    }
    return pixels
  }

  /// The rows of all passes that `packed` holds, each after a byte for its filter, which is undone.
  private func unfiltered(_ packed: [UInt8], width: Int, height: Int) throws(PictureError) -> [UInt8] {
    let wanted = passes.reduce(0) { count, pass in
      let size = size(of: pass, in: width, height)
      return size.width == 0 ? count : count + (rowBytes(size.width) + 1) * size.height
    }
    guard var samples = DeflatedBytes.contents(of: packed, limit: UInt64(wanted)), samples.count == wanted else {
      throw PictureError(.unreadable, "The samples of a picture of the PNG are damaged or not whole.")
    }
    var start = 0
    for pass in passes {
      let size = size(of: pass, in: width, height)
      var above: Int?
      for _ in 0..<size.height {
        try unfilter(&samples, at: start, count: rowBytes(size.width), above: above)
        above = start + 1
        start += rowBytes(size.width) + 1
      }
    }
    return samples
  }

  /// Calls `body` for each pixel: with its number in its row, where that begins among the rows of all passes, and its number
  /// in the picture.
  @inline(__always)
  private func forEachPixel(width: Int, height: Int, _ body: (_ column: Int, _ row: Int, _ pixel: Int) -> Void) {
    var start = 0
    for pass in passes {
      let size = size(of: pass, in: width, height)
      for row in 0..<size.height {
        for column in 0..<size.width {
          body(column, start + 1, (pass.y + row * pass.down) * width + pass.x + column * pass.across)
        }
        start += rowBytes(size.width) + 1
      }
    }
  }

  /// Bytes of a row of `width` pixels.
  private func rowBytes(_ width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  /// Adds to a row's bytes what its filter foretells of them (§9.2).
  private func unfilter(_ bytes: inout [UInt8], at start: Int, count: Int, above: Int?) throws(PictureError) {
    let distance = max(1, bitsPerPixel / 8)
    let filter = bytes[start]
    guard filter <= 4 else { throw PictureError(.unreadable, "A row of the PNG has a filter that there is not.") }
    guard filter > 0 else { return }
    for index in 0..<count {
      let left = index >= distance ? Int(bytes[start + 1 + index - distance]) : 0
      let up = above.map { Int(bytes[$0 + index]) } ?? 0
      let corner = index >= distance ? above.map { Int(bytes[$0 + index - distance]) } ?? 0 : 0
      let foretold =
        switch filter {
        case 1: left
        case 2: up
        case 3: (left + up) / 2
        default: Self.paeth(left, up, corner)
        }
      bytes[start + 1 + index] &+= UInt8(foretold)
    }
  }

  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let (byLeft, byUp, byCorner) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
    if byLeft <= byUp, byLeft <= byCorner { return left }
    return byUp <= byCorner ? up : corner
  }

  /// Writes pixel `number` of the row at `start` as red, green, blue and alpha.
  private func write(
    pixel number: Int, of bytes: [UInt8], at start: Int, into pixels: inout [UInt8], at target: Int
  ) {
    /// A sample as it is stored.
    func stored(_ sample: Int) -> Int {
      let place = number * kind.samples + sample
      switch depth {
      case 8: return Int(bytes[start + place])
      case 16: return bytes.bigEndian(start + 2 * place, 2)
      default:
        let bit = place * depth
        return Int(bytes[start + bit / 8]) >> (8 - depth - bit % 8) & ((1 << depth) - 1)
      }
    }
    /// A sample in eight bits.
    func level(_ sample: Int) -> UInt8 {
      let largest = (1 << depth) - 1
      return UInt8((stored(sample) * 255 + largest / 2) / largest)
    }
    let colors: [Int] = kind == .color || kind == .colorAlpha ? [0, 1, 2] : [0, 0, 0]
    if kind == .palette {
      let index = stored(0)
      // A color that the palette does not have is black, as in libpng.
      for part in 0..<3 where 3 * index + part < palette.count { pixels[target + part] = palette[3 * index + part] }
      pixels[target + 3] = transparency.flatMap { index < $0.count ? $0[index] : nil } ?? 255
      return
    }
    for (part, sample) in colors.enumerated() { pixels[target + part] = level(sample) }
    switch kind {
    case .grayAlpha: pixels[target + 3] = level(1)
    case .colorAlpha: pixels[target + 3] = level(3)
    default:
      let count = kind.samples
      let isClear =
        transparency.map { clear in
          clear.count >= 2 * count && (0..<count).allSatisfy { stored($0) == clear.bigEndian(2 * $0, 2) }
        } ?? false
      pixels[target + 3] = isClear ? 0 : 255
    }
  }
}
