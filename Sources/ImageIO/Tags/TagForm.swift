import Containers
import CoreGraphics

/// The form of a tag's values in a photograph's tags (Exif 2.32 §4.6.2), and in Image I/O.
enum TagForm: Sendable {
  /// Letters.
  case text
  /// A whole number of one byte, of two, or of four.
  case byte, short, long
  /// A fraction; one that may be negative.
  case real, signedReal
  /// Several numbers: of a byte, of two, fractions.
  case bytes, shorts, reals
  /// Several bytes that have no type, as numbers.
  case untypedBytes
  /// One byte that has no type, as a number.
  case untypedByte
  /// Four digits: a version, as numbers.
  case version
  /// Text behind the name of its encoding.
  case comment
  /// Degrees, minutes and seconds, as degrees.
  case degrees
  /// Hours, minutes and seconds, as "12:00:00".
  case clock

  /// Image I/O's value of `value`; nil where that is not of the form.
  func property(_ value: ExifField.Value) -> Any? {
    switch (self, value) {
    case (.text, .text(let text)): return text
    case (.version, .bytes(let bytes)): return Self.version(bytes).map { NSNumber(value: $0) }
    case (.comment, .bytes(let bytes)):
      return String(decoding: bytes.dropFirst(8).prefix { $0 != 0 }, as: UTF8.self)
    case (.degrees, .reals(let parts)) where parts.count == 3:
      return NSNumber(value: parts[0] + parts[1] / 60 + parts[2] / 3_600)
    case (.clock, .reals(let parts)) where parts.count == 3: return Self.clock(parts)
    case (.untypedBytes, .bytes(let bytes)): return bytes.map { NSNumber(value: Int($0)) }
    case (.untypedByte, .bytes(let bytes)): return bytes.first.map { NSNumber(value: Int($0)) }
    case (.bytes, .integers(let numbers)), (.shorts, .integers(let numbers)): return numbers.map { NSNumber(value: $0) }
    case (.reals, .reals(let numbers)): return numbers.map { NSNumber(value: $0) }
    case (.text, _), (.version, _), (.comment, _), (.degrees, _), (.clock, _), (.untypedBytes, _), (.untypedByte, _),
      (.bytes, _), (.shorts, _), (.reals, _):
      return nil
    case (_, .integers(let numbers)): return numbers.first.map { NSNumber(value: $0) }
    case (_, .reals(let numbers)): return numbers.first.map { NSNumber(value: $0) }
    default: return nil
    }
  }

  /// The numbers of four digits: 2, 3, 2 of "0232", and 1, 0 of "0100".
  private static func version(_ bytes: [UInt8]) -> [Int] {
    guard bytes.count == 4, bytes.allSatisfy({ (48...57).contains($0) }) else { return [] }
    let digits = bytes.map { Int($0) - 48 }
    let numbers = [10 * digits[0] + digits[1], digits[2], digits[3]]
    return digits[3] == 0 ? numbers.dropLast() : numbers
  }

  private static func clock(_ parts: [Double]) -> String? {
    guard parts.allSatisfy({ (0..<100).contains($0) }) else { return nil }
    let seconds =
      parts[2] == parts[2].rounded() ? String(format: "%02d", Int(parts[2])) : String(format: "%05.2f", parts[2])
    return String(format: "%02d:%02d:", Int(parts[0]), Int(parts[1])) + seconds
  }
}
