import MediaFormats
import MediaTime

/// The named places in the header of an ASF file (ASF specification 01.20.03, §3.7), which programs take for chapters.
///
/// ```
///  object   identifier (16) │ size (8) │ reserved (16) │ how many (4) │ 0 0 │ length and name of the list │ marker │ marker …
///  marker   where (8) │ when, and the preroll (8) │ its length (2) │ 4 + 4 bytes │ characters (4) │ name in UTF-16
/// ```
struct ASFMarkers {
  /// The places, in the file's order.
  let chapters: [(start: Rational, title: String)]

  private static let header: [UInt8] = [
    0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
  ]
  private static let mark: [UInt8] = [
    0x01, 0xCD, 0x87, 0xF4, 0x51, 0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ]
  /// Times are in units of 100 ns.
  private static let timescale: Int64 = 10_000_000
  /// The longest list that is read, in bytes.
  private static let longest: UInt64 = 1 << 20

  /// The places of `file`, which begins with `head`; nil where it is no ASF.
  init?(_ file: FileBytes, beginningWith head: [UInt8]) throws {
    guard head.starts(with: Self.header), let properties = try ASFProperties(file) else { return nil }
    var found: [(start: Rational, title: String)] = []
    var offset: UInt64 = 30
    while offset + 24 <= min(properties.headerEnd, file.count) {
      let object = try file.read(at: offset, 24)
      guard object.count == 24 else { break }
      let size = object.littleEndian(at: 16, 8)
      if object.starts(with: Self.mark) {
        let bytes = try file.read(at: offset, Int(min(size, Self.longest)))
        found += Self.markers(in: bytes, preroll: properties.preroll)
      }
      offset += max(24, min(size, file.count))
    }
    chapters = found
  }

  /// The places in `object`, whose times are later by `preroll`, in milliseconds.
  private static func markers(in object: [UInt8], preroll: UInt64) -> [(start: Rational, title: String)] {
    var markers: [(start: Rational, title: String)] = []
    let count = min(object.littleEndian(at: 40, 4), UInt64(MetadataCollection.mostItems))
    var place = 48 + Int(object.littleEndian(at: 46, 2))
    for _ in 0..<count where place + 30 <= object.count {
      let time = object.littleEndian(at: place + 8, 8)
      let length = 2 * Int(object.littleEndian(at: place + 26, 4))
      let name = Array(object[(place + 30)...].prefix(length))
      place += 30 + length
      guard let ticks = Int64(exactly: time), let lead = Int64(exactly: preroll), lead < 1 << 40,
        let start = try? Rational(max(0, ticks - lead * 10_000), timescale)
      else { continue }
      markers.append((start, String(EncodedText.utf16(name, isLittleEndian: true).prefix { $0 != "\0" })))
    }
    return markers
  }
}
