package import MediaFormats

/// The tags of a photograph (Exif 2.32 §4.6), which have the form of a TIFF file.
package struct ExifTags {
  let bytes: [UInt8]
  let isLittleEndian: Bool

  /// Limit of the bytes that are read: a JPEG file has no more than 64 KB of it.
  private static let largest = 1 << 20
  /// Limit of the directories, and of the tags of each, that are read.
  private static let mostTags = 1_000

  /// The tags at `offset` of `file`, after a mark if there is one; nil where there are none.
  package init?(in file: FileBytes, at offset: UInt64) throws {
    self.init(try file.read(at: offset, Self.largest))
  }

  /// The tags in `bytes`, after a mark if there is one; nil where there are none.
  package init?(_ bytes: [UInt8]) {
    var bytes = bytes
    if bytes.starts(with: "Exif\0\0".utf8) { bytes.removeFirst(6) }
    guard bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) else { return nil }
    (self.bytes, isLittleEndian) = (bytes, bytes[0] == 0x49)
  }

  /// The number of `length` bytes at `place`.
  func number(at place: Int, _ length: Int) -> Int {
    Int(isLittleEndian ? bytes.littleEndian(at: place, length) : bytes.bigEndian(at: place, length))
  }

  /// Adds the tags to `found`.
  package func collect(into found: inout MetadataCollection) {
    let first = entries(at: number(at: 4, 4))
    var entries = first
    for pointer in first where pointer.tag == 0x8769 { entries += self.entries(at: number(at: pointer.place, 4)) }
    for entry in entries {
      guard let name = Self.names[entry.tag] else { continue }
      if let value = value(entry) { found.add(.exif, name, value) }
    }
    if let pointer = first.first(where: { $0.tag == 0x8825 }),
      let place = location(self.entries(at: number(at: pointer.place, 4)))
    {
      found.add(.exif, "Location", text: place.iso6709)
    }
  }

  /// The picture's orientation; nil where the first directory has no tag of it. A whole number may have one, two or
  /// four bytes, whatever a tag is to have (TIFF 6.0 §2).
  package var orientation: Orientation? {
    entries(at: number(at: 4, 4)).first { $0.tag == 0x0112 && [1, 3, 4].contains($0.type) && $0.count > 0 }
      .flatMap { Orientation(rawValue: number(at: $0.place, Self.lengths[$0.type] ?? 2)) }
  }

  /// An entry of a directory.
  struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    /// The offset of its values.
    var place: Int
  }

  /// The length of a value of each type.
  static let lengths = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8]

  /// The entries of the directory at `offset`, whose values lie within the tags.
  func entries(at offset: Int) -> [Entry] {
    guard offset >= 8, offset + 2 <= bytes.count else { return [] }
    return (0..<min(number(at: offset, 2), Self.mostTags)).compactMap { index in
      let place = offset + 2 + 12 * index
      guard place + 12 <= bytes.count else { return nil }
      let (type, count) = (number(at: place + 2, 2), number(at: place + 4, 4))
      guard let length = Self.lengths[type], count <= bytes.count / length else { return nil }
      let values = length * count <= 4 ? place + 8 : number(at: place + 8, 4)
      guard values + length * count <= bytes.count else { return nil }
      return Entry(tag: number(at: place, 2), type: type, count: count, place: values)
    }
  }

  private func value(_ entry: Entry) -> MetadataValue? {
    let text = Array(bytes[entry.place..<(entry.place + entry.count * (Self.lengths[entry.type] ?? 1))])
    switch entry.type {
    case 2:
      let words = EncodedText.probable(Array(text.prefix { $0 != 0 })).trailing(" ")
      return words.isEmpty ? nil : .text(words)
    case 7 where entry.tag == 0x9286:
      // The comment's encoding stands before it.
      let words = Array(text.dropFirst(8))
      let comment =
        text.starts(with: "UNICODE".utf8)
        ? EncodedText.utf16(words, isLittleEndian: isLittleEndian)
        : EncodedText.probable(Array(words.prefix { $0 != 0 }))
      return comment.trailing(" ").isEmpty ? nil : .text(comment.trailing(" "))
    case 7: return .text(EncodedText.latin(text.prefix { $0 != 0 }))
    case 3, 4: return .integer(Int64(number(at: entry.place, entry.type == 3 ? 2 : 4)))
    case 5, 10: return rational(at: entry.place, isSigned: entry.type == 10).map { .real($0) }
    default: return nil
    }
  }

  /// The fraction at `place`; nil where it divides by zero.
  func rational(at place: Int, isSigned: Bool = false) -> Double? {
    let (over, under) = (number(at: place, 4), number(at: place + 4, 4))
    guard under != 0 else { return nil }
    guard isSigned else { return Double(over) / Double(under) }
    return Double(Int32(truncatingIfNeeded: over)) / Double(Int32(truncatingIfNeeded: under))
  }

  /// The place in the directory of positions; nil where it has none.
  private func location(_ entries: [Entry]) -> GeographicLocation? {
    func degrees(_ tag: Int, negative: String, reference: Int) -> Double? {
      guard let entry = entries.first(where: { $0.tag == tag && $0.type == 5 && $0.count == 3 }) else { return nil }
      let parts = (0..<3).map { rational(at: entry.place + 8 * $0) ?? 0 }
      let sign = entries.first { $0.tag == reference }.flatMap { value($0) }
      return (parts[0] + parts[1] / 60 + parts[2] / 3_600) * (sign == .text(negative) ? -1 : 1)
    }
    guard let latitude = degrees(2, negative: "S", reference: 1), abs(latitude) <= 90,
      let longitude = degrees(4, negative: "W", reference: 3), abs(longitude) <= 180
    else { return nil }
    let altitude = entries.first { $0.tag == 6 && $0.type == 5 }.flatMap { rational(at: $0.place) }
    let isBelow = entries.first { $0.tag == 5 }.map { bytes[$0.place] == 1 } ?? false
    return GeographicLocation(
      latitude: latitude, longitude: longitude, altitude: altitude.map { isBelow ? -$0 : $0 })
  }

  private static let names: [Int: String] = [
    0x010E: "ImageDescription", 0x010F: "Make", 0x0110: "Model", 0x0112: "Orientation", 0x011A: "XResolution",
    0x011B: "YResolution", 0x0128: "ResolutionUnit", 0x0131: "Software", 0x0132: "DateTime", 0x013B: "Artist",
    0x8298: "Copyright", 0x829A: "ExposureTime", 0x829D: "FNumber", 0x8822: "ExposureProgram",
    0x8827: "ISOSpeedRatings",
    0x9000: "ExifVersion", 0x9003: "DateTimeOriginal", 0x9004: "DateTimeDigitized", 0x9010: "OffsetTime",
    0x9011: "OffsetTimeOriginal", 0x9201: "ShutterSpeedValue", 0x9202: "ApertureValue", 0x9204: "ExposureBiasValue",
    0x9205: "MaxApertureValue", 0x9207: "MeteringMode", 0x9208: "LightSource", 0x9209: "Flash", 0x920A: "FocalLength",
    0x9286: "UserComment", 0x9291: "SubSecTimeOriginal", 0xA001: "ColorSpace", 0xA002: "PixelXDimension",
    0xA003: "PixelYDimension", 0xA402: "ExposureMode", 0xA403: "WhiteBalance", 0xA404: "DigitalZoomRatio",
    0xA405: "FocalLengthIn35mmFilm", 0xA406: "SceneCaptureType", 0xA433: "LensMake", 0xA434: "LensModel",
  ]
}

extension String {
  /// Without the ends `character` at its end.
  fileprivate func trailing(_ character: Character) -> String {
    var text = self
    while text.last == character { text.removeLast() }
    return text
  }
}
