import MediaFormats

/// Removes statements of place, time and camera from a picture's packet: JPEG's segments of Exif, XMP, IPTC and
/// comments, PNG's chunks of text, Exif and dates. Its orientation is kept.
///
/// ```
///  JPEG   SOI │ APP0 │ APP1 Exif ─ place, camera │ APP1 XMP │ DQT … SOS …      all before the first scan
///  PNG    mark │ IHDR │ tEXt │ eXIf │ tIME │ IDAT … IEND
/// ```
package struct CoverStatements {
  /// Whether pictures of `codec` are known well enough to take it out.
  package static func areKnown(in codec: String) -> Bool { ["mjpeg", "png", "bmp"].contains(codec) }

  /// `bytes` without it; nil where there is nothing to take out.
  package static func removed(from bytes: [UInt8]) -> [UInt8]? {
    if bytes.starts(with: [0xFF, 0xD8]) { return removedFromJPEG(bytes) }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return removedFromPNG(bytes) }
    return nil
  }

  private static func removedFromJPEG(_ bytes: [UInt8]) -> [UInt8]? {
    var (kept, place, turn) = (Array(bytes.prefix(2)), 2, Orientation.up)
    var isChanged = false
    while place + 4 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      let end = place + 2 + Int(bytes.bigEndian(at: place + 2, 2))
      // The first scan, or what is no segment.
      guard marker != 0xDA, marker >= 0xC0, end <= bytes.count, end >= place + 4 else { break }
      let content = bytes[(place + 4)..<end]
      if [0xE1, 0xED, 0xFE].contains(marker) {
        isChanged = true
        // Two bytes follow the mark; some writers do not write them as zeros.
        if content.starts(with: "Exif".utf8) { turn = ExifTags(Array(content.dropFirst(6)))?.orientation ?? turn }
      } else {
        kept += bytes[place..<end]
      }
      place = end
    }
    guard isChanged else { return nil }
    if turn != .up { kept.insert(contentsOf: segment(turn), at: 2) }
    return kept + bytes[place...]
  }

  /// A segment of Exif that says how the picture is turned, and nothing else.
  private static func segment(_ turn: Orientation) -> [UInt8] {
    [0xFF, 0xE1, 0, 34] + Array("Exif".utf8) + [0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
      + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(turn.rawValue), 0, 0] + [0, 0, 0, 0]
  }

  private static func removedFromPNG(_ bytes: [UInt8]) -> [UInt8]? {
    var (kept, place) = (Array(bytes.prefix(8)), 8)
    while place + 12 <= bytes.count {
      let end = place + 12 + Int(bytes.bigEndian(at: place, 4))
      guard end <= bytes.count else { break }
      let type = String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self)
      if !["tEXt", "zTXt", "iTXt", "eXIf", "tIME"].contains(type) { kept += bytes[place..<end] }
      place = end
    }
    kept += bytes[place...]
    return kept.count == bytes.count ? nil : kept
  }
}
