/// One field of a photograph's tags, as it is stored (Exif 2.32 §4.6.2).
package struct ExifField: Hashable, Sendable {
  /// The directories that fields stand in.
  package enum Directory: Hashable, Sendable {
    /// The first one: what every TIFF picture has.
    case image
    /// The photograph's.
    case exif
    /// The position's.
    case gps
  }

  /// The value of a field.
  package enum Value: Hashable, Sendable {
    case text(String)
    case integers([Int])
    /// Fractions; what divides by zero is left out.
    case reals([Double])
    case bytes([UInt8])
  }

  /// The directory that it stands in.
  package var directory: Directory
  /// Its number in the directory.
  package var tag: Int
  /// Its value.
  package var value: Value
}

extension ExifTags {
  /// The pointers to other directories.
  private static let pointers: [Int: ExifField.Directory] = [0x8769: .exif, 0x8825: .gps]

  /// Every field of the first directory, of the photograph's and of the position's, but for the pointers between them.
  package var fields: [ExifField] {
    let first = entries(at: number(at: 4, 4))
    var found = first.filter { Self.pointers[$0.tag] == nil }.map {
      ExifField(directory: .image, tag: $0.tag, value: stored($0))
    }
    for entry in first where entry.count == 1 {
      guard let directory = Self.pointers[entry.tag] else { continue }
      found += entries(at: number(at: entry.place, 4)).map {
        ExifField(directory: directory, tag: $0.tag, value: stored($0))
      }
    }
    return found
  }

  private func stored(_ entry: Entry) -> ExifField.Value {
    let length = Self.lengths[entry.type] ?? 1
    let places = (0..<entry.count).lazy.map { entry.place + $0 * length }
    let content = bytes[entry.place..<entry.place + entry.count * length]
    switch entry.type {
    case 2: return .text(EncodedText.probable(Array(content.prefix { $0 != 0 })))
    case 5, 10: return .reals(places.compactMap { rational(at: $0, isSigned: entry.type == 10) })
    case 7: return .bytes(Array(content))
    case 6: return .integers(content.map { Int(Int8(bitPattern: $0)) })
    case 8: return .integers(places.map { Int(Int16(truncatingIfNeeded: number(at: $0, 2))) })
    case 9: return .integers(places.map { Int(Int32(truncatingIfNeeded: number(at: $0, 4))) })
    default: return .integers(places.map { number(at: $0, length) })
    }
  }
}
