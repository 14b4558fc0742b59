/// A GIF that a test writes picture by picture, in four colors: black, red, green and the transparent one.
struct WrittenGIF {
  /// The file so far, without its end mark.
  private(set) var bytes: [UInt8]

  /// A file whose screen has this size.
  init(width: Int, height: Int) {
    let sizes = [width, height].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    bytes = Array("GIF89a".utf8) + sizes + [0x81, 0, 0]
    bytes += [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
  }

  /// Adds a picture of `samples` at `place` (x, y, width, height).
  mutating func add(
    _ place: (Int, Int, Int, Int), _ samples: [UInt8], delay: Int, disposal: UInt8, transparent: UInt8? = 3,
    isInterlaced: Bool = false
  ) {
    let flags = disposal << 2 | (transparent == nil ? 0 : 1)
    bytes += [0x21, 0xF9, 4, flags, UInt8(delay & 255), UInt8(delay >> 8), transparent ?? 0, 0]
    bytes += [0x2C, UInt8(place.0), 0, UInt8(place.1), 0, UInt8(place.2), 0, UInt8(place.3), 0]
    bytes += [isInterlaced ? 0x40 : 0, 2]
    // Codes of three bits: the table is cleared before every second sample, so that it never grows.
    var codes: [Int] = []
    for (index, sample) in samples.enumerated() { codes += index % 2 == 0 ? [4, Int(sample)] : [Int(sample)] }
    codes.append(5)
    var data: [UInt8] = []
    var (pool, count) = (0, 0)
    for code in codes {
      pool |= code << count
      count += 3
      while count >= 8 {
        data.append(UInt8(pool & 255))
        (pool, count) = (pool >> 8, count - 8)
      }
    }
    data.append(UInt8(pool & 255))
    bytes += [UInt8(data.count)] + data + [0]
  }
}
