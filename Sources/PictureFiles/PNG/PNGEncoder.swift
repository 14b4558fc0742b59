import CZlib

/// A PNG of sixteen bits a sample (ISO/IEC 15948): red, green and blue, and alpha where some pixel has less than all.
///
/// ```
///  signature │ IHDR: size, 16 bits, RGB or RGBA │ IDAT: rows, filtered and deflated │ IEND
/// ```
public enum PNGEncoder {
  /// The file of a picture of `width` by `height` pixels, whose red, green, blue and alpha of sixteen bits, each with the lower
  /// byte first, stand one after another in `pixels`.
  ///
  /// - Throws: `PictureError` where there are fewer bytes than pixels, or zlib fails.
  public static func file(of pixels: [UInt8], width: Int, height: Int) throws(PictureError) -> [UInt8] {
    guard width > 0, height > 0, pixels.count >= 8 * width * height else {
      throw PictureError(
        .unreadable, "A picture of \(width)×\(height) pixels has \(pixels.count) bytes, which are too few.")
    }
    let isOpaque = (0..<width * height).allSatisfy { pixels[8 * $0 + 6] == 255 && pixels[8 * $0 + 7] == 255 }
    let parts = isOpaque ? 3 : 4
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    append("IHDR", bigEndian(width) + bigEndian(height) + [16, isOpaque ? 2 : 6, 0, 0, 0], to: &file)
    append("IDAT", try deflated(rows(of: pixels, parts: parts, width: width, height: height)), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// The rows of `parts` samples a pixel, the higher byte of each first, each row after a byte for its filter: the one of
  /// none, the left and the upper neighbor that leaves the least (§12.8).
  private static func rows(of pixels: [UInt8], parts: Int, width: Int, height: Int) -> [UInt8] {
    let (count, distance) = (2 * parts * width, 2 * parts)
    var rows: [UInt8] = []
    rows.reserveCapacity((count + 1) * height)
    var (row, above) = ([UInt8](repeating: 0, count: count), [UInt8](repeating: 0, count: count))
    for y in 0..<height {
      for x in 0..<width {
        for part in 0..<parts {
          let (source, target) = (8 * (y * width + x) + 2 * part, 2 * (parts * x + part))
          (row[target], row[target + 1]) = (pixels[source + 1], pixels[source])
        }
      }
      var sums = (0, 0, 0)
      for index in 0..<count {
        let left = index < distance ? 0 : row[index - distance]
        sums.0 += size(of: row[index])
        sums.1 += size(of: row[index] &- left)
        sums.2 += size(of: row[index] &- above[index])
      }
      let filter: UInt8 = sums.0 <= min(sums.1, sums.2) ? 0 : sums.1 <= sums.2 ? 1 : 2
      rows.append(filter)
      for index in 0..<count {
        let foretold =
          switch filter {
          case 0: UInt8(0)
          case 1: index < distance ? 0 : row[index - distance]
          default: above[index]
          }
        rows.append(row[index] &- foretold)
      }
      swap(&row, &above)
    }
    return rows
  }

  /// The distance of a filtered byte from zero, either way.
  private static func size(of byte: UInt8) -> Int { Int(min(byte, 0 &- byte)) }

  private static func deflated(_ bytes: [UInt8]) throws(PictureError) -> [UInt8] {
    var room = compressBound(uLong(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(room))
    // SAFETY: both arrays have the lengths passed to zlib, and it keeps neither.
    let result = unsafe packed.withUnsafeMutableBufferPointer { target in
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe compress2(target.baseAddress, &room, source.baseAddress, uLong(source.count), level)
      }
    }
    guard result == Z_OK else {
      throw PictureError(
        .unsupported, "The picture cannot be packed: zlib's error \(result).", remedy: "Make it smaller.")
    }
    return Array(packed.prefix(Int(room)))
  }

  /// As for pictures of eight bits: the usual 6 takes half as long again for a file that is 2 % smaller.
  private static let level: Int32 = 3

  private static func append(_ type: String, _ content: [UInt8], to file: inout [UInt8]) {
    file += chunk(type, content)
  }

  /// The chunk `type`, four letters, with its length and its checksum.
  public static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let chunk = Array(type.utf8) + content
    let checksum = unsafe chunk.withUnsafeBufferPointer { bytes in
      // SAFETY: zlib reads the array and keeps nothing.
      unsafe crc32(0, bytes.baseAddress, UInt32(clamping: bytes.count))
    }
    return bigEndian(content.count) + chunk + bigEndian(Int(checksum))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}
