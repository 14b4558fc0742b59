package import Rendering

/// Says in the bytes of a still image file that its colors are those of sRGB.
///
/// ```
///  PNG    header │ sRGB │ …                       a chunk of its own
///  JPEG   SOI │ JFIF │ Exif: ColorSpace 1 │ …
///  WebP   VP8X │ picture │ Exif: ColorSpace 1     a file without a profile is sRGB's anyway
/// ```
package enum ImageTags {
  /// `file` of `type`, as the encoder made it, with its tag; as it is where it has no such form.
  package static func tagged(_ file: [UInt8], as type: ImageType, hasAlpha: Bool, width: Int, height: Int) -> [UInt8] {
    switch type {
    case .png:
      // Signature and header, 33 bytes, come first.
      guard file.count > 33 else { return file }
      return file[..<33] + [0, 0, 0, 1] + "sRGB".utf8 + [0, 0xAE, 0xCE, 0x1C, 0xE9] + file[33...]
    case .jpeg:
      guard file.count > 20, file.starts(with: [0xFF, 0xD8]) else { return file }
      let isJFIF = file[2..<4].elementsEqual([0xFF, 0xE0])
      let place = isJFIF ? 4 + Int(file[4]) << 8 + Int(file[5]) : 2
      guard place <= file.count else { return file }
      let payload = Array("Exif\0\0".utf8) + exif
      return file[..<place] + [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload + file[place...]
    case .webp:
      return webP(file, hasAlpha: hasAlpha, width: width, height: height)
    }
  }

  /// TIFF's header, a directory that names Exif's, and that one: version 2.32 and color space 1, which is sRGB.
  private static let exif: [UInt8] = [
    0x4D, 0x4D, 0, 42, 0, 0, 0, 8,
    0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0,
    0, 2, 0x90, 0, 0, 7, 0, 0, 0, 4, 0x30, 0x32, 0x33, 0x32, 0xA0, 1, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0,
  ]

  /// Makes a file of the extended form: what the encoder wrote, and Exif behind it.
  private static func webP(_ file: [UInt8], hasAlpha: Bool, width: Int, height: Int) -> [UInt8] {
    guard file.count > 20, file.starts(with: "RIFF".utf8) else { return file }
    var chunks = Array(file[12...])
    if chunks.starts(with: "VP8X".utf8) {
      chunks[8] |= 0x08
    } else {
      let flags: UInt8 = hasAlpha ? 0x18 : 0x08
      chunks =
        Array("VP8X".utf8) + [10, 0, 0, 0, flags, 0, 0, 0]
        + [width - 1, height - 1].flatMap { [UInt8](littleEndian: $0, 3) } + chunks
    }
    chunks += Array("EXIF".utf8) + [UInt8](littleEndian: exif.count, 4) + exif
    return Array("RIFF".utf8) + [UInt8](littleEndian: chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
  }
}
