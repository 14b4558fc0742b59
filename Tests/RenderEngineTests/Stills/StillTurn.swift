import Foundation
import MediaFormats

/// Orientation tags of stills, and their effect in another program.
enum StillTurn {
  /// ffmpeg's filters that stand a picture upright, by Exif's number.
  static let filters: [UInt8: String] = [
    1: "null", 2: "hflip", 3: "hflip,vflip", 4: "vflip", 5: "transpose=0", 6: "transpose=1", 7: "transpose=3",
    8: "transpose=2",
  ]

  /// `pixels` of `size` that are stored as Exif's number says, upright.
  static func upright(_ pixels: [UInt8], _ size: PixelSize, _ orientation: UInt8, bytesPerPixel: Int) -> [UInt8] {
    let swaps = orientation >= 5
    let (width, height) = swaps ? (size.height, size.width) : (size.width, size.height)
    var upright: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        // Which of the two edges each of the stored rows and columns is counted from.
        let (across, down) = swaps ? (y, x) : (x, y)
        let column = [2, 3, 7, 8].contains(orientation) ? size.width - 1 - across : across
        let row = [3, 4, 6, 7].contains(orientation) ? size.height - 1 - down : down
        let start = (row * size.width + column) * bytesPerPixel
        upright += pixels[start..<start + bytesPerPixel]
      }
    }
    return upright
  }

  /// Tags with one entry: the orientation (Exif 2.32 §4.6.4).
  static func exif(_ orientation: UInt8) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }

  /// `file`, a JPEG, PNG, WebP or TIFF by its name's end `type`, with Exif's orientation.
  static func turned(_ file: [UInt8], _ type: String, _ orientation: UInt8, hasAlpha: Bool) throws -> [UInt8] {
    var bytes = file
    let exif = exif(orientation)
    switch type {
    case "jpg":
      let payload = Array("Exif\0\0".utf8) + exif
      bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload, at: 2)
    case "png":
      let chunk = Array("eXIf".utf8) + exif
      bytes.insert(contentsOf: [0, 0, 0, UInt8(exif.count)] + chunk + checksum(of: chunk), at: 33)
    case "webp": bytes = webP(file, exif, hasAlpha: hasAlpha)
    default: bytes = file.withTIFFEntry(0x0112, orientation)
    }
    return bytes
  }

  /// A WebP of the extended form: what `file` holds, and Exif behind it (RFC 9649 §2.7).
  private static func webP(_ file: [UInt8], _ exif: [UInt8], hasAlpha: Bool) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var chunks = Array(file[12...])
    if chunks.starts(with: "VP8X".utf8) {
      chunks[8] |= 8
    } else {
      // Both kinds of picture say their size less one, or as it is, in 14 bits.
      let isLossless = chunks.starts(with: "VP8L".utf8)
      let place = isLossless ? 9 : 14
      let bits = (0..<4).reduce(0) { $0 | Int(chunks[place + $1]) << (8 * $1) }
      let width = isLossless ? bits & 0x3FFF : (bits & 0x3FFF) - 1
      let height = isLossless ? bits >> 14 & 0x3FFF : (bits >> 16 & 0x3FFF) - 1
      var head = Array("VP8X".utf8) + little(10, 4)
      head += [hasAlpha ? 0x18 : 8, 0, 0, 0]
      head += little(width, 3) + little(height, 3)
      chunks = head + chunks
    }
    chunks += Array("EXIF".utf8) + little(exif.count, 4) + exif
    return Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
  }

  /// The checksum of a PNG's chunk, of its type and content, the highest byte first.
  static func checksum(of chunk: [UInt8]) -> [UInt8] {
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in chunk {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: ~checksum >> (24 - 8 * UInt32($0))) }
  }
}

extension [UInt8] {
  /// A little-endian TIFF with one entry more in its directory, of one number of two bytes: the directory is written anew, at
  /// the end.
  fileprivate func withTIFFEntry(_ tag: Int, _ value: UInt8) -> [UInt8] {
    func number(_ place: Int, _ count: Int) -> Int {
      var value = 0
      for index in 0..<count { value |= Int(self[place + index]) << (8 * index) }
      return value
    }
    let (start, count) = (number(4, 4), number(number(4, 4), 2))
    var entries = (0..<count).map { Array(self[start + 2 + 12 * $0..<start + 14 + 12 * $0]) }
    entries.append([UInt8(tag & 255), UInt8(tag >> 8), 3, 0, 1, 0, 0, 0, value, 0, 0, 0])
    entries.sort { ($0[1], $0[0]) < ($1[1], $1[0]) }
    var bytes = self
    if bytes.count % 2 == 1 { bytes.append(0) }
    let place = bytes.count
    for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: place >> (8 * index)) }
    return bytes + [UInt8((count + 1) & 255), UInt8((count + 1) >> 8)] + entries.flatMap(\.self) + [0, 0, 0, 0]
  }
}
